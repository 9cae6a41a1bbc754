//! A player of 8x8 who plans how the next face-down card is turned up.
//!
//! The plan is a beam search over what the player sees, up to the moves that turn up a card; nothing is sampled
//! and nothing solved. The talon is turned only when no plan makes the table worth more, as its cards must be
//! built where they can be, which buries others.

use std::collections::HashSet;

use gehtauf_cards::{Card, Rank, Suit};
use gehtauf_rules::eights::Table;
use gehtauf_rules::{Column, Move, Position, View};

use super::table;
use crate::cards::builds;
use crate::player::{About, Player};
use crate::seed::Seed;

/// Plans up to the next card that is turned up.
#[derive(Debug)]
pub(crate) struct Planner;

const ABOUT: About = About {
    name: "planner",
    en: "Plans up to five moves together to turn up a face-down card, preferably in a column with many of them, or \
         to bring cards to foundations. It turns the next card of the talon only when no such plan is found.",
    de: "Plant bis zu fünf Züge zusammen, um eine verdeckte Karte aufzudecken, am liebsten in einer Spalte mit \
         vielen davon, oder um Karten abzulegen. Die nächste Karte des Talons deckt er nur auf, wenn er keinen \
         solchen Plan findet.",
};

/// How many tables the beam keeps after each move, and how many moves it looks ahead.
const WIDTH: usize = 12;
const DEPTH: usize = 5;

// What things are worth, tried on seeds 20000 to 21120.
const FOUNDATION: i32 = 40;
/// A face-down card, and the square of their number in a column.
const DOWN: i32 = -150;
const DOWN_SQUARED: i32 = -5;
/// A face-up card over face-down ones.
const OVER: i32 = -3;
/// A run on another one.
const RUN: i32 = -30;
const WASTE: i32 = -2;
/// A card turned up, above what it costs face down.
const TURNED_UP: i32 = 100;

impl Player for Planner {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn is_cheap(&self) -> bool {
        false
    }

    fn plan(&self, view: &View, _: &Seed) -> Vec<Move> {
        let Some(table) = table(view) else { return Vec::new() };
        let legal = view.legal_moves();
        if table.must_play {
            return legal.into_iter().max_by_key(|&m| worth_after(table, m)).into_iter().collect();
        }
        let moves = best_plan(view, table);
        if !moves.is_empty() {
            return moves;
        }
        legal.into_iter().find(|&m| goes_on(m)).into_iter().collect()
    }
}

fn goes_on(m: Move) -> bool {
    matches!(m, Move::Turn | Move::Redeal)
}

/// The moves to the table that is worth most, with a card turned up or not; none if this one is. Of equal ones
/// the fewest.
fn best_plan(view: &View, table: &Table) -> Vec<Move> {
    let mut best = (worth(table), Vec::new());
    let mut seen = HashSet::from([view.clone()]);
    let mut layer = vec![(best.0, view.clone(), Vec::new())];
    for _ in 0..DEPTH {
        let mut next = Vec::new();
        for (_, here, way) in &layer {
            for m in here.legal_moves().into_iter().filter(|&m| !goes_on(m)) {
                let moves = [&way[..], &[m]].concat();
                let after = here.after(m);
                let value = match &after {
                    Some(after) => super::table(after).map_or(0, worth),
                    None => super::table(here).map_or(0, |table| worth_after(table, m)) + TURNED_UP,
                };
                if after.as_ref().is_some_and(|after| !seen.insert(after.clone())) {
                    continue;
                }
                if value > best.0 {
                    best = (value, moves.clone());
                }
                next.extend(after.map(|after| (value, after, moves)));
            }
        }
        next.sort_by_key(|&(value, ..)| -value);
        next.truncate(WIDTH);
        layer = next;
    }
    best.1
}

/// What the table is worth after a move. A card that it turns up may be any; an Ace, say, would go up.
fn worth_after(table: &Table, m: Move) -> i32 {
    let mut after = table.clone();
    for column in &mut after.columns {
        if let Some(last) = column.face_down.checked_sub(1) {
            column.cards[last] = Card::new(Rank::KING, Suit::Clubs);
        }
    }
    after.play(m);
    worth(&after)
}

fn worth(table: &Table) -> i32 {
    let founded: i32 = table.foundations.iter().flatten().map(|&count| i32::from(count)).sum();
    let columns: i32 = table.columns.iter().map(worth_of_column).sum();
    FOUNDATION * founded + columns + WASTE * table.turned as i32
}

fn worth_of_column(column: &Column) -> i32 {
    let (_, up) = column.cards.split_at(column.face_down);
    let down = column.face_down as i32;
    let faults = up.windows(2).filter(|pair| !builds(pair[1], pair[0])).count() as i32;
    let over = if down > 0 { up.len() as i32 } else { 0 };
    DOWN * down + DOWN_SQUARED * down * down + RUN * faults + OVER * over
}
