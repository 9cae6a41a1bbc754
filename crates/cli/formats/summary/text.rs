//! A summary as text for a terminal.

use std::fmt::Write;

use anyhow::Result;
use gehtauf::survey::{Luck, Summary};

use super::rows::{
    bars, end_columns, end_rows, histograms, luck_heading, luck_rows, spread_columns, spread_rows,
    stage_columns, stage_rows,
};
use super::words::{deals_in_words, interval_in_words, limits_in_words, options_in_short, percent};
use crate::formats::board;
use crate::formats::heading::wrapped;
use crate::lang::Texts;

/// Adds a summary.
pub fn write(text: &mut String, summary: &Summary, texts: &dyn Texts) -> Result<()> {
    let settings = &summary.settings;
    let heading = format!("{}, {}", settings.game, options_in_short(settings, texts));
    writeln!(text, "{}", wrapped(&heading, board::WIDTH).join("\n"))?;
    writeln!(text, "{}", deals_in_words(settings, summary.deals, texts))?;
    writeln!(text, "{}", wrapped(&limits_in_words(settings, texts), board::WIDTH).join("\n"))?;
    writeln!(text)?;
    for (name, count) in verdict_counts(summary, texts) {
        let percent = percent(count, summary.deals, texts);
        writeln!(text, "{name:<14}{:>10}  {percent:>11}", texts.number(count))?;
    }
    writeln!(text, "{:<12}{}", rate_in_words(summary, texts), interval_in_words(summary, texts))?;
    writeln!(text)?;
    let columns = spread_columns(texts).map(|name| format!("{name:>12}"));
    writeln!(text, "{:<18}{}", "", columns.concat())?;
    for [name, values @ ..] in spread_rows(summary, texts) {
        let values = values.map(|value| format!(" {value:>11}"));
        writeln!(text, "{name:<18}{}", values.concat())?;
    }
    writeln!(text)?;
    if summary.lost.is_some() {
        write_ends(text, summary, texts)?;
        summary.luck.iter().try_for_each(|luck| write_luck(text, luck, texts))?;
    } else {
        write_stages(text, summary, texts)?;
    }
    for (name, bins) in histograms(summary) {
        writeln!(text, "\n{:<24}{:>11}", texts.say(name), texts.say("deals"))?;
        for [range, deals, bar] in bars(bins, texts) {
            writeln!(text, "{}", format!("{range:<24}{deals:>11}  {bar}").trim_end())?;
        }
    }
    Ok(())
}

/// How many deals had which verdict: of a search, or of a player.
fn verdict_counts(summary: &Summary, texts: &dyn Texts) -> Vec<(&'static str, u64)> {
    match summary.lost {
        Some(lost) => vec![(texts.say("games won"), summary.won), (texts.say("lost"), lost)],
        None => vec![
            (texts.say("won"), summary.won),
            (texts.say("unwinnable"), summary.unwinnable),
            (texts.say("unknown"), summary.unknown),
        ],
    }
}

/// What the interval is of.
fn rate_in_words(summary: &Summary, texts: &dyn Texts) -> &'static str {
    if summary.lost.is_some() { texts.say("win rate") } else { texts.say("winnable") }
}

/// How much of what decided the games could be seen before the first move.
fn write_luck(text: &mut String, luck: &Luck, texts: &dyn Texts) -> Result<()> {
    writeln!(text, "\n{}", luck_heading(luck, texts))?;
    for [name, value, error] in luck_rows(luck, texts) {
        writeln!(text, "{}", format!("{name:<36}{value:>9} {error}").trim_end())?;
    }
    Ok(())
}

/// What ended a player's games.
fn write_ends(text: &mut String, summary: &Summary, texts: &dyn Texts) -> Result<()> {
    let heading = end_columns(summary, texts).map(str::to_string);
    for [ended, games, share] in std::iter::once(heading).chain(end_rows(summary, texts)) {
        writeln!(text, "{ended:<24}{games:>11}{share:>13}")?;
    }
    Ok(())
}

fn write_stages(text: &mut String, summary: &Summary, texts: &dyn Texts) -> Result<()> {
    let heading = stage_columns(texts).map(str::to_string);
    for row in std::iter::once(heading).chain(stage_rows(summary, texts)) {
        let [name, won, unwinnable, unknown, share] = row;
        // A long name takes the blanks before its first number.
        let won = format!("{won:>width$}", width = 35_usize.saturating_sub(name.chars().count()));
        writeln!(text, "{name}{won}{unwinnable:>17}{unknown:>11}{share:>13}")?;
    }
    Ok(())
}
