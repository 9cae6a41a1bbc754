//! Several searches for the same answer, cheapest first.

use crate::{Budget, Limit, Outcome, Stop, Verdict};

/// One search of a portfolio.
#[derive(Debug, Clone, Copy)]
pub struct Stage<S> {
    /// The name under which the record keeps what it decided.
    pub method: &'static str,
    /// Which search, with its settings.
    pub search: S,
    /// How many states it may visit; `u64::MAX` is all that are left.
    pub max_states: u64,
}

impl<S> Stage<S> {
    /// A stage that may visit all states that are left.
    pub const fn unlimited(method: &'static str, search: S) -> Stage<S> {
        Stage { method, search, max_states: u64::MAX }
    }
}

/// What runs the searches of a portfolio, with all that one of them leaves for the next.
pub trait RunSearch {
    /// What tells one search from another: most often an enum of a game's searches with their settings.
    type Search;
    /// The moves of a win.
    type Move;

    /// Runs one search.
    ///
    /// # Errors
    /// The budget is spent.
    fn run(
        &mut self,
        search: &Self::Search,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Self::Move>, Stop>;
}

/// Runs the stages in order until one answers or a limit of the whole search strikes; says which method
/// it was.
///
/// A stage that ends without an answer, by itself or by its own state limit, gives way to the next.
/// If the last one does so, the verdict is unknown for want of states.
pub fn run_portfolio<R: RunSearch>(
    searches: &mut R,
    stages: impl IntoIterator<Item = Stage<R::Search>>,
    budget: &mut Budget<'_>,
) -> (Verdict<R::Move>, &'static str) {
    let mut method = "none";
    for stage in stages {
        method = stage.method;
        budget.begin(method);
        match budget.stage(stage.max_states, |budget| searches.run(&stage.search, budget)) {
            Ok(Outcome::Won(moves)) => return (Verdict::Won(moves), method),
            Ok(Outcome::Unwinnable) => return (Verdict::Unwinnable, method),
            Err(Stop::Limit(limit)) => return (Verdict::Unknown(limit), method),
            Ok(Outcome::Open) | Err(Stop::Stage) => {}
        }
    }
    (Verdict::Unknown(Limit::States), method)
}
