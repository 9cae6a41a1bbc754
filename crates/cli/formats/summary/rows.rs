//! The rows and columns of tables, whatever they are printed as.

use gehtauf::rules::RuleSet;
use gehtauf::survey::{Bin, Goal, Luck, STATISTICS, Spread, StageTally, Summary};

use super::words::{bin_in_words, percent};
use crate::lang::Texts;

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
            1.. if is_one_player => texts.say("games won").to_string(),
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

/// How many games were dealt anew, and what the errors are.
pub fn luck_heading(luck: &Luck, texts: &dyn Texts) -> String {
    let words = match luck.win_rate_error {
        Some(_) => "{} games of each look, standard errors by the jackknife",
        None => "{} games of each look, as many won of each: errors are not known",
    };
    texts.fill(words, &[&luck.games])
}

/// A row for each number of [`Luck`]: its name, the number and its error, if that is known.
pub fn luck_rows(luck: &Luck, texts: &dyn Texts) -> Vec<[String; 3]> {
    let row = |name: &'static str, value: f64, error: Option<f64>| {
        let error = error.map_or(String::new(), |error| format!("+- {}", texts.decimal(error, 4)));
        [texts.say(name).to_string(), texts.decimal(value, 4), error]
    };
    let mut rows = vec![
        row("share won", luck.win_rate, luck.win_rate_error),
        row("variance between looks", luck.between, luck.between_error),
        row("variance within a look", luck.within, luck.within_error),
    ];
    if let Some(share) = luck.seen_share {
        rows.push(row("share seen before the first move", share, luck.seen_share_error));
    }
    rows
}

/// How often a win has how many moves, and redeals if these were to be few, each with its name; not where no deal was won.
pub fn histograms(summary: &Summary) -> impl Iterator<Item = (&'static str, &[Bin])> {
    let moves = Some(("moves of a win", summary.histogram("moves")));
    let are_few = summary.settings.goal == Goal::FewestRedeals;
    let redeals = are_few.then(|| ("redeals of a win", summary.histogram("redeals")));
    moves.into_iter().chain(redeals).filter(|(_, bins)| !bins.is_empty())
}

/// The bars of a histogram: what they are of, how many deals, and a bar of 40 signs at most.
pub fn bars(bins: &[Bin], texts: &dyn Texts) -> Vec<[String; 3]> {
    const WIDTH: u64 = 40;
    let most = bins.iter().map(|bin| bin.deals).max().unwrap_or(0).max(1);
    let bar = |deals: u64| "#".repeat((deals * WIDTH).div_ceil(most) as usize);
    let row = |bin: &Bin| [bin_in_words(bin, texts), texts.number(bin.deals), bar(bin.deals)];
    bins.iter().map(row).collect()
}
