//! The abstraction of the game, the sets of ranks and card types that it is made of, and a relaxation.

pub mod card_types;
pub mod deferred_assignment;
pub mod delete_relaxation;
pub mod ranks;
