//! Players of Domino, where nothing is hidden.

use crate::{Player, Random};

/// The weakest first.
pub(crate) const PLAYERS: &[&dyn Player] = &[&Random];
