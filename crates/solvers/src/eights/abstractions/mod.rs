//! Smaller spaces in which what is lost is lost: each with claim, proof, the rules that it supports and its oracle.

pub(super) mod card_counts;
pub(super) mod chain_counting;
pub(super) mod delete_relaxation;
pub(super) mod free_cards;
pub(super) mod free_cards_with_heads;
mod relaxed_play;
mod relaxed_state;
pub(super) mod tracked_cards;
