//! Summaries as text, markdown and JSON: pure functions of the summary.

use std::fmt::Write;

use anyhow::Result;
use clap::ValueEnum;
use gehtauf::rules::{Game, RuleSet};
use gehtauf::survey::{
    Bin, IntervalMethod, Luck, Numbering, STATISTICS, Settings, Spread, StageTally, Summary, Tally,
};

use crate::formats::board;
use crate::formats::heading::wrapped;
use crate::formats::ladder::ladders;
use crate::lang::Texts;

/// How summaries are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    Text,
    Markdown,
    Json,
}

/// The summaries in a format.
pub fn render(summaries: &[Summary], format: ReportFormat, texts: &dyn Texts) -> Result<String> {
    let mut text = String::new();
    match format {
        ReportFormat::Text => {
            for (i, summary) in summaries.iter().enumerate() {
                text += if i > 0 { "\n" } else { "" };
                write_text(&mut text, summary, texts)?;
            }
            text += &ladders(summaries, texts);
        }
        ReportFormat::Markdown => write_markdown(&mut text, summaries, texts)?,
        ReportFormat::Json => {
            for summary in summaries {
                writeln!(text, "{}", serde_json::to_string(summary)?)?;
            }
        }
    }
    Ok(text)
}

/// The running interval in a few words, for the progress.
pub fn in_short(tally: Tally, texts: &dyn Texts) -> String {
    let interval = tally.winnable(IntervalMethod::Wilson);
    let range = percent_range(interval.low, interval.high, tally.deals(), texts);
    texts.fill("{} won, {} unknown", &[&range, &texts.number(tally.unknown)])
}

/// The options that are not at their defaults, or "default rules".
pub fn options_in_short(settings: &Settings, texts: &dyn Texts) -> String {
    let defaults = settings.game.parse().ok().and_then(|game: RuleSet| Game::new(game, &[]).ok());
    let is_default = |name: &str, value: &str| {
        let defaults = defaults.as_ref().map(Game::options);
        defaults.is_some_and(|all| all.iter().any(|option| option == (name, value.to_string())))
    };
    let changed: Vec<String> = settings
        .options
        .iter()
        .filter_map(|(name, value)| value.as_str().map(|value| (name, value)))
        .filter(|(name, value)| !is_default(name, value))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    if changed.is_empty() { texts.say("default rules").to_string() } else { changed.join(" ") }
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
    let source = texts.say(match source {
        Numbering::Seeds => "seeds",
        Numbering::Pysol => "pysol",
        Numbering::Deals => "deals",
    });
    if deals < to - from {
        let (deals, all) = (texts.number(deals), texts.number(to - from));
        return texts.fill("{} of the {} deals of {} {}", &[&deals, &all, &source, &numbers]);
    }
    let words = if deals == 1 { "{} deal of {} {}" } else { "{} deals of {} {}" };
    texts.fill(words, &[&texts.number(deals), &source, &numbers])
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
    if settings.goal != "any" {
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
    let method = if winnable.interval == "exact" { "Clopper-Pearson" } else { "Wilson" };
    let unknowns = if summary.unknown > 0 { ", unknowns counted both ways" } else { "" };
    format!("{range} (95 %, {method}{})", texts.say(unknowns))
}

/// The statistics that some deal has, with their titles.
fn spreads(summary: &Summary) -> impl Iterator<Item = (&'static str, &Spread)> {
    let game = summary.settings.game.parse();
    let game: RuleSet = game.expect("settings of files are checked, those of surveys right");
    let spreads = STATISTICS.iter().zip(&summary.spreads);
    let is_played = summary.settings.player.is_some();
    spreads.filter_map(move |(statistic, spread)| {
        let title = match statistic.name {
            "states" if is_played => "decisions",
            _ => (statistic.title)(game),
        };
        Some((title, spread.as_ref()?))
    })
}

fn write_text(text: &mut String, summary: &Summary, texts: &dyn Texts) -> Result<()> {
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
        let values = values.map(|value| format!("{value:>12}"));
        writeln!(text, "{name:<18}{}", values.concat())?;
    }
    writeln!(text)?;
    if summary.lost.is_some() {
        write_ends(text, summary, texts)?;
        summary.luck.iter().try_for_each(|luck| write_luck(text, luck, texts))?;
    } else {
        write_stages(text, summary, texts)?;
    }
    write_bars(text, texts.say("moves of a win"), summary.histogram("moves"), texts)?;
    if settings.goal == "fewest-redeals" {
        let redeals = texts.say("redeals of a win");
        write_bars(text, redeals, summary.histogram("redeals"), texts)?;
    }
    Ok(())
}

/// How many deals had which verdict: of a search, or of a player.
fn verdict_counts(summary: &Summary, texts: &dyn Texts) -> Vec<(&'static str, u64)> {
    let won = (texts.say("won"), summary.won);
    let unwinnable = (texts.say("unwinnable"), summary.unwinnable);
    match summary.lost {
        Some(lost) => vec![won, (texts.say("lost"), lost)],
        None => vec![won, unwinnable, (texts.say("unknown"), summary.unknown)],
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
        writeln!(text, "{name:<36}{value:>9} {error}")?;
    }
    Ok(())
}

/// How many games were dealt anew, and what the errors are.
pub fn luck_heading(luck: &Luck, texts: &dyn Texts) -> String {
    texts.fill("{} games of each look, standard errors by the jackknife", &[&luck.games])
}

/// A row for each number of [`Luck`]: its name, the number and its error.
pub fn luck_rows(luck: &Luck, texts: &dyn Texts) -> Vec<[String; 3]> {
    let row = |name: &'static str, value: f64, error: f64| {
        let error = format!("+- {}", texts.decimal(error, 4));
        [texts.say(name).to_string(), texts.decimal(value, 4), error]
    };
    let mut rows = vec![
        row("share won", luck.win_rate, luck.win_rate_error),
        row("variance between looks", luck.between, luck.between_error),
        row("variance within a look", luck.within, luck.within_error),
    ];
    if let (Some(share), Some(error)) = (luck.seen_share, luck.seen_share_error) {
        rows.push(row("share seen before the first move", share, error));
    }
    rows
}

/// What ended a player's games.
fn write_ends(text: &mut String, summary: &Summary, texts: &dyn Texts) -> Result<()> {
    let heading = end_columns(summary, texts).map(str::to_string);
    for [ended, games, share] in std::iter::once(heading).chain(end_rows(summary, texts)) {
        writeln!(text, "{ended:<24}{games:>11}{share:>13}")?;
    }
    Ok(())
}

/// The headings of the columns of what ended a player's games, or of who is the weakest to win.
pub fn end_columns(summary: &Summary, texts: &dyn Texts) -> [&'static str; 3] {
    let is_one_player = summary.settings.games_each.is_none();
    let ended = if is_one_player { "ended" } else { "weakest winner" };
    [ended, "games", "share"].map(|name| texts.say(name))
}

/// A row for each end of a player's games, or each of several players: its name, the games and their share.
pub fn end_rows(summary: &Summary, texts: &dyn Texts) -> Vec<[String; 3]> {
    let is_one_player = summary.settings.games_each.is_none();
    let row = |stage: &StageTally| {
        let games = stage.won + stage.lost.unwrap_or(0);
        let name = match stage.won {
            1.. if is_one_player => texts.say("won").to_string(),
            _ => texts.method(&stage.method),
        };
        [name, texts.number(games), percent(games, summary.deals, texts)]
    };
    summary.stages.iter().map(row).collect()
}

/// A row for each number that some deal has: its name, mean, median, 90th and 99th percentile, maximum.
pub fn spread_rows(summary: &Summary, texts: &dyn Texts) -> Vec<[String; 6]> {
    let row = |(name, spread): (&'static str, &Spread)| {
        let [p50, p90, p99, max] =
            [spread.p50, spread.p90, spread.p99, spread.max].map(|value| texts.number(value));
        [texts.say(name).to_string(), texts.decimal(spread.mean, 1), p50, p90, p99, max]
    };
    spreads(summary).map(row).collect()
}

/// The headings of the columns of how numbers spread.
pub fn spread_columns(texts: &dyn Texts) -> [&'static str; 5] {
    ["mean", "median", "90 %", "99 %", "max"].map(|name| texts.say(name))
}

/// The headings of the columns of what decided the deals.
pub fn stage_columns(texts: &dyn Texts) -> [&'static str; 5] {
    ["decided by", "won", "unwinnable", "unknown", "share"].map(|name| texts.say(name))
}

/// A row for each search: its name, the deals it won, lost and left open, and the share it decided.
pub fn stage_rows(summary: &Summary, texts: &dyn Texts) -> Vec<[String; 5]> {
    let row = |stage: &StageTally| {
        let share = percent(stage.won + stage.unwinnable, summary.deals, texts);
        let counts = [stage.won, stage.unwinnable, stage.unknown];
        let [won, unwinnable, unknown] = counts.map(|count| texts.number(count));
        [texts.method(&stage.method), won, unwinnable, unknown, share]
    };
    summary.stages.iter().map(row).collect()
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

fn write_bars(text: &mut String, name: &str, bins: &[Bin], texts: &dyn Texts) -> Result<()> {
    const WIDTH: u64 = 40;
    if bins.is_empty() {
        return Ok(());
    }
    writeln!(text, "\n{name:<24}{:>11}", texts.say("deals"))?;
    let most = bins.iter().map(|bin| bin.deals).max().unwrap_or(0).max(1);
    for bin in bins {
        let bar = "#".repeat((bin.deals * WIDTH).div_ceil(most) as usize);
        let range = bin_in_words(bin, texts);
        let line = format!("{range:<24}{:>11}  {bar}", texts.number(bin.deals));
        writeln!(text, "{}", line.trim_end())?;
    }
    Ok(())
}

/// What counts for a bar: `17`, or `20 to 29`.
pub fn bin_in_words(bin: &Bin, texts: &dyn Texts) -> String {
    let (first, last) = (texts.number(bin.from), texts.number(bin.to - 1));
    if first == last { first } else { texts.fill("{} to {}", &[&first, &last]) }
}

/// A table of the solved and one of the played, a row for each summary, then what stands behind each.
fn write_markdown(text: &mut String, summaries: &[Summary], texts: &dyn Texts) -> Result<()> {
    let (played, solved): (Vec<_>, Vec<_>) =
        summaries.iter().partition(|summary| summary.lost.is_some());
    write_solved(text, &solved, texts)?;
    write_played(text, &played, texts)?;
    summaries.iter().try_for_each(|summary| write_markdown_of(text, summary, texts))
}

/// A row for each summary of a player's games.
fn write_played(text: &mut String, summaries: &[&Summary], texts: &dyn Texts) -> Result<()> {
    if summaries.is_empty() {
        return Ok(());
    }
    let columns = ["game", "options", "player", "deals", "won", "lost", "win rate (95 %)"];
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
        let (game, player) = (&settings.game, settings.player.as_deref().unwrap_or_default());
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
