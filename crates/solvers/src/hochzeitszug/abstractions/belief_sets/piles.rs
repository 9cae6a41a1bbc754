//! The piles of the game without redeals and the steps that empty them.

use rand_core::Rng;
use rand_pcg::Pcg32;

use super::configuration::SuitUnit;
use super::sets::Covered;
use super::table::SetId;
use crate::hochzeitszug::evaluation::levels::{TIE_BREAKING, evaluate_pile};

/// The units left in each pile, 1 + log2 bits each.
pub type Left = u128;

/// The units left in each pile, and a set of configurations of each suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node {
    pub left: Left,
    pub sets: [SetId; 4],
}

/// How a node was reached: from which node of the level before, by which pile.
pub type Origin = (u32, u8);

/// A node of a level still to be chosen from with its evaluation.
pub type Generated = (i32, Node, Origin);

/// A dealt stack: a stack of the table, or the talon cards that will refill one.
#[derive(Debug, Clone)]
struct Pile {
    /// The suit and the cards of each unit, the top one last.
    units: Vec<SuitUnit>,
    /// The evaluation of the pile with so many units left.
    evaluations: Vec<i32>,
    /// Where [`Left`] has the number of units left.
    shift: u32,
    mask: Left,
}

/// What happens when the top unit's head leaves its pile.
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
            let evaluations = (0..=units.len()).map(|left| evaluate_pile(&units[..left])).collect();
            let shift = next_shift;
            next_shift += width;
            Pile { units, evaluations, shift, mask: (1 << width) - 1 }
        };
        Piles { piles: piles.into_iter().map(pile).collect(), open }
    }

    /// Adds to the evaluations something at random, another for each seed; nothing for seed 0.
    pub fn break_ties(&mut self, seed: u64) {
        let mut random = Pcg32::new(seed, 0);
        for pile in &mut self.piles {
            for (left, evaluation) in pile.evaluations.iter_mut().enumerate() {
                let addition =
                    (random.next_u32() % (2 * TIE_BREAKING + 1)) as i32 - TIE_BREAKING as i32;
                *evaluation =
                    evaluate_pile(&pile.units[..left]) + if seed == 0 { 0 } else { addition };
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
                over |= 1 << unit.head;
            }
        }
        units
    }

    /// How many steps empty all piles.
    pub fn steps(&self) -> usize {
        self.piles.iter().map(|pile| pile.units.len()).sum()
    }

    /// How many piles there are.
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

    /// The step in which the top unit's head leaves a pile that is not empty, so many being open.
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

    /// The evaluation of a pile with so many units left.
    pub fn evaluation(&self, pile: usize, left: usize) -> i32 {
        self.piles[pile].evaluations[left]
    }
}
