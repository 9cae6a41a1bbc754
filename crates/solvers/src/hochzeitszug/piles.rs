//! The dealt places of the game without redeals and the steps that empty them.

use rand_core::Rng;
use rand_pcg::Pcg32;

use super::suits::{Covered, SetId, Unit};

/// The units left in each pile, 1 + log2 bits each.
pub type Left = u128;

/// The units left in each pile, and a set of packings of each suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node {
    pub left: Left,
    pub sets: [SetId; 4],
}

/// How a node was reached: from which node of the layer before, by which pile.
pub type Origin = (u32, u8);

/// A unit of a suit.
pub type SuitUnit = (usize, Unit);

/// A dealt stack: a stack of the table, or the talon cards that will refill one.
#[derive(Debug, Clone)]
struct Pile {
    /// The suit and the cards of each unit, the top one last.
    units: Vec<SuitUnit>,
    /// How promising the pile is with so many units left.
    scores: Vec<i32>,
    /// Where [`Left`] has the number of units left.
    shift: u32,
    mask: Left,
}

/// What happens when the top unit's root leaves its pile.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    pub left_after: Left,
    pub leaving: SuitUnit,
    pub opening: Option<SuitUnit>,
}

/// All piles, in the order in which they open.
#[derive(Debug, Clone)]
pub struct Piles {
    piles: Vec<Pile>,
    /// How many lie open at the start.
    open: usize,
}

impl Piles {
    /// Of the piles the first `open` lie open; each has its top unit last.
    pub fn new(piles: Vec<Vec<SuitUnit>>, open: usize) -> Piles {
        let mut next_shift = 0;
        let pile = |units: Vec<SuitUnit>| {
            let width = usize::BITS - units.len().leading_zeros();
            let scores = (0..=units.len()).map(|left| pile_score(&units[..left])).collect();
            let shift = next_shift;
            next_shift += width;
            Pile { units, scores, shift, mask: (1 << width) - 1 }
        };
        Piles { piles: piles.into_iter().map(pile).collect(), open }
    }

    /// Adds to the scores something at random, another for each variation; nothing for number 0.
    pub fn vary(&mut self, variation: u64) {
        let mut random = Pcg32::new(variation, 0);
        for pile in &mut self.piles {
            for (left, score) in pile.scores.iter_mut().enumerate() {
                let noise = (random.next_u32() % (2 * NOISE + 1)) as i32 - NOISE as i32;
                *score = pile_score(&pile.units[..left]) + if variation == 0 { 0 } else { noise };
            }
        }
    }

    /// The units of a suit.
    pub fn of_suit(&self, suit: usize) -> Vec<Covered> {
        let mut units = Vec::new();
        for pile in &self.piles {
            let mut over = 0;
            for (_, unit) in pile.units.iter().rev().filter(|(of, _)| *of == suit) {
                units.push((*unit, over));
                over |= 1 << unit.root;
            }
        }
        units
    }

    pub fn len(&self) -> usize {
        self.piles.len()
    }

    /// The units of a pile, the top one last.
    pub fn units(&self, pile: usize) -> &[SuitUnit] {
        &self.piles[pile].units
    }

    /// Nothing has left its pile.
    pub fn full(&self) -> Left {
        self.piles.iter().fold(0, |left, pile| left | (pile.units.len() as Left) << pile.shift)
    }

    /// How many units a pile has left.
    pub fn left_in(&self, left: Left, pile: usize) -> usize {
        let Pile { shift, mask, .. } = self.piles[pile];
        (left >> shift & mask) as usize
    }

    /// How many units are left in each pile.
    pub fn units_left(&self, left: Left, units_left: &mut Vec<u8>) {
        units_left.clear();
        units_left.extend((0..self.len()).map(|pile| self.left_in(left, pile) as u8));
    }

    /// How many piles lie open or have lain open.
    pub fn opened(&self, left_in: impl Fn(usize) -> usize) -> usize {
        // The piles open one after another, so that those that are used up are among the first.
        let mut opened = self.open;
        let mut pile = 0;
        while pile < opened.min(self.piles.len()) {
            opened += usize::from(left_in(pile) == 0);
            pile += 1;
        }
        opened.min(self.piles.len())
    }

    /// The top unit of a pile.
    pub fn top(&self, left: Left, pile: usize) -> Option<SuitUnit> {
        self.piles[pile].units[..self.left_in(left, pile)].last().copied()
    }

    /// The step in which the top unit's root leaves a pile that is not empty, so many being open.
    pub fn step(&self, left: Left, pile: usize, opened: usize) -> Step {
        let units = &self.piles[pile].units[..self.left_in(left, pile)];
        let (leaving, rest) = units.split_last().expect("the pile is not empty");
        let opening = match rest.last() {
            Some(&unit) => Some(unit),
            None => self.piles.get(opened).and_then(|pile| pile.units.last().copied()),
        };
        let left_after = left - (1 << self.piles[pile].shift);
        Step { left_after, leaving: *leaving, opening }
    }

    /// The units left before the last step, if that was one of this pile, and how many piles were open.
    pub fn before(&self, left: Left, pile: usize) -> Option<(Left, usize)> {
        let full = |pile: usize| self.left_in(left, pile) == self.piles[pile].units.len();
        if full(pile) {
            return None;
        }
        let before = left + (1 << self.piles[pile].shift);
        let opened = self.opened(|pile| self.left_in(before, pile));
        let closed_are_full = (opened..self.piles.len()).all(full);
        (pile < opened && closed_are_full).then_some((before, opened))
    }

    /// How promising a pile is with so many units left.
    pub fn score(&self, pile: usize, left: usize) -> i32 {
        self.piles[pile].scores[left]
    }
}

/// How many nodes with the same units left are compared with each other.
const MOST_COMPARED: usize = 100;

/// Drops nodes beside which there is one with the same units left and, of each suit, all packings
/// and perhaps more.
///
/// Claim: no verdict changes. Proof: each order of steps, onwards or backwards, that keeps a packing of
/// each suit from the smaller sets keeps one from the larger.
///
/// `contains` says of a suit and two of its sets whether the first has all packings of the second.
pub fn drop_dominated(
    nodes: &mut Vec<(i32, Node, Origin)>,
    contains: impl Fn(usize, SetId, SetId) -> bool,
) {
    let mut order: Vec<(Left, usize)> =
        nodes.iter().enumerate().map(|(i, (_, node, _))| (node.left, i)).collect();
    order.sort_unstable();
    let mut dominated = vec![false; nodes.len()];
    for group in order.chunk_by(|(left, _), (other, _)| left == other) {
        let group = &group[..group.len().min(MOST_COMPARED)];
        for &(_, i) in group {
            dominated[i] = group.iter().any(|&(_, j)| {
                let (small, large) = (&nodes[i].1.sets, &nodes[j].1.sets);
                i != j
                    && !dominated[j]
                    && (0..4).all(|suit| {
                        small[suit] == large[suit] || contains(suit, large[suit], small[suit])
                    })
            });
        }
    }
    let mut dominated = dominated.into_iter();
    nodes.retain(|_| !dominated.next().expect("one for each node"));
}

/// The most that a variation adds to the score of a pile, or takes from it.
const NOISE: u32 = 60;

/// By rank from the Ace: for each card over one of this rank.
const ABOVE: [i32; 13] = [-22, -13, -17, -9, 17, 2, -4, 7, 22, 11, 20, 31, 51];
/// By rank: for one that is covered.
const COVERED: [i32; 13] = [-10, -48, 15, 62, 11, 27, 61, 76, 22, 80, 8, -5, -55];
/// By rank: for one on top.
const TOP: [i32; 13] = [-123, -132, -63, -25, -24, -12, -8, 18, 5, 43, 3, -40, -39];
/// For a card over another of its suit, by how much higher it is, from 12 lower to 12 higher.
const SAME_SUIT: [i32; 25] = [
    -34, -77, -40, 36, -1, -2, 19, 43, 18, -25, -1, -8, -71, 54, -35, -41, -60, -62, -73, -64, -46,
    -120, -107, -8, -243,
];

/// How promising the units left in a pile are. The weights here and for sets and hopes were fitted by
/// logistic regression to the deals 30000..32900: in the layers of passes that won, nodes that
/// led to a win over nodes that did not.
fn pile_score(units: &[SuitUnit]) -> i32 {
    let rank = |unit: &Unit| usize::from(unit.root / 2);
    let mut score = 0;
    for (i, (suit, unit)) in units.iter().enumerate() {
        let above = &units[i + 1..];
        score += match above.len() {
            0 => TOP[rank(unit)],
            cards => COVERED[rank(unit)] + ABOVE[rank(unit)] * cards as i32,
        };
        let of_suit = above.iter().filter(|(other_suit, _)| other_suit == suit);
        score += of_suit.map(|(_, other)| SAME_SUIT[12 + rank(other) - rank(unit)]).sum::<i32>();
    }
    score
}
