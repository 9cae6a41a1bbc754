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

use ahash::AHashSet;
use gehtauf_rules::Move;
use gehtauf_search::{Budget, Limit, Outcome, Stop};

use super::Prunings;
use super::state::{NONE, Rules, State, kind};
use super::suits::{EMPTY, SUIT_CARDS, SetId, Shift, SuitRules, Suits, Unit};
use super::unroll::{Event, unroll};

/// The units left in each dealt stack, 1 + log2 bits each, and the set of packings of each suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    left: u128,
    sets: [SetId; 4],
}

/// A dealt stack: a stack of the table, or the talon cards that will refill one.
#[derive(Debug, Clone)]
struct Pile {
    /// The suit and the cards of each unit, the top one last.
    units: Vec<(usize, Unit)>,
    /// How promising the pile is with so many units left.
    scores: Vec<i32>,
    /// Where `Node::left` has the number of units left.
    shift: u32,
    mask: u128,
}

/// The game as layers: a step is that the top unit's root leaves its pile.
pub struct Layers {
    piles: Vec<Pile>,
    /// The stacks of the piles that lie open at the start.
    stacks: Vec<u8>,
    suit_rules: SuitRules,
    drops_subsets: bool,
    suits: [Suits; 4],
    /// The cards of each suit that lie in no pile.
    gone: [u32; 4],
    start: Node,
    steps: usize,
}

/// How many nodes with the same units left are compared with each other.
const MOST_COMPARED: usize = 100;

/// How a node was reached: from which node of the layer before, by which pile.
type Origin = (u32, u8);

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
        let mut shift = 0;
        for cards in &dealt {
            let mut units: Vec<(usize, Unit)> = Vec::new();
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
            let width = usize::BITS - units.len().leading_zeros();
            let scores = (0..=units.len()).map(|left| pile_score(&units[..left])).collect();
            piles.push(Pile { units, scores, shift, mask: (1 << width) - 1 });
            shift += width;
        }
        let suit_rules = SuitRules {
            decks: rules.variant.pack.decks,
            runs: rules.variant.runs,
            safe_cards: prunings.safe_cards,
        };
        let mut suits = [(); 4].map(|()| Suits::new(suit_rules));
        let mut sets = [EMPTY; 4];
        for suit in 0..4 {
            sets[suit] = suits[suit].start(gone[suit], budget)?;
        }
        for (suit, unit) in piles[..stacks.len()].iter().filter_map(|pile| pile.units.last()) {
            sets[*suit] = suits[*suit].opened(sets[*suit], *unit, budget)?;
        }
        let left =
            piles.iter().fold(0, |left, pile| left | (pile.units.len() as u128) << pile.shift);
        let steps = piles.iter().map(|pile| pile.units.len()).sum();
        Ok(Layers {
            piles,
            stacks,
            suit_rules,
            drops_subsets: prunings.subsets,
            suits,
            gone,
            start: Node { left, sets },
            steps,
        })
    }

    fn left(&self, node: &Node, pile: usize) -> usize {
        let Pile { shift, mask, .. } = self.piles[pile];
        (node.left >> shift & mask) as usize
    }

    /// How many piles lie open or have lain open.
    fn opened(&self, node: &Node) -> usize {
        // The piles open one after another, so that those that are used up are among the first.
        let mut opened = self.stacks.len();
        let mut pile = 0;
        while pile < opened.min(self.piles.len()) {
            opened += usize::from(self.left(node, pile) == 0);
            pile += 1;
        }
        opened.min(self.piles.len())
    }

    /// The node after the top unit's root has left a pile, if it can.
    fn step(
        &mut self,
        node: &Node,
        pile: usize,
        opened: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Node>, Stop> {
        let left = self.left(node, pile);
        let (suit, unit) = self.piles[pile].units[left - 1];
        let mut next = *node;
        next.sets[suit] = self.suits[suit].left(node.sets[suit], unit.root, budget)?;
        if next.sets[suit] == EMPTY {
            return Ok(None);
        }
        next.left -= 1 << self.piles[pile].shift;
        let opening = if left > 1 {
            Some(self.piles[pile].units[left - 2])
        } else {
            self.piles.get(opened).and_then(|pile| pile.units.last().copied())
        };
        if let Some((suit, unit)) = opening {
            next.sets[suit] = self.suits[suit].opened(next.sets[suit], unit, budget)?;
        }
        Ok(Some(next))
    }

    /// Whether the next step may be this one without a look at any other.
    fn leaves_safely(&self, node: &Node, pile: usize) -> bool {
        let left = self.left(node, pile);
        left > 0 && {
            let (suit, unit) = self.piles[pile].units[left - 1];
            self.suits[suit].leaves_safely(node.sets[suit], unit.root)
        }
    }

    /// How promising a node is among those of its layer.
    fn score(&self, node: &Node) -> i32 {
        let sets = (0..4).map(|suit| self.suits[suit].score(node.sets[suit]));
        let piles =
            (0..self.piles.len()).map(|pile| self.piles[pile].scores[self.left(node, pile)]);
        sets.sum::<i32>() + piles.sum::<i32>()
    }

    /// Drops nodes beside which there is one with the same units left and, of each suit, all packings
    /// and perhaps more.
    ///
    /// Claim: no verdict changes. Proof: each order of steps that keeps a packing of each suit from
    /// the smaller sets keeps one from the larger.
    fn drop_dominated(&self, nodes: &mut Vec<(i32, Node, Origin)>) {
        let mut order: Vec<usize> = (0..nodes.len()).collect();
        order.sort_unstable_by_key(|&i| (nodes[i].1.left, i));
        let mut dominated = vec![false; nodes.len()];
        for group in order.chunk_by(|&i, &j| nodes[i].1.left == nodes[j].1.left) {
            let group = &group[..group.len().min(MOST_COMPARED)];
            for &i in group {
                dominated[i] = group.iter().any(|&j| {
                    let (small, large) = (&nodes[i].1.sets, &nodes[j].1.sets);
                    i != j
                        && !dominated[j]
                        && (0..4).all(|suit| self.suits[suit].contains(large[suit], small[suit]))
                });
            }
        }
        let mut dominated = dominated.into_iter();
        nodes.retain(|_| !dominated.next().expect("one for each node"));
    }

    /// Searches layer by layer, keeping the best `width` nodes of each. `Unwinnable` only if none
    /// was left out.
    pub fn pass(&mut self, width: usize, budget: &mut Budget<'_>) -> Result<Outcome<Move>, Stop> {
        let mut layer = vec![self.start];
        let mut origins: Vec<Vec<Origin>> = Vec::new();
        let mut complete = true;
        let mut kept = 0;
        let hashes = ahash::RandomState::with_seeds(1, 2, 3, 4);
        for _ in 0..self.steps {
            let mut index: AHashSet<Node> = AHashSet::with_hasher(hashes.clone());
            let mut next: Vec<(i32, Node, Origin)> = Vec::new();
            for (i, node) in layer.iter().enumerate() {
                let opened = self.opened(node);
                let safe = (0..opened).find(|&pile| self.leaves_safely(node, pile));
                for pile in safe.map_or(0..opened, |pile| pile..pile + 1) {
                    if self.left(node, pile) == 0 {
                        continue;
                    }
                    if let Some(child) = self.step(node, pile, opened, budget)?
                        && index.insert(child)
                    {
                        budget.visit()?;
                        next.push((self.score(&child), child, (i as u32, pile as u8)));
                    }
                }
            }
            if next.is_empty() {
                return Ok(if complete { Outcome::Unwinnable } else { Outcome::Open });
            }
            if self.drops_subsets {
                self.drop_dominated(&mut next);
            }
            if next.len() > width {
                complete = false;
                next.select_nth_unstable_by(width, |a, b| b.0.cmp(&a.0).then(a.2.cmp(&b.2)));
                next.truncate(width);
                next.sort_unstable_by_key(|&(_, _, origin)| origin);
            }
            kept += next.len();
            if kept * size_of::<Origin>() > budget.max_bytes() / 4 {
                return Err(Stop::Limit(Limit::Memory));
            }
            layer = next.iter().map(|&(_, node, _)| node).collect();
            origins.push(next.iter().map(|&(_, _, origin)| origin).collect());
        }
        let mut order = Vec::new();
        let mut at = 0;
        for layer in origins.iter().rev() {
            let (before, pile) = layer[at as usize];
            order.push(usize::from(pile));
            at = before;
        }
        order.reverse();
        Ok(Outcome::Won(self.moves(&order)))
    }

    /// The moves of a play in which the roots leave their piles in this order.
    fn moves(&self, order: &[usize]) -> Vec<Move> {
        let mut pile_of = [[0; SUIT_CARDS]; 4];
        for (i, pile) in self.piles.iter().enumerate() {
            for (suit, unit) in &pile.units {
                pile_of[*suit][usize::from(unit.root)] = i;
            }
        }
        // For each suit its events, each with the number of steps after which it happens.
        let mut events: [Vec<(usize, Event)>; 4] = Default::default();
        let mut left: Vec<usize> = self.piles.iter().map(|pile| pile.units.len()).collect();
        let mut stack_of = self.stacks.clone();
        for pile in &self.piles[..self.stacks.len()] {
            let (suit, unit) = pile.units[pile.units.len() - 1];
            events[suit].push((0, Event::Opens(unit)));
        }
        for (i, &pile) in order.iter().enumerate() {
            let units = &self.piles[pile].units[..left[pile]];
            let (suit, unit) = units[units.len() - 1];
            events[suit].push((i + 1, Event::Leaves(unit.root)));
            left[pile] -= 1;
            let opening = if left[pile] > 0 {
                Some(units[units.len() - 2])
            } else {
                let next = self.piles.get(stack_of.len());
                stack_of.push(stack_of[pile]);
                next.map(|next| next.units[next.units.len() - 1])
            };
            if let Some((suit, unit)) = opening {
                events[suit].push((i + 1, Event::Opens(unit)));
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

/// How promising the units left in a pile are: low cards should not be buried, high ones may, and no
/// card should lie over a lower one of its chain.
fn pile_score(units: &[(usize, Unit)]) -> i32 {
    let rank = |unit: &Unit| i32::from(unit.root / 2 + 1);
    let mut score = 0;
    for (i, (suit, unit)) in units.iter().enumerate() {
        let above = (units.len() - 1 - i) as i32;
        score += match rank(unit) {
            ..=4 => -34 * above,
            5..=8 => 0,
            9.. => 51 * above,
        };
        let lower_in_chain = units[..i].iter().filter(|(other_suit, other)| {
            other_suit == suit && rank(other) < rank(unit) && (rank(unit) - rank(other)) % 2 == 0
        });
        score -= 86 * lower_in_chain.count() as i32;
    }
    score
}
