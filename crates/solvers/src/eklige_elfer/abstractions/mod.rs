//! The abstraction of the game and the sets of ranks and card types that it is made of.

pub mod card_types;
pub mod deferred_assignment;
pub mod ranks;
