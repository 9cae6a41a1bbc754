//! Shorter wins in a space that can compare its states.

use gehtauf_rules::Move;
use gehtauf_search::{Bounded, Budget, Outcome, Shortest, Stop, Stratified, a_star, strata_beam};

use super::Best;

/// The width of the first beam.
pub const FIRST_WIDTH: usize = 10;

/// Each beam is so many times wider than the one before.
pub const WIDENING: usize = 4;

/// From so many states of the win on, evenly spread, each beam starts anew.
const STARTS: usize = 4;

/// The shortest win known, in the moves of a space.
pub struct Win<'s, S: Stratified> {
    pub space: &'s S,
    pub start: &'s S::State,
    pub moves: Vec<S::Move>,
}

impl<S: Stratified> Win<'_, S> {
    /// Beams of growing width, from the start and from states of the win on, until no state is dropped or
    /// `max_states` are spent.
    ///
    /// # Errors
    /// A limit strikes.
    pub fn shorten(
        &mut self,
        max_states: u64,
        to_rules: impl Fn(Vec<S::Move>) -> Vec<Move>,
        best: &mut Best,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let mut width = FIRST_WIDTH;
        budget.within(max_states, |budget| {
            loop {
                for part in 0..STARTS {
                    if best.is_proven() {
                        return Ok(());
                    }
                    match self.beam_from(self.moves.len() * part / STARTS, width, budget)? {
                        Outcome::Won(moves) => {
                            self.moves = moves;
                            best.shorten(to_rules(self.moves.clone()), budget);
                        }
                        Outcome::Unwinnable if part == 0 => return Ok(()),
                        Outcome::Unwinnable | Outcome::Open => {}
                    }
                }
                width = width.saturating_mul(WIDENING);
            }
        })?;
        Ok(())
    }

    /// A beam for a shorter win that begins with so many moves of this one.
    fn beam_from(
        &self,
        kept: usize,
        width: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<S::Move>, Stop> {
        let (first, rest) = self.moves.split_at(kept);
        let mut state = self.start.clone();
        first.iter().for_each(|&m| self.space.play(&mut state, m));
        let outcome = strata_beam(self.space, &state, rest.len() as u32, width, budget)?;
        Ok(outcome.map(|rest| [first, &rest].concat()))
    }
}

/// A* below the length of the win: in the end no win is shorter.
///
/// # Errors
/// A limit strikes; the bound is then what has been proven.
pub fn prove<S: Bounded>(
    space: &S,
    start: &S::State,
    to_rules: impl Fn(Vec<S::Move>) -> Vec<Move>,
    best: &mut Best,
    budget: &mut Budget<'_>,
) -> Result<(), Stop> {
    let fewer_than = best.length();
    let found = a_star(space, start, fewer_than, budget, |at_least, budget| {
        best.raise(at_least, budget);
    })?;
    if let Shortest::Minimal(moves) = found {
        best.shorten(to_rules(moves), budget);
    }
    best.raise(best.length(), budget);
    Ok(())
}
