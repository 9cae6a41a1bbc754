//! `gehtauf show`: deals laid out.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use gehtauf::rules::{AnyPosition, Game, Layout, Move, Position};
use serde::Serialize;

use crate::after::AfterArgs;
use crate::args::{Format, GameArgs, SourceArgs};
use crate::deals::Deal;
use crate::formats::json::Head;
use crate::formats::{board, heading, svg};
use crate::output::{self, Product};
use crate::style::Style;
use crate::table::Table;

/// Show how deals are laid out
#[derive(Debug, Args)]
#[command(override_usage = "gehtauf show <GAME> <SOURCE> [OPTIONS]")]
#[command(after_help = "\
Where a position has unknown cards, --after can play no move that turns one up.
Example: gehtauf show eklige-elfer --seed 7 --as-seen")]
pub struct ShowArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    after: AfterArgs,
    /// Leave unnamed, as ?? and [??], what the player has not seen
    #[arg(long)]
    as_seen: bool,
    /// Draw the table instead of naming its piles
    #[arg(long, conflicts_with = "format")]
    board: bool,
    /// Write a picture of one deal; - is stdout
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "format"])]
    svg: Option<PathBuf>,
    /// Print text or json
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true)]
    format: Format,
}

impl ShowArgs {
    /// What lies on the table after the moves, and the position if all its cards are known.
    fn table(&self, game: &Game, deal: &Deal) -> Result<(Layout, Table, Option<AnyPosition>)> {
        let view = match deal.view(game)? {
            Some(view) => self.after.play_seen(view)?,
            None if self.as_seen => self.after.look_on(deal.referee(game)?)?,
            None => {
                let position = self.after.play(&deal.position(game)?)?;
                let layout = position.layout();
                return Ok((layout.clone(), Table::new(game, &layout), Some(position)));
            }
        };
        Ok((view.layout(), Table::as_seen(game, &view), None))
    }
}

/// What `--format json` prints of a deal; its `position` is what lies on the table.
#[derive(Debug, Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// Only where all cards are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    won: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal_moves: Option<Vec<String>>,
}

impl<'a> Line<'a> {
    fn new(
        game: &Game,
        deal: &'a Deal,
        layout: &Layout,
        position: Option<&AnyPosition>,
    ) -> Line<'a> {
        let words = |position: &AnyPosition| {
            position.legal_moves().iter().map(Move::to_string).collect::<Vec<_>>()
        };
        let head = Head::new(game, deal).with_position(layout.to_string());
        // The deck would name what the player has not seen.
        let head = if position.is_some() { head } else { head.without_deck() };
        Line { head, won: position.map(AnyPosition::is_won), legal_moves: position.map(words) }
    }
}

/// Shows the deals.
pub fn run(args: &ShowArgs) -> Result<ExitCode> {
    let game = args.game.game()?;
    let rules = heading::rules(&game);
    let style = Style::spoken();
    if let Some(path) = &args.svg {
        output::check(&[(Product::Picture, &args.svg)], args.source.file())?;
        let deal = args.source.single(&game)?;
        let (_, table, _) = args.table(&game, &deal)?;
        let title = format!("{}, {}", game.rule_set().title(), deal.source);
        let picture = svg::document(&table, &title, &[rules], style.texts);
        Product::Picture.write(path, picture.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = std::io::stdout().lock();
    for (i, deal) in args.source.deals(&game)?.enumerate() {
        let deal = deal?;
        let (layout, table, position) = args.table(&game, &deal)?;
        if args.format == Format::Json {
            let line = Line::new(&game, &deal, &layout, position.as_ref());
            serde_json::to_writer(&mut out, &line)?;
            writeln!(out)?;
            continue;
        }
        let separator = if i > 0 { "\n" } else { "" };
        let heading = format!("{} {} {rules}", game.rule_set(), deal.source);
        if args.board {
            writeln!(out, "{separator}{}", heading::commented(&heading))?;
            let board = board::draw(&table, &style).join("\n");
            writeln!(out, "{}", style.finish(&board))?;
        } else {
            writeln!(out, "{separator}# {heading}")?;
            write!(out, "{}", style.texts.with_cards_of(&layout.to_string()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use gehtauf::cards::seeded_deck;
    use gehtauf::rules::RuleSet;

    use super::*;
    use crate::lang::Lang;

    #[test]
    fn what_is_written_in_german_is_read_again() {
        for rule_set in RuleSet::ALL {
            let game = Game::new(rule_set, &[]).unwrap();
            let position = game.deal(&seeded_deck(7, game.pack())).unwrap();
            let english = position.layout().to_string();
            let german = Lang::De.texts().with_cards_of(&english);
            assert!(german.contains("HeD") && !german.contains("QH"), "{german}");
            assert_eq!(game.read(&Layout::parse(&german).unwrap()).unwrap(), position);
            assert_eq!(Lang::En.texts().with_cards_of(&english), english);
        }
    }
}
