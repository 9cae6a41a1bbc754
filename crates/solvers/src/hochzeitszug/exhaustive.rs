//! The exhaustive search's view of the game: every move of the rules, with the prunings of the last
//! deal.

use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::MAX_STACKS;
use gehtauf_search::Space;
use siphasher::sip128::{Hasher128, SipHasher13};
use std::hash::Hasher;

use super::Prunings;
use super::state::{Kinds, NONE, Rules, State, kind};

#[derive(Clone, Copy)]
pub struct Exhaustive<'r> {
    pub rules: &'r Rules,
    pub prunings: Prunings,
}

impl Exhaustive<'_> {
    fn merges_stacks(&self, state: &State) -> bool {
        self.prunings.equal_stacks && state.redeals_left == 0
    }

    /// A top card that may go to its foundation without a look at any other move.
    ///
    /// Claim: in the last deal without `packing=stalled`, a card of rank r may go up at once if
    /// (a) the cards of rank r-1 of its suit are all out, or those of r-3 and of r-4 are, and
    /// (b) its twin is out, or the cards of rank r-2 are all out. Ranks below the Ace count as out.
    ///
    /// Proof: take a win from the state before, and play it from the state after, leaving out what
    /// cannot or need not be done. Let X be the card. Its own moves are left out. By (b) its twin
    /// finds a foundation whenever it goes up. Nothing is lost under X: what lay there is open
    /// earlier, and where X's stack is emptied earlier, the talon's cards come earlier or the space
    /// is there longer; no redeal looks at the stacks any more. What the win puts on X (or on
    /// something on X) are cards of rank r-1 and r-2 and lower, of the suit. If all of rank r-1 are
    /// out there are none. Otherwise all of r-3 and r-4 are out, and those of r-1 and r-2 go up
    /// instead, for their foundations are ready; later moves of them are left out, and what the win
    /// puts on them goes up as well. So at each moment the play has at least the cards of the win on
    /// the foundations, and its other cards lie as in the win, or on the same cards of their dealt
    /// stack with less on them: it wins too. Under `packing=stalled` a card that is open earlier can
    /// forbid packing, so the proof fails.
    fn safe_card(&self, state: &State) -> Option<u8> {
        let variant = &self.rules.variant;
        if !self.prunings.safe_cards || state.redeals_left > 0 || variant.packing_stalled {
            return None;
        }
        let out = state.out();
        let all_out = out[usize::from(variant.pack.decks) - 1];
        // Bits of suits that the pack does not have do no harm.
        let below_ace = 0x0001_0001_0001_0001_u64;
        let lower = |n: u32| {
            (0..n).fold(all_out << n, |kinds, i| kinds | below_ace << i | below_ace << (i + 1))
        };
        let free_below = lower(1) | lower(3) & lower(4);
        let twin_served = out[0] | lower(2) | if variant.pack.decks == 1 { !0 } else { 0 };
        let safe = state.tops()[0] & state.wanted(self.rules) & free_below & twin_served;
        Kinds(safe).next()
    }
}

impl Space for Exhaustive<'_> {
    type State = State;
    type Move = Move;
    type Key = u128;

    /// 128 bits of SipHash-1-3 of the stacks, the talon, what the redeals have come to.
    ///
    /// Claim: states with equal keys are both winnable or both not. The copies of a card do not
    /// differ; the foundations hold the rest of the pack, and which pile of two is higher follows
    /// from the cards alone. The chance that any two of n states share a key by accident is below
    /// n^2 / 2^129: 1.5e-23 for 100 million.
    ///
    /// Claim (`equal_stacks`): in the last deal stacks may change places. Proof: no rule but the
    /// redeal looks at a stack's place.
    fn key(&self, state: &State) -> u128 {
        let mut order: [u8; MAX_STACKS] = std::array::from_fn(|i| i as u8);
        let order = &mut order[..self.rules.stacks];
        if self.merges_stacks(state) {
            order.sort_unstable_by(|&a, &b| compare_stacks(state, a, b));
        }
        let mut bytes = [0; 128];
        let mut length = 0;
        let mut push = |byte| {
            bytes[length] = byte;
            length += 1;
        };
        for &stack in &*order {
            let mut id = state.top(stack.into());
            while id != NONE {
                push(kind(id));
                id = state.below(id);
            }
            push(NONE);
        }
        for &id in state.talon() {
            push(kind(id));
        }
        push(2 * state.redeals_left + u8::from(state.first_deal));
        let mut hasher = SipHasher13::new();
        hasher.write(&bytes[..length]);
        hasher.finish128().as_u128()
    }

    fn is_won(&self, state: &State) -> bool {
        state.is_won(self.rules)
    }

    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        if let Some(kind) = self.safe_card(state) {
            let from = state.stacks_of(kind).next().expect("the card is a top card");
            moves.push(Move::StackToFoundation { from });
            return;
        }
        let first = moves.len();
        state.card_moves(self.rules, moves);
        if state.may_redeal(self.rules, &moves[first..]) {
            moves.push(Move::Redeal);
        }
        if self.merges_stacks(state)
            && !state.first_deal
            && let Some(space) = state.empty_stacks(self.rules).next()
        {
            // Claim: in the last deal one empty stack stands for all, and a card that lies alone
            // need not move to one. Proof: the states that this leaves out have the key of a state
            // that is kept, or of this one.
            let empty = |stack: u8| state.top(stack.into()) == NONE;
            let alone = |stack: u8| state.below(state.top(stack.into())) == NONE;
            let mut kept = first;
            for i in first..moves.len() {
                let idle = match moves[i] {
                    Move::StackToStack { from, to, .. } => {
                        empty(to) && (to != space || alone(from))
                    }
                    Move::Fill { stack } => stack != space,
                    _ => false,
                };
                if !idle {
                    moves[kept] = moves[i];
                    kept += 1;
                }
            }
            moves.truncate(kept);
        }
    }

    fn play(&self, state: &mut State, m: Move) {
        state.play(self.rules, m);
    }
}

fn compare_stacks(state: &State, a: u8, b: u8) -> std::cmp::Ordering {
    let (mut a, mut b) = (state.top(a.into()), state.top(b.into()));
    while a != NONE && b != NONE && kind(a) == kind(b) {
        (a, b) = (state.below(a), state.below(b));
    }
    let rank = |id| if id == NONE { NONE } else { kind(id) };
    rank(a).cmp(&rank(b))
}
