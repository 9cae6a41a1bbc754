//! `gehtauf show`: deals laid out.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use gehtauf::rules::{Game, Layout, Position};

use crate::after::AfterArgs;
use crate::args::{GameArgs, SourceArgs};
use crate::deals::Deal;
use crate::formats::{board, heading, svg};
use crate::output;
use crate::style::StyleArgs;
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
    #[arg(long)]
    board: bool,
    /// Write a picture of one deal to a file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    style: StyleArgs,
}

impl ShowArgs {
    /// What lies on the table after the moves.
    fn table(&self, game: &Game, deal: &Deal) -> Result<(Layout, Table)> {
        let view = match deal.view(game)? {
            Some(view) => self.after.play_seen(view)?,
            None if self.as_seen => self.after.look_on(deal.referee(game)?)?,
            None => {
                let layout = self.after.play(&deal.position(game)?)?.layout();
                return Ok((layout.clone(), Table::new(game, &layout)));
            }
        };
        Ok((view.layout(), Table::as_seen(game, &view)))
    }
}

/// Shows the deals.
pub fn run(args: &ShowArgs) -> Result<ExitCode> {
    let game = args.game.game()?;
    let rules = heading::rules(&game);
    if let Some(path) = &args.svg {
        let deal = args.source.single(game.pack())?;
        let (_, table) = args.table(&game, &deal)?;
        let title = format!("{}, {}", game.rule_set().title(), deal.source);
        let picture = svg::document(&table, &title, &rules, args.style.lang.texts());
        output::write_page(path, &picture)?;
        return Ok(ExitCode::SUCCESS);
    }
    let style = args.style.style();
    let mut out = std::io::stdout().lock();
    for (i, deal) in args.source.deals(game.pack())?.enumerate() {
        let deal = deal?;
        let (layout, table) = args.table(&game, &deal)?;
        let separator = if i > 0 { "\n" } else { "" };
        writeln!(out, "{separator}# {} {} {rules}", game.rule_set(), deal.source)?;
        if args.board {
            let board = board::draw(&table, &style).join("\n");
            writeln!(out, "{}", style.finish(&board))?;
        } else {
            write!(out, "{layout}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
