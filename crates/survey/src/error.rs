//! What can be wrong with files of records.

use std::path::{Path, PathBuf};

use crate::settings::{OLDEST_SCHEMA, SCHEMA};

/// What is wrong with a file of records.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The system refused.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// The first line is not that of a file of records.
    #[error("{path}: not a file of records: {problem}")]
    NoRecords {
        /// The file.
        path: PathBuf,
        /// What is wrong with its first line.
        problem: String,
    },
    /// The file has another form.
    #[error(
        "{path}: the records have schema {schema}; this program reads {OLDEST_SCHEMA} to {SCHEMA}"
    )]
    OtherSchema {
        /// The file.
        path: PathBuf,
        /// Its schema.
        schema: u64,
    },
    /// The file has no record, and so no settings.
    #[error("{0}: there is no record in it yet")]
    Empty(PathBuf),
    /// A row that is no record, or not the next one.
    #[error("{path}, line {line}: {problem}")]
    Row {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        problem: String,
    },
    /// The file belongs to another survey.
    #[error("{path} holds another survey: {difference}; choose another file or the same options")]
    OtherSurvey {
        /// The file.
        path: PathBuf,
        /// The differences.
        difference: String,
    },
    /// A file to be merged that is no part of the survey of another one.
    #[error("{path} is no part of the survey of {other}: {difference}")]
    OtherPart {
        /// The file.
        path: PathBuf,
        /// The other file.
        other: PathBuf,
        /// The differences.
        difference: String,
    },
    /// The file is of an older version.
    #[error(
        "{path} has schema {schema} of an older version, whose methods had other names and whose rows \
         have no checks: `report` and `merge` read it, but no survey goes on with it; choose another file"
    )]
    Older {
        /// The file.
        path: PathBuf,
        /// Its schema.
        schema: u32,
    },
    /// Another process writes the file.
    #[error("{0}: another process writes this file")]
    Busy(PathBuf),
    /// The file has come into being meanwhile, by another process.
    #[error("{0}: another process made this file meanwhile")]
    Appeared(PathBuf),
    /// A file that does not hold all its deals.
    #[error("{path} is not complete: it ends before deal {next} of {from}..{to}")]
    Incomplete {
        /// The file.
        path: PathBuf,
        /// The first deal that is missing.
        next: u64,
        /// The first deal of the settings.
        from: u64,
        /// The end of the settings' deals.
        to: u64,
    },
    /// Settings of no survey, with what is wrong with them.
    #[error("the settings of this survey cannot stand in a file: {0}")]
    Settings(String),
    /// A record is not that of the next deal.
    #[error("{path}: deal {deal} is not the next one")]
    OtherDeal {
        /// The file.
        path: PathBuf,
        /// The record's deal.
        deal: u64,
    },
    /// What no survey can have made, such as the record of an interrupted search.
    #[error("{path}: deal {deal}: not a record: {problem}")]
    RefusedRecord {
        /// The file.
        path: PathBuf,
        /// The record's deal.
        deal: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// A file is to be ended before its last deal.
    #[error("{path}: deals {next}..{to} are missing")]
    Unfinished {
        /// The file.
        path: PathBuf,
        /// The first deal that is missing.
        next: u64,
        /// The end of the deals.
        to: u64,
    },
    /// Files that do not follow each other.
    #[error("deals {from}..{to} are {} {first} and {second}", if *.overlap { "in both" } else { "missing between" })]
    NotAdjacent {
        /// Whether deals are there twice; else they are missing.
        overlap: bool,
        /// The first deal concerned.
        from: u64,
        /// The end of the deals concerned.
        to: u64,
        /// The file of the earlier deals.
        first: PathBuf,
        /// The file of the later deals.
        second: PathBuf,
    },
    /// Shards of a survey that are not among the files.
    #[error("of {parts} shards {} missing: {}", if missing.len() == 1 { "one is" } else { "these are" }, in_words(.missing))]
    MissingShards {
        /// How many there should be.
        parts: u64,
        /// The numbers of those that are not there.
        missing: Vec<u64>,
    },
}

impl RecordError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> RecordError {
        let path = path.to_path_buf();
        |error| RecordError::Io { path, error }
    }
}

/// `1, 4-6, 9` for these numbers, which ascend.
fn in_words(numbers: &[u64]) -> String {
    let ranges = numbers.chunk_by(|a, b| a + 1 == *b);
    let words = ranges.map(|range| match range {
        [one] => one.to_string(),
        _ => format!("{}-{}", range[0], range[range.len() - 1]),
    });
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::RecordReader;

    #[test]
    fn what_the_system_said_is_said_once() {
        let error = RecordReader::open(Path::new("no-such-file")).unwrap_err();
        assert!(error.to_string().len() > "no-such-file: ".len(), "{error}");
        assert!(std::error::Error::source(&error).is_none());
    }
}
