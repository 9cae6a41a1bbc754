//! The game without redeals, searched by layers.
//!
//! Every card lies in its dealt place (a stack, or the talon cards that will refill one), or packed on
//! a card that lies in its dealt place, or on a foundation. A step of this search is that an open dealt
//! card, with what belongs to it, leaves its place; a layer is the nodes after as many steps.
//!
//! Claim: a position is winnable exactly if some order of steps empties all dealt places so that each
//! suit, on its own, has a packing after each step ([`super::suits`]).
//!
//! Proof: packing is in suit, and no empty stack can be used: one whose last card leaves is refilled
//! at once, or stays empty. So what a card may do depends on the packing of its suit and on which dealt
//! cards of its suit are open. Which these are follows from the order of the steps: a dealt card opens
//! when the one over it leaves, the next talon cards open when the last card of a dealt place leaves.
//! Between two steps the suits do not meet. So a play is one order of steps with, for each suit, a
//! sequence of packings that fits it; the sequences are chosen suit by suit. A set of packings holds
//! all to which some play with this order of steps leads, so an order is possible exactly if no set
//! becomes empty. In the end no dealt card is left to pack on: all cards are on the foundations.
//!
//! A dealt card that lies on the next higher one of its suit might as well have been packed there. A
//! run that was dealt is therefore one unit, and its lowest card alone takes a step.
//!
//! Under `packing=stalled` the suits meet between the steps; the claim does not hold.

use std::cmp::Reverse;

use ahash::AHashSet;
use gehtauf_rules::Move;
use gehtauf_search::{Budget, Limit, Outcome, Stop};

use super::Prunings;
use super::endings::Endings;
use super::piles::{Node, Origin, Piles, Step, SuitUnit, drop_dominated};
use super::state::{NONE, Rules, State, kind};
use super::suits::{EMPTY, SUIT_CARDS, SetId, Shift, SuitRules, Suits, Unit};
use super::unroll::{Event, unroll};

/// What twice as many hopes add to a node's score.
const HOPE: i32 = 134;

/// A layer keeps at most one node for so many states that may still be visited.
const SHARE: u64 = 20;

/// Narrower passes do not look at lone suits: that takes more states than they have.
const NARROW: usize = 800;

/// The game as layers: a step is that the top unit's root leaves its pile.
pub struct Layers {
    piles: Piles,
    /// The stacks of the piles that lie open at the start.
    stacks: Vec<u8>,
    suit_rules: SuitRules,
    drops_subsets: bool,
    looks_at_lone_suits: bool,
    suits: [Suits; 4],
    /// The cards of each suit that lie in no pile.
    gone: [u32; 4],
    endings: Endings,
    start: Node,
    steps: usize,
}

impl Layers {
    /// Whether the layers tell the whole truth about a state.
    pub fn cover(rules: &Rules, state: &State) -> bool {
        state.first_deal && state.redeals_left == 0 && !rules.variant.packing_stalled
    }

    pub fn new(
        rules: &Rules,
        state: &State,
        prunings: Prunings,
        budget: &mut Budget<'_>,
    ) -> Result<Layers, Stop> {
        let stacks: Vec<u8> =
            (0..rules.stacks as u8).filter(|&stack| state.top(stack.into()) != NONE).collect();
        let mut dealt: Vec<Vec<u8>> = stacks
            .iter()
            .map(|&stack| {
                let mut cards = Vec::new();
                let mut id = state.top(stack.into());
                while id != NONE {
                    cards.push(id);
                    id = state.below(id);
                }
                cards.reverse();
                cards
            })
            .collect();
        dealt.extend(state.talon().chunks(rules.variant.depth.into()).map(<[u8]>::to_vec));
        let mut gone = [0_u32; 4];
        for (suit, gone) in gone.iter_mut().enumerate() {
            let kinds = rules.kinds >> (16 * suit) & 0xffff;
            for card in (1..14).filter(|rank| kinds >> rank & 1 == 1) {
                let copies = (1 << rules.variant.pack.decks) - 1;
                *gone |= copies << (2 * (card - 1));
            }
        }
        let mut piles = Vec::new();
        let cards_of_suits = gone;
        for cards in &dealt {
            let mut units: Vec<SuitUnit> = Vec::new();
            let mut below = None;
            for &id in cards {
                let (suit, card) = (usize::from(id / 32), id % 32 - 2);
                gone[suit] &= !(1 << card);
                match units.last_mut() {
                    Some((_, unit)) if below == Some(kind(id) + 1) => {
                        unit.run += 1;
                        unit.cards |= 1 << card;
                    }
                    _ => units.push((suit, Unit { root: card, run: 0, cards: 0 })),
                }
                below = Some(kind(id));
            }
            piles.push(units);
        }
        let steps = piles.iter().map(Vec::len).sum();
        let piles = Piles::new(piles, stacks.len());
        let suit_rules = SuitRules {
            decks: rules.variant.pack.decks,
            runs: rules.variant.runs,
            safe_cards: prunings.safe_cards,
        };
        let mut suits = std::array::from_fn(|suit| Suits::new(suit_rules, piles.of_suit(suit)));
        let mut sets = [EMPTY; 4];
        for suit in 0..4 {
            sets[suit] = suits[suit].start(gone[suit], budget)?;
        }
        let left = piles.full();
        for (suit, unit) in (0..stacks.len()).filter_map(|pile| piles.top(left, pile)) {
            sets[suit] = suits[suit].opened(sets[suit], unit, budget)?;
        }
        Ok(Layers {
            endings: Endings::new(suit_rules, cards_of_suits, &piles, budget)?,
            piles,
            stacks,
            suit_rules,
            drops_subsets: prunings.subsets,
            looks_at_lone_suits: prunings.lone_suits,
            suits,
            gone,
            start: Node { left, sets },
            steps,
        })
    }

    /// Adds layers before the end until one has more than `most` nodes. Whether a win is still
    /// possible.
    pub fn grow_endings(&mut self, most: usize, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        self.endings.grow(&self.piles, self.steps, most, budget)?;
        Ok(!self.endings.none())
    }

    /// The node after a step that its suits can take.
    fn after(&mut self, mut node: Node, step: Step, budget: &mut Budget<'_>) -> Result<Node, Stop> {
        let (suit, unit) = step.leaving;
        node.left = step.left_after;
        node.sets[suit] = self.suits[suit].left(node.sets[suit], unit.root, budget)?;
        if let Some((suit, unit)) = step.opening {
            node.sets[suit] = self.suits[suit].opened(node.sets[suit], unit, budget)?;
        }
        Ok(node)
    }

    /// How promising a node is among those of its layer, but for its hopes.
    fn score(&self, node: &Node, units_left: &[u8]) -> i32 {
        let sets = (0..4).map(|suit| self.suits[suit].score(node.sets[suit]));
        let piles = units_left.iter().enumerate();
        let piles = piles.map(|(pile, &left)| self.piles.score(pile, left.into()));
        sets.sum::<i32>() + piles.sum::<i32>()
    }

    /// What the sets of a node's child add to its score.
    fn score_of_sets(&self, parent: &Node, child: &Node) -> i32 {
        let changed = (0..4).filter(|&suit| child.sets[suit] != parent.sets[suit]);
        let score = |suit: usize, node: &Node| self.suits[suit].score(node.sets[suit]);
        changed.map(|suit| score(suit, child) - score(suit, parent)).sum()
    }

    /// Searches layer by layer up to the layers before the end, keeping the best `width` nodes of
    /// each, or as many as the states left allow. Passes of different `variation` keep other nodes.
    /// `Unwinnable` only if none was left out.
    pub fn pass(
        &mut self,
        width: usize,
        variation: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Move>, Stop> {
        self.piles.vary(variation);
        let looks_at_lone_suits = self.looks_at_lone_suits && width >= NARROW;
        let mut layer = vec![self.start];
        let mut origins: Vec<Vec<Origin>> = Vec::new();
        let mut complete = true;
        let mut kept = 0;
        let mut index: AHashSet<Node> =
            AHashSet::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4));
        let (mut units_left, mut hopes, mut departures) = (Vec::new(), Vec::new(), Vec::new());
        for left in (self.endings.depth() + 1..=self.steps).rev() {
            index.clear();
            let mut next: Vec<(i32, Node, Origin)> = Vec::new();
            for (i, &node) in layer.iter().enumerate() {
                self.piles.units_left(node.left, &mut units_left);
                self.endings.hopes(&units_left, &mut hopes);
                let opened = self.piles.opened(|pile| units_left[pile].into());
                let score = self.score(&node, &units_left);
                self.departures(&node, &units_left[..opened], &mut departures);
                for &pile in &departures {
                    let left = usize::from(units_left[pile]);
                    let hopes = self.endings.hopes_after(&hopes, pile, left - 1);
                    if hopes == 0 {
                        continue;
                    }
                    let step = self.piles.step(node.left, pile, opened);
                    let child = self.after(node, step, budget)?;
                    let (suit, _) = step.leaving;
                    if looks_at_lone_suits
                        && !self.suits[suit].might_go_out(child.sets[suit], budget)?
                    {
                        continue;
                    }
                    if index.insert(child) {
                        budget.visit()?;
                        let pile_score =
                            self.piles.score(pile, left - 1) - self.piles.score(pile, left);
                        let score = score + pile_score + self.score_of_sets(&node, &child);
                        let score = score + HOPE * u128::from(hopes).pow(8).ilog2() as i32 / 8;
                        next.push((score, child, (i as u32, pile as u8)));
                    }
                }
            }
            // All nodes of the last layer are looked at.
            let width = if left > self.endings.depth() + 1 {
                let affordable = (budget.states_left() / SHARE).max(1);
                width.min(usize::try_from(affordable).unwrap_or(usize::MAX))
            } else {
                usize::MAX
            };
            if self.drops_subsets {
                // Twice as many as are kept, for those that are not kept need not be compared.
                complete &= !keep_best(&mut next, width.saturating_mul(2));
                drop_dominated(&mut next, |suit, large, small| {
                    self.suits[suit].contains(large, small)
                });
            }
            complete &= !keep_best(&mut next, width);
            kept += next.len();
            if kept * size_of::<Origin>() > budget.max_bytes() / 4 {
                return Err(Stop::Limit(Limit::Memory));
            }
            layer = next.iter().map(|&(_, node, _)| node).collect();
            origins.push(next.iter().map(|&(_, _, origin)| origin).collect());
            if layer.is_empty() {
                break;
            }
        }
        Ok(match self.order_of_win(&layer, &origins) {
            Some(order) => Outcome::Won(self.moves(&order)),
            None if complete => Outcome::Unwinnable,
            None => Outcome::Open,
        })
    }

    /// The piles whose top unit can leave; one alone if that is safe.
    fn departures(&self, node: &Node, units_left: &[u8], departures: &mut Vec<usize>) {
        let of_sets = |roots: fn(&Suits, SetId) -> u32| -> [u32; 4] {
            std::array::from_fn(|suit| roots(&self.suits[suit], node.sets[suit]))
        };
        let (can_leave, safe_roots) = (of_sets(Suits::can_leave), of_sets(Suits::safe_roots));
        departures.clear();
        for (pile, &left) in units_left.iter().enumerate() {
            let Some((suit, unit)) = self.piles.units(pile)[..left.into()].last() else {
                continue;
            };
            if safe_roots[*suit] >> unit.root & 1 == 1 {
                departures.clear();
                departures.push(pile);
                break;
            }
            if can_leave[*suit] >> unit.root & 1 == 1 {
                departures.push(pile);
            }
        }
    }

    /// The piles in the order in which their units leave, if a node of the last layer has an ending.
    fn order_of_win(&self, last: &[Node], origins: &[Vec<Origin>]) -> Option<Vec<usize>> {
        last.iter().enumerate().find_map(|(i, node)| {
            let packings = |suit: usize| self.suits[suit].packings(node.sets[suit]);
            let ending = self.endings.from(node, packings)?;
            let mut order = Vec::new();
            let mut at = i as u32;
            for layer in origins.iter().rev() {
                let (before, pile) = layer[at as usize];
                order.push(usize::from(pile));
                at = before;
            }
            order.reverse();
            order.extend(ending);
            Some(order)
        })
    }

    /// The moves of a play in which the roots leave their piles in this order.
    fn moves(&self, order: &[usize]) -> Vec<Move> {
        let mut pile_of = [[0; SUIT_CARDS]; 4];
        for pile in 0..self.piles.len() {
            for (suit, unit) in self.piles.units(pile) {
                pile_of[*suit][usize::from(unit.root)] = pile;
            }
        }
        // For each suit its events, each with the number of steps after which it happens.
        let mut events: [Vec<(usize, Event)>; 4] = Default::default();
        let mut left = self.piles.full();
        let mut stack_of = self.stacks.clone();
        for (suit, unit) in (0..self.stacks.len()).filter_map(|pile| self.piles.top(left, pile)) {
            events[suit].push((0, Event::Opens(unit)));
        }
        for (i, &pile) in order.iter().enumerate() {
            let step = self.piles.step(left, pile, stack_of.len());
            let (suit, unit) = step.leaving;
            events[suit].push((i + 1, Event::Leaves(unit.root)));
            if let Some((suit, unit)) = step.opening {
                events[suit].push((i + 1, Event::Opens(unit)));
            }
            left = step.left_after;
            if self.piles.left_in(left, pile) == 0 {
                stack_of.push(stack_of[pile]);
            }
        }
        let mut shifts: Vec<(usize, bool, usize, Shift)> = Vec::new();
        for (suit, events) in events.iter().enumerate() {
            let only_events: Vec<Event> = events.iter().map(|&(_, event)| event).collect();
            for (after, shift) in unroll(self.suit_rules, self.gone[suit], &only_events) {
                let (step, event) = events[after - 1];
                let departs = matches!(event, Event::Leaves(root) if root == shift.from);
                shifts.push((step, !departs, suit, shift));
            }
        }
        // Stable: the shifts of a suit keep their order, and a step begins with its departure.
        shifts.sort_by_key(|&(step, later, ..)| (step, later));
        let stack = |suit: usize, root: u8| stack_of[pile_of[suit][usize::from(root)]];
        shifts
            .into_iter()
            .map(|(_, _, suit, Shift { from, to, count })| match to {
                None => Move::StackToFoundation { from: stack(suit, from) },
                Some(to) => {
                    Move::StackToStack { from: stack(suit, from), to: stack(suit, to), count }
                }
            })
            .collect()
    }
}

/// Keeps the nodes with the highest scores, in their order. Whether it left any out.
fn keep_best(nodes: &mut Vec<(i32, Node, Origin)>, width: usize) -> bool {
    if nodes.len() <= width {
        return false;
    }
    let rank = |&(score, _, origin): &(i32, Node, Origin)| (Reverse(score), origin);
    let mut ranks: Vec<_> = nodes.iter().map(rank).collect();
    let first_out = *ranks.select_nth_unstable(width).1;
    nodes.retain(|node| rank(node) < first_out);
    true
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, BruteForce, Game, Position, RuleSet, brute_force};
    use gehtauf_search::Limits;

    use super::*;

    /// Layers of every depth from both sides meet with the verdict of brute force.
    fn meet_anywhere(seeds: std::ops::Range<u64>) {
        let sizes: [&[(&str, &str)]; 4] = [
            &[("ranks", "6"), ("suits", "C"), ("upper", "1"), ("lower", "1")],
            &[("ranks", "5"), ("suits", "CH"), ("upper", "2"), ("lower", "1")],
            &[("ranks", "7"), ("suits", "S"), ("upper", "2"), ("lower", "1"), ("depth", "3")],
            &[("ranks", "4"), ("suits", "CHS"), ("upper", "2"), ("lower", "2"), ("depth", "3")],
        ];
        let (mut won, mut lost) = (0, 0);
        for (size, moves) in sizes.into_iter().flat_map(|size| [(size, "single"), (size, "run")]) {
            let sets = [&[("moves", moves), ("redeals", "0")], size].concat();
            let game = Game::new(RuleSet::Hochzeitszug, &sets).unwrap();
            for seed in seeds.clone() {
                let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                let winnable = match brute_force(&position, 100_000) {
                    BruteForce::Won(_) => true,
                    BruteForce::Unwinnable => false,
                    BruteForce::TooBig => continue,
                };
                *if winnable { &mut won } else { &mut lost } += 1;
                let AnyPosition::Hochzeitszug(inner) = &position else { unreachable!() };
                let rules = Rules::new(inner.variant());
                let state = State::new(&rules, inner);
                for (safe_cards, most) in [(true, 1), (true, 4), (true, 30), (false, 8)] {
                    let prunings = Prunings { safe_cards, ..Prunings::ALL };
                    let mut budget = Budget::new(Limits::default(), None);
                    let mut layers = Layers::new(&rules, &state, prunings, &mut budget).unwrap();
                    let hope = layers.grow_endings(most, &mut budget).unwrap();
                    for (width, variation) in [(1, 0), (2, 1), (8, 2), (usize::MAX, 0)] {
                        match layers.pass(width, variation, &mut budget).unwrap() {
                            Outcome::Won(moves) => {
                                let mut position = position.clone();
                                for m in moves {
                                    assert!(position.legal_moves().contains(&m), "{sets:?} {seed}");
                                    position.play(m);
                                }
                                assert!(position.is_won() && hope, "{sets:?} seed {seed}");
                            }
                            Outcome::Unwinnable => {
                                assert!(!winnable, "{sets:?} seed {seed}, at most {most}");
                            }
                            Outcome::Open => assert!(width < usize::MAX, "{sets:?} seed {seed}"),
                        }
                    }
                }
            }
        }
        println!("won {won}, lost {lost}");
        assert!(won > 5 && lost > 5);
    }

    #[test]
    fn plays_and_endings_meet_anywhere() {
        meet_anywhere(0..20);
    }

    #[test]
    #[ignore = "thorough: run in release"]
    fn plays_and_endings_meet_anywhere_in_many_deals() {
        meet_anywhere(0..300);
    }
}
