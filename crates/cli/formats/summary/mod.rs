//! Summaries as text, markdown and JSON: pure functions of the summary.

mod ladder;
mod markdown;
mod rows;
mod text;
mod words;

use std::fmt::Write;

use anyhow::Result;
use clap::ValueEnum;
use gehtauf::survey::Summary;

use crate::lang::{Texts, spelt};
pub use ladder::by_rules;
use ladder::ladders;
pub use rows::{
    end_columns, end_rows, luck_heading, luck_rows, spread_columns, spread_rows, stage_columns,
    stage_rows,
};
pub use words::{
    bin_in_words, deals_in_words, in_short, interval_in_words, limits_in_words, options_in_short,
    percent, percent_range, player_in_short,
};

/// How summaries are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    Text,
    Markdown,
    Json,
}

/// The summaries in a format, in the letters of this run but for JSON.
pub fn render(summaries: &[Summary], format: ReportFormat, texts: &dyn Texts) -> Result<String> {
    let mut text = String::new();
    match format {
        ReportFormat::Text => {
            for (i, summary) in summaries.iter().enumerate() {
                text += if i > 0 { "\n" } else { "" };
                text::write(&mut text, summary, texts)?;
            }
            text += &ladders(summaries, texts);
        }
        ReportFormat::Markdown => markdown::write(&mut text, summaries, texts)?,
        ReportFormat::Json => {
            for summary in summaries {
                writeln!(text, "{}", serde_json::to_string(summary)?)?;
            }
            return Ok(text);
        }
    }
    Ok(spelt(&text).into_owned())
}
