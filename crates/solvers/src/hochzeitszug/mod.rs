//! Hochzeitszug.
//!
//! | where | what |
//! |---|---|
//! | [`solver`], [`proofs`], [`dominances`], [`simulations`] | what all games have: the solver, its proofs and what it plays at once, each by itself, and what goes along with plays |
//! | [`portfolio`] | which searches a position gets, as tables |
//! | [`state`], [`moves`], [`translate`], [`space`] | the packed state, the moves of the rules on it, its key |
//! | [`roll_outs`] | random plays, which find most wins in microseconds |
//! | [`rounds`] | the exhaustive search round by round |
//! | [`shortest`] | shorter wins by beams and A* |
//! | [`abstractions`] | the game without redeals as levels of belief sets, from both ends, and a delete relaxation of a round |
//! | [`sat`] | the game without redeals as clauses for a SAT solver |
//! | [`reason`], [`certificate`] | which cards are to blame for a loss, and the loss as steps from the axioms of our checker |
//! | [`prunings`] | what leaves out parts of a search, and the switches |
//! | [`evaluation`] | weights, and a bound on the moves of a win |
//!
//! Without redeals the game is another one: no empty stack can ever be used. Then belief sets take the
//! place of single states. Experiments and gains: `docs/experiments/hochzeitszug.md`.

mod abstractions;
mod certificate;
mod dominances;
mod evaluation;
mod moves;
mod portfolio;
mod proofs;
mod prunings;
mod reason;
mod roll_outs;
mod rounds;
mod sat;
mod shortest;
mod simulations;
mod solver;
mod space;
mod state;
mod translate;

pub use certificate::refutation;
pub use portfolio::solve_with;
pub use prunings::Prunings;
pub use sat::proof::{ClausalProof, proof_of_loss};
pub use solver::Solver;
