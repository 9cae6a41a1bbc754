//! The exhaustive search under `fill=left`, where no redeal may come in between.
//!
//! Four gaps wander about, and most of their moves can be played in any order. Moves without a
//! choice are played at once, and only positions with a choice are kept.

use std::cmp::Reverse;

use gehtauf_search::{Budget, Frontier, List, Memory, Stop, Visited, bits, path_to};

use super::Prunings;
use super::point::{PackedPoint, Point};
use super::relaxed::{Gaps, Relaxed, Spread, neighbours};
use super::state::{CardId, Rules, State, Step, gap_key};

/// The parts of four gaps that are more than one and not all of them, the smallest first.
const PARTS: [Gaps; 10] = [3, 5, 6, 9, 10, 12, 7, 11, 13, 14];

/// Gaps in the order in which they are filled; the rest are [`NO_GAP`].
type Turns = [u8; 4];

/// No gap's number.
const NO_GAP: u8 = 4;

/// A point with a choice, or a won one.
struct Node {
    point: PackedPoint,
    asleep: Gaps,
    /// The gaps to fill from here.
    turns: Turns,
    /// The gap that was filled in the parent, before the moves without a choice that led here.
    gap: u8,
    /// How many choices led here.
    choices: u16,
    parent: u32,
}

impl Node {
    fn unpack(&self) -> Point {
        self.point.unpack(self.asleep)
    }
}

/// Best-first search that drops nothing, and so is exhaustive in the end.
///
/// Every card has one move, T(x): to the right of x - 1, possible while the place there is empty. So
/// each gap has at most one move. Two moves T(x) and T(y) of cards that are not neighbours in suit do
/// not touch each other: neither takes away the empty place or the card at its left that the other
/// needs, and both orders give the same position. Plays that differ in the order of such moves only
/// are *alike*. No play is endless: T(x) adds the link of x - 1 and x and takes away at most that of
/// x and x + 1, so that the links of a suit, those of lower cards first, grow like a number.
///
/// # Sleeping gaps
///
/// The gaps of a part are filled by turns. After one that comes later those that came before
/// *sleep*, until a neighbour in suit of the card that they call for is moved.
///
/// Claim: from a point the search finds each position without moves that is reached by a play
/// that has none like it that begins with filling a sleeping gap.
///
/// # Persistent sets
///
/// Of the gaps with a move a part is *undisturbed* if no play of the other gaps, in which those
/// that sleep sleep on until they are woken, moves a neighbour in suit of a card that a gap of the part
/// calls for.
///
/// Claim: it is enough to fill the gaps of an undisturbed part that do not sleep (it is a persistent
/// set, Godefroid 1996).
///
/// # Proof of both
///
/// By induction on the length of the play. Before it first fills a gap of the part no sleeping gap is
/// filled that is not woken: that move could come first. So while only other gaps are filled the
/// moves of the part stay possible, the position is not one without moves, and nothing but these moves
/// can fill the part's gaps, since the cards at the left of these stay. So the play does fill one,
/// and that move may as well come first. Of all moves of the part that may come first take the one
/// whose turn in the search is first; its gap does not sleep. A gap that sleeps after it was asleep
/// before or had its turn before, and its move does not touch the one made: could it come first
/// after that one, it could have come before it. So the rest of the play is one that the search
/// finds from the next point.
///
/// A point is not searched if one of the same state was in which no other gaps slept: that search
/// finds all that this one would. Nor is it if in the relaxed game one of its gaps sleeps for ever: that
/// gap has a move to the end.
///
/// A won position has no moves; a redeal under `redeal=blocked` is played in one without moves, and
/// wakes all.
pub(super) struct Left<'r> {
    rules: &'r Rules,
    prunings: Prunings,
    nodes: List<Node>,
    /// For each start the nodes not yet played from.
    open: Vec<Frontier>,
    /// The keys of the nodes' points, those of earlier searches too.
    seen: Visited<u128>,
    memory: Memory,
}

impl<'r> Left<'r> {
    /// A search under `fill=left` from states without redeals or under `redeal=blocked`.
    pub(super) fn new(rules: &'r Rules, prunings: Prunings, memory: &Memory) -> Left<'r> {
        Left {
            rules,
            prunings,
            nodes: List::new(memory),
            open: Vec::new(),
            seen: Visited::new(memory),
            memory: memory.clone(),
        }
    }

    /// Decides whether one of some states can be won; which of them, and how. Points that an earlier
    /// search without a win has found are not searched again.
    ///
    /// # Errors
    /// The budget is spent, or the tables would outgrow their bytes.
    pub(super) fn search(
        &mut self,
        starts: &[State],
        budget: &mut Budget<'_>,
    ) -> Result<Option<(usize, Vec<Step>)>, Stop> {
        self.nodes.clear();
        self.open.clear();
        self.open.resize_with(starts.len(), || Frontier::newest_first(&self.memory));
        for (start, &state) in starts.iter().enumerate() {
            if self.enter(&mut Point::new(self.rules, state), u32::MAX, 0, start, budget)? {
                return Ok(Some((start, self.path(&state))));
            }
        }
        // By turns, since some starts are won soon and many that promise more never. But every other turn
        // is that of the start that promises most.
        loop {
            let mut is_done = true;
            for start in 0..starts.len() {
                for start in [start, self.most_promising()] {
                    let Some(parent) = self.open[start].pop() else { continue };
                    is_done = false;
                    let node = &self.nodes[parent as usize];
                    let (point, turns) = (node.unpack(), node.turns);
                    for gap in in_turn(turns) {
                        let mut child = point;
                        self.fill_in_turn(&mut child, turns, gap);
                        if self.enter(&mut child, parent, gap, start, budget)? {
                            return Ok(Some((start, self.path(&starts[start]))));
                        }
                    }
                }
            }
            if is_done {
                return Ok(None);
            }
        }
    }

    /// The start that has the best of the nodes not yet played from.
    fn most_promising(&self) -> usize {
        let starts = 0..self.open.len();
        starts.max_by_key(|&start| self.open[start].best()).unwrap_or(0)
    }

    /// Fills one of some gaps; those that had their turns before it sleep.
    fn fill_in_turn(&self, point: &mut Point, turns: Turns, gap: u8) -> Step {
        if self.prunings.sleeping {
            point.asleep |= in_turn(turns).take_while(|&g| g != gap).fold(0, |s, g| s | 1 << g);
        }
        point.fill(gap)
    }

    /// Plays on from a point to one with a choice and keeps that if there is something to find from
    /// it; says whether it is won.
    fn enter(
        &mut self,
        point: &mut Point,
        parent: u32,
        gap: u8,
        start: usize,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        let is_known = |point: &Point| self.is_known(point);
        let stale = if parent == u32::MAX { 0 } else { !(1 << gap) };
        let Some(turns) = self.play_on(point, stale, is_known, |_| {}) else { return Ok(false) };
        self.seen.insert(self.key(point, point.asleep))?;
        budget.visit()?;
        let node = self.nodes.len() as u32;
        let choices = if parent == u32::MAX { 0 } else { self.nodes[parent as usize].choices + 1 };
        let value = self.value(&point.state, turns, choices);
        self.open[start].push(value, node)?;
        self.nodes.push(Node {
            point: point.pack(),
            asleep: point.asleep,
            turns,
            gap,
            choices,
            parent,
        })?;
        Ok(turns == [NO_GAP; 4])
    }

    /// How promising a point is: the weights are those that found wins soonest under `aces=free`.
    fn value(&self, state: &State, turns: Turns, choices: u16) -> i32 {
        let mut value = 4 * i32::from(state.links()) - 4 * i32::from(choices);
        for row in 0..self.rules.rows {
            let prefix = state.prefix(row);
            value += 60 * i32::from(prefix);
            if prefix <= self.rules.top && state.card(16 * row + prefix) == 0 {
                value += 12;
            }
        }
        for gap in state.gaps(self.rules) {
            value += 6 * i32::from(gap & 15);
        }
        value - 25 * in_turn(turns).count() as i32
    }

    /// The steps from the start to the node found last.
    fn path(&self, start: &State) -> Vec<Step> {
        let nodes = path_to(self.nodes.len() as u32 - 1, |&node| {
            let Node { parent, gap, .. } = self.nodes[node as usize];
            (parent != u32::MAX).then(|| (parent, (&self.nodes[parent as usize], gap)))
        });
        let mut steps = Vec::new();
        let mut point = Point::new(self.rules, *start);
        self.play_on(&mut point, 0, |_| false, |step| steps.push(step));
        for (node, gap) in nodes {
            let mut point = node.unpack();
            steps.push(self.fill_in_turn(&mut point, node.turns, gap));
            self.play_on(&mut point, !(1 << gap), |_| false, |step| steps.push(step));
        }
        steps
    }

    /// The key of a point's state with some sleeping gaps.
    fn key(&self, point: &Point, asleep: Gaps) -> u128 {
        let gaps = point.state.gaps(self.rules);
        let asleep = bits(asleep).map(|gap| gap_key(gaps[usize::from(gap)]));
        asleep.fold(point.state.key(), |key, gap| key ^ gap)
    }

    /// Whether a node has the same state and no other sleeping gaps.
    fn is_known(&self, point: &Point) -> bool {
        let mut asleep = point.asleep;
        loop {
            if self.seen.contains(&self.key(point, asleep)) {
                return true;
            }
            if asleep == 0 {
                return false;
            }
            asleep = (asleep - 1) & point.asleep;
        }
    }

    /// The gaps that have a move, of those that call for some cards.
    fn live(&self, calls: [CardId; 4]) -> Gaps {
        let is_live = |gap| ((self.rules.movable >> calls[gap] & 1) as Gaps) << gap;
        is_live(0) | is_live(1) | is_live(2) | is_live(3)
    }

    /// Plays on while there is no choice: where a single gap need be filled, and by the redeal where no
    /// card can move. Says which gaps to fill in the end, none if it is won; nothing if there is nothing
    /// to find from here. `stale` are gaps that were disturbed a move ago and so are tested last.
    fn play_on(
        &self,
        point: &mut Point,
        mut stale: Gaps,
        is_known: impl Fn(&Point) -> bool,
        mut played: impl FnMut(Step),
    ) -> Option<Turns> {
        let spread = &mut Spread::default();
        loop {
            let calls = point.calls();
            let live = self.live(calls);
            if live == 0 {
                if point.state.is_won(self.rules) {
                    return Some([NO_GAP; 4]);
                }
                if point.state.redeals_left() == 0 {
                    return None;
                }
                point.state.play(self.rules, Step::REDEAL);
                *point = Point::new(self.rules, point.state);
                played(Step::REDEAL);
                continue;
            }
            let awake = live & !point.asleep;
            if awake.is_power_of_two() {
                played(point.fill(awake.trailing_zeros() as u8));
                continue;
            }
            if awake == 0 {
                return None;
            }
            let relaxed = Relaxed::new(self.rules, point, calls);
            let gaps = match self.prunings.persistent {
                true => awake & relaxed.undisturbed_at_first(point.asleep),
                false => 0,
            };
            if let Some(gap) = self.undisturbed_gap(&relaxed, point, gaps, &mut stale, spread) {
                self.fill_on(&relaxed, point, gap, spread, &mut played);
                continue;
            }
            if is_known(point) {
                return None;
            }
            // The spread that shows it dead goes on from that of the gap tested last.
            if gaps == 0 {
                *spread = Spread::default();
            }
            if self.is_dead(&relaxed, point, spread) {
                return None;
            }
            let disturbers = relaxed.disturbers(point.asleep);
            let part = self.part(&relaxed, point, awake, disturbers, spread);
            return Some(self.turns(&relaxed, part, disturbers));
        }
    }

    /// The turns of some gaps: those that lead far first, and at last those that no other disturbs by its
    /// first calls. (The order proves nothing; with this one a fifth fewer states are searched.)
    fn turns(&self, relaxed: &Relaxed, part: Gaps, disturbers: [Gaps; 4]) -> Turns {
        let mut turns = [NO_GAP; 4];
        for (turn, gap) in turns.iter_mut().zip(bits(part)) {
            *turn = gap;
        }
        turns[..part.count_ones() as usize].sort_by_key(|&gap| {
            let is_disturbed = disturbers[usize::from(gap)] & !(1 << gap) != 0;
            (!is_disturbed, Reverse(relaxed.chain_length(gap)))
        });
        turns
    }

    /// Whether the relaxed game shows that a gap sleeps for ever, or that the last phase cannot be won;
    /// `spread` is how far some gaps or none have spread.
    fn is_dead(&self, relaxed: &Relaxed, point: &Point, spread: &mut Spread) -> bool {
        let is_last_phase = self.prunings.relaxed && point.state.redeals_left() == 0;
        let strays = if is_last_phase { point.strays() } else { 0 };
        let is_alive = |called: u64, asleep: Gaps| asleep == 0 && strays & !called == 0;
        relaxed.spread(point, !0, point.asleep, is_alive, spread);
        spread.asleep != 0 || strays & !spread.called != 0
    }

    /// One of some gaps that is undisturbed alone, with how far the others can spread. Those tested are
    /// stale from then on.
    fn undisturbed_gap(
        &self,
        relaxed: &Relaxed,
        point: &Point,
        gaps: Gaps,
        stale: &mut Gaps,
        others: &mut Spread,
    ) -> Option<u8> {
        let (fresh, again) = (gaps & !*stale, gaps & *stale);
        bits(fresh).chain(bits(again)).find(|&gap| {
            *stale |= 1 << gap;
            relaxed.is_undisturbed(point, 1 << gap, point.asleep, others)
        })
    }

    /// Fills a gap that is undisturbed alone, and the gap that this leaves, and so on while that is
    /// undisturbed too: `others` is how far the other gaps can spread.
    fn fill_on(
        &self,
        relaxed: &Relaxed,
        point: &mut Point,
        gap: u8,
        others: &mut Spread,
        mut played: impl FnMut(Step),
    ) {
        let mut card = point.call(gap);
        loop {
            // (What a sleeping gap calls for stays the same until it wakes.)
            let step = point.fill_waking(gap, relaxed.disturbed_by(card));
            played(step);
            card = point.call(gap);
            if self.rules.movable >> card & 1 == 0 {
                return;
            }
            let near = neighbours(self.rules, card);
            relaxed.spread_after(point, others, step, |called, _| called & near != 0);
            if others.called & near != 0 {
                return;
            }
        }
    }

    /// The undisturbed part that has the fewest gaps, none of which sleeps. (With a gap that sleeps a part is
    /// undisturbed only if it is so without: no other wakes that gap then, and it is not there.)
    fn part(
        &self,
        relaxed: &Relaxed,
        point: &Point,
        awake: Gaps,
        disturbers: [Gaps; 4],
        others: &mut Spread,
    ) -> Gaps {
        let mut best = awake;
        let has_parts = self.prunings.persistent && awake.count_ones() > 2;
        let parts = if has_parts { &PARTS[..] } else { &[] };
        for &part in parts {
            if part & !awake == 0
                && part.count_ones() < best.count_ones()
                && bits(part).all(|gap| disturbers[usize::from(gap)] & !part == 0)
                && relaxed.is_undisturbed(point, part, point.asleep, others)
            {
                best = part;
            }
        }
        best
    }
}

/// The gaps in their turns.
fn in_turn(turns: Turns) -> impl Iterator<Item = u8> + use<> {
    turns.into_iter().take_while(|&gap| gap != NO_GAP)
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, RuleSet};
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    /// The relaxed game played card by card: its gaps, and the cards that have left their places.
    fn relaxed_by_the_letter(rules: &Rules, state: &State) -> (u64, u64) {
        let mut gaps = state.gaps(rules).iter().fold(0_u64, |gaps, &gap| gaps | 1 << gap);
        let mut called = 0;
        let mut lies = [0_u64; 64];
        for cell in 0..64 {
            lies[usize::from(state.card(cell))] |= 1 << cell;
        }
        loop {
            let before = (gaps, lies);
            for card in bits(rules.movable).map(usize::from) {
                let filled = lies[card - 1] << 1 & gaps;
                if filled != 0 {
                    called |= 1 << card;
                    gaps |= lies[card];
                    lies[card] |= filled;
                }
            }
            if (gaps, lies) == before {
                return (gaps, called);
            }
        }
    }

    #[test]
    fn plays_stay_within_the_relaxed_game_and_within_what_others_spread_to() {
        let game = Game::new(RuleSet::Domino, &[("fill", "left"), ("redeals", "0")]).unwrap();
        let (mut undisturbed, mut spread_on, mut filled_on, mut woken, mut dead) = (0, 0, 0, 0, 0);
        for seed in 0..300 {
            let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let AnyPosition::Domino(domino) = &position else { unreachable!() };
            let rules = Rules::new(domino.variant());
            let left = Left::new(&rules, Prunings::default(), &Memory::new(usize::MAX));
            let state = State::new(domino, domino.variant().row_suits());
            let mut point = Point::new(&rules, state);
            let mut rng = Pcg64::seed_from_u64(seed);
            let mut may_be_gaps = u64::MAX;
            let mut was_dead = false;
            let all = &mut Spread::default();
            let others = &mut Spread::default();
            loop {
                let relaxed = Relaxed::new(&rules, &point, point.calls());
                *all = Spread::default();
                relaxed.spread(&point, !0, 0, |_, _| false, all);
                assert_eq!((all.gaps, all.called), relaxed_by_the_letter(&rules, &point.state));
                may_be_gaps &= all.gaps;
                for &gap in point.state.gaps(&rules) {
                    assert!(may_be_gaps >> gap & 1 == 1);
                }
                let is_dead = left.is_dead(&relaxed, &point, all);
                assert!(!was_dead || is_dead);
                was_dead = is_dead;
                dead += u32::from(was_dead);
                let live = left.live(point.calls());
                for gap in bits(live) {
                    let asleep = rng.next_u32() as Gaps & live & !(1 << gap);
                    if !relaxed.is_undisturbed(&point, 1 << gap, asleep, others) {
                        continue;
                    }
                    undisturbed += 1;
                    let mut after = point;
                    after.asleep = asleep;
                    loop {
                        let before = others.gaps;
                        let still_asleep = after.asleep & !relaxed.disturbed_by(after.call(gap));
                        let step = after.fill(gap);
                        assert_eq!(after.asleep, still_asleep);
                        relaxed.spread_after(&after, others, step, |_, _| false);
                        let anew = Relaxed::new(&rules, &after, after.calls());
                        *all = Spread::default();
                        anew.spread(&after, !(1 << gap), after.asleep, |_, _| false, all);
                        assert_eq!(all.gaps & !others.gaps, 0);
                        assert_eq!(all.called & !others.called, 0);
                        assert_eq!(all.asleep & others.asleep, others.asleep);
                        spread_on += u32::from(others.gaps != before);
                        let card = after.state.after_left(&rules, after.state.gap(gap));
                        if card == 0 || others.called & neighbours(&rules, card) != 0 {
                            break;
                        }
                        filled_on += 1;
                    }
                    woken += u32::from(after.asleep != asleep);
                }
                let moves: Vec<u8> = bits(live).collect();
                if moves.is_empty() {
                    break;
                }
                point.fill(moves[rng.next_u32() as usize % moves.len()]);
            }
        }
        assert!(undisturbed > 1_000 && spread_on > 100 && filled_on > 1_000);
        assert!(woken > 10 && dead > 1_000);
    }
}
