//! Many deals in parallel, in an order and with verdicts that no thread count changes.
//!
//! A [`Survey`] solves the deals of a game and gives a [`Record`] for each, in order. Records go to
//! a [`RecordFile`] from which a survey goes on after a crash, or to a [`Gatherer`] that makes their
//! [`Summary`]. [`Pairs`] compares two readings of the rules on the same deals. Nothing here prints.

mod compare;
mod completions;
mod decision;
mod error;
mod file;
mod form;
mod games;
mod hints;
mod interval;
mod merge;
mod names;
mod parallel;
mod reader;
mod record;
mod relaxation;
mod replacement;
mod rows;
mod searches;
mod settings;
mod source;
mod standard_streams;
mod statistics;
mod summary;
mod survey;

pub use compare::{Pairs, compare, is_contradiction};
pub use completions::{CompletionError, Completions};
pub use decision::Decision;
pub use error::RecordError;
pub use file::RecordFile;
pub use games::{Luck, MAX_GAMES, PlayerRun, Playing};
pub use hints::{Hints, MoveOutcome};
pub use interval::{Interval, IntervalMethod, interval};
pub use merge::Merge;
pub use names::UnknownName;
pub use parallel::{NoThreads, in_order, thread_pool};
pub use reader::RecordReader;
pub use record::Record;
pub use relaxation::is_relaxation;
pub use searches::{Answer, Goal, Searches};
pub use settings::{MAX_SHARDS, OLDEST_SCHEMA, SCHEMA, Settings, Shard, options_by_name, shard};
pub use source::{Numbering, Source};
pub use statistics::{Bins, Numbers, STATISTICS, Statistic};
pub use summary::{Bin, Gatherer, Spread, StageTally, Summary, Winnable};
pub use survey::{FailedDeal, Failure, Flags, Reached, Survey, SurveyError, Tally, Until};
