//! Many deals in parallel, in an order and with verdicts that no thread count changes.
//!
//! A [`Survey`] solves the deals of a game and gives a [`Record`] for each, in order. Records go to
//! a [`RecordFile`] from which a survey goes on after a crash, or to a [`Gatherer`] that makes their
//! [`Summary`]. [`Pairs`] compares two readings of the rules on the same deals. Nothing here prints.

mod compare;
mod file;
mod interval;
mod parallel;
mod record;
mod relaxation;
mod searches;
mod summary;
mod survey;

pub use compare::{Pairs, compare, is_contradiction};
pub use file::{RecordFile, merge, shard};
pub use interval::{Interval, Method, interval, paired_difference};
pub use parallel::{in_order, thread_pool};
pub use record::{
    Decision, Header, Record, RecordError, RecordReader, SCHEMA, Source, options_by_name,
};
pub use relaxation::is_relaxation;
pub use searches::{Answer, Goal, Searches};
pub use summary::{Bin, Gatherer, Rung, Spread, Summary, Winnable};
pub use survey::{FailedDeal, Flags, Reached, Survey, Tally, Until};
