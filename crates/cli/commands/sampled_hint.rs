//! A hint where cards are unknown: what each legal move is worth in many completions.

use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Result;
use gehtauf::players::{Player, best_cheap, planned};
use gehtauf::rules::{Game, Move};
use gehtauf::search::{Limit, Limits};
use gehtauf::survey::{Completions, Hints, Interval, Tally, options_by_name};
use serde_json::{Value, json};

use crate::args::{INTERRUPTED, NO, OK, UNKNOWN};
use crate::deals::Deal;
use crate::formats::json::SCHEMA;
use crate::formats::listing::{describe_cards, ends_of_cards};
use crate::formats::{board, heading};
use crate::interrupt::Interrupt;
use crate::lang::{self, Prospect};
use crate::style::Style;
use crate::table::Table;
use crate::watch::progress_bar;

/// What the work may take.
pub struct HintLimits {
    /// Those of each search.
    pub limits: Limits,
    /// That of the whole hint.
    pub time: Option<Duration>,
    /// Completions looked at at a time.
    pub threads: usize,
}

/// What each move is worth, and how it came to be known.
pub struct SampledHint<'a> {
    game: &'a Game,
    completions: &'a Completions,
    player: &'static dyn Player,
    hints: Hints,
    /// Ctrl-C came before all completions had been looked at.
    is_interrupted: bool,
    /// So did the end of the time.
    is_out_of_time: bool,
}

impl<'a> SampledHint<'a> {
    /// Tries the moves in the completions; shows on a terminal how it goes.
    pub fn new(
        game: &'a Game,
        completions: &'a Completions,
        limits: &HintLimits,
    ) -> Result<SampledHint<'a>> {
        let player = best_cheap(game.rule_set());
        let mut hints = Hints::of_player(completions, player);
        let interrupt = Interrupt::at_once()?;
        let is_out_of_time = Arc::new(AtomicBool::new(false));
        if let Some(time) = limits.time {
            let (flags, is_out_of_time) = (interrupt.clone(), is_out_of_time.clone());
            std::thread::Builder::new().spawn(move || {
                std::thread::sleep(time);
                is_out_of_time.store(true, Ordering::Relaxed);
                flags.stop.store(true, Ordering::Relaxed);
                flags.abort.store(true, Ordering::Relaxed);
            })?;
        }
        let count = completions.count();
        let things = lang::spoken().say("completions");
        let bar = progress_bar(std::io::stderr().is_terminal(), count, things);
        let (limits, threads, flags) = (limits.limits, limits.threads, interrupt.flags());
        completions.try_moves(0..count, player, limits, threads, flags, |outcomes| {
            hints.add(outcomes);
            bar.set_position(hints.completions());
            if !bar.is_hidden()
                && let Some(&best) = hints.ranking().first()
            {
                let wins = hints.player_wins(best);
                let m = hints.moves()[best];
                bar.set_message(lang::spoken().fill("{}: {} won", &[&m, &wins]));
            }
            ControlFlow::Continue(())
        })?;
        bar.finish_and_clear();
        let is_incomplete = hints.completions() < count;
        let is_out_of_time = is_incomplete && is_out_of_time.load(Ordering::Relaxed);
        let is_interrupted = is_incomplete && !is_out_of_time;
        Ok(SampledHint { game, completions, player, hints, is_interrupted, is_out_of_time })
    }

    /// 0 if some completion can be won or the game has been, 1 if none can.
    pub fn exit_code(&self) -> ExitCode {
        let Tally { won, unknown, .. } = self.hints.winnable_by_any();
        ExitCode::from(match (won, unknown) {
            _ if self.is_interrupted => INTERRUPTED,
            _ if self.completions.view().is_won() => OK,
            (1.., _) => OK,
            (0, 0) if self.hints.completions() > 0 => NO,
            _ => UNKNOWN,
        })
    }

    /// Prints the moves, the best first.
    pub fn print(&self, out: &mut impl Write, style: &Style) -> Result<()> {
        let (texts, hints, view) = (style.texts, &self.hints, self.completions.view());
        writeln!(out, "{}", heading::comments(self.game))?;
        let counts = board::counts(&Table::as_seen(self.game, view), style);
        let unseen = view.unseen_cards().len();
        let are_all = hints.are_all();
        let mut lines = vec![counts, texts.completions(hints.completions(), unseen, are_all)];
        if self.is_interrupted {
            lines.push(texts.struck(Limit::Interrupted).to_string());
        } else if self.is_out_of_time {
            lines.push(texts.struck(Limit::Time).to_string());
        }
        let ranking = hints.ranking();
        match ranking.first().filter(|_| hints.completions() > 0) {
            _ if view.is_won() => lines.push(texts.already_won().to_string()),
            None => lines.push(texts.legal_moves(hints.moves().len())),
            Some(&best) => {
                let m = hints.moves()[best];
                let any = hints.winnable_by_any();
                if any.won == 0 {
                    lines.push(texts.no_move_in_any(any.unknown));
                } else {
                    let words = self.words(m, style, board::WIDTH - 30);
                    let best = format!("{m}  {words}");
                    lines.push(texts.next_move(Some(&best), Prospect::Won));
                    let plan = self.plan(m);
                    if plan.len() > 1 {
                        let then = plan[1..].join(" ");
                        let then = texts.fill("then, before you ask again: {}", &[&then]);
                        lines.extend(heading::wrapped(&then, board::WIDTH));
                    }
                }
                let [wins, limit, marks, heads] =
                    texts.sampled_columns(self.player.name(), are_all);
                lines.extend([wins, limit]);
                let undecided = ranking.iter().map(|&i| hints.winnable(i).unknown).max();
                if let Some(most @ 1..) = undecided {
                    lines.push(texts.fill("(up to {} undecided ones count in it)", &[&most]));
                }
                lines.extend([marks, heads]);
                lines.extend(ranking.iter().map(|&i| self.line(i, best, style)));
            }
        }
        writeln!(out, "{}", style.finish(&lines.join("\n")))?;
        Ok(())
    }

    /// The mark of a move, its two shares with their intervals, if they are not exact, and what it does, or if
    /// there is no room its cards.
    fn line(&self, i: usize, best: usize, style: &Style) -> String {
        let m = self.hints.moves()[i];
        let mark = match () {
            () if i == best => "*",
            () if self.hints.is_tied(i, best) => "=",
            () => " ",
        };
        let (wins, tally) = (self.hints.player_wins(i), self.hints.winnable(i));
        let all = self.hints.completions();
        let share = |count: u64, unknown: u64| {
            let percent = (count + unknown) as f64 * 100.0 / all as f64;
            let percent = format!("{} %", style.texts.decimal(percent, 1));
            let Interval { low, high } = self.completions.interval(count, unknown, all);
            let range = match low < high {
                true => format!("{:.0}-{:.0}", (low * 100.0).floor(), (high * 100.0).ceil()),
                false => String::new(),
            };
            format!("{percent:>7} {range:<9}")
        };
        let start = format!(
            "{mark} {m:<9} {} {}",
            share(wins, 0),
            share(tally.won, tally.unknown),
            m = m.to_string()
        );
        let room = board::WIDTH.saturating_sub(start.chars().count() + 1);
        let words = self.words(m, style, room);
        let does = match words.chars().count() <= room {
            true => words,
            false => ends_of_cards(&self.completions.view().cards_moved(m), style),
        };
        format!("{start} {does}").trim_end().to_string()
    }

    /// The move and what the player plays after it until a card is turned up, as it does in the completions.
    fn plan(&self, m: Move) -> Vec<String> {
        let after = self.completions.view().after(m);
        let rest = after.map_or(Vec::new(), |view| planned(&view, self.player));
        let moves = std::iter::once(m).chain(rest.into_iter().map(|(_, m)| m));
        moves.map(|m| m.to_string()).collect()
    }

    /// What the move does.
    fn words(&self, m: Move, style: &Style, room: usize) -> String {
        let cards = self.completions.view().cards_moved(m);
        describe_cards(self.game.rule_set(), m, &cards, style, room)
    }

    /// What `--format json` prints.
    pub fn to_json(&self, deal: &Deal) -> Value {
        let all = self.hints.completions();
        let best = self.hints.ranking().first().copied();
        let recommended = best.filter(|_| self.hints.winnable_by_any().won > 0);
        let plan = recommended.map_or(Vec::new(), |best| self.plan(self.hints.moves()[best]));
        let of_move = |i: usize| {
            let (wins, tally) = (self.hints.player_wins(i), self.hints.winnable(i));
            let range = |count, unknown| self.completions.interval(count, unknown, all);
            let (blind, limit) = (range(wins, 0), range(tally.won, tally.unknown));
            json!({
                "move": self.hints.moves()[i].to_string(),
                "player_wins": { "won": wins, "low": blind.low, "high": blind.high },
                "upper_limit": {
                    "won": tally.won, "unwinnable": tally.unwinnable, "unknown": tally.unknown,
                    "low": limit.low, "high": limit.high,
                },
                "tied_with_best": all == 0 || best.is_some_and(|best| self.hints.is_tied(i, best)),
            })
        };
        json!({
            "schema": SCHEMA,
            "game": self.game.rule_set().name(),
            "options": options_by_name(self.game),
            "source": deal.source,
            "position": deal.layout(),
            "unseen": self.completions.view().unseen_cards().len(),
            "completions": all,
            "are_all": self.hints.are_all(),
            "player": self.player.name(),
            "won": self.completions.view().is_won(),
            "best": plan.first(),
            "plan": plan,
            "legal_moves": self.hints.ranking().into_iter().map(of_move).collect::<Vec<_>>(),
            "stopped_by": if self.is_interrupted { "interrupted".into() } else if self.is_out_of_time { "time".into() } else { Value::Null },
        })
    }
}
