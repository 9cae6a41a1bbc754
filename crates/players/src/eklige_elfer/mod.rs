//! Players of Eklige Elfer.

mod greedy;
mod naive;

use greedy::Greedy;
use naive::Naive;

use crate::{Player, Random};

/// The weakest first.
pub(crate) const PLAYERS: &[&dyn Player] = &[&Random, &Naive, &Greedy];
