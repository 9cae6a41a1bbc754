//! Settings, shares and intervals in words.

use gehtauf::survey::{Bin, Goal, IntervalMethod, Numbering, Settings, Summary, Tally};

use crate::formats::heading;
use crate::lang::Texts;

/// The running interval in a few words, for the progress.
pub fn in_short(tally: Tally, texts: &dyn Texts) -> String {
    let interval = tally.winnable(IntervalMethod::Wilson);
    let range = percent_range(interval.low, interval.high, tally.deals(), texts);
    texts.fill("{} won, {} unknown", &[&range, &texts.number(tally.unknown)])
}

/// The options that are not at their defaults, or "default rules".
pub fn options_in_short(settings: &Settings, texts: &dyn Texts) -> String {
    let game = settings.as_game().expect("settings are checked when they are read");
    let changes = heading::changes(&game);
    if changes.is_empty() { texts.say("default rules").to_string() } else { changes }
}

/// `96.41 % to 97.58 %`, rounded outwards to as many places as the number of deals deserves.
pub fn percent_range(low: f64, high: f64, deals: u64, texts: &dyn Texts) -> String {
    let places = places(deals);
    let scale = 10_f64.powi(places as i32);
    let low = (low * 100.0 * scale).floor() / scale;
    let high = (high * 100.0 * scale).ceil() / scale;
    texts.fill("{} % to {} %", &[&texts.decimal(low, places), &texts.decimal(high, places)])
}

/// A share of the deals as a percentage; one deal is never rounded away.
pub fn percent(count: u64, deals: u64, texts: &dyn Texts) -> String {
    let share = count as f64 * 100.0 / deals.max(1) as f64;
    format!("{} %", texts.decimal(share, places(deals)))
}

fn places(deals: u64) -> usize {
    deals.checked_ilog10().unwrap_or(0).saturating_sub(1).max(1) as usize
}

/// The deals by their source and numbers: `2,000 deals of seeds 0..2000`, and of how many they are if some are missing.
pub fn deals_in_words(settings: &Settings, deals: u64, texts: &dyn Texts) -> String {
    let Settings { source, from, to, .. } = settings;
    let numbers = match source {
        // Who counts from 1 does not count the one after the last.
        Numbering::Deals if to - from > 1 => texts.fill("{} to {}", &[from, &(to - 1)]),
        Numbering::Deals if to - from == 1 => from.to_string(),
        _ => format!("{from}..{to}"),
    };
    let source = texts.say(source.name());
    if deals < to - from {
        let (deals, all) = (texts.number(deals), texts.number(to - from));
        return texts.fill("{} of the {} deals of {} {}", &[&deals, &all, &source, &numbers]);
    }
    let words = if deals == 1 { "{} deal of {} {}" } else { "{} deals of {} {}" };
    texts.fill(words, &[&texts.number(deals), &source, &numbers])
}

/// Who played, if anybody did, and with which seed, unless that is 0.
pub fn player_in_short(settings: &Settings, texts: &dyn Texts) -> Option<String> {
    let player = settings.player.clone()?;
    Some(match settings.player_seed {
        None | Some(0) => player,
        Some(seed) => texts.fill("{}, seed {}", &[&player, &seed]),
    })
}

/// Who played, or what a search might spend and its goal.
pub fn limits_in_words(settings: &Settings, texts: &dyn Texts) -> String {
    if let (Some(player), Some(seed)) = (&settings.player, settings.player_seed) {
        let words = "played by {}, seed {}, who sees only what lies open";
        let mut text = texts.fill(words, &[player, &seed]);
        if let Some(games) = settings.resample {
            let words = match games {
                1 => "; {} game more with the hidden cards dealt anew",
                _ => "; {} games more with the hidden cards dealt anew",
            };
            text += &texts.fill(words, &[&texts.number(games)]);
        }
        if let Some(games) = settings.games_each {
            let words = match games {
                1 => "played by the weakest player who wins {} game, seeds from {}",
                _ => "played by the weakest player who wins one of {} games, seeds from {}",
            };
            text = texts.fill(words, &[&texts.number(games), &seed]);
        }
        return text;
    }
    let words = match settings.max_states {
        1 => "limits for a deal: {} state",
        _ => "limits for a deal: {} states",
    };
    let mut text = texts.fill(words, &[&texts.number(settings.max_states)]);
    if let Some(micros) = settings.time_limit_micros {
        let places = if micros.is_multiple_of(1000) { 0 } else { 3 };
        text += &format!(", {} ms", texts.decimal(micros as f64 / 1000.0, places));
    }
    let memory = memory_in_words(settings.max_memory, texts);
    text += &texts.fill("; for all searches together: {}", &[&memory]);
    if settings.goal != Goal::Any {
        text += &format!("; {}: {}", texts.say("goal"), settings.goal);
    }
    text
}

/// `1 GiB`, `953.7 MiB` or `1,000 B`.
fn memory_in_words(bytes: u64, texts: &dyn Texts) -> String {
    const MIB: u64 = 1 << 20;
    const GIB: u64 = 1 << 30;
    match bytes {
        GIB.. if bytes.is_multiple_of(GIB) => format!("{} GiB", bytes / GIB),
        _ if bytes.is_multiple_of(MIB) => format!("{} MiB", bytes / MIB),
        0..MIB => format!("{} B", texts.number(bytes)),
        _ => format!("{} MiB", texts.decimal(bytes as f64 / MIB as f64, 1)),
    }
}

/// The interval and how it is made: `99.6 % to 99.9 % (95 %, Wilson)`.
pub fn interval_in_words(summary: &Summary, texts: &dyn Texts) -> String {
    let winnable = summary.rate();
    let range = percent_range(winnable.low, winnable.high, summary.deals, texts);
    let method = match winnable.interval {
        IntervalMethod::Wilson => "Wilson",
        IntervalMethod::Exact => "Clopper-Pearson",
    };
    let unknowns = if summary.unknown > 0 { ", unknowns counted both ways" } else { "" };
    format!("{range} (95 %, {method}{})", texts.say(unknowns))
}

/// What counts for a bar: `17`, or `20 to 29`.
pub fn bin_in_words(bin: &Bin, texts: &dyn Texts) -> String {
    let (first, last) = (texts.number(bin.from), texts.number(bin.to - 1));
    if first == last { first } else { texts.fill("{} to {}", &[&first, &last]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Lang;

    #[test]
    fn intervals_are_rounded_outwards() {
        let range = |low, high, deals| percent_range(low, high, deals, Lang::En.texts());
        assert_eq!(range(0.964_19, 0.975_71, 1000), "96.41 % to 97.58 %");
        assert_eq!(range(0.999_996_311, 1.0, 1_000_000), "99.99963 % to 100.00000 %");
        assert_eq!(range(0.0, 1.0, 0), "0.0 % to 100.0 %");
    }

    #[test]
    fn memory_is_told_in_few_digits() {
        let memory = |bytes| memory_in_words(bytes, Lang::En.texts());
        assert_eq!([0, 1, 1000, 1 << 30].map(memory), ["0 MiB", "1 B", "1,000 B", "1 GiB"]);
        assert_eq!(memory(1_000_000_000), "953.7 MiB");
    }

    #[test]
    fn one_deal_is_never_rounded_away() {
        let percent = |count, deals| percent(count, deals, Lang::En.texts());
        assert_eq!(percent(999_999, 1_000_000), "99.99990 %");
        assert_eq!(percent(1, 999), "0.1 %");
        assert_eq!(percent(0, 0), "0.0 %");
    }
}
