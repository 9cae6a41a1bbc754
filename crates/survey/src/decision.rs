//! The verdict of a deal, as records and summaries name it.

use serde::{Deserialize, Serialize};

/// A verdict without its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// The deal comes out.
    Won,
    /// No play brings it out.
    Unwinnable,
    /// A limit struck first.
    Unknown,
}

impl Decision {
    /// All of them.
    pub const ALL: [Decision; 3] = [Decision::Won, Decision::Unwinnable, Decision::Unknown];

    /// The name in records and texts: `won`, `unwinnable` or `unknown`.
    pub const fn name(self) -> &'static str {
        match self {
            Decision::Won => "won",
            Decision::Unwinnable => "unwinnable",
            Decision::Unknown => "unknown",
        }
    }
}

/// The verdict of a name.
pub(crate) fn decision(name: &str) -> Option<Decision> {
    Decision::ALL.into_iter().find(|decision| decision.name() == name)
}
