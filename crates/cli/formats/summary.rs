//! Summaries as text, markdown and JSON: pure functions of the summary.

use std::fmt::Write;

use anyhow::Result;
use clap::ValueEnum;
use gehtauf::rules::{Game, RuleSet};
use gehtauf::survey::{Bin, Method, STATISTICS, Settings, Spread, Summary, Tally};

use crate::formats::ladder::ladders;
use crate::units::grouped;

/// How summaries are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    Text,
    Markdown,
    Json,
}

/// The summaries in a format.
pub fn render(summaries: &[Summary], format: ReportFormat) -> Result<String> {
    let mut text = String::new();
    match format {
        ReportFormat::Text => {
            for (i, summary) in summaries.iter().enumerate() {
                text += if i > 0 { "\n" } else { "" };
                write_text(&mut text, summary)?;
            }
            text += &ladders(summaries);
        }
        ReportFormat::Markdown => write_markdown(&mut text, summaries)?,
        ReportFormat::Json => {
            for summary in summaries {
                writeln!(text, "{}", serde_json::to_string(summary)?)?;
            }
        }
    }
    Ok(text)
}

/// The running interval in a few words, for the progress.
pub fn in_short(tally: Tally) -> String {
    let interval = tally.winnable(Method::Wilson);
    let range = percent_range(interval.low, interval.high, tally.deals());
    format!("{range} won, {} unknown", grouped(tally.unknown))
}

/// The options that are not at their defaults, or "default rules".
pub fn options_in_short(settings: &Settings) -> String {
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
    if changed.is_empty() { "default rules".to_string() } else { changed.join(" ") }
}

/// `96.41 % to 97.58 %`, rounded outwards to as many places as the number of deals deserves.
pub fn percent_range(low: f64, high: f64, deals: u64) -> String {
    let places = places(deals);
    let scale = 10_f64.powi(places as i32);
    let low = (low * 100.0 * scale).floor() / scale;
    let high = (high * 100.0 * scale).ceil() / scale;
    format!("{low:.places$} % to {high:.places$} %")
}

/// A share of the deals as a percentage; one deal is never rounded away.
pub fn percent(count: u64, deals: u64) -> String {
    let places = places(deals);
    format!("{:.places$} %", count as f64 * 100.0 / deals.max(1) as f64)
}

fn places(deals: u64) -> usize {
    deals.checked_ilog10().unwrap_or(0).saturating_sub(1).max(1) as usize
}

/// Who played, or what a search might spend.
fn limits_in_words(settings: &Settings) -> String {
    if let (Some(player), Some(seed)) = (&settings.player, settings.player_seed) {
        return format!("played by {player}, seed {seed}, who sees only what lies open");
    }
    let memory = settings.max_memory as f64 / f64::from(1 << 20);
    let mut text =
        format!("limits for a deal: {} states, {memory} MiB", grouped(settings.max_states));
    if settings.goal != "any" {
        write!(text, "; goal: {}", settings.goal).expect("a string takes everything");
    }
    if let Some(micros) = settings.time_limit_micros {
        write!(text, ", {} ms", micros as f64 / 1000.0).expect("a string takes everything");
    }
    text
}

fn interval_in_words(summary: &Summary) -> String {
    let winnable = summary.rate();
    let range = percent_range(winnable.low, winnable.high, summary.deals);
    let method = if winnable.interval == "exact" { "Clopper-Pearson" } else { "Wilson" };
    let unknowns = if summary.unknown > 0 { ", unknowns counted both ways" } else { "" };
    format!("{range} (95 %, {method}{unknowns})")
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

fn write_text(text: &mut String, summary: &Summary) -> Result<()> {
    let settings = &summary.settings;
    let Settings { game, from, to, .. } = settings;
    writeln!(text, "{game}, {}", options_in_short(settings))?;
    writeln!(text, "{} deals of {} {from}..{to}", grouped(summary.deals), settings.source.name())?;
    writeln!(text, "{}", limits_in_words(settings))?;
    writeln!(text)?;
    let verdicts = match summary.lost {
        Some(lost) => vec![("won", summary.won), ("lost", lost)],
        None => vec![
            ("won", summary.won),
            ("unwinnable", summary.unwinnable),
            ("unknown", summary.unknown),
        ],
    };
    for (name, count) in verdicts {
        let percent = percent(count, summary.deals);
        writeln!(text, "{name:<12}{:>12}  {percent:>11}", grouped(count))?;
    }
    let name = if summary.lost.is_some() { "win rate" } else { "winnable" };
    writeln!(text, "{name:<12}{}", interval_in_words(summary))?;
    writeln!(text)?;
    let columns = ["mean", "median", "90 %", "99 %", "max"].map(|name| format!("{name:>12}"));
    writeln!(text, "{:<18}{}", "", columns.concat())?;
    for (name, spread) in spreads(summary) {
        let Spread { mean, p50, p90, p99, max, .. } = spread;
        let values = [p50, p90, p99, max].map(|value| format!("{:>12}", grouped(*value)));
        writeln!(text, "{name:<18}{mean:>12.1}{}", values.concat())?;
    }
    writeln!(text)?;
    if summary.lost.is_some() {
        write_ends(text, summary)?
    } else {
        write_stages(text, summary)?
    }
    write_bars(text, "moves of a win", summary.histogram("moves"))?;
    if settings.goal == "fewest-redeals" {
        write_bars(text, "redeals of a win", summary.histogram("redeals"))?;
    }
    Ok(())
}

/// What ended a player's games.
fn write_ends(text: &mut String, summary: &Summary) -> Result<()> {
    writeln!(text, "{:<24}{:>11}{:>13}", "ended", "games", "share")?;
    for stage in &summary.stages {
        let games = stage.won + stage.lost.unwrap_or(0);
        let name = if stage.won > 0 { "won" } else { &stage.method };
        writeln!(text, "{name:<24}{:>11}{:>13}", grouped(games), percent(games, summary.deals))?;
    }
    Ok(())
}

/// What decided the deals.
fn write_stages(text: &mut String, summary: &Summary) -> Result<()> {
    writeln!(
        text,
        "{:<24}{:>11}{:>12}{:>11}{:>13}",
        "decided by", "won", "unwinnable", "unknown", "share"
    )?;
    for stage in &summary.stages {
        let share = percent(stage.won + stage.unwinnable, summary.deals);
        let counts = [stage.won, stage.unwinnable, stage.unknown].map(grouped);
        let [won, unwinnable, unknown] = counts;
        writeln!(text, "{:<24}{won:>11}{unwinnable:>12}{unknown:>11}{share:>13}", stage.method)?;
    }
    Ok(())
}

fn write_bars(text: &mut String, name: &str, bins: &[Bin]) -> Result<()> {
    const WIDTH: u64 = 40;
    if bins.is_empty() {
        return Ok(());
    }
    writeln!(text, "\n{name:<24}{:>11}", "deals")?;
    let most = bins.iter().map(|bin| bin.deals).max().unwrap_or(0).max(1);
    for bin in bins {
        let range = if bin.to == bin.from + 1 {
            grouped(bin.from)
        } else {
            format!("{} to {}", grouped(bin.from), grouped(bin.to - 1))
        };
        let bar = "#".repeat((bin.deals * WIDTH).div_ceil(most) as usize);
        let line = format!("{range:<24}{:>11}  {bar}", grouped(bin.deals));
        writeln!(text, "{}", line.trim_end())?;
    }
    Ok(())
}

/// One table with a row for each summary, then what stands behind each.
fn write_markdown(text: &mut String, summaries: &[Summary]) -> Result<()> {
    let played = summaries.iter().filter(|summary| summary.lost.is_some());
    let solved = summaries.iter().filter(|summary| summary.lost.is_none());
    write_solved(text, solved)?;
    write_played(text, played)?;
    for summary in summaries {
        let settings = &summary.settings;
        let Settings { game, from, to, version, .. } = settings;
        writeln!(text, "\n### {game}, {}\n", options_in_short(settings))?;
        writeln!(
            text,
            "{} {from}..{to}; {}; gehtauf {version}. {}: {}.\n",
            settings.source.name(),
            limits_in_words(settings),
            if settings.player.is_some() { "Win rate" } else { "Winnable" },
            interval_in_words(summary)
        )?;
        writeln!(text, "| | mean | median | 90 % | 99 % | max |")?;
        writeln!(text, "|---|--:|--:|--:|--:|--:|")?;
        for (name, spread) in spreads(summary) {
            let [p50, p90, p99, max] =
                [spread.p50, spread.p90, spread.p99, spread.max].map(grouped);
            writeln!(text, "| {name} | {:.1} | {p50} | {p90} | {p99} | {max} |", spread.mean)?;
        }
        if summary.lost.is_some() {
            continue;
        }
        writeln!(text, "\n| decided by | won | unwinnable | unknown | share |")?;
        writeln!(text, "|---|--:|--:|--:|--:|")?;
        for stage in &summary.stages {
            let [won, unwinnable, unknown] =
                [stage.won, stage.unwinnable, stage.unknown].map(grouped);
            let share = percent(stage.won + stage.unwinnable, summary.deals);
            writeln!(text, "| {} | {won} | {unwinnable} | {unknown} | {share} |", stage.method)?;
        }
    }
    Ok(())
}

/// A row for each summary of a player's games.
fn write_played<'a>(text: &mut String, summaries: impl Iterator<Item = &'a Summary>) -> Result<()> {
    for (i, summary) in summaries.enumerate() {
        if i == 0 {
            writeln!(text, "\n| game | options | player | deals | won | lost | win rate (95 %) |")?;
            writeln!(text, "|---|---|---|--:|--:|--:|--:|")?;
        }
        let [deals, won, lost] =
            [summary.deals, summary.won, summary.lost.unwrap_or(0)].map(grouped);
        let rate = percent_range(summary.rate().low, summary.rate().high, summary.deals);
        let (settings, options) = (&summary.settings, options_in_short(&summary.settings));
        let (game, player) = (&settings.game, settings.player.as_deref().unwrap_or_default());
        writeln!(text, "| {game} | {options} | {player} | {deals} | {won} | {lost} | {rate} |")?;
    }
    Ok(())
}

/// A row for each summary of solved deals.
fn write_solved<'a>(text: &mut String, summaries: impl Iterator<Item = &'a Summary>) -> Result<()> {
    let mut summaries = summaries.peekable();
    if summaries.peek().is_none() {
        return Ok(());
    }
    writeln!(
        text,
        "| game | options | deals | won | unwinnable | unknown | winnable (95 %) | median states | mean time |"
    )?;
    writeln!(text, "|---|---|--:|--:|--:|--:|--:|--:|--:|")?;
    for summary in summaries {
        let [deals, won, unwinnable, unknown] =
            [summary.deals, summary.won, summary.unwinnable, summary.unknown].map(grouped);
        let winnable = percent_range(summary.rate().low, summary.rate().high, summary.deals);
        let (game, options) = (&summary.settings.game, options_in_short(&summary.settings));
        let of = |name: &str, words: fn(&Spread) -> String| {
            summary.spread(name).map_or("-".to_string(), words)
        };
        let states = of("states", |states| grouped(states.p50));
        let time = of("micros", |micros| format!("{:.2} ms", micros.mean / 1000.0));
        writeln!(
            text,
            "| {game} | {options} | {deals} | {won} | {unwinnable} | {unknown} | {winnable} | {states} | {time} |"
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_rounded_outwards() {
        assert_eq!(percent_range(0.964_19, 0.975_71, 1000), "96.41 % to 97.58 %");
        assert_eq!(percent_range(0.999_996_311, 1.0, 1_000_000), "99.99963 % to 100.00000 %");
        assert_eq!(percent_range(0.0, 1.0, 0), "0.0 % to 100.0 %");
    }

    #[test]
    fn one_deal_is_never_rounded_away() {
        assert_eq!(percent(999_999, 1_000_000), "99.99990 %");
        assert_eq!(percent(1, 999), "0.1 %");
        assert_eq!(percent(0, 0), "0.0 %");
    }
}
