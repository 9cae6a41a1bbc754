//! Beam search: level by level, keeping the most promising states of each.

use rand_core::Rng;

use crate::bytes::{Memory, Share};
use crate::{Budget, List, Outcome, Stop};

/// What a game gives for a beam search. It keeps the way back itself ([`crate::Paths`]).
pub trait Beam {
    /// A state that is kept, with what its successors need to know of it.
    type Node;
    /// A state a move after a node, known well enough to be ranked.
    type Candidate;
    /// The moves of a win.
    type Move;

    /// Adds the candidates a move after a node; the moves of a win if one of them is won.
    ///
    /// # Errors
    /// The budget is spent.
    fn expand(
        &mut self,
        node: &Self::Node,
        parent: u32,
        candidates: &mut Candidates<Self::Candidate>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Self::Move>>, Stop>;

    /// Makes a node of a candidate and its parent; none if another with its diversity key is kept in this
    /// level already, or if it was kept before.
    ///
    /// # Errors
    /// The tables would outgrow their memory.
    fn keep(
        &mut self,
        parent: &Self::Node,
        candidate: &Self::Candidate,
    ) -> Result<Option<Self::Node>, Stop>;

    /// The nodes of the last level are complete: their diversity keys count no more.
    fn begin_level(&mut self);
}

/// The candidates of a level, in the order in which they were found, each with the number of its parent in the
/// level before.
pub struct Candidates<C> {
    list: List<(u32, C)>,
    /// Rank in the high 32 bits, candidate in the low ones, the best first once sorted.
    order: Vec<i64>,
    /// What `order` takes.
    share: Share,
}

impl<C> Candidates<C> {
    /// No candidates.
    pub fn new(memory: &Memory) -> Candidates<C> {
        Candidates { list: List::new(memory), order: Vec::new(), share: memory.share() }
    }

    /// Adds a candidate. Of those with equal evaluations the one found first is the better one.
    ///
    /// # Errors
    /// The candidates would outgrow their bytes.
    #[inline]
    pub fn push(&mut self, evaluation: i32, parent: u32, candidate: C) -> Result<(), Stop> {
        if self.order.len() == self.order.capacity() {
            self.grow()?;
        }
        self.order.push((-i64::from(evaluation) << 32) + self.list.len() as i64);
        self.list.push((parent, candidate))
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let capacity = self.share.grow_vec::<i64>(self.order.capacity())?;
        self.order.reserve_exact(capacity - self.order.len());
        Ok(())
    }

    /// Leaves no candidate.
    pub fn clear(&mut self) {
        self.list.clear();
        self.order.clear();
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Calls `keep` with the parent of each candidate and the candidate, the best first, until it has kept
    /// `width` of them.
    ///
    /// # Errors
    /// Those of `keep`.
    pub fn keep_best(
        &mut self,
        width: usize,
        mut keep: impl FnMut(u32, &C) -> Result<bool, Stop>,
    ) -> Result<(), Stop> {
        self.order.sort_unstable();
        let mut kept = 0;
        for &entry in &self.order {
            if kept == width {
                break;
            }
            let (parent, candidate) = &self.list[entry as u32 as usize];
            kept += usize::from(keep(*parent, candidate)?);
        }
        Ok(())
    }
}

/// The tables of beam searches, used again by each.
pub struct BeamTables<B: Beam> {
    level: List<B::Node>,
    next_level: List<B::Node>,
    candidates: Candidates<B::Candidate>,
}

impl<B: Beam> BeamTables<B> {
    /// Empty tables.
    pub fn new(memory: &Memory) -> BeamTables<B> {
        BeamTables {
            level: List::new(memory),
            next_level: List::new(memory),
            candidates: Candidates::new(memory),
        }
    }

    /// Searches for a win from a node, with at most `width` nodes in each level. Never answers `Unwinnable`:
    /// an empty level is `Open`.
    ///
    /// # Errors
    /// The budget is spent, or the tables would outgrow their memory.
    pub fn search(
        &mut self,
        beam: &mut B,
        start: B::Node,
        width: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<B::Move>, Stop> {
        self.level.clear();
        self.level.push(start)?;
        while !self.level.is_empty() {
            self.candidates.clear();
            for (parent, node) in (0..).zip(self.level.iter()) {
                if let Some(moves) = beam.expand(node, parent, &mut self.candidates, budget)? {
                    return Ok(Outcome::Won(moves));
                }
            }
            beam.begin_level();
            self.next_level.clear();
            let (level, next_level) = (&self.level, &mut self.next_level);
            self.candidates.keep_best(width, |parent, candidate| {
                let Some(node) = beam.keep(&level[parent as usize], candidate)? else {
                    return Ok(false);
                };
                next_level.push(node)?;
                Ok(true)
            })?;
            std::mem::swap(&mut self.level, &mut self.next_level);
        }
        Ok(Outcome::Open)
    }
}

/// A random number from 0 up to, not including, `amplitude`: random tie-breaking adds it to an evaluation, in
/// whose units it is.
#[inline]
pub fn tie_break(rng: &mut impl Rng, amplitude: u32) -> i32 {
    ((u64::from(rng.next_u32()) * u64::from(amplitude)) >> 32) as i32
}
