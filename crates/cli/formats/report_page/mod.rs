//! The report as one HTML page that needs nothing else: a pure function of the summaries.

mod axis;
mod charts;

use std::fmt::Write;

use gehtauf::survey::Summary;

use crate::formats::summary::{
    by_rules, deals_in_words, end_columns, end_rows, interval_in_words, limits_in_words,
    luck_heading, luck_rows, options_in_short, percent, percent_range, player_in_short,
    spread_columns, spread_rows, stage_columns, stage_rows,
};
use crate::formats::svg::escape;
use crate::lang::Texts;
use axis::Axis;
use charts::Labels;

const STYLE: &str = include_str!("page.css");

/// Nothing comes from elsewhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const ABOUT: &str = "Every deal is judged with all its cards known, also those that lie face down. It \
    comes out if some play wins it; the rules have replayed that play. That it cannot come out is proven. \
    Open deals met a limit first and count both ways.";

const ABOUT_PLAYERS: &str =
    "A player sees only what a person at the table sees; the rules have replayed each game.";

const SEARCHES: &str = "In alphabetical order. They are tried one after another, cheapest first; a deal \
    counts for the one that decided it.";

/// The page, the summaries of the same rules together.
pub fn report_page(summaries: &[Summary], texts: &dyn Texts) -> String {
    let mut page = String::new();
    let summaries = by_rules(summaries).concat();
    write_page(&mut page, &summaries, texts).expect("a string takes everything");
    page
}

fn write_page(page: &mut String, summaries: &[&Summary], texts: &dyn Texts) -> std::fmt::Result {
    let title = texts.say("How often they come out");
    writeln!(page, "<!DOCTYPE html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">", texts.code())?;
    writeln!(page, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(page, "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">")?;
    writeln!(page, "<title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">")?;
    writeln!(page, "<style>\n{STYLE}</style>\n<main>\n<h1>{title}</h1>")?;
    for (about, is_of_player) in [(ABOUT, false), (ABOUT_PLAYERS, true)] {
        if summaries.iter().any(|summary| summary.settings.player.is_some() == is_of_player) {
            writeln!(page, "<p>{}</p>", texts.say(about))?;
        }
    }
    let names = names(summaries, texts);
    write_shares(page, summaries, &names, texts)?;
    summaries
        .iter()
        .zip(&names)
        .try_for_each(|(summary, name)| write_section(page, summary, name, texts))?;
    writeln!(page, "</main>")
}

/// The names of the summaries; where two are the same, with what else tells them apart.
fn names(summaries: &[&Summary], texts: &dyn Texts) -> Vec<String> {
    let short: Vec<String> = summaries.iter().map(|summary| name_of(summary, texts)).collect();
    let name = |(summary, name): (&&Summary, &String)| {
        if short.iter().filter(|other| *other == name).count() < 2 {
            return name.clone();
        }
        let settings = &summary.settings;
        let deals = deals_in_words(settings, summary.deals, texts);
        format!("{name}; {deals}; {}", escape(&limits_in_words(settings, texts)))
    };
    summaries.iter().zip(&short).map(name).collect()
}

fn name_of(summary: &Summary, texts: &dyn Texts) -> String {
    let settings = &summary.settings;
    let player = player_in_short(settings, texts)
        .map_or(String::new(), |player| format!(", {}", texts.fill("played by {}", &[&player])));
    escape(&format!("{}, {}{player}", settings.game, options_in_short(settings, texts)))
}

/// The shares that a row of the first chart shows: the interval, and within it from all unknown deals
/// lost to all won.
fn shares(summary: &Summary) -> [f64; 4] {
    let deals = summary.deals.max(1) as f64;
    let (won, not_lost) = (summary.won as f64, (summary.deals - summary.unwinnable) as f64);
    let not_lost = summary.lost.map_or(not_lost, |_| won);
    let rate = summary.rate();
    [rate.low, won / deals, not_lost / deals, rate.high]
}

/// The intervals of all summaries on one axis.
fn write_shares(
    page: &mut String,
    summaries: &[&Summary],
    names: &[String],
    texts: &dyn Texts,
) -> std::fmt::Result {
    let axis = Axis::new(&summaries.iter().copied().flat_map(shares).collect::<Vec<_>>());
    let label = texts.say("Share of deals that come out, or that a player won");
    writeln!(page, "<figure class=\"shares\"><figcaption>{label}</figcaption>")?;
    writeln!(page, "<p>{}", texts.say("Pale: the 95 % interval. Strong: what was found."))?;
    if axis.by_odds {
        writeln!(page, "{}", texts.say("Each step towards an end is a tenth of what is left."))?;
    }
    writeln!(page, "</p>")?;
    let places: Vec<f64> = axis.ticks.iter().map(|tick| axis.place(*tick) * 100.0).collect();
    for (summary, name) in summaries.iter().zip(names) {
        let [low, won, not_lost, high] = shares(summary).map(|share| axis.place(share) * 100.0);
        let winnable = summary.rate();
        let range = percent_range(winnable.low, winnable.high, summary.deals, texts);
        writeln!(
            page,
            "<div class=\"name\">{name} <b>{range}</b></div>\n<div class=\"track\" role=\"img\" \
             aria-label=\"{name}: {range}\">"
        )?;
        for place in &places {
            writeln!(page, "<span class=\"line\" style=\"left:{place:.2}%\"></span>")?;
        }
        for (from, to) in [(low, high), (won, not_lost)] {
            // What is too narrow to be seen ends where it should end.
            let (from, width) = (from.min(99.3), to - from);
            writeln!(page, "<i style=\"left:{from:.3}%;width:{width:.3}%\"></i>")?;
        }
        writeln!(page, "</div>")?;
    }
    writeln!(page, "<div class=\"marks\" aria-hidden=\"true\">")?;
    let last = places.len() - 1;
    // Five names of shares fit on a telephone.
    let step = places.len().div_ceil(5);
    for (i, (tick, place)) in axis.ticks.iter().zip(&places).enumerate() {
        let class = match i {
            0 => " class=\"first\"",
            i if i == last => " class=\"last\"",
            _ => "",
        };
        if i == last || (i % step == 0 && last - i >= step) {
            let name = share_in_words(*tick, texts);
            writeln!(page, "<span{class} style=\"left:{place:.2}%\">{name}</span>")?;
        }
    }
    writeln!(page, "</div></figure>")
}

/// A round share: `99.9 %`.
fn share_in_words(share: f64, texts: &dyn Texts) -> String {
    let percent = share * 100.0;
    let is_exact = |places: &usize| {
        let scale = 10_f64.powi(*places as i32);
        ((percent * scale).round() - percent * scale).abs() < 1e-4
    };
    let places = (0..6).find(is_exact).unwrap_or(6);
    format!("{} %", texts.decimal(percent, places))
}

fn write_section(
    page: &mut String,
    summary: &Summary,
    name: &str,
    texts: &dyn Texts,
) -> std::fmt::Result {
    let settings = &summary.settings;
    writeln!(page, "<section>\n<h2>{name}</h2>")?;
    writeln!(page, "<p>{}</p>", in_sentences(summary, texts))?;
    writeln!(
        page,
        "<p class=\"pale\">{}; {}; gehtauf {}.</p>",
        deals_in_words(settings, summary.deals, texts),
        escape(&limits_in_words(settings, texts)),
        escape(&settings.version),
    )?;
    writeln!(page, "<div class=\"charts\">")?;
    let moves =
        Labels { caption: texts.say("How long the wins are"), unit: texts.say("moves of a win") };
    charts::bars(page, &moves, summary.histogram("moves"), texts)?;
    let caption = texts.say("Deals decided within so many states");
    let states = Labels { caption, unit: texts.say("states") };
    if summary.lost.is_none() {
        charts::curve(page, &states, summary.histogram("states"), summary.deals, texts)?;
    }
    let micros =
        Labels { caption: texts.say("How long a deal takes"), unit: texts.say("microseconds") };
    charts::bars(page, &micros, summary.histogram("micros"), texts)?;
    writeln!(page, "</div>")?;
    let columns = [&[""], &spread_columns(texts)[..]].concat();
    write_table(page, &columns, &spread_rows(summary, texts))?;
    if summary.lost.is_none() {
        write_methods(page, summary, texts)?;
    } else {
        write_table(page, &end_columns(summary, texts), &end_rows(summary, texts))?;
    }
    if let Some(luck) = &summary.luck {
        writeln!(page, "<p class=\"pale\">{}</p>", luck_heading(luck, texts))?;
        write_table(page, &[], &luck_rows(luck, texts))?;
    }
    writeln!(page, "</section>")
}

/// What was found, in sentences.
fn in_sentences(summary: &Summary, texts: &dyn Texts) -> String {
    let counts = [summary.deals, summary.won, summary.unwinnable, summary.unknown];
    let [deals, won, unwinnable, unknown] = counts.map(|count| texts.number(count));
    let [least, most] = [summary.won, summary.deals - summary.unwinnable]
        .map(|count| percent(count, summary.deals, texts));
    let estimate = if least == most { least } else { texts.fill("{} to {}", &[&least, &most]) };
    let interval = escape(&interval_in_words(summary, texts));
    if let Some(lost) = summary.lost {
        return texts.fill(
            "Of {} deals the player won {} and lost {}: {}; its share lies within {}.",
            &[
                &deals,
                &won,
                &texts.number(lost),
                &percent(summary.won, summary.deals, texts),
                &interval,
            ],
        );
    }
    texts.fill(
        "Deals: {}, of them won {}, unwinnable {}, open {}. Estimate: {} of all deals come out; \
         the share lies within {}.",
        &[&deals, &won, &unwinnable, &unknown, &estimate, &interval],
    )
}

/// The tag of a row's first cell.
const HEAD_OF_ROW: &str = "th scope=\"row\"";

/// Names and what belongs to them.
fn write_table<const N: usize>(
    page: &mut String,
    columns: &[&str],
    rows: &[[String; N]],
) -> std::fmt::Result {
    write!(page, "<table><tr>")?;
    columns.iter().try_for_each(|column| write!(page, "<th>{column}"))?;
    for row in rows {
        write!(page, "\n<tr>")?;
        for (i, value) in row.iter().enumerate() {
            let cell = if i == 0 { HEAD_OF_ROW } else { "td" };
            write!(page, "<{cell}>{}", escape(value))?;
        }
    }
    writeln!(page, "\n</table>")
}

/// What decided the deals, each search in a sentence.
fn write_methods(page: &mut String, summary: &Summary, texts: &dyn Texts) -> std::fmt::Result {
    let columns = stage_columns(texts);
    writeln!(
        page,
        "<h3>{}</h3>\n<p class=\"pale\">{}</p>",
        texts.say("Searches"),
        texts.say(SEARCHES)
    )?;
    writeln!(page, "<table class=\"methods\"><tr>")?;
    columns.iter().try_for_each(|column| write!(page, "<th>{column}"))?;
    write!(page, "<th>{}", texts.say("what it is"))?;
    for (row, stage) in stage_rows(summary, texts).iter().zip(&summary.stages) {
        write!(page, "\n<tr>")?;
        for (column, value) in columns.iter().zip(row) {
            let cell = if *column == columns[0] {
                HEAD_OF_ROW.to_string()
            } else {
                format!("td data-name=\"{column}\"")
            };
            write!(page, "<{cell}>{}", escape(value))?;
        }
        write!(page, "<td>{}", escape(&texts.method_explained(&stage.method)))?;
    }
    writeln!(page, "\n</table>")
}
