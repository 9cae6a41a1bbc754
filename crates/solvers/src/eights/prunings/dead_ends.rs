//! Dead-end detection: no column can ever be emptied, by the order of the cards in the columns and the talon.
//!
//! *Setup.* A play goes on from a position, and beside it a relaxed play, turn by turn and pass by pass, which
//! does all that it can before each turn, and in which nothing that is moved leaves its old place or covers
//! another card: what has been done stays done. It knows card types only: those open on a column, those that have left
//! the stock or may come back from a foundation, those on foundations.
//!
//! *Claim.* If the relaxed play empties no column, the position is unwinnable, under every option.
//!
//! *Invariant.* Up to the first column that the play empties: after each turn all that the play has done has been
//! done in the relaxed play. The cards that it laid open on columns have been open there, those that it moved from
//! their places have been moved, those that it took from the stock have been taken, the types that it has put on
//! foundations are there.
//!
//! *Each move keeps it.*
//! - A turn or a redeal: the relaxed play turns and redeals too. It makes no difference to later turns that more
//!   cards have left the stock there. A whole pass that takes nothing from the stock adds nothing, nor would another.
//! - A card to a foundation: it finds the next lower card of its suit there, in the relaxed play too. It is open, see
//!   the next point, or on top of the waste, see the last.
//! - A run to a column: it goes onto an open card, since no column is empty, and a card of that face has been
//!   open in the relaxed play. A run that is not in its first place uncovers nothing when it moves that has not been
//!   open before; one that is has only cards on it that move with it, or the play has moved off all that lay on
//!   it.
//! - A card of the waste to a column: it is the top one, so that the cards turned after it have left the stock, in the
//!   relaxed play too: the card is the top one there or has left before.
//! - A card back from a foundation: it has been there, and builds on an open card.
//!
//! *Conclusion.* A win empties all columns.
//!
//! *Needs.* Nothing: options that restrict the moves take nothing away from the relaxed play, and one pile per suit
//! takes no card that two would not.
//! Oracle: `each_pruning` and `root_proofs_hold` in `tests/eights`, `Prunings::dead_ends` alone.

use gehtauf_rules::eights::Rules;
use gehtauf_search::bits;

use crate::eights::card_types::{ACES, CardTypes, bit, children, faces};
use crate::eights::state::{COLUMNS, CardType, Column, Deal, State, below};

/// For which values the proof holds.
pub fn supports(rules: &Rules) -> bool {
    let Rules {
        pack: _,
        columns: _,
        rows: _,
        passes: _,
        foundation_return: _,
        runs_to_spaces: _,
        forced_talon_play: _,
        one_pile_per_suit: _,
        face_down: _,
        forced_aces: _,
    } = rules;
    true
}

/// The types that build on one of these.
fn builders(cards: CardTypes) -> CardTypes {
    children(faces(cards))
}

/// What has been done, if nothing that is done takes anything away.
#[derive(Default)]
struct Done {
    /// Types of which a card has been open on a column or has left the stock.
    freed: CardTypes,
    /// Those of which a card has left the stock, or may come back from a foundation.
    released: CardTypes,
    /// Types of which a card has been put on its foundation.
    on_foundations: CardTypes,
    /// The types that build on a card that has been open on a column.
    buildable: CardTypes,
}

impl Done {
    fn uncover(&mut self, cards: CardTypes) {
        self.freed |= cards;
        self.buildable |= builders(cards);
    }

    /// Plays to foundations what has been freed, and builds what may lie on columns.
    fn close(&mut self) {
        loop {
            let on_foundations = self.on_foundations | self.freed & self.next_on_foundations();
            let buildable = self.buildable | builders(self.released & self.buildable);
            if (on_foundations, buildable) == (self.on_foundations, self.buildable) {
                return;
            }
            (self.on_foundations, self.buildable) = (on_foundations, buildable);
        }
    }

    /// The types that foundations have taken or could take next.
    fn next_on_foundations(&self) -> CardTypes {
        self.on_foundations << 4 | ACES
    }

    /// The types of which an open card can be moved.
    fn movable(&self) -> CardTypes {
        self.buildable | self.next_on_foundations()
    }
}

/// What is left of a column: the run at its end, and how many dealt cards lie under that.
#[derive(Clone, Copy, Default)]
struct Rest {
    run: CardTypes,
    /// Those of the run that have been open.
    open: CardTypes,
    under: u32,
}

impl Rest {
    fn new(column: Column) -> Rest {
        let run = (0..column.run()).fold(0, |run, under| run | bit(column.run_card(under)));
        let under = column.dealt() + column.built() - column.run();
        Rest { run, open: bit(column.open()), under }
    }

    /// Moves off the run what can be moved; says whether all of it can.
    fn lift(&mut self, done: &Done) -> bool {
        let mut lifted = false;
        for card in bits(self.run).map(|index| 1 << index) {
            self.open |= if lifted { card } else { 0 };
            lifted = self.is_lifted(card, done);
        }
        lifted
    }

    fn is_lifted(&self, card: CardTypes, done: &Done) -> bool {
        // All that lies on the card moves with it to a column, but not to a foundation.
        let movable = if self.open & card == 0 { done.buildable } else { done.movable() };
        movable & card != 0
    }

    /// How many cards lie under the one that blocks a rest that is never moved off: the last of those that are not
    /// lifted, the head among them.
    fn blocking(&self, done: &Done) -> usize {
        let from_the_head = (0..=self.run.ilog2()).rev().map(|index| 1 << index);
        let run = from_the_head.filter(|card| self.run & card != 0);
        let stay = run.take_while(|&card| !self.is_lifted(card, done)).count();
        self.under as usize + stay.saturating_sub(1)
    }
}

/// A card that never leaves its column, as nothing that it waits for comes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blocking {
    /// How many cards lie under it.
    pub place: usize,
    /// The rank that the foundations of its suit never get.
    pub missing: u8,
}

/// Of each column a card that never leaves it, if it is certain that no column is ever emptied.
pub fn blocking_cards(deal: &Deal, state: &State) -> Option<Vec<Blocking>> {
    let (done, rests) = relaxed_play(deal, state)?;
    let blocking = |(rest, dealt): (&Rest, &Vec<CardType>)| {
        let place = rest.blocking(&done);
        let of_suit = |rank: &u8| bit(CardType::of(*rank, dealt[place].suit()));
        let missing = (1..).find(|rank| done.on_foundations & of_suit(rank) == 0);
        Blocking { place, missing: missing.expect("a card that stays is of a foundation") }
    };
    Some(rests[..deal.width].iter().zip(&deal.dealt).map(blocking).collect())
}

/// Says whether it is certain that no column is ever emptied, so that the position is unwinnable. "No" means
/// nothing.
pub fn no_column_empties(deal: &Deal, state: &State) -> bool {
    relaxed_play(deal, state).is_some()
}

/// What has been done in the end and what is left of the columns; nothing if one is emptied.
fn relaxed_play(deal: &Deal, state: &State) -> Option<(Done, [Rest; COLUMNS])> {
    let columns = &state.columns[..deal.width];
    if columns.iter().any(|column| column.is_empty()) {
        return None;
    }
    let mut done = Done::default();
    for suit in 0..4 {
        for rank in 1..=state.foundations[2 * suit].min(deal.rules.pack.top.number()) {
            done.on_foundations |= bit(CardType::of(rank, suit));
        }
    }
    if deal.rules.foundation_return {
        done.released = done.on_foundations;
    }
    let mut rests = [Rest::default(); COLUMNS];
    for (rest, &column) in rests.iter_mut().zip(columns) {
        *rest = Rest::new(column);
        done.uncover(rest.open);
    }
    let mut talon = state.stock & !below(state.turned);
    let mut waste = state.waste();
    let mut redeals = deal.rules.passes.map_or(u8::MAX, |passes| passes - state.pass);
    let mut turned_over = 0;
    if empties_a_column(deal, &mut done, &mut rests[..deal.width], &mut waste) {
        return None;
    }
    loop {
        for place in bits(talon) {
            waste |= 1 << place;
            let movable = done.movable() & bit(deal.stock[usize::from(place)]) != 0;
            if movable && empties_a_column(deal, &mut done, &mut rests[..deal.width], &mut waste) {
                return None;
            }
        }
        if waste == turned_over || redeals == 0 {
            return Some((done, rests));
        }
        redeals -= 1;
        turned_over = waste;
        (talon, waste) = (waste, 0);
    }
}

/// Moves all that can be moved without a turn until a column is empty; says whether one is.
fn empties_a_column(deal: &Deal, done: &mut Done, rests: &mut [Rest], waste: &mut u64) -> bool {
    loop {
        let mut moved = false;
        done.close();
        while let Some(place) = waste.checked_ilog2() {
            let card = bit(deal.stock[place as usize]);
            if done.movable() & card == 0 {
                break;
            }
            *waste ^= 1 << place;
            done.freed |= card;
            done.released |= card;
            done.close();
            moved = true;
        }
        for (i, rest) in rests.iter_mut().enumerate() {
            while rest.run & done.movable() != 0 {
                let before = rest.open;
                if rest.lift(done) {
                    if rest.under == 0 {
                        return true;
                    }
                    done.uncover(rest.run);
                    *rest = Rest::new(deal.dealt_only[i][rest.under as usize]);
                } else if rest.open == before {
                    break;
                }
                done.uncover(rest.open);
                done.close();
                moved = true;
            }
        }
        if !moved {
            return false;
        }
    }
}
