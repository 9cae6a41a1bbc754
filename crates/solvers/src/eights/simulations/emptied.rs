//! Proofs that no column ever empties, or comes to be nothing but a run: of no position of a play that has one later
//! may they say so.

use gehtauf_rules::Move;
use gehtauf_rules::eights::Table;

use crate::eights::abstractions::delete_relaxation;
use crate::eights::abstractions::free_cards::FreeCardState;
use crate::eights::abstractions::free_cards_with_heads::dead_ends::Relaxed;
use crate::eights::abstractions::free_cards_with_heads::relaxation::cannot_go_on;
use crate::eights::abstractions::free_cards_with_heads::sets::Sets;
use crate::eights::abstractions::free_cards_with_heads::state::{self as heads, Talon};
use crate::eights::abstractions::free_cards_with_heads::{self as with_heads};
use crate::eights::prunings::dead_ends;
use crate::eights::state::Deal;
use crate::{Followed, Simulation};

pub fn all(start: &Table) -> Vec<Simulation<Table>> {
    let mut all = vec![watched(start, "dead-end detection", dead_end, empty_columns)];
    if delete_relaxation::supports(&start.rules) {
        all.push(watched(start, "delete relaxation", lost_by_deleting, cleared_columns));
    }
    if with_heads::supports(&start.rules) {
        all.push(watched(start, "dead ends of heads", dead_end_of_heads, empty_columns));
        all.push(watched(start, "delete relaxation without heads", lost_without_heads, turned_up));
    }
    all
}

/// Where a proof has said that the play gets no further, the play must not get further.
pub fn watched(
    start: &Table,
    name: &'static str,
    is_lost: fn(&Table) -> bool,
    progress: fn(&Table) -> usize,
) -> Simulation<Table> {
    let mut claimed = is_lost(start).then(|| progress(start));
    Simulation::new(name, move |_: Move, after| {
        let now = progress(after);
        if claimed.is_some_and(|most| now > most) {
            return Err("said to be impossible, and the play does it".to_string());
        }
        if claimed.is_none() && is_lost(after) {
            claimed = Some(now);
        }
        Ok(Followed::Answered)
    })
}

fn dead_end(table: &Table) -> bool {
    Deal::new(table).is_some_and(|(deal, state)| dead_ends::no_column_empties(&deal, &state))
}

fn dead_end_of_heads(table: &Table) -> bool {
    heads::Deal::new(table, Talon::CardByCard, false).is_some_and(|(deal, state)| {
        let sets = Sets::new(&deal, &state);
        state.spaces == 0 && Relaxed::of_columns(&deal, &sets).proves_loss(&deal, &state)
    })
}

fn empty_columns(table: &Table) -> usize {
    usize::from(table.columns.iter().any(|column| column.cards.is_empty()))
}

fn lost_by_deleting(table: &Table) -> bool {
    Deal::new(table).is_some_and(|(deal, state)| {
        delete_relaxation::is_lost(&deal, &FreeCardState::new(&deal, &state))
    })
}

/// The columns that are nothing but a run, and at last an empty stock.
pub fn cleared_columns(table: &Table) -> usize {
    let is_cleared = |&i: &usize| table.columns[i].run_len() == table.columns[i].cards.len();
    with_stock(table, (0..table.columns.len()).filter(is_cleared).count())
}

fn lost_without_heads(table: &Table) -> bool {
    let packed = Deal::new(table).zip(heads::Deal::new(table, Talon::CardByCard, false));
    packed.is_some_and(|((packed, _), (deal, state))| {
        let (_, state) =
            with_heads::relaxation::Relaxation::new(deal, &state, None, with_heads::Switches::NONE);
        cannot_go_on(&packed, &state)
    })
}

/// The columns without face-down cards, and at last an empty stock.
pub fn turned_up(table: &Table) -> usize {
    let is_up = |&i: &usize| table.columns[i].face_down == 0;
    with_stock(table, (0..table.columns.len()).filter(is_up).count())
}

fn with_stock(table: &Table, columns: usize) -> usize {
    columns + usize::from(columns == table.columns.len() && table.stock.is_empty())
}
