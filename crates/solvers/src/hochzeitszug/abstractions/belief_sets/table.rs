//! Sets of configurations of one suit, each stored once.

use gehtauf_search::bytes::vec_bytes;
use gehtauf_search::hashing::key_of;
use gehtauf_search::{Known, Memory, Share, Stop};

use super::configuration::{Configuration, SUIT_CARDS, Shape};

/// The number of a set of configurations.
pub type SetId = u32;

/// The set without configurations: no play leads to it, or none goes on from it.
pub const EMPTY: SetId = u32::MAX;

/// A step that has not been looked at.
const UNKNOWN: SetId = u32::MAX - 1;

/// The sets with what is known of each.
pub struct SetTable<F> {
    /// The shape of each set, and where its configurations end; they begin where those of the one before end.
    shapes: Vec<(Shape, usize)>,
    facts: Vec<F>,
    /// By card, the set on the other side of its step: it leaves its pile, or its unit opens. Which of the
    /// two the shape tells: a card leaves that is a head before and not after, a unit's head is one after.
    steps: Vec<[SetId; SUIT_CARDS]>,
    configurations: Vec<Configuration>,
    /// By fingerprint of shape and configurations.
    index: Known<u128, SetId>,
    /// What all but the index takes.
    share: Share,
}

impl<F> SetTable<F> {
    /// Without sets.
    pub fn new(memory: &Memory) -> SetTable<F> {
        SetTable {
            shapes: Vec::new(),
            facts: Vec::new(),
            steps: Vec::new(),
            configurations: Vec::new(),
            index: Known::new(memory),
            share: memory.share(),
        }
    }

    pub fn shape(&self, set: SetId) -> Shape {
        self.shapes[set as usize].0
    }

    /// The configurations of a set, sorted.
    pub fn configurations(&self, set: SetId) -> &[Configuration] {
        let set = set as usize;
        let start = if set == 0 { 0 } else { self.shapes[set - 1].1 };
        &self.configurations[start..self.shapes[set].1]
    }

    pub fn facts(&self, set: SetId) -> &F {
        &self.facts[set as usize]
    }

    pub fn facts_mut(&mut self, set: SetId) -> &mut F {
        &mut self.facts[set as usize]
    }

    /// The set on the other side of a card's step, if that has been looked at.
    pub fn step(&self, set: SetId, card: u8) -> Option<SetId> {
        let known = self.steps[set as usize][usize::from(card)];
        (known != UNKNOWN).then_some(known)
    }

    pub fn keep_step(&mut self, set: SetId, card: u8, other: SetId) {
        self.steps[set as usize][usize::from(card)] = other;
    }

    /// The number of the set of these sorted configurations.
    ///
    /// # Errors
    /// The table has outgrown its memory.
    pub fn intern(
        &mut self,
        shape: Shape,
        configurations: &[Configuration],
        facts: impl FnOnce() -> F,
    ) -> Result<SetId, Stop> {
        if configurations.is_empty() {
            return Ok(EMPTY);
        }
        let next_id = self.shapes.len() as SetId;
        let id = *self.index.get_or_insert(key_of(&(shape, configurations)), || next_id)?;
        if id == next_id {
            self.configurations.extend_from_slice(configurations);
            self.shapes.push((shape, self.configurations.len()));
            self.facts.push(facts());
            self.steps.push([UNKNOWN; SUIT_CARDS]);
            self.share.resize(self.bytes())?;
        }
        Ok(id)
    }

    fn bytes(&self) -> usize {
        vec_bytes::<Configuration>(self.configurations.capacity())
            + vec_bytes::<(Shape, usize)>(self.shapes.capacity())
            + vec_bytes::<F>(self.facts.capacity())
            + vec_bytes::<[SetId; SUIT_CARDS]>(self.steps.capacity())
    }
}

/// Whether sorted configurations have all of others.
pub fn contains(large: &[Configuration], small: &[Configuration]) -> bool {
    let mut rest = large;
    large.len() >= small.len()
        && small.iter().all(|configuration| {
            let found = rest.binary_search(configuration);
            rest = &rest[found.unwrap_or(rest.len())..];
            found.is_ok()
        })
}
