//! Several searches for the same answer, cheapest first.

use crate::{Budget, Limit, Outcome, Stop, Verdict};

/// What a rung does with its part of the budget.
pub type Run<'r, M> = Box<dyn FnOnce(&mut Budget<'_>) -> Result<Outcome<M>, Stop> + 'r>;

/// One search of a ladder.
pub struct Rung<'r, M> {
    /// The name under which the record keeps what it decided.
    pub name: &'static str,
    /// How many states it may visit; the last rung of a ladder takes `u64::MAX`, all that is left.
    pub max_states: u64,
    /// The search.
    pub run: Run<'r, M>,
}

/// Runs the rungs in order until one answers or a limit of the whole search strikes; says which
/// rung it was.
///
/// A rung that ends without an answer, by itself or by its own state limit, gives way to the next.
/// If the last one does so, the verdict is unknown for want of states.
pub fn climb<'r, M>(
    budget: &mut Budget<'_>,
    rungs: impl IntoIterator<Item = Rung<'r, M>>,
) -> (Verdict<M>, &'static str) {
    let mut name = "none";
    for rung in rungs {
        name = rung.name;
        match budget.rung(rung.max_states, rung.run) {
            Ok(Outcome::Won(moves)) => return (Verdict::Won(moves), name),
            Ok(Outcome::Unwinnable) => return (Verdict::Unwinnable, name),
            Err(Stop::Limit(limit)) => return (Verdict::Unknown(limit), name),
            Ok(Outcome::Open) | Err(Stop::Rung) => {}
        }
    }
    (Verdict::Unknown(Limit::States), name)
}
