//! The verdict of a deal, as records and summaries name it.

use serde::{Deserialize, Serialize};

/// A verdict without its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// The deal comes out.
    Won,
    /// No play brings it out.
    Unwinnable,
    /// A limit struck first.
    Unknown,
    /// A player did not bring it out; others might have.
    Lost,
}

impl Decision {
    /// Those of solvers.
    pub const OF_SOLVERS: [Decision; 3] = [Decision::Won, Decision::Unwinnable, Decision::Unknown];

    /// Those of players.
    pub const OF_PLAYERS: [Decision; 2] = [Decision::Won, Decision::Lost];

    /// The name in records and texts: `won`, `unwinnable`, `unknown` or `lost`.
    pub const fn name(self) -> &'static str {
        match self {
            Decision::Won => "won",
            Decision::Unwinnable => "unwinnable",
            Decision::Unknown => "unknown",
            Decision::Lost => "lost",
        }
    }
}
