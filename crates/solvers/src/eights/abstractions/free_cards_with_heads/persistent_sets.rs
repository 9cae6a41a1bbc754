//! Column steps that can be put off until after the next step of the talon are left out (a persistent set,
//! Godefroid 1996).
//!
//! *Setup.* States without spaces, with cards in the stock of which none must be played, and without an Ace that
//! is forced. *w* is the top waste card, *c* the card that would be turned next. *Talon steps* are those of w, the redeal, and the
//! turn, together with the play of c if that must be played. *Exits* are the steps that make a column empty; *column
//! steps* are the others. The relaxed play of columns alone (`Relaxed::of_columns`) has every column step that can come
//! before the first talon step or exit; only these are meant below. A step *needs* the face of which one card less is open
//! after it: the parent face of a card that goes onto a column, the face of one that goes up from a column. It
//! *opens* the faces of which one more is: that of a card turned up, the parent face of a follower that goes up. The
//! turn needs the parent face of c.
//!
//! All talon steps and exits are *near*, and the steps of columns that the relaxed play could make empty. And for each near step:
//! - of the face that it needs, if no card is open: all steps that open that face;
//! - else, if fewer are open than steps need it, itself counted: all those steps;
//! - if its card is one that the relaxed play lets go up: all steps by which a card of the suit goes up;
//! - if it is a column's, all steps of the column's base. A later step of a column is near if the next one is;
//! - where Aces do not go up by themselves and its column may turn up an Ace: the steps by which a card of that suit
//!   goes up.
//!
//! *Claim.* A state is winnable exactly if it is after one of its near steps.
//!
//! *Proof.* A win takes all cards of the stock, so it has a talon step. Let t be the first near step of the win and
//! F the steps before it, all of them column steps of the relaxed play.
//! - t can be made at once. If the face that it needs is open only after F, F opens it, and that step is near. If a
//!   foundation takes its card only after F, a card of its suit goes up in F, and that step is near. Its base, head
//!   or waste card is there, for F has no step of its column nor of the talon; a follower that F brings about and that can
//!   go up is of a base whose column is near.
//! - A card is forced by the turn exactly if it is after F: if no parent of c is open, F opens none; if some are, F leaves one, since
//!   else as many steps as there are need that face, and those of F would be near.
//! - F can be made after t. Of the face that t needs enough cards are open for all steps that need it, else those of F
//!   would be near. Foundations of the suits that go up in F are as before, other columns too, and what t opens or
//!   frees does no harm. The state after both is the same, since all changes are sums.
//! - If t turns up or puts down an Ace that fits and is forced, the win's next step plays it, and it is put before F together
//!   with t: no card of its suit goes up in F.
//!
//! So the win can be played with t first. The other direction: near steps are steps.
//!
//! If no exit can come and neither w nor c can be played in the relaxed play, only the turn or redeal is near;
//! such turns are made at once, up to where a stock card can be played.
//!
//! *Conclusion.* By induction on the length of the shortest win: after t it is shorter by a step. So cycles do no
//! harm.
//!
//! *Needs.* That the relaxed play has all of F: `dead_ends.rs`.

use super::dead_ends::{Relaxed, bit, faces, parents};
use super::space::Step;
use super::state::{CardTypes, Deal, State, Talon, types};
use crate::eights::state::{COLUMNS, CardType, FACES, below, landing};

/// Whether the claim holds for steps with this talon, under the rules of the module.
pub fn supports(talon: Talon) -> bool {
    talon == Talon::Explicit
}

/// The column steps that are near.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Near {
    /// Bit i: steps of the base of column i.
    pub columns: u8,
    /// Bit i: followers of suit i that go up.
    pub suits: u8,
}

impl Near {
    /// All column steps.
    pub const ALL: Near = Near { columns: u8::MAX, suits: u8::MAX };

    /// Those of some columns that are among them.
    pub fn of(self, columns: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
        columns.filter(move |&column| self.columns >> column & 1 == 1)
    }

    /// Those of a state without spaces, after the relaxed play of its columns; or the only step that is needed, if there is
    /// one, where no card of the stock can be played but after some turns.
    pub fn new(deal: &Deal, state: &State, relaxed: &Relaxed<'_>) -> Result<Near, Option<Step>> {
        if state.stock == 0 {
            return Ok(Near::ALL);
        }
        let playable = relaxed.can_leave_waste();
        let is_playable = |place: u8| playable & bit(deal.stock[usize::from(place)]) != 0;
        let talon = [deal.next_turned(state), state.waste_top()].into_iter().flatten();
        let has_exits = relaxed.exits != 0 || relaxed.heads & relaxed.can_leave_column() != 0;
        if !has_exits && !talon.clone().any(is_playable) {
            return Err(turns(deal, state, is_playable));
        }
        let mut closure = Closure::new(deal, state, relaxed);
        for place in talon {
            closure.count(deal.stock[usize::from(place)], 1);
        }
        Ok(closure.close())
    }
}

/// What the steps of a column's bases do in the relaxed play.
#[derive(Clone, Copy, Default)]
struct Column {
    /// Faces of the cards that are turned up.
    opens: CardTypes,
    /// Faces that the steps need open and may cover or take away.
    needs: CardTypes,
    /// Suits of which cards can go up.
    suits: u8,
    /// Those of the Aces among them.
    aces: u8,
}

/// The least set of near steps.
struct Closure<'c> {
    deal: &'c Deal,
    state: &'c State,
    relaxed: &'c Relaxed<'c>,
    columns: [Column; COLUMNS],
    /// How many steps need a face, by colour and rank; 15 stands for more.
    needed: [u8; FACES],
    near: Near,
    /// What opens one of these is near.
    openers: CardTypes,
    /// What needs one of these is near.
    needers: CardTypes,
}

impl<'c> Closure<'c> {
    fn new(deal: &'c Deal, state: &'c State, relaxed: &'c Relaxed<'c>) -> Closure<'c> {
        let mut closure = Closure {
            deal,
            state,
            relaxed,
            columns: [Column::default(); COLUMNS],
            needed: [0; FACES],
            near: Near { columns: relaxed.exits, suits: 0 },
            openers: 0,
            needers: 0,
        };
        for column in 0..deal.width {
            closure.add_column(column);
        }
        for card in cards(closure.ups()) {
            closure.needed[card.face()] += 2;
        }
        for card in cards(types(&state.heads)) {
            closure.needed[card.face()] += 1;
            closure.count(card, 1);
        }
        closure
    }

    /// The followers that can go up.
    fn ups(&self) -> CardTypes {
        self.relaxed.free & self.goes_up()
    }

    /// Card types that can go up from columns.
    fn goes_up(&self) -> CardTypes {
        self.relaxed.next & self.relaxed.open
    }

    fn add_column(&mut self, column: usize) {
        let (from, to) = (self.state.dealt[column], self.relaxed.dealt[column]);
        let exits = self.relaxed.exits >> column & 1 == 1;
        if from == to && !exits {
            return;
        }
        let dealt = &self.deal.dealt[column][..usize::from(from)];
        // The last cards that leave make the column empty, or turn up one that stays.
        let first = if exits { 0 } else { usize::from(to).max(1) };
        let mut steps = Column::default();
        for (i, &card) in dealt.iter().enumerate() {
            if i + 1 < first {
                continue;
            }
            let goes_up =
                self.goes_up() & bit(card) != 0 || self.deal.aces_go_up && card.rank() == 1;
            let suit = u8::from(goes_up) << card.suit();
            steps.suits |= suit;
            steps.aces |= if card.rank() == 1 { suit } else { 0 };
            if i + 1 < dealt.len() {
                steps.opens |= faces(bit(card));
            }
            if i >= first {
                self.count(card, 1);
                steps.needs |= parents(bit(card));
                if goes_up {
                    self.needed[card.face()] += 1;
                    steps.needs |= faces(bit(card));
                }
            }
        }
        self.columns[column] = steps;
    }

    /// So many cards of a type may be put down.
    fn count(&mut self, card: CardType, cards: u8) {
        self.needed[landing(card.face())] += cards;
    }

    /// A step needs an open card of a face: what could take the last one is near, or what opens the first.
    fn need(&mut self, face: usize) {
        let types = 3 << (2 * face);
        if self.relaxed.open & types == 0 {
            return;
        }
        let open = self.state.open(face);
        if open == 0 {
            self.openers |= types;
        } else if u64::from(self.needed[face]) > open {
            self.needers |= types;
        }
    }

    /// A step puts a card down, or up from a column or from the stock.
    fn need_of(&mut self, card: CardType, in_column: bool) {
        self.need(landing(card.face()));
        if self.relaxed.next & bit(card) != 0 {
            self.near.suits |= 1 << card.suit();
            if in_column {
                self.need(card.face());
            }
        }
    }

    fn close(mut self) -> Near {
        let talon = [self.deal.next_turned(self.state), self.state.waste_top()];
        for place in talon.into_iter().flatten() {
            self.need_of(self.deal.stock[usize::from(place)], false);
        }
        for card in cards(types(&self.state.heads) & self.relaxed.can_leave_column()) {
            self.need_of(card, true);
        }
        let mut done = Near { columns: 0, suits: 0 };
        loop {
            let before = (self.near, self.openers, self.needers);
            self.add_near_columns(&mut done);
            for card in cards(self.ups()) {
                let is_near = self.near.suits >> card.suit() & 1 == 1
                    || self.needers & faces(bit(card)) != 0
                    || self.openers & parents(bit(card)) != 0;
                if is_near {
                    self.near.suits |= 1 << card.suit();
                    self.need(card.face());
                }
            }
            if before == (self.near, self.openers, self.needers) {
                return self.near;
            }
        }
    }

    fn add_near_columns(&mut self, done: &mut Near) {
        for i in 0..self.deal.width {
            let column = self.columns[i];
            let is_near = self.near.columns >> i & 1 == 1
                || column.opens & self.openers != 0
                || column.needs & self.needers != 0
                || column.suits & self.near.suits != 0;
            if !is_near || done.columns >> i & 1 == 1 || self.state.dealt[i] == 0 {
                continue;
            }
            done.columns |= 1 << i;
            self.near.columns |= 1 << i;
            self.near.suits |= if self.deal.aces_go_up { 0 } else { column.aces };
            self.need_of(self.deal.base(self.state, i), true);
        }
    }
}

fn cards(types: CardTypes) -> impl Iterator<Item = CardType> {
    gehtauf_search::bits(types).map(CardType::from_index)
}

/// Turns and redeals up to where a playable card is the next one; nothing if the passes end before.
fn turns(deal: &Deal, state: &State, is_playable: impl Fn(u8) -> bool) -> Option<Step> {
    let before = |place: u8| 64 - (state.stock & below(place)).leading_zeros() as u8;
    let first = |cards: u64| gehtauf_search::bits(cards).find(|&place| is_playable(place));
    if let Some(place) = first(state.stock & !below(state.turned)) {
        return Some(Step::TurnTo { turned: before(place), redeals: 0 });
    }
    // The last card of all is as little playable as the top waste card.
    let place = first(state.stock).filter(|_| deal.may_redeal(state))?;
    Some(Step::TurnTo { turned: before(place), redeals: 1 })
}
