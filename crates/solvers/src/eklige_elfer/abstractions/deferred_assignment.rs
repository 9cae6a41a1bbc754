//! Deferred assignment: which column hides which tail is settled when it matters.
//!
//! # The algebra of runs
//!
//! Of a suit only the colour matters. Call (rank + colour) mod 2 the *parity* of a card: a card goes
//! onto another exactly if both have one parity and its rank is one lower. So a run keeps one
//! parity, and cards of different parities never meet in a run. Cut each column into its maximal runs.
//! The first card of a run is its *head*, the last one its *tail*; a covered run is *hidden*, the run
//! at a column's end is *open*.
//!
//! ```text
//! c1: ... 9S 8H 7S     head 9, tail 7
//! c2: ... TH 9C 8D     head 10, tail 8      all of one parity (odd black, even red)
//! c3: ... 7C           head 7, tail 7
//! ```
//!
//! *Exchanges.* `c1>c2` takes the 7S to c2: now c1 ends in 8 and c2 in 7. The tails 7 and 8 have changed
//! places, and `c2>c1` brings it back. The tail 8 cannot go to c3, whose head is 7: a head carries the
//! tails up to itself and no others. Any way of giving each head a tail that it can carry can be
//! reached from any other by such exchanges, each of which is one move (`Player::arrange` in
//! [`translate`](crate::eklige_elfer::translate)). That heads and tails go together is Hall's condition
//! ([`Ranks::can_carry`]): at no rank more tails than heads at or above it.
//!
//! # The claim
//!
//! *Setup.* R is a position of the rules, S a state. In S each column has *slots*, bottom first: the
//! heads of the runs at the start, then a card of each row dealt (a *veil* where the row brought an Ace or no
//! card), as far as they are left, over a King at the bottom if there is one. S has the multiset of
//! open tails, and for each row k the deferred set of k: the tails that k has covered. Columns that are empty
//! or hold a King's run alone are *interchangeable* once one of them is empty, until a row is dealt.
//!
//! *Claim.* A position is winnable exactly if the state of it is ([`Deal::new`]).
//!
//! A win of the state is played out move by move ([`translate`](crate::eklige_elfer::translate)), and the
//! rules replay it. The other way round, let a win of the position be given.
//!
//! *Invariant.* R *fits* S: with the interchangeable columns in some order, (1) the heads of the runs of each
//! column of R, the bottom one first, are the King and the heads of the slots of that column, none of
//! which is a veil; (2) the open tails of S are the tails of the open runs of R; (3) the deferred set of row k
//! has the tails of the runs of R that a card of row k lies on, and a run at the start that a run at the start
//! lies on has the tail that it had then; (4) as many rows are dealt and as many runs out.
//!
//! *Each move keeps it.*
//! - A part of a run goes onto another open card: two open runs of one parity exchange tails. (1) to (4)
//!   do not tell which has which. No step.
//! - A whole run with head h, not a King, goes onto an open card: that is a tail one higher than h, of another
//!   open run. Step `Pop`: the slot and that tail go, the tail of the moved run stays open, and the run
//!   that comes to light brings its tail in R, which (3) has, or its known one. The step is listed, for the
//!   heads and tails of R that are left go together ([`Deal::fit`]).
//! - A King's run goes to an empty column: step `King` if it lies on something, the same way. If it lies on
//!   nothing, two interchangeable columns change places. No step.
//! - A run goes out: step `Out` of its King. The other open heads of R carry the other open tails.
//! - A row is dealt: step `Deal` with the order that the interchangeable columns of R have; all orders are
//!   listed. The open tails become the deferred set of the row. If a card of the row makes one run with the run
//!   it lies on, step `Join`: the slot goes, and the tail one higher than its head leaves the set. Where
//!   the row brought an Ace or no card, step `Unveil`: the veil goes, and the tail of that run in R is open
//!   again. Both steps are listed, as above, and are no moves.
//! - Aces are laid aside and cards turned up as part of these moves: a covered Ace is no run, a card that lies
//!   face down is a run of its own, for nothing can be moved with it.
//!
//! *Conclusion.* When R is won all runs are out, and S is won.
//!
//! *Needs.* `take-out=free`. Under `take-out=forced` a run goes out as soon as it is complete. In the
//! restarts no King has a 2 but in the move that takes his run out: that some pairing of tails and heads
//! keeps to it is a condition like Hall's ([`Deal::fit`]), and exchanges that keep to it reach them all
//! (`Player::arrange`). A pop may leave a 2 too many; then it completes a run. Some wins are lost by
//! this: a dealt 2 may not complete a run, and a head that joins a King's run later counts as a head of its own
//! until then, so about one win in a hundred cannot be played out. What the restarts do not win is asked of the
//! free game, whose losses are losses here too, and then of the rules themselves
//! ([`portfolio`](crate::eklige_elfer::portfolio)).
//!
//! Oracles: `every_play_of_the_rules_is_one_of_the_state` beside; `tests/eklige_elfer.rs` against brute
//! force; `wins_of_the_free_game_are_played_out` in the translation.

use gehtauf_rules::eklige_elfer::Variant;

use super::card_types::CardType;
use super::ranks::Ranks;
use crate::eklige_elfer::state::{Below, Deal, ROWS, State, Step, add};

/// Whether the claim holds for the variant. (Under `take-out=forced` it holds of wins alone: see above.)
pub fn supports(variant: &Variant) -> bool {
    let Variant { pack: _, take_out_forced: _, columns: _, face_down_rows: _, face_up_rows: _ } =
        *variant;
    true
}

/// The heads over each deferred set, counted when they are asked for.
#[derive(Default)]
pub struct Heads([Option<[Ranks; 2]>; ROWS]);

impl Heads {
    pub fn over(&mut self, deal: &Deal, state: &State, row: usize) -> [Ranks; 2] {
        *self.0[row].get_or_insert_with(|| deal.covered_heads(state, row))
    }
}

impl Deal {
    /// The heads of the runs whose tails are in the deferred set of the row.
    fn covered_heads(&self, state: &State, row: usize) -> [Ranks; 2] {
        let cover = 1 << (self.first_row as usize + row);
        let mut heads = [Ranks::default(); 2];
        for column in 0..self.columns {
            if state.slots[column] & cover != 0 {
                let slots = state.slots[column] & (cover - 1);
                add(&mut heads, self.head_on_top(column, slots, state.kings[column]));
            }
        }
        heads
    }

    /// Appends a step for each tail that the run laid open can have.
    pub fn push_reveals(
        &self,
        state: &State,
        heads: &mut Heads,
        step: Step,
        below: Below,
        steps: &mut Vec<Step>,
    ) {
        match below {
            Below::Nothing => steps.push(step),
            Below::Known(_, tail) => steps.push(Step { tail, ..step }),
            Below::Deferred(row, head) => {
                let parity = usize::from(head.parity);
                let tails = state.deferred[row][parity];
                let others = heads.over(self, state, row)[parity].without(head.rank);
                for tail in tails.iter().take_while(|&tail| tail <= head.rank) {
                    let is_complete = self.forced && head.rank == self.king && tail == 0;
                    if !is_complete && self.fit(others, tails.without(tail)) {
                        steps.push(Step { tail, ..step });
                    }
                }
            }
        }
    }

    /// How many 2s more there could be before a King had to have one.
    fn room_for_twos(&self, heads: Ranks, tails: Ranks) -> i32 {
        heads.len() as i32 - heads.count(self.king) as i32 - tails.count(0) as i32
    }

    /// Whether these tails and as many heads can go together, under `take-out=forced` so that no King
    /// gets a 2.
    ///
    /// Claim: for that there must be no more 2s than other heads besides, and that is enough. Proof:
    /// Hall's condition again. Tails without a 2 have the same heads as before. Tails of which some are
    /// 2s and some are not have all heads but the Kings and, for a King carries any other tail, the
    /// Kings.
    pub fn fit(&self, heads: Ranks, tails: Ranks) -> bool {
        heads.can_carry(tails) && (!self.forced || self.room_for_twos(heads, tails) >= 0)
    }

    /// Under `take-out=forced`, by parity: [`Deal::room_for_twos`] among the open runs. A pop takes a
    /// head away; if there was no room before, it completes a run, and that must go out next.
    pub fn open_room(&self, state: &State) -> Option<[i32; 2]> {
        let heads = self.forced.then(|| self.open_heads(state))?;
        Some([0, 1].map(|parity| self.room_for_twos(heads[parity], state.open[parity])))
    }

    /// Whether a run has been completed that has not gone out.
    pub fn is_overdue(room: Option<[i32; 2]>) -> bool {
        room.is_some_and(|room| room.iter().any(|&room| room < 0))
    }

    /// Whether the head may lie on the tail of the run under it.
    pub fn joins(
        &self,
        state: &State,
        heads: &mut Heads,
        column: usize,
        head: CardType,
        below: Below,
    ) -> bool {
        let Below::Deferred(row, under) = below else { return false };
        let parity = usize::from(head.parity);
        under.parity == head.parity
            && under.rank > head.rank
            && state.slots[column] >> self.first_row != 0
            && state.deferred[row][parity].has(head.rank + 1)
            && self.fit(
                heads.over(self, state, row)[parity].without(under.rank),
                state.deferred[row][parity].without(head.rank + 1),
            )
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::eklige_elfer::EkligeElfer;
    use gehtauf_rules::{AnyPosition, Game, Move, Position, RuleSet};
    use gehtauf_search::hashing::mix;

    use super::*;
    use crate::eklige_elfer::simulations::fits;
    use crate::eklige_elfer::state::StepKind;

    /// Whether the tails can be paired with these heads, and no 2 (0) with a King (3).
    fn pairs(heads: &[u8], tails: &[u8]) -> bool {
        let Some((&head, heads)) = heads.split_first() else { return true };
        (0..tails.len()).any(|i| {
            let mut rest = tails.to_vec();
            let tail = rest.swap_remove(i);
            tail <= head && !(head == 3 && tail == 0) && pairs(heads, &rest)
        })
    }

    #[test]
    fn pairings_without_a_complete_run_equal_trying_all() {
        let options = [("ranks", "5"), ("take-out", "forced")];
        let game = Game::new(RuleSet::EkligeElfer, &options).unwrap();
        let row = game.deal(&seeded_deck(0, game.pack())).unwrap();
        let AnyPosition::EkligeElfer(position) = row else { panic!("another game") };
        let (deal, _) = Deal::new(&position);
        for code in 0..1 << 16 {
            let ranks: Vec<u8> = (0..8).map(|i| (code >> (2 * i) & 3) as u8).collect();
            let (heads, tails) = ranks.split_at(4);
            let multiset =
                |ranks: &[u8]| ranks.iter().fold(Ranks::default(), |set, &r| set.with(r));
            let fit = deal.fit(multiset(heads), multiset(tails));
            assert_eq!(fit, pairs(heads, tails), "{heads:?} {tails:?}");
        }
    }

    /// A state that fits the position, by steps that are no moves of the game.
    fn settled(
        deal: &Deal,
        state: State,
        position: &EkligeElfer,
        merges_equal: bool,
    ) -> Option<State> {
        if fits(deal, &state, position) {
            return Some(state);
        }
        let mut steps = Vec::new();
        deal.push_plays(&state, merges_equal, &mut steps);
        steps.retain(|step| matches!(step.kind, StepKind::Join | StepKind::Unveil));
        steps.into_iter().find_map(|step| {
            let mut next = state;
            deal.play_step(&mut next, step);
            settled(deal, next, position, merges_equal)
        })
    }

    /// Random plays over the rules, each move answered by a step, or by none.
    #[test]
    fn every_play_of_the_rules_is_one_of_the_state() {
        let cases: [&[(&str, &str)]; 4] = [
            &[("ranks", "4"), ("suits", "CH"), ("columns", "3")],
            &[("ranks", "4"), ("suits", "CDH"), ("columns", "4"), ("face-down-rows", "0")],
            &[("ranks", "5"), ("decks", "1"), ("columns", "3")],
            &[("ranks", "6"), ("suits", "CH"), ("columns", "4"), ("face-up-rows", "2")],
        ];
        // Deals, runs out, other steps, moves without a step.
        let mut answered = [0; 4];
        for (options, seed) in cases.iter().flat_map(|case| (0..60).map(move |seed| (case, seed))) {
            let game = Game::new(RuleSet::EkligeElfer, options).unwrap();
            let mut position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let AnyPosition::EkligeElfer(inner) = &position else { panic!("another game") };
            let (deal, mut state) = Deal::new(inner);
            assert!(fits(&deal, &state, inner), "{options:?} seed {seed}");
            for i in 0..100 {
                let moves = position.legal_moves();
                // A row is dealt when a die says so, for the other moves can be played for ever.
                let die = mix(seed << 8 | i);
                let plays: Vec<Move> = moves.iter().copied().filter(|&m| m != Move::Deal).collect();
                let choice =
                    if plays.is_empty() || die.is_multiple_of(4) { &moves } else { &plays };
                let Some(&m) = choice.get((die >> 8) as usize % choice.len().max(1)) else { break };
                position.play(m);
                let AnyPosition::EkligeElfer(inner) = &position else { panic!("another game") };
                let merges_equal = seed % 2 == 0;
                let mut steps = Vec::new();
                deal.push_plays(&state, merges_equal, &mut steps);
                deal.push_deals(&state, &mut steps);
                let answer = steps.iter().find_map(|&step| {
                    let mut next = state;
                    deal.play_step(&mut next, step);
                    match step.kind {
                        StepKind::Deal if m == Move::Deal => {
                            settled(&deal, next, inner, merges_equal)
                        }
                        _ => fits(&deal, &next, inner).then_some(next),
                    }
                });
                if fits(&deal, &state, inner) {
                    answered[3] += 1;
                } else {
                    state = answer.unwrap_or_else(|| panic!("{options:?} seed {seed}: {m}"));
                    answered[match m {
                        Move::Deal => 0,
                        Move::ColumnOut { .. } => 1,
                        _ => 2,
                    }] += 1;
                }
            }
        }
        assert!(answered.iter().all(|&count| count > 50), "{answered:?}");
    }
}
