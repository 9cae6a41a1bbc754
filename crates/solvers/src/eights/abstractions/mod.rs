//! Spaces that leave out some of what tells positions apart.

pub mod free_cards_with_heads;
