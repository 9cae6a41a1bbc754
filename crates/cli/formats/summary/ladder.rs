//! The players of a game on one axis, and above them the share that can be won with all cards known.

use std::fmt::Write;

use gehtauf::survey::Summary;

use super::words::{options_in_short, percent_range, player_in_short};
use crate::lang::Texts;

/// How many columns the axis has.
const WIDTH: usize = 40;

/// A ladder for each game and its options of which there is a player's summary and another one.
pub fn ladders(summaries: &[Summary], texts: &dyn Texts) -> String {
    let rules = |summary: &Summary| {
        format!("{}, {}", summary.settings.game, options_in_short(&summary.settings, texts))
    };
    let mut text = String::new();
    let mut done: Vec<String> = Vec::new();
    for played in summaries.iter().filter(|summary| summary.lost.is_some()) {
        let name = rules(played);
        let mut rungs: Vec<&Summary> =
            summaries.iter().filter(|other| rules(other) == name).collect();
        if rungs.len() < 2 || done.contains(&name) {
            continue;
        }
        rungs.sort_by(|a, b| {
            let is_played = |summary: &Summary| summary.lost.is_some();
            let by_rate = share(b).total_cmp(&share(a));
            is_played(a).cmp(&is_played(b)).then(by_rate)
        });
        write_ladder(&mut text, &name, &rungs, texts).expect("a string takes everything");
        done.push(name);
    }
    text
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
        let room = 27_usize.saturating_sub(player.chars().count());
        writeln!(text, "{player}{:>room$}  |{bar}|  {range}", texts.number(rung.deals))?;
    }
    let deals = texts.say("deals");
    writeln!(text, "{:<16}{deals:>11}  0 %{:>w$}", "", "100 %", w = WIDTH - 1)
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
        assert_eq!(bar(0.0, 0.0), format!("#{}", " ".repeat(39)));
        assert_eq!(bar(0.999, 1.0), format!("{}#", "-".repeat(39)));
        assert_eq!(bar(0.25, 0.30), format!("{}###{}", "-".repeat(10), " ".repeat(27)));
    }
}
