//! What a search may spend, and what it answers.

use std::time::Duration;

/// The answer about one deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict<M> {
    /// It comes out, by these moves.
    Won(Vec<M>),
    /// No play brings it out; the whole space was searched or a proof found.
    Unwinnable,
    /// Not decided: this limit struck first.
    Unknown(Limit),
}

/// The limits that can end a search without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[error("the search ended undecided: {}", self.name())]
pub enum Limit {
    /// [`Limits::max_states`]; also where all that a solver tries within so many leaves a position open.
    States,
    /// [`Limits::max_bytes`].
    Memory,
    /// [`Limits::time`].
    Time,
    /// The interrupt flag was raised.
    Interrupted,
}

impl Limit {
    /// The name in records: `states`, `memory`, `time` or `interrupted`.
    pub const fn name(self) -> &'static str {
        match self {
            Limit::States => "states",
            Limit::Memory => "memory",
            Limit::Time => "time",
            Limit::Interrupted => "interrupted",
        }
    }
}

/// What the search for one deal may spend. States and bytes give the same verdict everywhere; a
/// time limit does not, so there is none by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How many states may be visited.
    pub max_states: u64,
    /// How many bytes the tables of one search may take; where several search at a time and say so, of all together.
    pub max_bytes: usize,
    /// How long the search may take by the clock.
    pub time: Option<Duration>,
}

impl Default for Limits {
    /// 10 million states, 1 GiB, any time.
    fn default() -> Limits {
        Limits { max_states: 10_000_000, max_bytes: 1 << 30, time: None }
    }
}

/// How a part of a search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<M> {
    /// A win, by these moves.
    Won(Vec<M>),
    /// A proof that there is none.
    Unwinnable,
    /// No answer; another stage may find one.
    Open,
}

impl<M> Outcome<M> {
    /// The same, the moves of a win written as others.
    pub fn map<N>(self, write: impl FnOnce(Vec<M>) -> Vec<N>) -> Outcome<N> {
        match self {
            Outcome::Won(moves) => Outcome::Won(write(moves)),
            Outcome::Unwinnable => Outcome::Unwinnable,
            Outcome::Open => Outcome::Open,
        }
    }

    /// Of a search whose proofs are none: its win, or nothing.
    pub fn win_only(self) -> Outcome<M> {
        match self {
            Outcome::Unwinnable => Outcome::Open,
            other => other,
        }
    }
}

/// Why a part of a search was broken off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The stage has spent its own states; the next stage may go on.
    #[error("a stage of the search has spent its states")]
    Stage,
    /// A limit of the whole search was reached.
    #[error(transparent)]
    Limit(Limit),
}
