//! Complete beam search: a beam for each level that drops nothing, and so is exhaustive in the end.

use crate::{Frontier, Memory, Stop};

/// The nodes that wait to be expanded, by level. A level is what every move, or nearly every one, raises: the
/// moves made, the cards on foundations, the links.
#[derive(Debug)]
pub struct Levels(Vec<Frontier>);

impl Levels {
    /// No nodes on so many levels. The oldest of equal nodes comes first.
    pub fn new(levels: usize, memory: &Memory) -> Levels {
        Levels((0..levels).map(|_| Frontier::oldest_first(memory)).collect())
    }

    /// Number of levels.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no level.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a node.
    ///
    /// # Errors
    /// The frontier would outgrow its bytes.
    pub fn push(&mut self, level: usize, evaluation: i32, node: u32) -> Result<(), Stop> {
        self.0[level].push(evaluation, node)
    }

    /// Takes all nodes of a level away, in no order that means anything.
    pub fn take_all(&mut self, level: usize) -> Vec<u32> {
        self.0[level].take_all()
    }

    /// Expands the best nodes of every level in turn, from the lowest to the highest, again and again;
    /// nothing if no nodes are left.
    ///
    /// `width` says how many nodes of a level are expanded in a round, given the round's number. `expand`
    /// adds the nodes after one, dead ones left out, with their evaluations; if it breaks off, its node waits
    /// again, and the search can go on later from the first round.
    ///
    /// Claim: if `expand` adds every state that it meets for the first time and that is not dead, and gives
    /// back no win, no win can be reached from the nodes there were. Proof: a node leaves only to be expanded.
    ///
    /// # Errors
    /// Those of `expand`.
    pub fn search<W>(
        &mut self,
        width: impl Fn(usize, usize) -> usize,
        mut expand: impl FnMut(&mut Levels, u32) -> Result<Option<W>, Stop>,
    ) -> Result<Option<W>, Stop> {
        for round in 0.. {
            let mut found_any = false;
            for level in 0..self.0.len() {
                for _ in 0..width(level, round) {
                    let best = self.0[level].best();
                    let Some(node) = self.0[level].pop() else { break };
                    found_any = true;
                    match expand(self, node) {
                        Ok(None) => {}
                        Ok(win) => return Ok(win),
                        Err(stop) => {
                            self.0[level].put_back(best);
                            return Err(stop);
                        }
                    }
                }
            }
            if !found_any {
                break;
            }
        }
        Ok(None)
    }
}
