//! What card types there are in a state.

use super::state::{Deal, State};
use crate::eights::card_types::{CardTypes, faces_of, types};
use crate::eights::state::COLUMNS;

/// What card types there are in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sets {
    /// The faces of which a card lies open.
    pub open: CardTypes,
    /// The card types that foundations take next.
    pub next: CardTypes,
    /// Those of the followers.
    pub followers: CardTypes,
    /// Those of the heads.
    pub heads: CardTypes,
    /// How many dealt cards each column has left.
    pub dealt: [u8; COLUMNS],
}

impl Sets {
    /// Of a state.
    #[inline]
    pub fn new(deal: &Deal, state: &State) -> Sets {
        Sets {
            open: faces_of(&state.open),
            next: deal.next_types(state),
            followers: types(&state.followers),
            heads: types(&state.heads),
            dealt: state.dealt,
        }
    }
}
