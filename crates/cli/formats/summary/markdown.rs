//! Summaries as markdown.

use std::fmt::Write;

use anyhow::Result;
use gehtauf::survey::{Spread, Summary};

use super::rows::{
    bars, end_columns, end_rows, histograms, luck_heading, luck_rows, spread_columns, spread_rows,
    stage_columns, stage_rows,
};
use super::words::{
    deals_in_words, interval_in_words, limits_in_words, options_in_short, percent_range,
    player_in_short,
};
use crate::lang::Texts;

/// A table of the solved and one of the played, a row for each summary, then what stands behind each.
pub fn write(text: &mut String, summaries: &[Summary], texts: &dyn Texts) -> Result<()> {
    let (played, solved): (Vec<_>, Vec<_>) =
        summaries.iter().partition(|summary| summary.lost.is_some());
    write_solved(text, &solved, texts)?;
    write_played(text, &played, texts)?;
    summaries.iter().try_for_each(|summary| {
        write_markdown_of(text, summary, texts)?;
        write_histograms(text, summary, texts)
    })
}

fn write_histograms(text: &mut String, summary: &Summary, texts: &dyn Texts) -> Result<()> {
    for (name, bins) in histograms(summary) {
        writeln!(text, "\n| {} | {} | |", texts.say(name), texts.say("deals"))?;
        writeln!(text, "|---|--:|---|")?;
        for [range, deals, bar] in bars(bins, texts) {
            writeln!(text, "| {range} | {deals} | {bar} |")?;
        }
    }
    Ok(())
}

/// A row for each summary of a player's games.
fn write_played(text: &mut String, summaries: &[&Summary], texts: &dyn Texts) -> Result<()> {
    if summaries.is_empty() {
        return Ok(());
    }
    let columns = ["game", "options", "player", "deals", "games won", "lost", "win rate (95 %)"];
    if !text.is_empty() {
        writeln!(text)?;
    }
    writeln!(text, "| {} |", columns.map(|name| texts.say(name)).join(" | "))?;
    writeln!(text, "|---|---|---|--:|--:|--:|--:|")?;
    for summary in summaries {
        let [deals, won, lost] = [summary.deals, summary.won, summary.lost.unwrap_or(0)]
            .map(|count| texts.number(count));
        let rate = summary.rate();
        let rate = percent_range(rate.low, rate.high, summary.deals, texts);
        let (settings, options) = (&summary.settings, options_in_short(&summary.settings, texts));
        let player = player_in_short(settings, texts).unwrap_or_default();
        let game = &settings.game;
        writeln!(text, "| {game} | {options} | {player} | {deals} | {won} | {lost} | {rate} |")?;
    }
    Ok(())
}

/// A row for each summary of solved deals.
fn write_solved(text: &mut String, summaries: &[&Summary], texts: &dyn Texts) -> Result<()> {
    if summaries.is_empty() {
        return Ok(());
    }
    let columns = [
        texts.say("game"),
        texts.say("options"),
        texts.say("deals"),
        texts.say("won"),
        texts.say("unwinnable"),
        texts.say("unknown"),
        texts.say("winnable (95 %)"),
        texts.say("median states"),
        texts.say("mean time"),
    ];
    writeln!(text, "| {} |", columns.join(" | "))?;
    writeln!(text, "|---|---|--:|--:|--:|--:|--:|--:|--:|")?;
    for summary in summaries {
        let [deals, won, unwinnable, unknown] =
            [summary.deals, summary.won, summary.unwinnable, summary.unknown]
                .map(|count| texts.number(count));
        let rate = summary.rate();
        let winnable = percent_range(rate.low, rate.high, summary.deals, texts);
        let (game, options) = (&summary.settings.game, options_in_short(&summary.settings, texts));
        let of = |name: &str, words: &dyn Fn(&Spread) -> String| {
            summary.spread(name).map_or("-".to_string(), words)
        };
        let states = of("states", &|states| texts.number(states.p50));
        let time = of("micros", &|micros| format!("{} ms", texts.decimal(micros.mean / 1000.0, 2)));
        writeln!(
            text,
            "| {game} | {options} | {deals} | {won} | {unwinnable} | {unknown} | {winnable} | {states} | {time} |"
        )?;
    }
    Ok(())
}

fn write_markdown_of(text: &mut String, summary: &Summary, texts: &dyn Texts) -> Result<()> {
    let settings = &summary.settings;
    writeln!(text, "\n### {}, {}\n", settings.game, options_in_short(settings, texts))?;
    writeln!(
        text,
        "{}; {}; gehtauf {}. {}: {}.\n",
        deals_in_words(settings, summary.deals, texts),
        limits_in_words(settings, texts),
        settings.version,
        if summary.lost.is_some() { texts.say("Win rate") } else { texts.say("Winnable") },
        interval_in_words(summary, texts)
    )?;
    writeln!(text, "| | {} |", spread_columns(texts).join(" | "))?;
    writeln!(text, "|---|--:|--:|--:|--:|--:|")?;
    for row in spread_rows(summary, texts) {
        writeln!(text, "| {} |", row.join(" | "))?;
    }
    if summary.lost.is_some() {
        writeln!(text, "\n| {} |\n|---|--:|--:|", end_columns(summary, texts).join(" | "))?;
        for row in end_rows(summary, texts) {
            writeln!(text, "| {} |", row.join(" | "))?;
        }
        if let Some(luck) = &summary.luck {
            writeln!(text, "\n| {} | | |\n|---|--:|--:|", luck_heading(luck, texts))?;
            for row in luck_rows(luck, texts) {
                writeln!(text, "| {} |", row.join(" | "))?;
            }
        }
        return Ok(());
    }
    writeln!(text, "\n| {} |", stage_columns(texts).join(" | "))?;
    writeln!(text, "|---|--:|--:|--:|--:|")?;
    for row in stage_rows(summary, texts) {
        writeln!(text, "| {} |", row.join(" | "))?;
    }
    Ok(())
}
