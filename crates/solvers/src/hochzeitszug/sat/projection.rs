//! One suit alone, its cards open as soon as given others of the suit have left.
//!
//! *Setup.* Of a suit, dealt cards in three parts: those of low rank are ignored, as if they lay on the foundations;
//! those of the next ranks are *in play*; those one rank above, the *tops*, never leave. For each card in play and
//! each top, a set of cards that it opens after: it is open as soon as those of them in play have left. Cards in
//! play move as in the game; none is covered by anything but cards packed on it. The projection is won when
//! all cards in play lie on the foundations.
//!
//! *Claim.* If the deal has a win in which each card opens only after its set has left (or in the same move as the last
//! of them leaves), the projection is won.
//!
//! *Invariant.* Play the win's moves of cards in play, in their order. After each, these cards lie in the
//! projection where they lie in the win, and what is open in the win, or packed, can be packed on in the
//! projection, if it is in play or a top.
//!
//! *Each move keeps it.*
//! - A card that moves in the win is open there: in its dealt place, with nothing over it. By the invariant nothing lies on
//!   it in the projection. Its set has left in the win, so the cards of it in play have left in the projection.
//! - To a foundation: cards two ranks lower lie there in the win, so they do in the projection; for the lowest
//!   two ranks in play the ignored ones do.
//! - Onto a card in play or a top: that is open in the win, or packed, and has not gone up. If it is
//!   in play it lies in the projection where it lies in the win; if it is a top it was laid open in the win, so
//!   its set has left, and tops stay.
//!
//! *Conclusion.* In the end all lies on the foundations.
//!
//! Ignored cards never lie on cards in play: that only takes conditions away. With all ranks in play and no tops, the
//! projection is what [`merge`](super::merge) asks for.
//!
//! *Needs.* Safe foundation moves, where the projection has no other move: their
//! [claim](crate::hochzeitszug::prunings::safe_foundation_moves) holds for the projection, with each card for a
//! pile that opens when its set has left. A card that leaves earlier opens no card later.

use gehtauf_search::bytes::vec_bytes;
use gehtauf_search::{Budget, List, Stop, Visited, bits};

use super::dealt::Dealt;
use crate::hochzeitszug::abstractions::belief_sets::configuration::{
    Configuration, SUIT_CARDS, Shape, Shift, SuitRules, length, rank,
};

/// Ranks of a whole suit.
pub const RANKS: u8 = 13;

/// By card of a suit, the cards that it opens after.
pub type OpensAfter = [u32; SUIT_CARDS];

/// What a search of the projection found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It is won by these shifts.
    Won(Vec<Shift>),
    /// It is not; these are the sets of cards that have left in some position reached.
    Lost(Vec<u32>),
    /// There were more positions than allowed.
    Open,
}

/// The cards of a projection.
#[derive(Debug, Clone, Copy)]
pub struct Projection {
    rules: SuitRules,
    /// The cards in play.
    pub in_play: u32,
    pub tops: u32,
    /// The other cards of the suit.
    ignored: u32,
}

/// A position: which cards have left and are heads, and where the cards that left lie.
type Position = (Shape, Configuration);

/// The search's way to a position.
struct Frame {
    /// The shift that led to it.
    shift: Option<Shift>,
    /// What is left to try, the last first.
    next: Vec<(Position, Shift)>,
}

impl Projection {
    /// With all dealt cards of the suit in play.
    pub fn new(dealt: &Dealt, suit: usize) -> Projection {
        let numbers = dealt.of_suit(suit).map(|id| dealt.cards[id].number);
        Projection {
            rules: SuitRules { decks: dealt.decks, runs: false, safe_foundation_moves: true },
            in_play: numbers.fold(0, |cards, number| cards | 1 << number),
            tops: 0,
            ignored: dealt.on_foundations[suit],
        }
    }

    /// With so many ranks in play, the lowest first.
    pub fn windows(&self, ranks: u8) -> impl Iterator<Item = Projection> {
        (0..=RANKS - ranks).map(move |low| self.window(low, ranks))
    }

    /// With so many ranks in play, `low` ignored, and tops; all ranks are those of a whole suit.
    pub fn window(&self, low: u8, ranks: u8) -> Projection {
        let below = |rank: u8| ((1_u64 << (2 * rank)) - 1) as u32;
        let high = low + ranks;
        Projection {
            in_play: self.in_play & below(high) & !below(low),
            tops: self.in_play & below(high + 1) & !below(high),
            ignored: self.ignored | self.in_play & below(low),
            ..*self
        }
    }

    /// Looks for a win, depth first.
    ///
    /// # Errors
    /// The budget is spent; a position counts as a state.
    pub fn search(
        &self,
        after: &OpensAfter,
        max_positions: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Answer, Stop> {
        let mut seen = Visited::new(budget.memory());
        let shape = Shape { gone: self.ignored, heads: self.heads(after, self.ignored) };
        let mut reached = (shape, 0);
        let mut shift = None;
        let mut path: List<Frame> = List::new(budget.memory());
        // The room of all lists of what is left to try.
        let (mut room, mut share) = (0, budget.memory().share());
        loop {
            if seen.insert((reached.0.gone, reached.1))? {
                if seen.len() > max_positions {
                    return Ok(Answer::Open);
                }
                budget.visit()?;
                let next = self.successors(after, reached);
                room += next.capacity();
                share.resize(vec_bytes::<(Position, Shift)>(room))?;
                path.push(Frame { shift, next })?;
                if self.in_play & !reached.0.gone == 0 && reached.1 == 0 {
                    return Ok(Answer::Won(path.iter().filter_map(|frame| frame.shift).collect()));
                }
            }
            (reached, shift) = loop {
                let Some(frame) = path.last_mut() else {
                    let mut gone: Vec<u32> = seen.into_keys().map(|(gone, _)| gone).collect();
                    gone.sort_unstable();
                    gone.dedup();
                    return Ok(Answer::Lost(gone));
                };
                match frame.next.pop() {
                    Some((position, shift)) => break (position, Some(shift)),
                    None => {
                        room -= frame.next.capacity();
                        path.pop();
                    }
                }
            };
        }
    }

    /// The cards that are open in their dealt places, or covered by packed ones only.
    fn heads(&self, after: &OpensAfter, gone: u32) -> u32 {
        let is_open = |&card: &u8| after[usize::from(card)] & self.in_play & !gone == 0;
        let cards = bits((self.in_play | self.tops) & !gone).filter(is_open);
        cards.fold(0, |heads, card| heads | 1 << card)
    }

    fn successors(&self, after: &OpensAfter, (shape, packed): Position) -> Vec<(Position, Shift)> {
        let mut next = Vec::new();
        self.rules.shifts(shape, packed, |packed, shift| next.push(((shape, packed), shift)));
        for head in bits(shape.heads & self.in_play) {
            let gone = shape.gone | 1 << head;
            let left = Shape { gone, heads: self.heads(after, gone) };
            self.rules.departures(shape, packed, head, |packed, shift| {
                next.push(((left, packed), shift));
            });
        }
        let founded = shape.on_foundations(packed);
        let is_safe = |(_, shift): &&(Position, Shift)| {
            let moved = rank(shift.from) - length(packed, shift.from);
            shift.to.is_none() && self.rules.is_safe(founded, moved)
        };
        match next.iter().find(is_safe) {
            Some(&safe) => vec![safe],
            None => {
                // Foundations are tried first, then cards that leave.
                next.sort_by_key(|((after, _), shift)| {
                    (shift.to.is_none(), after.gone != shape.gone)
                });
                next
            }
        }
    }
}
