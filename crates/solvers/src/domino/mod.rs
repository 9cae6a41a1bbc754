//! Domino.
//!
//! | where | what |
//! |---|---|
//! | [`solver`], [`proofs`], [`dominances`], [`simulations`] | what all games have: the solver, its proofs and what it plays at once, each by itself, and what goes along with plays |
//! | [`portfolio`] | which searches a position gets, as tables |
//! | [`state`], [`moves`], [`translate`], [`space`] | the packed state, the moves on it, its key |
//! | [`rounds`] | short best-first searches, one for each round between redeals: they find wins |
//! | [`last_round`], [`complete_beam`] | `fill=both` without redeals: ahead, and back from the win |
//! | [`partial_order`] | `fill=left`: exhaustive over persistent and sleep sets |
//! | [`shortest`] | shorter wins by beams, and the shortest ones by A* |
//! | [`abstractions`] | diagonals and retrograde analysis (`fill=both`), a delete relaxation (`fill=left`) |
//! | [`prunings`] | what leaves out parts of a search, and the switches |
//! | [`evaluation`] | weights, and a bound on the moves of a win |
//! | [`reason`] | which cards are to blame for a loss |
//!
//! A round is the time between two redeals. Experiments and gains: `docs/experiments/domino.md`.

mod abstractions;
mod complete_beam;
mod dominances;
mod evaluation;
mod last_round;
mod moves;
mod partial_order;
mod portfolio;
mod proofs;
mod prunings;
mod reason;
mod rounds;
mod shortest;
mod simulations;
mod solver;
mod space;
mod state;
mod translate;

pub use portfolio::solve_with;
pub use prunings::Prunings;
pub use solver::Solver;
