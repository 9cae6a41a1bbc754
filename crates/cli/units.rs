//! Numbers as people write them: `5M` states, `1.5GiB`, `2s`, ranges `0..1000`.

use std::num::NonZeroUsize;
use std::ops::{Range, RangeInclusive};
use std::time::Duration;

const COUNT: &[(&str, u64)] = &[("", 1), ("k", 1_000), ("M", 1_000_000), ("G", 1_000_000_000)];
const SIZE: &[(&str, u64)] = &[
    ("", 1),
    ("B", 1),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
    ("K", 1 << 10),
    ("M", 1 << 20),
    ("G", 1 << 30),
];
const MICROS: &[(&str, u64)] = &[
    ("us", 1),
    ("ms", 1_000),
    ("s", 1_000_000),
    ("m", 60_000_000),
    ("min", 60_000_000),
    ("h", 3_600_000_000),
];

/// A number such as `5000000`, `5_000_000`, `5M` or `2.5k`.
pub fn count(text: &str) -> Result<u64, String> {
    scaled(text, COUNT)
        .ok_or_else(|| "expected a number below 2^64 such as 2000000, 500k or 5M".to_string())
}

/// A number from 1 on.
pub fn from_one(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a number from 1 on".to_string())
}

/// A number of threads.
pub fn threads(text: &str) -> Result<u16, String> {
    whole(text, 1..=1024)
}

/// A number of moves to look ahead.
pub fn depth(text: &str) -> Result<u16, String> {
    whole(text, 0..=1000)
}

fn whole(text: &str, range: RangeInclusive<u16>) -> Result<u16, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
}

/// A number of states: a [`count`] from 1 on.
pub fn states(text: &str) -> Result<u64, String> {
    match count(text)? {
        0 => Err("expected a number from 1 on".to_string()),
        states => Ok(states),
    }
}

/// A number of bytes from 1 on such as `512MiB` or `1.5GiB`.
pub fn size(text: &str) -> Result<usize, String> {
    let bytes = scaled(text, SIZE).and_then(|bytes| usize::try_from(bytes).ok());
    let bytes = bytes.filter(|&bytes| bytes > 0);
    bytes.ok_or_else(|| "expected a size such as 512MiB or 2GiB".to_string())
}

/// A duration such as `200ms`, `2s` or `5m`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let micros = scaled(text, MICROS).filter(|&micros| micros > 0);
    micros
        .map(Duration::from_micros)
        .ok_or_else(|| "expected a duration such as 500ms, 2s or 5m".to_string())
}

/// A range `A..B`, B excluded; `A` alone is `A..A+1`.
pub fn range(text: &str) -> Result<Range<u64>, String> {
    let bound = |text: &str| {
        let most = u64::MAX;
        count(text).map_err(|_| format!("expected A..B; {text:?} is no number from 0 to {most}"))
    };
    let range = match text.split_once("..") {
        Some((start, end)) => bound(start)?..bound(end)?,
        None => {
            let only = bound(text)?;
            only..only.checked_add(1).ok_or(format!("expected a number below {}", u64::MAX))?
        }
    };
    if range.is_empty() {
        return Err("expected a range A..B with A below B; B is excluded".to_string());
    }
    Ok(range)
}

/// Reads digits with a decimal point and one of the units; whatever is not a whole number is refused.
fn scaled(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let text = text.trim();
    let digits_end = text.find(|c: char| !matches!(c, '0'..='9' | '.' | '_')).unwrap_or(text.len());
    let (digits, unit) = (text[..digits_end].replace('_', ""), text[digits_end..].trim());
    let scale = u128::from(units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit))?.1);
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let tenths = 10_u128.checked_pow(fraction.len().try_into().ok()?)?;
    let number: u128 = format!("{whole}{fraction}").parse().ok()?;
    let scaled = number.checked_mul(scale)?;
    (scaled % tenths == 0).then_some(scaled / tenths)?.try_into().ok()
}

/// A number with its thousands set off: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The same of a number with so many decimal places: `1,234.5`.
pub fn grouped_decimal(number: f64, places: usize) -> String {
    let text = format!("{number:.places$}");
    let digits = |c: char| c.is_ascii_digit();
    let start = text.find(digits).unwrap_or(text.len());
    let end = text[start..].find(|c| !digits(c)).map_or(text.len(), |end| start + end);
    match text[start..end].parse() {
        Ok(whole) => format!("{}{}{}", &text[..start], grouped(whole), &text[end..]),
        // Not a number, or larger than any that is grouped.
        Err(_) => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_off() {
        let decimals = [0.0, -0.25, 999.96, -1234.56, f64::NAN].map(|n| grouped_decimal(n, 1));
        assert_eq!(decimals, ["0.0", "-0.2", "1,000.0", "-1,234.6", "NaN"]);
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn numbers_as_people_write_them() {
        assert_eq!(count("5M"), Ok(5_000_000));
        assert_eq!(count("2_000"), Ok(2000));
        assert_eq!(count("2.5k"), Ok(2500));
        assert_eq!(size("1GiB"), Ok(1 << 30));
        assert_eq!(size("1.5 kB"), Ok(1500));
        assert_eq!(duration("2s"), Ok(Duration::from_secs(2)));
        assert_eq!(duration("0.25ms"), Ok(Duration::from_micros(250)));
        assert_eq!(range("0..1k"), Ok(0..1000));
        assert_eq!(range("5"), Ok(5..6));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "M", "5X", "-1", "1.5", "1..2", "99999999999999999999", "."] {
            assert!(count(text).is_err(), "{text}");
        }
        assert!(duration("2").is_err() && size("5q").is_err());
        assert!(threads("0").is_err() && threads("1025").is_err() && depth("-1").is_err());
        assert!(duration("0s").is_err() && size("0").is_err() && states("0").is_err());
        for text in ["18446744073709551615", "x", "5..5", "7..3", "..3", "1.."] {
            assert!(range(text).is_err(), "{text}");
        }
        let error = |text: &str| range(text).unwrap_err();
        assert_eq!(error("18446744073709551615"), "expected a number below 18446744073709551615");
        for (text, end) in [("1..ms5", "ms5"), ("0..18446744073709551618", "18446744073709551618")]
        {
            let problem = format!("{end:?} is no number from 0 to 18446744073709551615");
            assert_eq!(error(text), format!("expected A..B; {problem}"));
        }
    }
}
