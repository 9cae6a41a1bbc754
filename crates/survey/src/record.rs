//! Records: what a survey keeps of each deal, and their file form.
//!
//! A file is one line `# ` with a [`Header`] as JSON, then CSV: a row of column names and one row
//! for each deal, in the order of the deals. The names and meanings of header fields and columns
//! are those of [`Header`] and [`Record`]; a change of meaning raises [`SCHEMA`].

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Take};
use std::ops::Range;
use std::path::{Path, PathBuf};

use gehtauf_cards::{Deck, Pack, pysol, seeded_deck};
use gehtauf_rules::{AnyPosition, Game, Move};
use gehtauf_search::{Limit, Verdict};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::{Answer, Goal, Survey};

/// The version of the file form.
pub const SCHEMA: u32 = 2;

/// What the numbers of the deals stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Seeds of our own shuffle.
    Seeds,
    /// Deal numbers of PySolFC without a prefix.
    Pysol,
}

impl Source {
    /// The deck of a number.
    pub fn deck(self, number: u64, pack: Pack) -> Deck {
        match self {
            Source::Seeds => seeded_deck(number, pack),
            Source::Pysol => pysol::Number::plain(number.into()).deck(pack),
        }
    }
}

/// What holds for all records of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// [`SCHEMA`] when the file was begun.
    pub schema: u32,
    /// The version of this program.
    pub version: String,
    /// The name of the rule set.
    pub game: String,
    /// The value of every option, by name.
    pub options: Map<String, Value>,
    /// States that the search for a deal may visit.
    pub max_states: u64,
    /// Bytes that all searches together may take.
    pub max_memory: u64,
    /// Microseconds that all work on a deal may take; null if there is no such limit.
    pub time_limit_micros: Option<u64>,
    /// What a win was to be: `any`, `short`, `shortest` or `fewest-redeals`.
    pub goal: String,
    /// What the deals' numbers are: `seeds` or `pysol`.
    pub source: Source,
    /// The number of the first deal.
    pub from: u64,
    /// The number after the last deal.
    pub to: u64,
}

impl Header {
    /// The header of a survey of these deals.
    pub fn new(survey: &Survey<'_>, deals: Range<u64>) -> Header {
        let Survey { game, source, limits, goal, .. } = *survey;
        Header {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION").to_string(),
            game: game.rule_set().name().to_string(),
            options: options_by_name(game),
            max_states: limits.max_states,
            max_memory: limits.max_bytes as u64,
            time_limit_micros: limits.time.map(|time| time.as_micros() as u64),
            goal: goal.name().to_string(),
            source,
            from: deals.start,
            to: deals.end,
        }
    }

    /// The first field in which two headers differ, with both values.
    pub fn difference(&self, other: &Header) -> Option<String> {
        let fields = |header: &Header| match serde_json::to_value(header) {
            Ok(Value::Object(fields)) => fields,
            _ => unreachable!("a header is a JSON object"),
        };
        let (ours, theirs) = (fields(self), fields(other));
        let (name, value) = ours.iter().find(|(name, value)| theirs.get(*name) != Some(value))?;
        match (value, &theirs[name]) {
            (Value::Object(options), Value::Object(others)) => options
                .iter()
                .find(|(name, value)| others.get(*name) != Some(value))
                .map(|(name, value)| {
                    let other = others.get(name).unwrap_or(&Value::Null);
                    format!("{name} is {value} there and {other} here")
                }),
            (value, other) => Some(format!("{name} is {value} there and {other} here")),
        }
    }
}

/// The value of every option of a game, in the order of its list.
pub fn options_by_name(game: &Game) -> Map<String, Value> {
    game.options().iter().map(|(name, value)| (name.to_string(), Value::String(value))).collect()
}

/// A verdict without its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// The deal comes out.
    Won,
    /// No play brings it out.
    Unwinnable,
    /// A limit struck first.
    Unknown,
}

/// What is kept of one deal. The fields are the columns of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The number of the deal: its seed, or its PySolFC number.
    pub seed: u64,
    /// `won`, `unwinnable` or `unknown`.
    pub verdict: Decision,
    /// The limit that struck: `states`, `memory` or `time`. For `unknown`, before the verdict; for
    /// `won`, before the goal was reached: the win may be longer than it would have become, or is
    /// not proven. Else empty.
    #[serde(serialize_with = "write_limit", deserialize_with = "read_limit")]
    pub limit: Option<Limit>,
    /// States visited.
    pub states: u64,
    /// Microseconds of all work on the deal by the clock; the one column that differs from run to run.
    pub micros: u64,
    /// How many moves the solution has, for `won`; else empty.
    pub moves: Option<u32>,
    /// How many of them are `redeal` or, in Eklige Elfer, `deal`.
    pub redeals: Option<u32>,
    /// Eklige Elfer: how many talon deals the solution makes before the first run is out; else
    /// empty.
    pub deals_before_run: Option<u32>,
    /// Eklige Elfer: how many moves of the solution fill an empty column; else empty.
    pub spaces: Option<u32>,
    /// The rung of the ladder that gave the verdict. For a win with a goal to prove, the goal, or
    /// `not proven: ` and the goal.
    pub method: String,
}

impl Record {
    /// The columns, in order.
    pub const COLUMNS: [&str; 10] = [
        "seed",
        "verdict",
        "limit",
        "states",
        "micros",
        "moves",
        "redeals",
        "deals_before_run",
        "spaces",
        "method",
    ];

    /// The record of a search from this deal.
    pub fn new(seed: u64, goal: Goal, deal: &AnyPosition, answer: &Answer) -> Record {
        let (verdict, moves) = match &answer.solution.verdict {
            Verdict::Won(moves) => (Decision::Won, Some(moves)),
            Verdict::Unwinnable => (Decision::Unwinnable, None),
            Verdict::Unknown(_) => (Decision::Unknown, None),
        };
        let redeals = |moves: &Vec<Move>| {
            moves.iter().filter(|m| matches!(m, Move::Redeal | Move::Deal)).count()
        };
        let elfer = match deal {
            AnyPosition::EkligeElfer(deal) => moves.map(|moves| (deal, moves)),
            _ => None,
        };
        Record {
            seed,
            verdict,
            limit: answer.limit(),
            states: answer.solution.states,
            micros: answer.time.as_micros() as u64,
            moves: moves.map(|moves| moves.len() as u32),
            redeals: moves.map(|moves| redeals(moves) as u32),
            deals_before_run: elfer
                .map(|(deal, moves)| gehtauf_rules::deals_before_first_run(deal, moves)),
            spaces: elfer.map(|(deal, moves)| gehtauf_rules::spaces_filled(deal, moves)),
            method: match answer.proven {
                None => answer.solution.method.to_string(),
                Some(true) => goal.name().to_string(),
                Some(false) => format!("not proven: {}", goal.name()),
            },
        }
    }
}

const LIMITS: [Limit; 4] = [Limit::States, Limit::Memory, Limit::Time, Limit::Interrupted];

fn write_limit<S: Serializer>(limit: &Option<Limit>, serializer: S) -> Result<S::Ok, S::Error> {
    limit.map(Limit::name).serialize(serializer)
}

fn read_limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Limit>, D::Error> {
    let Some(name) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let limit = LIMITS.into_iter().find(|limit| limit.name() == name);
    limit.map(Some).ok_or_else(|| serde::de::Error::custom(format!("{name} is no limit")))
}

/// What is wrong with a file of records.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The system refused.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// The first line is no header.
    #[error("{0}: not a file of records: its first line is no header")]
    NoHeader(PathBuf),
    /// The file has another form.
    #[error("{path}: the records have schema {schema}; this program reads schema {SCHEMA}")]
    OtherSchema {
        /// The file.
        path: PathBuf,
        /// Its schema.
        schema: u64,
    },
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
        /// The first difference.
        difference: String,
    },
    /// Another process writes the file.
    #[error("{0}: another process writes this file")]
    Busy(PathBuf),
    /// A file that does not hold all its deals.
    #[error("{path} is not complete: it ends before deal {next} of {from}..{to}")]
    Incomplete {
        /// The file.
        path: PathBuf,
        /// The first deal that is missing.
        next: u64,
        /// The first deal of the header.
        from: u64,
        /// The end of the header's deals.
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
}

impl RecordError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> RecordError {
        let path = path.to_path_buf();
        |error| RecordError::Io { path, error }
    }
}

/// Reads a file of records in order. A torn last line, which a survey that runs or was killed may
/// leave behind, does not count.
pub struct RecordReader {
    path: PathBuf,
    header: Header,
    next: u64,
    rows: csv::DeserializeRecordsIntoIter<BufReader<Take<File>>, Record>,
}

impl RecordReader {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// The file cannot be read or does not begin with a header.
    pub fn open(path: &Path) -> Result<RecordReader, RecordError> {
        let mut file = File::open(path).map_err(RecordError::io(path))?;
        let is_file = file.metadata().map_err(RecordError::io(path))?.is_file();
        let whole =
            if is_file { whole_lines(&mut file).map_err(RecordError::io(path))? } else { u64::MAX };
        let mut reader = BufReader::new(file.take(whole));
        let header = read_header(path, &mut reader)?;
        // Counts its lines from the file's second one.
        let rows = csv::Reader::from_reader(reader).into_deserialize();
        Ok(RecordReader { path: path.to_path_buf(), next: header.from, header, rows })
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The number of the deal that is to come next.
    pub fn next_deal(&self) -> u64 {
        self.next
    }

    /// Checks, after the last record, that none is missing.
    ///
    /// # Errors
    /// Some are.
    pub fn check_complete(&self) -> Result<(), RecordError> {
        let Header { from, to, .. } = self.header;
        if self.next == to {
            return Ok(());
        }
        Err(RecordError::Incomplete { path: self.path.clone(), next: self.next, from, to })
    }
}

impl Iterator for RecordReader {
    type Item = Result<Record, RecordError>;

    /// The next record.
    fn next(&mut self) -> Option<Result<Record, RecordError>> {
        let row = self.rows.next()?;
        let line = self.rows.reader().position().line();
        let problem = match row {
            Ok(record) if record.seed == self.next && record.seed < self.header.to => {
                self.next += 1;
                return Some(Ok(record));
            }
            Ok(record) => {
                format!(
                    "deal {} where {} of {}..{} comes next",
                    record.seed, self.next, self.header.from, self.header.to
                )
            }
            Err(error) => format!("not a record: {}", problem_of(&error)),
        };
        Some(Err(RecordError::Row { path: self.path.clone(), line, problem }))
    }
}

/// What is wrong, without the place: csv does not count the line of the header.
fn problem_of(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => err.to_string(),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("{len} columns, not {expected_len}")
        }
        _ => error.to_string(),
    }
}

/// How many bytes of a file come before what stands behind the last line end. Goes to its start.
pub(crate) fn whole_lines(file: &mut File) -> std::io::Result<u64> {
    const BLOCK: u64 = 1 << 16;
    let mut end = file.metadata()?.len();
    while end > 0 {
        let start = end.saturating_sub(BLOCK);
        let mut block = vec![0; (end - start) as usize];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut block)?;
        if let Some(place) = block.iter().rposition(|&byte| byte == b'\n') {
            end = start + place as u64 + 1;
            break;
        }
        end = start;
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(end)
}

/// Reads the header line.
fn read_header(path: &Path, reader: &mut impl BufRead) -> Result<Header, RecordError> {
    const LONGEST: u64 = 1 << 16;
    let mut line = Vec::new();
    reader.by_ref().take(LONGEST).read_until(b'\n', &mut line).map_err(RecordError::io(path))?;
    let no_header = || RecordError::NoHeader(path.to_path_buf());
    let json = line.strip_prefix(b"# ").filter(|json| json.ends_with(b"\n"));
    let json: Value =
        json.and_then(|json| serde_json::from_slice(json).ok()).ok_or_else(no_header)?;
    match json.get("schema").and_then(Value::as_u64) {
        Some(schema) if schema != u64::from(SCHEMA) => {
            Err(RecordError::OtherSchema { path: path.to_path_buf(), schema })
        }
        _ => serde_json::from_value(json).map_err(|_| no_header()),
    }
}
