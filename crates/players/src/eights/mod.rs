//! Players of Acht mal Acht and 8x8.

use crate::{Player, Random};

/// Those of Acht mal Acht, the weakest first.
pub(crate) const ACHT_MAL_ACHT: &[&dyn Player] = &[&Random];

/// Those of 8x8, the weakest first.
pub(crate) const EIGHT_BY_EIGHT: &[&dyn Player] = &[&Random];
