//! The report as one HTML page that needs nothing else: a pure function of the summaries.

use std::fmt::Write;

use gehtauf::survey::{Bin, Summary};

use crate::formats::summary::{options_in_short, percent, percent_range};
use crate::formats::svg::escape;
use crate::units::grouped;

const STYLE: &str = "\
:root { color-scheme: light dark; --bar: #3b6ea5; --soft: #8883 }
body { font: 16px/1.45 system-ui, sans-serif; max-width: 90rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin-top: 2rem; overflow-wrap: anywhere }
.charts { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)) }
figure { margin: 0 } figcaption { font-weight: 600 }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; fill: currentColor }
.wide { max-width: 40rem } .bar { fill: var(--bar) } .soft { fill: var(--soft) }
.line { fill: none; stroke: var(--bar); stroke-width: 2 } .axis { stroke: currentColor; stroke-width: 1 }
.scroll { overflow-x: auto } table { border-collapse: collapse; white-space: nowrap }
td, th { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid var(--soft) }
td:first-child, th:first-child { text-align: left }";

/// The page.
pub fn report_page(summaries: &[Summary]) -> String {
    let mut page = String::new();
    write_page(&mut page, summaries).expect("a string takes everything");
    page
}

fn write_page(page: &mut String, summaries: &[Summary]) -> std::fmt::Result {
    writeln!(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">")?;
    writeln!(page, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(page, "<title>How often they come out</title>\n<link rel=\"icon\" href=\"data:,\">")?;
    writeln!(page, "<style>\n{STYLE}\n</style>\n<h1>How often they come out</h1>")?;
    writeln!(page, "<div class=\"wide\">")?;
    write_intervals(page, summaries)?;
    writeln!(page, "</div>")?;
    for summary in summaries {
        write_section(page, summary)?;
    }
    Ok(())
}

fn name_of(summary: &Summary) -> String {
    let settings = &summary.settings;
    let player =
        settings.player.as_ref().map_or(String::new(), |player| format!(", played by {player}"));
    escape(&format!("{}, {}{player}", settings.game, options_in_short(settings)))
}

/// A bar for each interval, on a scale that begins at a round number below the lowest.
fn write_intervals(page: &mut String, summaries: &[Summary]) -> std::fmt::Result {
    const ROW: usize = 44;
    let lowest = summaries.iter().map(|summary| summary.rate().low).fold(1.0, f64::min);
    let start = if lowest < 0.5 { 0.0 } else { (lowest * 10.0).floor().min(9.0) / 10.0 };
    let x = |share: f64| (share - start) / (1.0 - start) * 380.0 + 10.0;
    let height = ROW * summaries.len() + 24;
    let label = "Share of winnable deals, or of those that a player won, with its 95 % interval, unknown deals \
                 counted both ways";
    writeln!(page, "<figure><figcaption>{label}</figcaption>")?;
    writeln!(page, "<svg role=\"img\" aria-label=\"{label}\" viewBox=\"0 0 400 {height}\">")?;
    for (i, summary) in summaries.iter().enumerate() {
        let (y, winnable) = (i * ROW, summary.rate());
        let range = percent_range(winnable.low, winnable.high, summary.deals);
        let (low, high) = (x(winnable.low), x(winnable.high));
        let bar_y = y + 34;
        writeln!(page, "<text x=\"10\" y=\"{}\">{}</text>", y + 14, name_of(summary))?;
        writeln!(page, "<text x=\"10\" y=\"{}\">{range}</text>", y + 28)?;
        writeln!(page, "<rect class=\"soft\" x=\"10\" y=\"{bar_y}\" width=\"380\" height=\"6\"/>")?;
        let width = (high - low).max(1.5);
        let low = low.min(390.0 - width);
        writeln!(
            page,
            "<rect class=\"bar\" x=\"{low:.1}\" y=\"{bar_y}\" width=\"{width:.1}\" height=\"6\"/>"
        )?;
    }
    let y = height - 6;
    writeln!(page, "<text x=\"10\" y=\"{y}\">{:.0} %</text>", start * 100.0)?;
    writeln!(page, "<text x=\"390\" y=\"{y}\" text-anchor=\"end\">100 %</text>")?;
    writeln!(page, "</svg></figure>")
}

fn write_section(page: &mut String, summary: &Summary) -> std::fmt::Result {
    let settings = &summary.settings;
    writeln!(page, "<h2>{}</h2>", name_of(summary))?;
    writeln!(
        page,
        "<p>{} deals of {} {}..{}: {}. gehtauf {}.</p>",
        grouped(summary.deals),
        settings.source.name(),
        settings.from,
        settings.to,
        match summary.lost {
            Some(lost) => format!("{} won, {} lost", grouped(summary.won), grouped(lost)),
            None => format!(
                "{} won, {} unwinnable, {} unknown",
                grouped(summary.won),
                grouped(summary.unwinnable),
                grouped(summary.unknown)
            ),
        },
        escape(&settings.version),
    )?;
    writeln!(page, "<div class=\"charts\">")?;
    if summary.lost.is_none() {
        write_curve(
            page,
            "Share decided by so many states",
            summary.histogram("states"),
            summary.deals,
        )?;
    }
    write_bars(page, "Moves of a win", summary.histogram("moves"))?;
    write_bars(page, "Microseconds of a deal", summary.histogram("micros"))?;
    writeln!(page, "</div>")?;
    if summary.lost.is_some() {
        return Ok(());
    }
    writeln!(page, "<div class=\"scroll\"><table>")?;
    writeln!(page, "<tr><th>decided by<th>won<th>unwinnable<th>unknown<th>share")?;
    for stage in &summary.stages {
        let share = percent(stage.won + stage.unwinnable, summary.deals);
        let [won, unwinnable, unknown] = [stage.won, stage.unwinnable, stage.unknown].map(grouped);
        let method = escape(&stage.method);
        writeln!(page, "<tr><td>{method}<td>{won}<td>{unwinnable}<td>{unknown}<td>{share}")?;
    }
    writeln!(page, "</table></div>")
}

/// The inner width and height of a chart in its 400 x 180.
const CHART: (f64, f64) = (380.0, 140.0);

fn begin_chart(page: &mut String, label: &str) -> std::fmt::Result {
    writeln!(page, "<figure><figcaption>{label}</figcaption>")?;
    writeln!(page, "<svg role=\"img\" aria-label=\"{label}\" viewBox=\"0 0 400 180\">")?;
    writeln!(page, "<path class=\"axis\" d=\"M10 156.5H390\"/>")
}

/// Ends a chart with the values at about five of the borders between the bins.
fn end_chart(page: &mut String, bins: &[Bin]) -> std::fmt::Result {
    let step = bins.len().div_ceil(5).max(1);
    for (i, bin) in bins.iter().enumerate().step_by(step) {
        let x = 10.0 + CHART.0 * i as f64 / bins.len() as f64;
        writeln!(page, "<text x=\"{x:.1}\" y=\"173\">{}</text>", in_short(bin.from))?;
    }
    writeln!(page, "</svg></figure>")
}

fn write_bars(page: &mut String, label: &str, bins: &[Bin]) -> std::fmt::Result {
    begin_chart(page, label)?;
    let most = bins.iter().map(|bin| bin.deals).max().unwrap_or(0).max(1) as f64;
    let width = CHART.0 / bins.len().max(1) as f64;
    for (i, bin) in bins.iter().enumerate() {
        let height = CHART.1 * bin.deals as f64 / most;
        writeln!(
            page,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\">\
             <title>{} to {}: {} deals</title></rect>",
            10.0 + width * i as f64,
            156.0 - height,
            width * 0.9,
            grouped(bin.from),
            grouped(bin.to - 1),
            grouped(bin.deals),
        )?;
    }
    end_chart(page, bins)
}

/// The share of all deals that is decided within the states of each bin and those before.
fn write_curve(page: &mut String, label: &str, bins: &[Bin], deals: u64) -> std::fmt::Result {
    begin_chart(page, label)?;
    let mut path = "M10 156".to_string();
    let mut decided = 0;
    for (i, bin) in bins.iter().enumerate() {
        decided += bin.decided;
        let x = 10.0 + CHART.0 * (i + 1) as f64 / bins.len() as f64;
        let y = 156.0 - CHART.1 * decided as f64 / deals.max(1) as f64;
        write!(path, "L{x:.1} {y:.1}")?;
    }
    writeln!(page, "<path class=\"line\" d=\"{path}\"/>")?;
    writeln!(
        page,
        "<text x=\"390\" y=\"12\" text-anchor=\"end\">{}</text>",
        percent(decided, deals)
    )?;
    end_chart(page, bins)
}

/// `20k` for 20,000.
fn in_short(number: u64) -> String {
    [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")]
        .into_iter()
        .find(|(unit, _)| number >= *unit && number.is_multiple_of(unit / 10))
        .map_or_else(
            || number.to_string(),
            |(unit, sign)| format!("{}{sign}", number as f64 / unit as f64),
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_at_the_axis_are_short() {
        let short = [0, 7, 900, 1000, 20_000, 2_500_000, 1234].map(in_short);
        assert_eq!(short, ["0", "7", "900", "1k", "20k", "2.5M", "1234"]);
    }
}
