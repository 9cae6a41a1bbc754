//! From a play of each suit to the moves of the rules.
//!
//! *Setup.* An order that the clauses allow, and for each suit a play of its [`projection`](super::projection) with all
//! ranks, in which each card opens after the cards of the suit that leave no later than it opens in the order.
//! The merged play takes the next shift of any suit whenever it is legal: when the heads that it names are open
//! on the table.
//!
//! *Claim.* The merged play takes all shifts, so it wins.
//!
//! *Proof.* Suppose that it takes no more, and some shifts are left. Then the next shift of each suit that has some left
//! names a head that is not open on the table. Of these heads let h be the one that opens first in the order, at
//! the event that a card y leaves (h lies under y), or that a block is laid out. In the second case the order
//! lets as many last cards of piles leave before as must, so one of those, let it be y, has not left on the
//! table. In both cases y leaves in the order no later than h opens, and has not left on the table. So the suit
//! of y has shifts left, and waits for a head h'. h' does not open in the order before h, by the choice of h, so
//! not before y leaves. So in the play of its suit h' opens after y has left. But there h' was open already, and y
//! has not left. Contradiction.
//!
//! *Needs.* In which stack a pile lies matters to no move. The moves are replayed by the rules as all wins are.

use gehtauf_rules::Move;

use super::dealt::{CardId, Dealt};
use crate::hochzeitszug::abstractions::belief_sets::configuration::Shift;

/// The moves of the merged play; `plays` are the shifts of each suit.
pub fn moves(dealt: &Dealt, plays: &[Vec<Shift>]) -> Vec<Move> {
    let mut piles = Table::new(dealt);
    let mut next = vec![0; plays.len()];
    let mut moves = Vec::new();
    loop {
        let before = moves.len();
        for (suit, play) in plays.iter().enumerate() {
            while let Some(m) = play.get(next[suit]).and_then(|&shift| piles.play(suit, shift)) {
                moves.push(m);
                next[suit] += 1;
            }
        }
        if moves.len() == before {
            return moves;
        }
    }
}

/// The piles while the moves are played.
struct Table<'d> {
    dealt: &'d Dealt,
    /// By card.
    pile_of: Vec<usize>,
    /// The stack in which each pile lies that has been laid out.
    stacks: Vec<u8>,
    /// How many dealt cards each pile has left.
    left: Vec<usize>,
    /// How many cards are packed on each dealt card.
    runs: Vec<u8>,
}

impl Table<'_> {
    fn new(dealt: &Dealt) -> Table<'_> {
        let mut pile_of = vec![0; dealt.cards.len()];
        for (pile, cards) in dealt.piles.iter().enumerate() {
            cards.iter().for_each(|&card| pile_of[card] = pile);
        }
        Table {
            dealt,
            pile_of,
            stacks: dealt.stacks.clone(),
            left: dealt.piles.iter().map(Vec::len).collect(),
            runs: vec![0; dealt.cards.len()],
        }
    }

    /// The stack of a head, if it is open.
    fn stack(&self, head: CardId) -> Option<u8> {
        let pile = self.pile_of[head];
        let is_last = self.left[pile].checked_sub(1).map(|last| self.dealt.piles[pile][last]);
        self.stacks.get(pile).copied().filter(|_| is_last == Some(head))
    }

    /// Plays a shift of one card, if it is legal.
    fn play(&mut self, suit: usize, shift: Shift) -> Option<Move> {
        let from_head = self.dealt.id(suit, shift.from);
        let from = self.stack(from_head)?;
        let m = match shift.to {
            None => Move::StackToFoundation { from },
            Some(to) => {
                let to_head = self.dealt.id(suit, to);
                let to = self.stack(to_head)?;
                self.runs[to_head] += 1;
                Move::StackToStack { from, to, count: 1 }
            }
        };
        if self.runs[from_head] > 0 {
            self.runs[from_head] -= 1;
        } else {
            let pile = self.pile_of[from_head];
            self.left[pile] -= 1;
            if self.left[pile] == 0 && self.stacks.len() < self.left.len() {
                self.stacks.push(self.stacks[pile]);
            }
        }
        Some(m)
    }
}
