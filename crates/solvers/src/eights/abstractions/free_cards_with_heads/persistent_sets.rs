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
//!   goes up;
//! - where they do not and a card of the top rank goes up by it: all column steps, for an Ace fits then that did not.
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
//!   with t: no card of its suit goes up in F. No other Ace is forced after t that was not before: where Aces do not go
//!   up by themselves t puts no card of the top rank up, else all steps would be near and F empty.
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

use gehtauf_rules::eights::Rules;
use gehtauf_search::bits;

use super::column_play::ColumnPlay;
use super::dead_ends::Relaxed;
use super::state::{Deal, State, Talon};
use super::steps::Step;
use crate::eights::card_types::{
    CardTypes, children, excess, faces, faces_of, of_rank, parents, suits, types,
};
use crate::eights::state::{COLUMNS, below, landing};

/// Whether the claim holds under the rules for steps with this talon.
pub fn supports(rules: &Rules, talon: Talon) -> bool {
    let &Rules {
        pack: _,
        columns: _,
        rows: _,
        passes: _,
        foundation_return,
        runs_to_spaces: _,
        forced_talon_play: _,
        one_pile_per_suit: _,
        face_down: _,
        forced_aces,
    } = rules;
    forced_aces && !foundation_return && talon == Talon::CardByCard
}

/// The column steps that are near.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Near {
    /// Bit i: steps of the base of column i.
    pub columns: u8,
    /// The followers that go up.
    pub suits: CardTypes,
}

impl Near {
    /// All column steps.
    pub const ALL: Near = Near { columns: u8::MAX, suits: CardTypes::MAX };

    /// Those of some columns that are among them.
    pub fn of(self, columns: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
        columns.filter(move |&column| self.columns >> column & 1 == 1)
    }

    /// Those of a state without spaces, after the relaxed play of its columns; or the only step that is needed, if there is
    /// one, where no card of the stock can be played but after some turns.
    pub fn new(deal: &Deal, state: &State, play: &ColumnPlay) -> Result<Near, Option<Step>> {
        if state.stock == 0 {
            return Ok(Near::ALL);
        }
        let relaxed = &play.relaxed;
        let playable = relaxed.can_leave_waste();
        let is_playable = |place: u8| playable & deal.stock_types[usize::from(place)] != 0;
        let talon = [deal.next_turned(state), state.waste_top()].into_iter().flatten();
        let has_exits = relaxed.exits != 0 || relaxed.heads & relaxed.can_leave_column() != 0;
        if !has_exits && !talon.clone().any(is_playable) {
            return Err(turns(deal, state, is_playable));
        }
        let mut needed = play.needed;
        let mut cards_of_talon = 0;
        for place in talon.map(usize::from) {
            let face = landing(deal.stock[place].face());
            needed[face & 1] += 1 << (4 * (face >> 1));
            cards_of_talon |= deal.stock_types[place];
        }
        let open = faces_of(&state.open);
        let scarce = [0, 1].map(|colour| excess(needed[colour], state.open[colour]));
        let mut closure = Closure {
            relaxed,
            closed: relaxed.open & !open,
            scarce: relaxed.open & open & faces_of(&scarce),
            near: Near { columns: relaxed.exits, suits: 0 },
            openers: 0,
            needers: 0,
            ups: 0,
        };
        closure.add(cards_of_talon, 0);
        let heads = types(&state.heads) & relaxed.can_leave_column();
        closure.add(heads, heads);
        Ok(closure.close(play, deal, &deal.base_types(&state.dealt)))
    }
}

/// The least set of near steps.
struct Closure<'c> {
    relaxed: &'c Relaxed,
    /// The faces of which no card is open, though one may come to be.
    closed: CardTypes,
    /// Those of which fewer are open than steps need, but some.
    scarce: CardTypes,
    near: Near,
    /// What opens one of these is near.
    openers: CardTypes,
    /// What needs one of these is near.
    needers: CardTypes,
    /// What goes up by near steps.
    ups: CardTypes,
}

impl Closure<'_> {
    /// A near step needs an open card of each of these faces: what could take the last one is near, or what opens the
    /// first.
    #[inline]
    fn need(&mut self, faces: CardTypes) {
        self.openers |= faces & self.closed;
        self.needers |= faces & self.scarce;
    }

    /// The steps that put cards of these types down or up, some of them from columns, are near.
    #[inline]
    fn add(&mut self, types: CardTypes, of_columns: CardTypes) {
        let up = types & self.relaxed.next;
        self.ups |= up;
        self.near.suits |= suits(up);
        self.need(parents(types) | faces(up & of_columns));
    }

    fn close(mut self, play: &ColumnPlay, deal: &Deal, bases: &[CardTypes; COLUMNS]) -> Near {
        let (mut columns, mut ups) = (play.with_steps, play.ups);
        loop {
            let before = (columns, ups);
            for i in bits(columns) {
                let column = &play.columns[usize::from(i)];
                let is_near = self.near.columns >> i & 1 == 1
                    || column.opens & self.openers != 0
                    || column.needs & self.needers != 0
                    || column.suits & self.near.suits != 0;
                if is_near {
                    columns ^= 1 << i;
                    self.near.columns |= 1 << i;
                    self.near.suits |= if deal.aces_go_up { 0 } else { column.aces };
                    let base = bases[usize::from(i)];
                    self.add(base, base);
                }
            }
            let near_ups = ups & (self.near.suits | self.needers | children(self.openers));
            ups ^= near_ups;
            self.ups |= near_ups;
            self.near.suits |= suits(near_ups);
            self.need(faces(near_ups));
            if before == (columns, ups) {
                let lets_an_ace_fit =
                    !deal.aces_go_up && self.ups & of_rank(deal.rules.pack.top.number()) != 0;
                return if lets_an_ace_fit { Near::ALL } else { self.near };
            }
        }
    }
}

/// Turns and redeals up to where a playable card is the next one; nothing if the passes end before.
fn turns(deal: &Deal, state: &State, is_playable: impl Fn(u8) -> bool) -> Option<Step> {
    let before = |place: u8| 64 - (state.stock & below(place)).leading_zeros() as u8;
    let first = |cards: u64| bits(cards).find(|&place| is_playable(place));
    if let Some(place) = first(state.stock & !below(state.turned)) {
        return Some(Step::TurnTo { turned: before(place), redeals: 0 });
    }
    // The last card of all is as little playable as the top waste card.
    let place = first(state.stock).filter(|_| deal.may_redeal(state))?;
    Some(Step::TurnTo { turned: before(place), redeals: 1 })
}
