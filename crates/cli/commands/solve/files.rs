//! The files that `solve` writes of one deal: a page, a picture, a certificate.

use std::path::Path;

use anyhow::Result;
use gehtauf::certificates::MAX_FILE_BYTES;
use gehtauf::rules::Position;

use super::printer::{Printer, Solved, verdict_in_words};
use crate::args::NO;
use crate::commands::certificate;
use crate::formats::reason::WhyLost;
use crate::formats::replay_page::Page;
use crate::formats::{heading, svg};
use crate::lang;
use crate::output::{self, Product};
use crate::style::Style;
use crate::table::Table;

impl Printer<'_> {
    /// Writes the files that are asked for.
    pub fn write_files(&self, solved: &Solved) -> Result<()> {
        if let Some(path) = &self.args.html {
            self.write_page(path, solved)?;
        }
        if let Some(path) = &self.args.svg {
            self.write_picture(path, solved)?;
        }
        if let Some(path) = &self.args.certificate {
            self.write_certificate(path, solved)?;
        }
        Ok(())
    }

    /// The page that replays the win, or shows the deal that was not won and which cards are to blame.
    fn write_page(&self, path: &Path, solved: &Solved) -> Result<()> {
        let Printer { args, game, .. } = *self;
        let Solved { deal, why_lost, .. } = solved;
        let page = Page {
            game,
            start: &deal.referee(game)?,
            moves: solved.moves(),
            title: &title(solved),
            texts: lang::spoken(),
            as_seen: args.as_seen,
            time_line: None,
            marks: why_lost.as_ref().map(WhyLost::marks).unwrap_or_default(),
            remarks: why_lost.as_ref().map(|why| why.sentences(&style())).unwrap_or_default(),
        };
        Product::Page.write(path, page.html().as_bytes())
    }

    /// The table before the first move, with the cards that are to blame marked.
    fn write_picture(&self, path: &Path, solved: &Solved) -> Result<()> {
        let Printer { args, game, .. } = *self;
        let Solved { deal, position, why_lost, .. } = solved;
        let table = if args.as_seen {
            Table::as_seen(game, deal.referee(game)?.view())
        } else {
            Table::new(game, &position.layout())
        };
        let marks = why_lost.as_ref().map(WhyLost::marks).unwrap_or_default();
        let title = format!("{}, {}", game.rule_set().title(), title(solved));
        let why = why_lost.as_ref().map(|why| why.in_words(&style())).unwrap_or_default();
        let why = why.lines().map(|line| line.trim().to_string());
        let lines: Vec<String> = [heading::rules(game)].into_iter().chain(why).collect();
        let picture = svg::document(&table.with_marks(&marks), &title, &lines, lang::spoken());
        Product::Picture.write(path, picture.as_bytes())
    }

    fn write_certificate(&self, path: &Path, solved: &Solved) -> Result<()> {
        if self.exit_code != NO {
            output::note(&format!("not unwinnable, so {} is not written", output::name(path)));
            return Ok(());
        }
        let limits = self.args.limits_left(&solved.answer);
        let interrupt = &self.interrupt.abort;
        certificate::write(path, self.game, &solved.position, limits, MAX_FILE_BYTES, interrupt)
    }
}

/// Which deal it is and what comes of it.
fn title(solved: &Solved) -> String {
    let verdict = verdict_in_words(&solved.answer.solution.verdict, lang::spoken());
    format!("{} · {verdict}", solved.deal.source)
}

/// How pages and pictures are written.
fn style() -> Style {
    Style { texts: lang::spoken(), ascii: false, colour: false }
}
