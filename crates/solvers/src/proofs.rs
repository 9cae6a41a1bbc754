//! What can say "unwinnable", each search and test by itself.

use std::fmt;

use gehtauf_rules::Move;
use gehtauf_search::{Budget, Limit, Outcome, Stop, Verdict};

type Ask<'p> = dyn Fn(&mut Budget<'_>) -> Verdict<Move> + 'p;

/// A search or test of a position that can say "unwinnable", without the searches that come before it and would
/// hide it.
pub struct Proof<'p> {
    /// Which search, and which pruning or abstraction is on in it.
    pub name: &'static str,
    ask: Box<Ask<'p>>,
}

impl fmt::Debug for Proof<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proof").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<'p> Proof<'p> {
    /// A proof by its name and what it says.
    pub fn new(
        name: &'static str,
        ask: impl Fn(&mut Budget<'_>) -> Verdict<Move> + 'p,
    ) -> Proof<'p> {
        Proof { name, ask: Box::new(ask) }
    }

    /// Asks for the verdict. A win has not been replayed.
    pub fn ask(&self, budget: &mut Budget<'_>) -> Verdict<Move> {
        (self.ask)(budget)
    }

    /// What a search that stands alone comes to.
    pub(crate) fn verdict(result: Result<Outcome<Move>, Stop>) -> Verdict<Move> {
        match result {
            Ok(Outcome::Won(moves)) => Verdict::Won(moves),
            Ok(Outcome::Unwinnable) => Verdict::Unwinnable,
            Ok(Outcome::Open) | Err(Stop::Stage) => Verdict::Unknown(Limit::States),
            Err(Stop::Limit(limit)) => Verdict::Unknown(limit),
        }
    }
}
