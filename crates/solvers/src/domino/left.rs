//! The exhaustive search under `fill=left`, where no redeal may come in between.
//!
//! Four gaps wander about, and most of their moves can be played in any order. Moves without a
//! choice are played at once, and only positions with a choice are kept.

use std::collections::BinaryHeap;

use gehtauf_search::{Budget, Limit, Outcome, Stop, Visited};

use super::phases::value;
use super::relaxed::{Relaxed, Spread};
use super::state::{Rules, State, Step};
use super::{Prunings, nodes_within};

/// Gaps of a state, a bit each in its order.
type Gaps = u8;

/// For each gap the one that alone disturbs it, 0 if none is known.
type Disturbers = [Gaps; 4];

/// The parts of four gaps that are not all of them, the smallest first.
const PARTS: [Gaps; 14] = [1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14];

/// A position with a choice, or a won one.
struct Node {
    state: State,
    /// The gaps to fill from here.
    part: Gaps,
    /// The gap that was filled in the parent, before the moves without a choice that led here.
    gap: u8,
    parent: u32,
}

/// Best-first search that drops nothing, and so is exhaustive in the end.
///
/// Every card has one move, T(x): to the right of x - 1, possible while the place there is empty. So
/// each gap has at most one move. Of the gaps with a move a part is *undisturbed* if no play of
/// the other gaps moves a neighbour in suit of a card that a gap of the part calls for.
///
/// Claim: a position without moves that can be reached can be reached by filling a gap of an
/// undisturbed part first (it is a persistent set, Godefroid 1996).
///
/// Proof: two moves T(x) and T(y) of cards that are not neighbours in suit do not touch each other:
/// neither takes away the empty place or the card at its left that the other needs, and both orders
/// give the same position. So while only other gaps are filled the moves of the part stay possible,
/// the position is not one without moves, and nothing but these moves can fill the part's gaps, since the
/// cards at the left of these stay. The first move of the part in the play may as well come
/// before all of that.
///
/// A won position has no moves; a redeal under `redeal=blocked` is played in one without moves.
pub(super) struct Left<'r> {
    rules: &'r Rules,
    prunings: Prunings,
    nodes: Vec<Node>,
    /// The nodes not yet played from: value above, node below, so that the newest of equal nodes
    /// comes first.
    open: BinaryHeap<u64>,
    seen: Visited<u128>,
    max_nodes: usize,
}

impl<'r> Left<'r> {
    /// A search under `fill=left` from states without redeals or under `redeal=blocked`.
    pub(super) fn new(rules: &'r Rules, prunings: Prunings, max_bytes: usize) -> Left<'r> {
        Left {
            rules,
            prunings,
            nodes: Vec::new(),
            open: BinaryHeap::new(),
            seen: Visited::new(max_bytes / 4),
            max_nodes: nodes_within::<Node>(max_bytes / 2),
        }
    }

    /// Decides a state.
    ///
    /// # Errors
    /// The budget is spent, or the tables would outgrow their bytes.
    pub(super) fn search(
        &mut self,
        start: &State,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Step>, Stop> {
        if self.enter(*start, u32::MAX, 0, budget)? {
            return Ok(Outcome::Won(self.path(start)));
        }
        while let Some(top) = self.open.pop() {
            let parent = top as u32;
            let Node { state, part, .. } = self.nodes[parent as usize];
            for gap in bits(part) {
                let mut child = state;
                child.move_card(self.step(&state, gap));
                if self.enter(child, parent, gap, budget)? {
                    return Ok(Outcome::Won(self.path(start)));
                }
            }
        }
        Ok(Outcome::Unwinnable)
    }

    /// Plays on from a state to one with a choice and keeps that if it is new and not dead; says
    /// whether it is won.
    fn enter(
        &mut self,
        mut state: State,
        parent: u32,
        gap: u8,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        let is_known = |state: &State| self.seen.contains(&state.key());
        let disturbers = self.play_on(&mut state, is_known, |_| {});
        if !self.seen.insert(state.key())? {
            return Ok(false);
        }
        budget.visit()?;
        let is_won = state.is_won(self.rules);
        let part = if self.is_dead(&state) { 0 } else { self.part(&state, disturbers) };
        if !is_won && part == 0 {
            return Ok(false);
        }
        if self.nodes.len() >= self.max_nodes {
            return Err(Stop::Limit(Limit::Memory));
        }
        let node = self.nodes.len() as u32;
        let value = value(&state, self.rules);
        self.open.push(((value + (1 << 30)) as u64) << 32 | u64::from(node));
        self.nodes.push(Node { state, part, gap, parent });
        Ok(is_won)
    }

    /// The steps from the start to the node found last.
    fn path(&self, start: &State) -> Vec<Step> {
        let mut gaps = Vec::new();
        let mut node = self.nodes.last().expect("a win is a node");
        while let Some(parent) = self.nodes.get(node.parent as usize) {
            gaps.push(node.gap);
            node = parent;
        }
        let mut steps = Vec::new();
        let mut state = *start;
        self.play_on(&mut state, |_| false, |step| steps.push(step));
        for gap in gaps.into_iter().rev() {
            let step = self.step(&state, gap);
            state.move_card(step);
            steps.push(step);
            self.play_on(&mut state, |_| false, |step| steps.push(step));
        }
        steps
    }

    /// The move into a gap that has one.
    fn step(&self, state: &State, gap: u8) -> Step {
        let to = state.gaps(self.rules)[usize::from(gap)];
        Step { card: state.after_left(self.rules, to), to }
    }

    /// The gaps that have a move.
    fn live(&self, state: &State) -> Gaps {
        let gaps = state.gaps(self.rules).iter().enumerate();
        gaps.fold(0, |live, (i, &gap)| live | u8::from(state.after_left(self.rules, gap) != 0) << i)
    }

    /// Plays on, up to a known state, while there is no choice: where a single gap has a move or is
    /// undisturbed, and by the redeal where no card can move. Says what disturbs each gap in the end.
    fn play_on(
        &self,
        state: &mut State,
        is_known: impl Fn(&State) -> bool,
        mut played: impl FnMut(Step),
    ) -> Disturbers {
        loop {
            let mut disturbers = [0; 4];
            let live = self.live(state);
            if live == 0 && state.redeals_left() > 0 && !state.is_won(self.rules) {
                state.play(self.rules, Step::REDEAL);
                played(Step::REDEAL);
                continue;
            }
            if live.is_power_of_two() {
                let step = self.step(state, live.trailing_zeros() as u8);
                state.move_card(step);
                played(step);
                continue;
            }
            if !self.prunings.persistent || is_known(state) {
                return disturbers;
            }
            let found = bits(live).find_map(|gap| {
                let spread = self.spread_of_others(state, 1 << gap);
                disturbers[usize::from(gap)] = spread.source;
                (!spread.is_enough).then_some((gap, spread.gaps))
            });
            let Some((gap, others)) = found else { return disturbers };
            self.fill_on(state, gap, others, &mut played);
        }
    }

    /// Fills an undisturbed gap, and the gap that this leaves, and so on while that is undisturbed for
    /// the same reason: the cells `others` are all that the other gaps can spread to.
    ///
    /// Claim: a move to the left of a cell that is not among `others` leaves these as they are.
    ///
    /// Proof: the other gaps stay. The card calls for its follower from its new place alone. In its old
    /// one it called for the same card, which does not move, as a neighbour of a card called for by
    /// the undisturbed gap.
    fn fill_on(&self, state: &mut State, gap: u8, others: u64, mut played: impl FnMut(Step)) {
        loop {
            let step = self.step(state, gap);
            let from = state.spot(step.card);
            state.move_card(step);
            played(step);
            let card = state.after_left(self.rules, from);
            if card == 0
                || others >> (step.to + 1) & 1 == 1
                || others & Relaxed::new(self.rules, state).neighbours(card) != 0
            {
                return;
            }
        }
    }

    /// Whether the relaxed game shows that the last phase cannot be won.
    fn is_dead(&self, state: &State) -> bool {
        self.prunings.relaxed
            && state.redeals_left() == 0
            && !Relaxed::new(self.rules, state).comes_out()
    }

    /// The smallest undisturbed part of several gaps with moves. A part that a gap disturbs, alone
    /// and without the others, has that gap too.
    fn part(&self, state: &State, disturbers: Disturbers) -> Gaps {
        let live = self.live(state);
        let is_undisturbed = |&part: &Gaps| {
            part.count_ones() > 1
                && part & !live == 0
                && bits(part).all(|gap| disturbers[usize::from(gap)] & !part == 0)
                && !self.spread_of_others(state, part).is_enough
        };
        let parts = if self.prunings.persistent { &PARTS[..] } else { &[] };
        parts.iter().copied().find(is_undisturbed).unwrap_or(live)
    }

    /// How far the gaps not of the part spread in the relaxed game: enough if they disturb the part.
    fn spread_of_others(&self, state: &State, part: Gaps) -> Spread {
        let relaxed = Relaxed::new(self.rules, state);
        let mut near = 0;
        for gap in bits(part) {
            near |= relaxed.neighbours(self.step(state, gap).card);
        }
        relaxed.spread(!part, |gaps| gaps & near != 0)
    }
}

/// The numbers of the gaps.
fn bits(gaps: Gaps) -> impl Iterator<Item = u8> {
    (0..4).filter(move |gap| gaps >> gap & 1 == 1)
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, RuleSet};
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    #[test]
    fn plays_stay_within_the_relaxed_game_and_undisturbed_gaps_leave_it_alone() {
        let game = Game::new(RuleSet::Domino, &[("fill", "left"), ("redeals", "0")]).unwrap();
        let (mut undisturbed, mut touched, mut dead) = (0, 0, 0);
        for seed in 0..200 {
            let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let AnyPosition::Domino(domino) = &position else { unreachable!() };
            let rules = Rules::new(domino.variant());
            let left = Left::new(&rules, Prunings::default(), usize::MAX);
            let mut state = State::new(domino, domino.variant().row_suits());
            let mut rng = Pcg64::seed_from_u64(seed);
            let mut may_be_gaps = u64::MAX;
            let mut was_dead = false;
            loop {
                may_be_gaps &= left.spread_of_others(&state, 0).gaps;
                for &gap in state.gaps(&rules) {
                    assert!(may_be_gaps >> gap & 1 == 1);
                }
                assert!(!was_dead || left.is_dead(&state));
                was_dead = left.is_dead(&state);
                dead += u32::from(was_dead);
                let live = left.live(&state);
                for gap in bits(live) {
                    let others = left.spread_of_others(&state, 1 << gap);
                    if others.is_enough {
                        continue;
                    }
                    let step = left.step(&state, gap);
                    let mut after = state;
                    after.move_card(step);
                    if others.gaps >> (step.to + 1) & 1 == 1 {
                        touched += 1;
                    } else {
                        undisturbed += 1;
                        let all_others =
                            Relaxed::new(&rules, &after).spread(!(1 << gap), |_| false);
                        assert_eq!(all_others.gaps, others.gaps);
                    }
                }
                let moves: Vec<u8> = bits(live).collect();
                if moves.is_empty() {
                    break;
                }
                state.move_card(left.step(&state, moves[rng.next_u32() as usize % moves.len()]));
            }
        }
        assert!(undisturbed > 1_000 && touched > 10 && dead > 1_000);
    }
}
