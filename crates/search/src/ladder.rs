//! The portfolio of the games that do not have a table of stages yet.

use crate::{Budget, Outcome, Searches, Stage, Stop, Verdict, run_portfolio};

/// What a rung does with its part of the budget.
pub type Run<'r, M> = Box<dyn FnOnce(&mut Budget<'_>) -> Result<Outcome<M>, Stop> + 'r>;

/// A [`Stage`] whose search is a closure.
pub struct Rung<'r, M> {
    /// The method of the stage.
    pub name: &'static str,
    /// How many states it may visit.
    pub max_states: u64,
    /// The search.
    pub run: Run<'r, M>,
}

struct Closures<'r, M>(std::marker::PhantomData<Run<'r, M>>);

impl<'r, M> Searches for Closures<'r, M> {
    type Search = std::cell::Cell<Option<Run<'r, M>>>;
    type Move = M;

    fn run(&mut self, search: &Self::Search, budget: &mut Budget<'_>) -> Result<Outcome<M>, Stop> {
        search.take().expect("a stage runs once")(budget)
    }
}

/// [`run_portfolio`] over closures.
pub fn climb<'r, M>(
    budget: &mut Budget<'_>,
    rungs: impl IntoIterator<Item = Rung<'r, M>>,
) -> (Verdict<M>, &'static str) {
    let stages = rungs.into_iter().map(|Rung { name, max_states, run }| Stage {
        method: name,
        search: std::cell::Cell::new(Some(run)),
        max_states,
    });
    run_portfolio(&mut Closures(std::marker::PhantomData), stages, budget)
}
