//! What results look like: a file a format, each turning results into text without printing any.

pub mod board;
pub mod heading;
pub mod json;
pub mod listing;
pub mod reason;
pub mod replay_page;
pub mod report_page;
pub mod summary;
pub mod svg;
