//! Histograms and curves with counts on their axes, made of boxes so that all letters keep their size.

use std::fmt::{Result, Write};

use gehtauf::survey::Bin;

use crate::formats::summary::{bin_in_words, percent};
use crate::lang::Texts;

/// What a chart says about itself.
pub struct Labels {
    /// What it shows.
    pub caption: &'static str,
    /// What its horizontal axis counts.
    pub unit: &'static str,
}

/// A bar for each bin; how many deals it has stands at the side.
pub fn bars(page: &mut String, labels: &Labels, bins: &[Bin], texts: &dyn Texts) -> Result {
    if bins.is_empty() {
        return Ok(());
    }
    let most = bins.iter().map(|bin| bin.deals).max().unwrap_or(0).max(1);
    let step = step(most);
    let top = most.div_ceil(step) * step;
    let value = |bin: &Bin| format!("{}: {}", bin_in_words(bin, texts), texts.number(bin.deals));
    let seen: Vec<_> = bins.iter().enumerate().filter(|(_, bin)| bin.deals > 0).collect();
    begin(page, labels, seen.iter().map(|(_, bin)| value(bin)))?;
    for count in (step..=top).step_by(step as usize) {
        tick(page, count as f64 / top as f64, &texts.number(count))?;
    }
    for (i, bin) in seen {
        let part = 100.0 / bins.len() as f64;
        let (left, width) = (part * i as f64 + part * 0.05, part * 0.9);
        let height = 100.0 * bin.deals as f64 / top as f64;
        writeln!(
            page,
            "<i style=\"left:{left:.2}%;width:{width:.2}%;height:{height:.2}%;min-height:1px\" \
             title=\"{}\"></i>",
            value(bin)
        )?;
    }
    end(page, labels, bins, texts)
}

/// The share of all deals that is decided within the number of each bin and those before.
pub fn curve(
    page: &mut String,
    labels: &Labels,
    bins: &[Bin],
    deals: u64,
    texts: &dyn Texts,
) -> Result {
    if bins.is_empty() {
        return Ok(());
    }
    let mut decided = 0;
    let values = bins.iter().map(|bin| {
        decided += bin.decided;
        format!("{}: {}", bin_in_words(bin, texts), percent(decided, deals, texts))
    });
    begin(page, labels, values)?;
    for quarter in 1..=4 {
        tick(page, f64::from(quarter) / 4.0, &format!("{} %", quarter * 25))?;
    }
    let (mut path, mut decided) = ("M0 100".to_string(), 0);
    for (i, bin) in bins.iter().enumerate() {
        decided += bin.decided;
        let x = 100.0 * (i + 1) as f64 / bins.len() as f64;
        let y = 100.0 - 100.0 * decided as f64 / deals.max(1) as f64;
        write!(path, "L{x:.2} {y:.2}")?;
    }
    writeln!(
        page,
        "<svg viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\"><title>{}</title>\
         <path d=\"{path}\"/></svg>",
        percent(decided, deals, texts)
    )?;
    end(page, labels, bins, texts)
}

/// Begins a chart, which is read out as its values.
fn begin(page: &mut String, labels: &Labels, values: impl Iterator<Item = String>) -> Result {
    let Labels { caption, .. } = labels;
    let values = values.collect::<Vec<_>>().join("; ");
    writeln!(page, "<figure><figcaption>{caption}</figcaption>")?;
    writeln!(
        page,
        "<div class=\"frame\"><div class=\"plot\" role=\"img\" aria-label=\"{caption}. {values}\">"
    )
}

/// A line across with its number at the side.
fn tick(page: &mut String, height: f64, label: &str) -> Result {
    let bottom = height * 100.0;
    writeln!(
        page,
        "<span class=\"line\" style=\"bottom:{bottom:.2}%\"></span><b style=\"bottom:{bottom:.2}%\">{label}</b>"
    )
}

/// Ends a chart with the values at about five of the borders between the bins.
fn end(page: &mut String, labels: &Labels, bins: &[Bin], texts: &dyn Texts) -> Result {
    writeln!(page, "</div><div class=\"marks\" aria-hidden=\"true\">")?;
    let borders = bins.iter().map(|bin| bin.from);
    let step = bins.len().div_ceil(5).max(1);
    for (i, border) in borders.enumerate().step_by(step) {
        let left = 100.0 * i as f64 / bins.len() as f64;
        let class = if i == 0 { " class=\"first\"" } else { "" };
        writeln!(
            page,
            "<span{class} style=\"left:{left:.2}%\">{}</span>",
            in_short(border, texts)
        )?;
    }
    writeln!(page, "</div><p class=\"unit\">{}</p></div></figure>", labels.unit)
}

/// 1, 2 or 5 times a power of ten, so that two to five steps reach this number.
fn step(most: u64) -> u64 {
    let steps = (0..19).flat_map(|power| [1, 2, 5].map(|n| n * 10_u64.pow(power)));
    steps.into_iter().find(|step| most.div_ceil(*step) <= 5).unwrap_or(most)
}

/// `20k` for 20,000.
fn in_short(number: u64, texts: &dyn Texts) -> String {
    [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")]
        .into_iter()
        .find(|(unit, _)| number >= *unit && number.is_multiple_of(unit / 10))
        .map_or_else(
            || number.to_string(),
            |(unit, sign)| {
                let places = usize::from(!number.is_multiple_of(unit));
                format!("{}{sign}", texts.decimal(number as f64 / unit as f64, places))
            },
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Lang;

    #[test]
    fn numbers_at_the_axes_are_short_and_round() {
        let texts = Lang::De.texts();
        let short = [0, 7, 900, 1000, 20_000, 2_500_000, 1234].map(|n| in_short(n, texts));
        assert_eq!(short, ["0", "7", "900", "1k", "20k", "2,5M", "1234"]);
        assert_eq!([1, 5, 6, 10, 37, 1000].map(step), [1, 1, 2, 2, 10, 200]);
    }
}
