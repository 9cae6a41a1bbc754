//! Many deals in parallel, in an order and with verdicts that no thread count changes.
//!
//! [`in_order`] runs any work over many items; [`Searches`] solves positions side by side within one
//! amount of memory. Nothing here prints.

mod parallel;
mod searches;

pub use parallel::{in_order, thread_pool};
pub use searches::{Answer, Searches};
