//! Reading files of records.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Take};
use std::path::{Path, PathBuf};

use gehtauf_rules::RuleSet;
use serde_json::Value;

use crate::decision::Decision;
use crate::error::RecordError;
use crate::form::{Form, Row};
use crate::record::Record;
use crate::settings::{OLDEST_SCHEMA, SCHEMA, Settings};
use crate::standard_streams::{is_stdin, stdin};
use crate::statistics::WINS;

/// No line that we write is as long as this; keeps noise from filling the memory.
const LONGEST_LINE: u64 = 1 << 16;

/// Reads a file of records in order and believes nothing that it says unchecked. A torn last line,
/// which a survey that runs or was killed may leave behind, does not count. Ends at the first error.
#[derive(Debug)]
pub struct RecordReader {
    lines: Lines,
    form: Form,
    game: RuleSet,
    settings: Settings,
    /// The record of the row that had the settings.
    first: Option<Record>,
    next: u64,
    is_over: bool,
}

impl RecordReader {
    /// Opens a file and reads its settings; `-` is standard input.
    ///
    /// # Errors
    /// The file cannot be read, is no file of records, or has no whole row.
    pub fn open(path: &Path) -> Result<RecordReader, RecordError> {
        let (file, name) = match is_stdin(path) {
            true => (stdin(), Path::new("standard input")),
            false => (File::open(path), path),
        };
        RecordReader::new(file.map_err(RecordError::io(name))?, name)
    }

    /// Reads an open file from its start.
    pub(crate) fn new(file: File, path: &Path) -> Result<RecordReader, RecordError> {
        let is_empty = file.metadata().is_ok_and(|data| data.is_file() && data.len() == 0);
        let mut lines = Lines::new(file, path)?;
        let first = lines.next_line()?.unwrap_or_default();
        let problem =
            |problem: String| RecordError::NoRecords { path: path.to_path_buf(), problem };
        if is_empty {
            return Err(problem("it is empty".to_string()));
        }
        let (form, settings, first) = if let Some(json) = first.strip_prefix("# ") {
            let settings = read_old_settings(json, path)?;
            let names = lines.next_line()?.unwrap_or_default();
            // One that was killed before the line of names has no record either.
            let form = match names.as_str() {
                "" => Form::new(&settings),
                names => Form::read_names(settings.schema, names).map_err(|e| lines.wrong(e))?,
            };
            (form, settings, None)
        } else {
            if !first.contains("seed") {
                return Err(problem("its first line does not name its columns".to_string()));
            }
            let mut form = Form::read_names(SCHEMA, &first).map_err(problem)?;
            let Some(line) = lines.next_line()? else {
                return Err(RecordError::Empty(path.to_path_buf()));
            };
            let Row { record, settings } = form.read(&line).map_err(|e| lines.wrong(e))?;
            let settings = settings.ok_or_else(|| lines.wrong("no settings".to_string()))?;
            if settings.schema != SCHEMA {
                let (path, schema) = (path.to_path_buf(), settings.schema.into());
                return Err(RecordError::OtherSchema { path, schema });
            }
            (form, settings, Some(record))
        };
        let game = settings.check().map_err(|problem| lines.wrong(problem))?;
        if form.statistics().contains(&WINS) != settings.games().is_some() {
            return Err(lines.wrong("the column wins goes with several games a deal".to_string()));
        }
        let next = settings.from;
        Ok(RecordReader { lines, form, game, settings, first, next, is_over: false })
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The file's form, as far as it is read.
    pub(crate) fn form(&self) -> &Form {
        &self.form
    }

    /// The number of the deal that is to come next.
    pub(crate) fn next_deal(&self) -> u64 {
        self.next
    }

    /// How many bytes the whole lines of the file have; of a pipe nobody knows.
    pub(crate) fn whole_len(&self) -> u64 {
        self.lines.whole_len
    }

    /// Checks, after the last record, that none is missing.
    ///
    /// # Errors
    /// Some are.
    pub fn check_complete(&self) -> Result<(), RecordError> {
        let Settings { from, to, .. } = self.settings;
        if self.next == to {
            return Ok(());
        }
        Err(RecordError::Incomplete { path: self.lines.path.clone(), next: self.next, from, to })
    }

    /// The file, for error messages.
    pub(crate) fn name(&self) -> PathBuf {
        self.lines.path.clone()
    }

    fn read_record(&mut self) -> Result<Option<Record>, RecordError> {
        let record = match self.first.take() {
            Some(record) => record,
            None => {
                let Some(line) = self.lines.next_line()? else { return Ok(None) };
                let Row { record, settings } =
                    self.form.read(&line).map_err(|problem| self.lines.wrong(problem))?;
                if settings.is_some() {
                    return Err(self.lines.wrong("settings in a later row than the first".into()));
                }
                record
            }
        };
        let Settings { from, to, .. } = self.settings;
        if record.seed != self.next || record.seed >= to {
            let problem =
                format!("deal {} where {} of {from}..{to} comes next", record.seed, self.next);
            return Err(self.lines.wrong(problem));
        }
        let is_played = self.settings.player.is_some();
        let verdicts =
            if is_played { &Decision::OF_PLAYERS[..] } else { &Decision::OF_SOLVERS[..] };
        if !verdicts.contains(&record.verdict) {
            let whose = if is_played { "player" } else { "solver" };
            let problem = format!("{} is no verdict of a {whose}", record.verdict.name());
            return Err(self.lines.wrong(problem));
        }
        if let (Some(wins), Some(games)) = (record.number("wins"), self.settings.games())
            && wins > games
        {
            return Err(self.lines.wrong(format!("{wins} wins of {games} games")));
        }
        let check = record.check(self.game, self.form.statistics());
        check.map_err(|problem| self.lines.wrong(format!("not a record: {problem}")))?;
        self.next += 1;
        Ok(Some(record))
    }
}

impl Iterator for RecordReader {
    type Item = Result<Record, RecordError>;

    /// The next record.
    fn next(&mut self) -> Option<Result<Record, RecordError>> {
        if self.is_over {
            return None;
        }
        let record = self.read_record().transpose();
        self.is_over = !matches!(record, Some(Ok(_)));
        record
    }
}

/// The whole lines of a file.
#[derive(Debug)]
struct Lines {
    path: PathBuf,
    reader: BufReader<Take<File>>,
    whole_len: u64,
    number: u64,
}

impl Lines {
    fn new(mut file: File, path: &Path) -> Result<Lines, RecordError> {
        let is_file = file.metadata().map_err(RecordError::io(path))?.is_file();
        let whole_len =
            if is_file { whole_lines(&mut file).map_err(RecordError::io(path))? } else { u64::MAX };
        let reader = BufReader::new(file.take(whole_len));
        Ok(Lines { path: path.to_path_buf(), reader, whole_len, number: 0 })
    }

    /// The next line without its end.
    fn next_line(&mut self) -> Result<Option<String>, RecordError> {
        let mut line = Vec::new();
        let read = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        read.map_err(RecordError::io(&self.path))?;
        if line.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        if line.pop() != Some(b'\n') {
            // The end of a pipe, or noise.
            return if line.len() as u64 + 1 < LONGEST_LINE {
                Ok(None)
            } else {
                Err(self.wrong("longer than any record".to_string()))
            };
        }
        if line.last() == Some(&b'\r') {
            let problem = "ends with CR LF: another program has written the file anew";
            return Err(self.wrong(problem.to_string()));
        }
        String::from_utf8(line).map(Some).map_err(|_| self.wrong("not UTF-8 text".to_string()))
    }

    /// What is wrong with the line last read.
    fn wrong(&self, problem: String) -> RecordError {
        RecordError::Row { path: self.path.clone(), line: self.number, problem }
    }
}

/// How many bytes of a file come before what stands behind the last line end. Goes to its start.
fn whole_lines(file: &mut File) -> std::io::Result<u64> {
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

/// Reads the settings of schema 2, a line of their own.
fn read_old_settings(json: &str, path: &Path) -> Result<Settings, RecordError> {
    let problem = || RecordError::NoRecords {
        path: path.to_path_buf(),
        problem: "its first line is no header".to_string(),
    };
    let json: Value = serde_json::from_str(json).map_err(|_| problem())?;
    match json.get("schema").and_then(Value::as_u64) {
        Some(schema) if schema < u64::from(SCHEMA) && schema >= u64::from(OLDEST_SCHEMA) => {
            serde_json::from_value(json).map_err(|_| problem())
        }
        Some(schema) => Err(RecordError::OtherSchema { path: path.to_path_buf(), schema }),
        None => Err(problem()),
    }
}
