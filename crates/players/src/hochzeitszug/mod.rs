//! Players of Hochzeitszug.

use crate::{Player, Random};

/// The weakest first.
pub(crate) const PLAYERS: &[&dyn Player] = &[&Random];
