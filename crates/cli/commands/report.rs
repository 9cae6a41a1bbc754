//! `gehtauf report`: the summaries of files of records.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use clap::Args;
use gehtauf::survey::{Gatherer, IntervalMethod, RecordError, RecordReader, Summary};

use crate::args::{Format, check_files, interval_parser};
use crate::commands::compare::compare_files;
use crate::formats::report_page::report_page;
use crate::formats::summary::{self, ReportFormat};
use crate::lang;
use crate::output::{self, Product};

/// Print the summaries of files written by `survey`
#[derive(Debug, Args)]
#[command(after_help = "Example: gehtauf report domino.csv elfer.csv --html report.html")]
pub struct ReportArgs {
    /// Files of records; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// How the summaries are printed
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    format: ReportFormat,
    /// How the 95 % interval is computed
    #[arg(long, value_parser = interval_parser(), default_value_t = IntervalMethod::Wilson)]
    interval: IntervalMethod,
    /// Write a page with charts instead; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "format")]
    html: Option<PathBuf>,
    /// Show the page in the browser
    #[arg(long, conflicts_with = "format")]
    open: bool,
    /// Compare two files deal by deal, as `compare` does
    #[arg(long, conflicts_with_all = ["html", "open", "interval"])]
    paired: bool,
}

/// Prints the summaries.
pub fn run(args: &ReportArgs) -> Result<ExitCode> {
    check_files(&args.files)?;
    if args.paired {
        let [first, second] = &args.files[..] else {
            bail!("--paired compares two files, not {}", args.files.len());
        };
        let format = match args.format {
            ReportFormat::Text => Format::Text,
            ReportFormat::Json => Format::Json,
            ReportFormat::Markdown => bail!("--paired prints text or json"),
        };
        return compare_files(first, second, format);
    }
    if args.open && args.html.as_deref().is_some_and(output::is_standard) {
        bail!("--open shows a file, and --html - names none");
    }
    output::check(&[(Product::Page, &args.html)], &args.files)?;
    let mut summaries: Vec<Summary> = Vec::new();
    let mut empty = Vec::new();
    for path in &args.files {
        match summary_of(path, args.interval) {
            // A shard may have no deals.
            Err(error @ RecordError::Empty(_)) => empty.push(error),
            summary => summaries.push(summary?),
        }
    }
    if summaries.is_empty()
        && let Some(error) = empty.pop()
    {
        return Err(error.into());
    }
    empty.iter().for_each(|error| output::note(&error.to_string()));
    if args.html.is_some() || args.open {
        let page = report_page(&summaries, lang::spoken());
        let path = match &args.html {
            Some(path) => path.clone(),
            None => temporary_page()?,
        };
        Product::Page.write(&path, page.as_bytes())?;
        if args.open {
            show_in_browser(&path)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    output::print(&summary::render(&summaries, args.format, lang::spoken())?)?;
    Ok(ExitCode::SUCCESS)
}

/// The summary of a file.
///
/// # Errors
/// It cannot be read, or is no file of records.
pub fn summary_of(path: &Path, method: IntervalMethod) -> Result<Summary, RecordError> {
    let mut reader = RecordReader::open(path)?;
    let mut gatherer = Gatherer::default();
    for record in &mut reader {
        gatherer.add(&record?);
    }
    Ok(gatherer.summary(reader.settings().clone(), method))
}

/// A new file for a page that only the browser is to see.
fn temporary_page() -> Result<PathBuf> {
    let file = tempfile::Builder::new().prefix("gehtauf-").suffix(".html").tempfile()?;
    Ok(file.into_temp_path().keep()?)
}

/// Shows a page in `$BROWSER`, or in the one of the system.
fn show_in_browser(page: &Path) -> Result<()> {
    let program = match std::env::var("BROWSER") {
        Ok(browser) if !browser.is_empty() => browser,
        _ if cfg!(windows) => "explorer".to_string(),
        _ if cfg!(target_os = "macos") => "open".to_string(),
        _ => "xdg-open".to_string(),
    };
    let status = Command::new(&program).arg(page).status();
    let status = status.with_context(|| program.clone()).context("no browser to be had")?;
    // Explorer ends with 1 whatever happens.
    if !status.success() && !cfg!(windows) {
        bail!("{program} failed; the page is {}", page.display());
    }
    Ok(())
}
