//! The players of a game on one axis, and above them the share that can be won with all cards known.

use std::fmt::Write;

use gehtauf::survey::Summary;

use super::words::{options_in_short, percent_range, player_in_short};
use crate::lang::Texts;

/// How many columns the axis has, so that a row with intervals of a million deals has 80.
const WIDTH: usize = 22;

/// A ladder for each game and its options of which there is a player's summary and another one.
pub fn ladders(summaries: &[Summary], texts: &dyn Texts) -> String {
    let mut text = String::new();
    for rungs in by_rules(summaries) {
        if rungs.len() > 1 && rungs.iter().any(|summary| summary.lost.is_some()) {
            let settings = &rungs[0].settings;
            let name = format!("{}, {}", settings.game, options_in_short(settings, texts));
            write_ladder(&mut text, &name, &rungs, texts).expect("a string takes everything");
        }
    }
    text
}

/// The summaries of each game and its options together: those with all cards known, as they come, above the players, of
/// whom the best comes first.
pub fn by_rules(summaries: &[Summary]) -> Vec<Vec<&Summary>> {
    let mut groups: Vec<Vec<&Summary>> = Vec::new();
    for summary in summaries {
        let rules = |other: &Summary| (other.settings.game.clone(), other.settings.options.clone());
        match groups.iter_mut().find(|group| rules(group[0]) == rules(summary)) {
            Some(group) => group.push(summary),
            None => groups.push(vec![summary]),
        }
    }
    for group in &mut groups {
        let rank = |summary: &Summary| summary.lost.map_or(f64::NEG_INFINITY, |_| -share(summary));
        group.sort_by(|a, b| rank(a).total_cmp(&rank(b)));
    }
    groups
}

fn share(summary: &Summary) -> f64 {
    summary.won as f64 / summary.deals.max(1) as f64
}

fn write_ladder(
    text: &mut String,
    name: &str,
    rungs: &[&Summary],
    texts: &dyn Texts,
) -> std::fmt::Result {
    writeln!(text, "\n{}", texts.fill("ladder of {}: share won, 95 %", &[&name]))?;
    for rung in rungs {
        let player = player_in_short(&rung.settings, texts);
        let player = player.unwrap_or_else(|| texts.say("all cards known").to_string());
        let rate = rung.rate();
        let range = percent_range(rate.low, rate.high, rung.deals, texts);
        let bar = bar(rate.low, rate.high);
        // A long name takes the blanks before the number.
        let room = 25_usize.saturating_sub(player.chars().count());
        writeln!(text, "{player}{:>room$}  |{bar}|  {range}", texts.number(rung.deals))?;
    }
    let deals = texts.say("deals");
    writeln!(text, "{:<14}{deals:>11}  0 %{:>w$}", "", "100 %", w = WIDTH - 1)
}

/// The interval on the axis from 0 to 100 %.
fn bar(low: f64, high: f64) -> String {
    let place = |share: f64| ((share * WIDTH as f64) as usize).min(WIDTH - 1);
    let (low, high) = (place(low), place(high));
    (0..WIDTH)
        .map(|i| match i {
            i if (low..=high).contains(&i) => '#',
            i if i < low => '-',
            _ => ' ',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_covers_its_columns() {
        assert_eq!(bar(0.0, 0.0), format!("#{}", " ".repeat(21)));
        assert_eq!(bar(0.999, 1.0), format!("{}#", "-".repeat(21)));
        assert_eq!(bar(0.25, 0.35), format!("{}###{}", "-".repeat(5), " ".repeat(14)));
    }
}
