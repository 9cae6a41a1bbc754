//! A survey while it runs.

use std::io::IsTerminal;
use std::ops::Range;
use std::time::{Duration, Instant};

use anyhow::Result;
use gehtauf::survey::{Decision, Gatherer, Reached, Record, Until};
use indicatif::ProgressBar;

use super::SurveyArgs;
use crate::formats::summary::{self, ReportFormat};
use crate::lang;
use crate::output;
use crate::watch::progress_bar;

/// The survey while it runs: what has come, what is shown, and whether it is over.
pub struct Running {
    only: Option<Decision>,
    format: ReportFormat,
    until: Option<Until>,
    pub gatherer: Gatherer,
    pub reached: Option<Reached>,
    pub failure: Option<anyhow::Error>,
    pub bar: ProgressBar,
    last_shown: Instant,
}

/// How often the progress shows a new interval.
const SHOW_EVERY: Duration = Duration::from_millis(200);

impl Running {
    pub fn new(args: &SurveyArgs, numbers: &Range<u64>) -> Running {
        let method = args.interval;
        let is_shown = !args.quiet && std::io::stderr().is_terminal();
        Running {
            only: args.only,
            format: args.format,
            until: args.until.map(|half_width| Until { half_width, method }),
            gatherer: Gatherer::default(),
            reached: None,
            failure: None,
            bar: progress_bar(is_shown, numbers.end - numbers.start, lang::spoken().say("deals")),
            last_shown: Instant::now(),
        }
    }

    /// Takes the next record, from the file or from the search.
    pub fn take(&mut self, record: &Record) {
        if self.is_over() {
            return;
        }
        self.gatherer.add(record);
        if self.only.is_some_and(|only| only == record.verdict) {
            self.failure = self.print(record).err();
        }
        let tally = self.gatherer.tally();
        self.reached = self.until.and_then(|until| until.look(tally));
        if !self.bar.is_hidden() && self.last_shown.elapsed() >= SHOW_EVERY {
            self.show();
        }
    }

    /// Prints a record that was asked for.
    fn print(&self, record: &Record) -> Result<()> {
        let line = match self.format {
            ReportFormat::Json => serde_json::to_string(record)?,
            ReportFormat::Text | ReportFormat::Markdown => record.seed.to_string(),
        };
        self.bar.suspend(|| output::print(&(line + "\n")))
    }

    /// Starts the clock of the progress after the records of the file.
    pub fn begin(&mut self) {
        self.show();
        self.bar.reset_eta();
    }

    fn show(&mut self) {
        let tally = self.gatherer.tally();
        self.bar.set_position(tally.deals());
        self.bar.set_message(summary::in_short(tally, lang::spoken()));
        self.last_shown = Instant::now();
    }

    pub fn is_over(&self) -> bool {
        self.reached.is_some() || self.failure.is_some()
    }

    /// Whether the interval is wider than it was to be; not if that has ended the survey.
    pub fn is_too_wide(&self) -> bool {
        let tally = self.gatherer.tally();
        let is_wide = |until: Until| tally.winnable(until.method).half_width() > until.half_width;
        self.reached.is_none() && self.until.is_some_and(is_wide)
    }

    /// The deals that are still to be solved.
    pub fn rest(&self, numbers: &Range<u64>) -> Range<u64> {
        let deals_done = self.gatherer.tally().deals();
        if self.is_over() {
            numbers.end..numbers.end
        } else {
            numbers.start + deals_done..numbers.end
        }
    }
}
