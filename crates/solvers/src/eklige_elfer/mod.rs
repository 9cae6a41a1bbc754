//! Eklige Elfer.
//!
//! | where | what |
//! |---|---|
//! | [`solver`], [`proofs`], [`dominances`], [`simulations`] | what all games have: the solver, its proofs each by itself, a move that it makes at once, and what goes along with plays |
//! | [`portfolio`] | which searches a position gets, as tables |
//! | [`abstractions`] | the algebra of runs, the space in which it is left open which column hides which tail, and a delete relaxation |
//! | [`state`], [`slot`], [`moves`], [`space`], [`translate`] | the packed state of that space, what its columns are made of, its steps, its key, and the moves of the rules that do what steps say |
//! | [`beams`], [`fingerprint`] | narrow beams from row to row, restarted with random costs |
//! | [`shortest`] | shorter wins by beams and A*, over tables without suits |
//! | [`evaluation`] | the costs, and a bound on the moves of a win |
//! | [`prunings`] | proofs that a state is lost, steps that equal others, and the switches |
//! | [`sat`] | an order in which the heads leave, or the proof that there is none |
//! | [`reason`], [`certificate`] | which cards are to blame for a loss, and the loss as steps from the axioms of our checker |
//!
//! Experiments and gains: `docs/experiments/eklige-elfer.md`.

mod abstractions;
mod beams;
mod certificate;
mod dominances;
mod evaluation;
mod fingerprint;
mod moves;
mod portfolio;
mod proofs;
mod prunings;
mod reason;
mod sat;
mod shortest;
mod simulations;
mod slot;
mod solver;
mod space;
mod state;
mod translate;

pub use certificate::refutation;
pub use portfolio::solve_with;
pub use prunings::Prunings;
pub use solver::Solver;
