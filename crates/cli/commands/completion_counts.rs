//! Positions with unknown cards: in how many of their completions the game can be won.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Result;
use gehtauf::rules::Game;
use gehtauf::search::Limits;
use gehtauf::survey::{Completions, Tally, options_by_name};
use serde_json::{Value, json};

use crate::args::{INTERRUPTED, NO, OK, UNKNOWN};
use crate::deals::Deal;
use crate::formats::json::SCHEMA;
use crate::formats::summary::percent;
use crate::interrupt::Interrupt;
use crate::lang::{self, Prospect};
use crate::style::Style;
use crate::watch::progress_bar;

/// What was found in the completions looked at.
pub struct Counted {
    tally: Tally,
    states: u64,
    time: Duration,
    is_interrupted: bool,
}

/// Solves the completions; shows on a terminal how it goes, and ends early at Ctrl-C.
pub fn count(completions: &Completions, limits: Limits, threads: usize) -> Result<Counted> {
    let texts = lang::spoken();
    let things = texts.say("completions");
    let bar = progress_bar(std::io::stderr().is_terminal(), completions.count(), things);
    let interrupt = Interrupt::at_once()?;
    let started = Instant::now();
    let (mut tally, mut states) = (Tally::default(), 0);
    completions.solve(limits, threads, interrupt.flags(), |answer| {
        tally.count(answer.decision());
        states += answer.solution.states;
        bar.set_position(tally.deals());
        bar.set_message(texts.fill("{} won, {} unknown", &[&tally.won, &tally.unknown]));
        ControlFlow::Continue(())
    })?;
    bar.finish_and_clear();
    let is_interrupted = tally.deals() < completions.count();
    Ok(Counted { tally, states, time: started.elapsed(), is_interrupted })
}

impl Counted {
    /// 0 if all completions are won, 1 if all are unwinnable.
    pub fn exit_code(&self) -> u8 {
        let all = self.tally.deals();
        match self.tally {
            _ if self.is_interrupted => INTERRUPTED,
            Tally { won, .. } if won == all => OK,
            Tally { unwinnable, .. } if unwinnable == all => NO,
            _ => UNKNOWN,
        }
    }

    /// The counts, a line each, and the interval of the share that can be won.
    pub fn in_words(&self, completions: &Completions, style: &Style) -> String {
        let (texts, all) = (style.texts, self.tally.deals());
        let unseen = completions.view().unseen_cards().len();
        let drawn = texts.completions(all, unseen, self.are_all(completions));
        let cost = texts.cost(self.states, self.time.as_secs_f64() * 1000.0);
        let mut lines = vec![format!("{drawn} ({cost})")];
        if self.is_interrupted {
            lines.push(texts.stopped_before(completions.count()));
        }
        let Tally { won, unwinnable, unknown, .. } = self.tally;
        let words =
            [texts.prospect(Prospect::Won), texts.unwinnable(), texts.prospect(Prospect::Unknown)];
        for (word, count) in words.iter().zip([won, unwinnable, unknown]) {
            let share = percent(count, all, texts);
            lines.push(format!("{word:<15}{count:>7}  {share:>8}"));
        }
        let interval = completions.interval(won, unknown, all);
        let range = texts.range(interval);
        lines.push(texts.thoughtful_share(&range, self.are_all(completions), unknown > 0));
        lines.join("\n")
    }

    fn are_all(&self, completions: &Completions) -> bool {
        completions.are_all() && !self.is_interrupted
    }

    /// What `--format json` prints.
    pub fn line(&self, game: &Game, deal: &Deal, completions: &Completions) -> Value {
        let Tally { won, unwinnable, unknown, .. } = self.tally;
        let interval = completions.interval(won, unknown, self.tally.deals());
        json!({
            "schema": SCHEMA,
            "game": game.rule_set().name(),
            "options": options_by_name(game),
            "source": deal.source,
            "position": deal.layout(),
            "unseen": completions.view().unseen_cards().len(),
            "completions": self.tally.deals(),
            "are_all": self.are_all(completions),
            "won": won,
            "unwinnable": unwinnable,
            "unknown": unknown,
            "low": interval.low,
            "high": interval.high,
            "states": self.states,
            "micros": self.time.as_micros() as u64,
            "stopped_by": self.is_interrupted.then_some("interrupted"),
        })
    }
}
