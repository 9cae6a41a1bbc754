//! Why a position is unwinnable: a host that never comes to light, by the claim of
//! [`host_arrivals`](super::prunings::host_arrivals), or what the method says.
//!
//! Oracle: `tests/reasons.rs`.

use gehtauf_cards::{Colour, Rank};
use gehtauf_certificates::heads::runs_of;
use gehtauf_rules::eklige_elfer::{EkligeElfer, Variant};

use super::portfolio::SATISFIABILITY;
use super::state::Deal;
use crate::{CardPlace, Reason};

/// Why a position is so that a stage of this name says is unwinnable.
pub fn reason(position: &EkligeElfer, method: &str) -> Reason {
    let otherwise = match method {
        SATISFIABILITY => Reason::Contradiction(Vec::new()),
        _ => Reason::AllStates,
    };
    let Variant { pack, .. } = position.variant();
    let red = pack.suits.iter().filter(|suit| suit.colour() == Colour::Red).count();
    // The claim takes it that there are as many heads as hosts. Where there are not, all is lost, and no host is to blame.
    if 2 * red != pack.suits.iter().count() {
        return otherwise;
    }
    let (deal, start) = Deal::new(position);
    let Some(buried) = deal.buried_host(&start) else { return otherwise };
    let column = &position.columns()[buried.column];
    let runs = runs_of(column);
    let cards = (0..column.cards.len()).filter(|&place| column.cards[place].rank != Rank::ACE);
    let cards: Vec<usize> = cards.collect();
    // How many cards lie in the first runs; Aces are in none.
    let cards_in = |first: usize| {
        let lengths = runs[..first].iter().map(|&(head, tail)| usize::from(head.rank - tail) + 1);
        lengths.sum::<usize>()
    };
    let in_column = |card: usize| CardPlace::Column { column: buried.column, place: cards[card] };
    let host = in_column(cards_in(buried.slot as usize + 1) - 1);
    let first_row = deal.first_row as usize;
    let head = |slot: usize| match slot.checked_sub(first_row) {
        None => in_column(cards_in(slot)),
        Some(row) => CardPlace::Stock(row * deal.columns + buried.column),
    };
    let heads = deal.heads_over(&start, &buried, deal.rows()).map(head);
    Reason::HostBuried([host].into_iter().chain(heads).collect())
}
