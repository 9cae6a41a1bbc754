//! Certificates by tracked cards: the cards of a deal of Acht mal Acht or 8x8 that must be minded for it to be lost.
//!
//! | file | what is there |
//! |---|---|
//! | `mod.rs` | what is tracked, as lines of text too, and the proof |
//! | `abstraction.rs` | what follows from it: the states, and the steps from them |
//! | `check.rs` | the checker, which goes through all of them |
//!
//! *Setup.* Cards of columns and stock are *tracked* or not. Card types whose cards all are may have a *tracked
//! foundation*. The bases are those of `free_cards`. To take a base off its column is tracked if one of the cards is
//! that it frees, itself or the run under it. A *state* is the bases, the cards left in the stock, how many places of
//! it are turned over, the pass, and how many cards of card types with tracked foundations have been played there. Cards
//! that have left are released, and places are found for them, as `places.rs` says. To take a card asks for the
//! places of itself, of all tracked cards that are released, of all that were free at the start, and of the untracked
//! ones that have left before it for certain: what lay on it in its column, or in the waste at places that are turned
//! over. Chains may stand on a base that its column has now, or had since a tracked one left it; or in a column that
//! has come to be cleared.
//!
//! What is untracked and can be taken, off a column, the top of the waste or the next of the talon, is so at once;
//! the latter turns nothing over. *Steps* are to take any other base; the top of the waste, or, turning on to it, any
//! card of the talon; and to turn the waste over. A card with a tracked foundation can go there instead of being put
//! elsewhere. Before a step other released cards may be played to tracked foundations, but no more of them than make
//! it possible.
//!
//! The stock may be *given*: then none of its cards is tracked, and all count as taken from the start on.
//!
//! *Claim.* If no steps lead to a state without bases and stock, the start is lost.
//!
//! *Invariant.* Each position of a play has a *like* state among those gone through: (a) the same tracked cards have
//! left columns and stock; (b) all untracked cards have left that have left in the play; (c) it is the same pass, and
//! (d) no more places are turned over, unless its stock is empty; (e) on tracked foundations are no cards that are
//! not there in the play.
//!
//! The first state is like the start; (b) asks nothing against a stock that is given.
//!
//! *Each move keeps it.*
//! - A state of which another one has (a) the same, of (b) no fewer, (c) the same, of (d) and (e) no more, need not
//!   be gone through: the other one is like all positions that this one is like. To take untracked cards at once
//!   keeps (a) to (e).
//! - A turn of the play: (d) is kept. The waste is turned over: so it is in the state, unless the stock is empty
//!   there.
//! - A card of the waste goes to a column or a foundation. Let it not be taken in the state, at a place of the stock
//!   where it is then. What is left in the waste of the state on top of it is turned over in the play by (d), so it
//!   has left there, and by (a) and (b) in the state too: it is the top, or in the talon, and to turn on to it turns
//!   over no place that the play has not. What is asked for is released in the play: tracked cards by (a), what lay
//!   on it by (d). So all of that has places in the play at this moment. Cards of chains and foundations there are
//!   released in the state by (a) and (b). Of a base there no tracked card above it is left and no tracked one below
//!   it gone, by (a), and by (b) the column has come as far in the state, so it is a base that is counted; likewise a
//!   cleared column. If the state has the same cards on tracked foundations as the play, the card can be taken. To
//!   have them there it plays those that are missing, the lower ones first; each is released by (a), and finds its
//!   pile. Either some of them suffice, and (e) is kept, or all do.
//! - A base goes to a column or a foundation: likewise. What lay on it has left it or goes with it.
//! - Other moves of free cards: the state remains, by (e).
//! - A card back from a foundation: the state remains. The card was released and is; (e) asks nothing, since then no
//!   foundations are tracked.
//! - Of 8x8: a card that must be played, an open Ace that goes up, one card instead of a run into an empty column are moves
//!   like these, at once or one after another, and nothing is asked of others. A face-down card is part of no run; turned
//!   up it is a base, or free as the last one of its column. One pile of a suit takes no card that two would not.
//! - It is given up if a relaxed play from it, with nothing tracked from then on, does not come to the end: by the
//!   proof of `dead_ends.rs` no play that goes on from a position like it does.
//!
//! *Conclusion.* The state like a won position has no base and no stock.
//!
//! *Needs.* Foundations are tracked only where nothing comes back from them.

mod abstraction;
mod check;

pub use abstraction::{Abstraction, TrackedState};

use std::fmt::Write as _;
use std::io::Write;

use gehtauf_cards::Card;

use super::state::Deal;
use crate::answers::FileError;

/// What is tracked of a deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrackedCards {
    /// The cards, in any order.
    pub cards: Vec<TrackedCard>,
    /// Whether the stock is given.
    pub stock_is_given: bool,
    /// So many states are gone through at most.
    pub states: u64,
}

/// The first line if it is.
const STOCK_IS_GIVEN: &str = "stock given\n";

/// A card that is tracked, or a card type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrackedCard {
    /// Of a column, and how many cards lie below it.
    Dealt(usize, usize),
    /// Of the stock, and how many cards come before it.
    Stock(usize),
    /// All cards of a card type, and how many of them are on foundations.
    Foundation(Card),
}

impl TrackedCards {
    /// All dealt cards of a deal, the stock being given: a count of what can lie where, which is soon made.
    pub fn all_dealt(deal: &Deal) -> TrackedCards {
        let columns = deal.columns.iter().enumerate();
        let cards = columns.flat_map(|(column, cards)| {
            (0..cards.len()).map(move |place| TrackedCard::Dealt(column, place))
        });
        TrackedCards { cards: cards.collect(), stock_is_given: true, states: u64::MAX }
    }

    /// Writes a line for each card.
    pub(crate) fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let mut lines = String::from(if self.stock_is_given { STOCK_IS_GIVEN } else { "" });
        for card in &self.cards {
            let _ = match card {
                TrackedCard::Dealt(column, place) => {
                    writeln!(lines, "column {} card {}", column + 1, place + 1)
                }
                TrackedCard::Stock(place) => writeln!(lines, "stock card {}", place + 1),
                TrackedCard::Foundation(card) => writeln!(lines, "foundation {card}"),
            };
        }
        out.write_all(lines.as_bytes())
    }

    /// Reads such lines.
    pub(crate) fn read(text: &str, states: u64) -> Result<TrackedCards, FileError> {
        let of_cards = text.strip_prefix(STOCK_IS_GIVEN);
        let lines = of_cards.unwrap_or(text).lines().enumerate().map(|(i, line)| {
            parse(line).ok_or_else(|| FileError::Body(format!("card {}: no such words", i + 1)))
        });
        let cards = lines.collect::<Result<_, _>>()?;
        Ok(TrackedCards { cards, stock_is_given: of_cards.is_some(), states })
    }
}

fn parse(line: &str) -> Option<TrackedCard> {
    let number = |word: &str| word.parse::<usize>().ok()?.checked_sub(1);
    match line.split(' ').collect::<Vec<_>>()[..] {
        ["column", column, "card", place] => {
            Some(TrackedCard::Dealt(number(column)?, number(place)?))
        }
        ["stock", "card", place] => Some(TrackedCard::Stock(number(place)?)),
        ["foundation", card] => card.parse().ok().map(TrackedCard::Foundation),
        _ => None,
    }
}
