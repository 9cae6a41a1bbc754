//! The dealt places of the game without redeals and the steps that empty them.

use super::suits::{Packing, SetId, Unit};

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

    /// How many piles lie open or have lain open.
    pub fn opened(&self, left: Left) -> usize {
        // The piles open one after another, so that those that are used up are among the first.
        let mut opened = self.open;
        let mut pile = 0;
        while pile < opened.min(self.piles.len()) {
            opened += usize::from(self.left_in(left, pile) == 0);
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
        let opened = self.opened(before);
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
pub fn drop_dominated<'p>(
    nodes: &mut Vec<(i32, Node, Origin)>,
    packings: impl Fn(usize, SetId) -> &'p [Packing],
) {
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
                    && (0..4).all(|suit| {
                        small[suit] == large[suit]
                            || contains(packings(suit, large[suit]), packings(suit, small[suit]))
                    })
            });
        }
    }
    let mut dominated = dominated.into_iter();
    nodes.retain(|_| !dominated.next().expect("one for each node"));
}

/// Whether a set has all packings of another; both are sorted.
fn contains(large: &[Packing], small: &[Packing]) -> bool {
    let mut rest = large;
    large.len() >= small.len()
        && small.iter().all(|packing| {
            let found = rest.binary_search(packing);
            rest = &rest[found.unwrap_or(rest.len())..];
            found.is_ok()
        })
}

/// How promising the units left in a pile are: low cards should not be buried, high ones may, and no
/// card should lie over a lower one of its chain.
fn pile_score(units: &[SuitUnit]) -> i32 {
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
