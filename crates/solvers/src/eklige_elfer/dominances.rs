//! The move that nothing else can hinder, for those who try to refute that.

use gehtauf_rules::Move;
use gehtauf_rules::eklige_elfer::EkligeElfer;

use super::abstractions::card_types::CardType;
use super::prunings::safe_pops;
use super::state::{Deal, StepKind};
use crate::Dominance;

/// That of a position, if a search of it would make one: the whole run onto a tail, or the King's into a space.
pub fn dominances(position: &EkligeElfer) -> Vec<Dominance> {
    if !safe_pops::supports(&position.variant()) || !position.talon().is_empty() {
        return Vec::new();
    }
    let (deal, state) = Deal::new(position);
    let mut steps = Vec::new();
    deal.push_plays(&state, false, &mut steps);
    let all = steps.len();
    deal.keep_safe_pop(&state, 0, &mut steps);
    if steps.len() == all {
        return Vec::new();
    }
    let step = steps[0];
    let open_card = |column: usize| {
        let cards = &position.columns()[column].cards;
        cards.last().map(|&card| CardType::of(card))
    };
    let from = usize::from(step.column);
    let head = deal.open_head(&state, from).expect("a step takes it");
    let tail = open_card(from).expect("the run's");
    let (name, onto) = match step.kind {
        StepKind::King => ("safe move of a King's run, played", None),
        _ => ("safe pop, played", Some(CardType { rank: head.rank + 1, ..head })),
    };
    let to = (0..position.columns().len()).find(|&to| open_card(to) == onto);
    let to = to.expect("the step needs it") as u8;
    let m = Move::ColumnToColumn { from: step.column, to, count: head.rank - tail.rank + 1 };
    vec![Dominance { name, moves: vec![m] }]
}
