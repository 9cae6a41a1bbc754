//! Players of Eklige Elfer.

use crate::{Player, Random};

/// The weakest first.
pub(crate) const PLAYERS: &[&dyn Player] = &[&Random];
