//! A soak: cases drawn at random that try to refute what the solvers prove, for as long as one likes.
//!
//! A case is a function of its [`Kind`], a seed and a number, so that any of them can be run again, and a
//! soak goes on at any number. A [`Refutation`] is a bug in a solver, made as small as it would go.
//!
//! | kind | file | what would refute a proof |
//! |---|---|---|
//! | along-wins | `along_wins.rs` | "unwinnable" of a position on the way to a win of a whole deal |
//! | simulation | `simulation.rs` | a move of a play that an abstraction has no answer for |
//! | reduced | `reduced.rs` | a verdict on a small game that brute force does not share |
//! | options | `option_chains.rs` | a deal won under strict rules and "unwinnable" under looser ones |
//! | symmetry | `symmetry.rs` | a won position that is "unwinnable" with its columns or suits exchanged, or after a move that a search makes at once |
//! | round-trips | `round_trips.rs` | what is written and read again is not the same |
//! | opinions | `second_opinions.rs` | a win of a whole deal that is "unwinnable" |
//!
//! It is a tool of the workspace and no command of `gehtauf`: nobody who plays or counts has a use for it.

mod along_wins;
mod case;
mod counts;
mod draw;
mod judge;
mod option_chains;
mod reduced;
mod round_trips;
mod second_opinions;
mod shrink;
mod simulation;
mod symmetry;

use std::fmt;

use gehtauf_rules::{AnyPosition, RuleSet};
use gehtauf_solvers::{Dominance, Proof, Simulation};
use rand_pcg::Pcg64;

pub use case::Case;
pub use counts::{Count, Counts};

/// What a case tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Each proof alone at positions along wins of whole deals.
    AlongWins,
    /// Reduced games against brute force.
    Reduced,
    /// Won under strict rules, lost under looser ones.
    Options,
    /// Won positions with columns or suits exchanged, and after dominance moves.
    Symmetry,
    /// Notation, positions, options, records.
    RoundTrips,
    /// Unwinnable whole deals, searched again in other ways.
    Opinions,
    /// The moves of plays in each abstraction.
    Simulation,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 7] = [
        Kind::AlongWins,
        Kind::Reduced,
        Kind::Options,
        Kind::Symmetry,
        Kind::RoundTrips,
        Kind::Opinions,
        Kind::Simulation,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::AlongWins => "along-wins",
            Kind::Simulation => "simulation",
            Kind::Reduced => "reduced",
            Kind::Options => "options",
            Kind::Symmetry => "symmetry",
            Kind::RoundTrips => "round-trips",
            Kind::Opinions => "opinions",
        }
    }
}

/// A claim that does not hold, and a small case that shows it.
#[derive(Debug, Clone)]
pub struct Refutation {
    /// Who said what.
    pub claim: String,
    /// The case.
    pub case: Case,
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "refuted: {}\n{}", self.claim, self.case)
    }
}

/// The proofs that are asked of a position.
pub type ProofsOf = fn(&AnyPosition) -> Vec<Proof<'_>>;

/// The abstractions that go along with a play from a position.
pub type SimulationsOf = fn(&AnyPosition) -> Vec<Simulation>;

/// The moves that a search makes at once in a position.
pub type DominancesOf = fn(&AnyPosition) -> Vec<Dominance>;

/// What is tried: what the solvers have, or other things for tests.
#[derive(Debug, Clone, Copy)]
pub struct Claims {
    /// What can say "unwinnable".
    pub proofs: ProofsOf,
    /// Abstractions and relaxations.
    pub simulations: SimulationsOf,
    /// What keeps a position won.
    pub dominances: DominancesOf,
    /// A bound on the moves left.
    pub lower_bound: fn(&AnyPosition) -> u32,
}

impl Claims {
    /// Those of the solvers.
    pub const ALL: Claims = Claims {
        proofs: gehtauf_solvers::proofs,
        simulations: gehtauf_solvers::simulations,
        dominances: gehtauf_solvers::dominances,
        lower_bound: gehtauf_solvers::lower_bound,
    };
}

/// Which case is run.
#[derive(Debug, Clone, Copy)]
pub struct Which {
    /// What it tries.
    pub kind: Kind,
    /// Tells one soak from another.
    pub seed: u64,
    /// Tells the cases of a soak apart; each game has every fifth.
    pub number: u64,
}

impl Which {
    /// Whose deals it tries.
    pub const fn rule_set(self) -> RuleSet {
        RuleSet::ALL[(self.number % RuleSet::ALL.len() as u64) as usize]
    }
}

/// Runs a case and adds what was asked to the counts.
///
/// # Errors
/// A proof is refuted.
pub fn run_case(which: Which, claims: Claims, counts: &mut Counts) -> Result<(), Refutation> {
    let Which { kind, seed, number } = which;
    let soak = &mut Soak {
        rule_set: which.rule_set(),
        rng: Pcg64::new(u128::from(seed) << 64 | u128::from(number), kind as u128),
        claims,
        counts,
    };
    match kind {
        Kind::AlongWins => along_wins::run(soak),
        Kind::Simulation => simulation::run(soak),
        Kind::Reduced => reduced::run(soak),
        Kind::Options => option_chains::run(soak),
        Kind::Symmetry => symmetry::run(soak),
        Kind::RoundTrips => round_trips::run(soak),
        Kind::Opinions => second_opinions::run(soak),
    }
}

/// What a case works with.
struct Soak<'c> {
    rule_set: RuleSet,
    rng: Pcg64,
    claims: Claims,
    counts: &'c mut Counts,
}
