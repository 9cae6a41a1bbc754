//! Writing files of records so that nothing is lost: going on after a crash, and with more deals.

use std::fs::{self, File, OpenOptions};
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gehtauf_rules::RuleSet;

use crate::error::RecordError;
use crate::form::Form;
use crate::reader::RecordReader;
use crate::record::Record;
use crate::replacement::{Replacement, open_and_lock, sync_folder};
use crate::rows::Rows;
use crate::settings::{SCHEMA, Settings};
use crate::standard_streams::stdout;
use crate::statistics::place;

/// A file of records that is being written.
///
/// Rows reach the file at least every 200 ms while records come, and at once if they took as long to find, so
/// that a process killed at any moment loses little, and the disk every 5 s and at the end, so that a machine that stops does not
/// lose much more. Opening the file again repairs a torn last line and goes on.
#[derive(Debug)]
pub struct RecordFile {
    /// Where the rows go now.
    path: PathBuf,
    /// Where the file is when it is complete.
    final_path: PathBuf,
    rows: Rows<File>,
    /// The deals that have no row yet.
    rest: Range<u64>,
    last_flush: Instant,
    last_sync: Instant,
    /// What the rows that have not reached the file took to find.
    unwritten: Duration,
}

const FLUSH_EVERY: Duration = Duration::from_millis(200);
const SYNC_EVERY: Duration = Duration::from_secs(5);

impl RecordFile {
    /// Begins the file or goes on with it: `done` gets the records that it holds already. Gives
    /// nothing if the file is complete. A file of the same survey of fewer deals, which is no shard, is
    /// made longer.
    ///
    /// The file of a shard has `.part` at the end of its name until [`RecordFile::finish`].
    ///
    /// # Errors
    /// The settings cannot be those of a survey, or the file cannot be written, is being written by another process, holds another survey, is of
    /// an older version, or is damaged anywhere but in its last line. It is left as it is. (One that has nothing but the beginning of
    /// the first line is taken for a survey's that was killed there, and begun anew.)
    pub fn open(
        path: &Path,
        settings: &Settings,
        mut done: impl FnMut(Record),
    ) -> Result<Option<RecordFile>, RecordError> {
        let is_shard = settings.shard.is_some();
        if is_shard && path.exists() {
            return read_complete(path, settings, done).map(|()| None);
        }
        let final_path = path.to_path_buf();
        let path = if is_shard { with_part(path) } else { path.to_path_buf() };
        let mut next = settings.from;
        let rows = go_on(&path, settings, |record| {
            next = record.seed + 1;
            done(record);
        })?;
        Ok(rows.map(|rows| RecordFile::new(path, final_path, rows, next..settings.to)))
    }

    /// Begins a file on standard output.
    ///
    /// # Errors
    /// The settings cannot be those of a survey, or the system refuses.
    pub fn to_stdout(settings: &Settings) -> Result<RecordFile, RecordError> {
        let path = PathBuf::from("standard output");
        let file = stdout().map_err(RecordError::io(&path))?;
        let game = settings.check().map_err(RecordError::Settings)?;
        let rows = begin(&path, file, game, settings)?;
        Ok(RecordFile::new(path.clone(), path, rows, settings.from..settings.to))
    }

    fn new(path: PathBuf, final_path: PathBuf, rows: Rows<File>, rest: Range<u64>) -> RecordFile {
        let (now, unwritten) = (Instant::now(), Duration::ZERO);
        RecordFile { path, final_path, rows, rest, last_flush: now, last_sync: now, unwritten }
    }

    /// Writes the next record.
    ///
    /// # Errors
    /// It is not the record of the next deal, or none that a survey can have made, such as an interrupted search's: that
    /// deal is still the next. Or the system refuses, for want of space perhaps. What was written before is kept.
    pub fn write(&mut self, record: &Record) -> Result<(), RecordError> {
        if self.rest.is_empty() || self.rest.start != record.seed {
            return Err(RecordError::OtherDeal { path: self.path.clone(), deal: record.seed });
        }
        self.rows.check(record).map_err(|problem| RecordError::RefusedRecord {
            path: self.path.clone(),
            deal: record.seed,
            problem,
        })?;
        self.rows.write(record).map_err(RecordError::io(&self.path))?;
        self.rest.start += 1;
        self.unwritten += Duration::from_micros(record.numbers[place("micros")].unwrap_or(0));
        if self.last_flush.elapsed().max(self.unwritten) >= FLUSH_EVERY {
            self.rows.flush().map_err(RecordError::io(&self.path))?;
            (self.last_flush, self.unwritten) = (Instant::now(), Duration::ZERO);
        }
        if self.last_sync.elapsed() >= SYNC_EVERY {
            self.sync()?;
            self.last_sync = Instant::now();
        }
        Ok(())
    }

    /// Sees to it that all rows are on the disk.
    ///
    /// # Errors
    /// The system refuses.
    pub fn sync(&mut self) -> Result<(), RecordError> {
        let io = || RecordError::io(&self.path);
        self.rows.flush().map_err(io())?;
        let file = self.rows.out();
        if file.metadata().map_err(io())?.is_file() {
            file.sync_data().map_err(io())
        } else {
            Ok(())
        }
    }

    /// Ends a complete file and gives it its final name.
    ///
    /// # Errors
    /// Rows are missing, or the system refuses. The file can be opened again.
    pub fn finish(mut self) -> Result<(), RecordError> {
        self.sync()?;
        let Range { start: next, end: to } = self.rest;
        if next != to {
            return Err(RecordError::Unfinished { path: self.path, next, to });
        }
        if self.path != self.final_path {
            if self.final_path.exists() {
                return Err(RecordError::Appeared(self.final_path));
            }
            fs::rename(&self.path, &self.final_path).map_err(RecordError::io(&self.path))?;
        }
        sync_folder(&self.final_path);
        Ok(())
    }
}

fn with_part(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

/// Reads the file of a shard, which must be complete.
fn read_complete(
    path: &Path,
    settings: &Settings,
    mut done: impl FnMut(Record),
) -> Result<(), RecordError> {
    let mut reader = match RecordReader::open(path) {
        Err(RecordError::Empty(_)) if settings.from == settings.to => return Ok(()),
        reader => reader?,
    };
    check_same(path, reader.settings(), settings)?;
    for record in &mut reader {
        done(record?);
    }
    reader.check_complete()
}

/// The rows of a file that has none.
fn begin(
    path: &Path,
    file: File,
    game: RuleSet,
    settings: &Settings,
) -> Result<Rows<File>, RecordError> {
    let mut rows = Rows::begin(file, Form::new(settings), game, settings.clone());
    rows.flush().map_err(RecordError::io(path))?;
    Ok(rows)
}

/// The rows that are to be added to a file, nothing if it is complete and no shard.
fn go_on(
    path: &Path,
    settings: &Settings,
    mut done: impl FnMut(Record),
) -> Result<Option<Rows<File>>, RecordError> {
    let io = || RecordError::io(path);
    let game = settings.check().map_err(RecordError::Settings)?;
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        let pipe = OpenOptions::new().write(true).open(path).map_err(io())?;
        return begin(path, pipe, game, settings).map(Some);
    }
    let mut file = open_and_lock(path, OpenOptions::new().read(true).append(true).create(true))?;
    let reader = match is_torn_head(&mut file, settings).map_err(io())? {
        true => None,
        false => match RecordReader::new(file.try_clone().map_err(io())?, path) {
            Err(RecordError::Empty(_)) => None,
            reader => Some(reader?),
        },
    };
    let Some(mut reader) = reader else {
        file.set_len(0).map_err(io())?;
        return begin(path, file, game, settings).map(Some);
    };
    let before = reader.settings().clone();
    let is_shorter = before.to < settings.to && settings.shard.is_none();
    let of_as_many = Settings { to: if is_shorter { settings.to } else { before.to }, ..before };
    check_same(path, &of_as_many, settings)?;
    if is_shorter {
        let form = Form::with_statistics_of(reader.form());
        let mut longer = Replacement::begin(path, Some(&file), form, game, settings.clone())?;
        for record in &mut reader {
            let record = record?;
            longer.rows().write(&record).map_err(io())?;
            done(record);
        }
        return longer.finish().map(Some);
    }
    for record in &mut reader {
        done(record?);
    }
    if reader.next_deal() == settings.to && settings.shard.is_none() {
        return Ok(None);
    }
    file.set_len(reader.whole_len()).map_err(io())?;
    Ok(Some(Rows::go_on(file, reader.form().clone(), game)))
}

/// Whether the file has nothing but a part of its first line, or not even that.
fn is_torn_head(file: &mut File, settings: &Settings) -> std::io::Result<bool> {
    let names = Form::new(settings).names();
    let mut start = Vec::new();
    file.take(names.len() as u64).read_to_end(&mut start)?;
    Ok(start.len() < names.len() && names.as_bytes().starts_with(&start))
}

/// Checks that a survey can go on with a file.
fn check_same(path: &Path, there: &Settings, here: &Settings) -> Result<(), RecordError> {
    let path = path.to_path_buf();
    if there.schema < SCHEMA {
        return Err(RecordError::Older { path, schema: there.schema });
    }
    match there.difference(here) {
        None => Ok(()),
        Some(difference) => Err(RecordError::OtherSurvey { path, difference }),
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_rules::{Game, RuleSet};

    use super::*;
    use crate::statistics::Numbers;
    use crate::{Decision, Goal, Source, Survey};

    fn survey(game: &Game) -> Survey<'_> {
        let (source, goal, limits) = (Source::Seeds, Goal::Any, Default::default());
        Survey { game, source, limits, goal, player: None, threads: 1 }
    }

    fn record(seed: u64, micros: u64) -> Record {
        let mut numbers = Numbers::default();
        (numbers[place("states")], numbers[place("micros")]) = (Some(7), Some(micros));
        let (verdict, method) = (Decision::Unwinnable, "exhaustive".to_string());
        Record { seed, verdict, limit: None, numbers, method }
    }

    /// A file of so many deals that has just been begun, in a folder of its own.
    fn begun(deals: u64) -> (tempfile::TempDir, PathBuf, RecordFile) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file.csv");
        let game = Game::new(RuleSet::Domino, &[]).unwrap();
        let settings = Settings::new(&survey(&game), 0..deals);
        let file = RecordFile::open(&path, &settings, |_| ()).unwrap().unwrap();
        (folder, path, file)
    }

    #[test]
    fn a_row_that_took_long_to_find_reaches_the_file_at_once() {
        let (_folder, path, mut file) = begun(9);
        for seed in 0..4 {
            file.write(&record(seed, 1_000_000)).unwrap();
            let rows = RecordReader::open(&path).unwrap().count();
            assert_eq!(rows as u64, seed + 1);
        }
    }

    #[test]
    fn only_all_deals_in_their_order_end_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file.csv");
        let game = Game::new(RuleSet::Domino, &[]).unwrap();
        let shard = Settings::new(&survey(&game), 0..6).of_shard(2, 2);
        let open = || RecordFile::open(&path, &shard, |_| ()).unwrap().unwrap();
        let mut file = open();
        let error = file.write(&record(4, 0)).unwrap_err();
        assert!(matches!(error, RecordError::OtherDeal { deal: 4, .. }), "{error}");
        file.write(&record(3, 0)).unwrap();
        let error = file.finish().unwrap_err();
        assert!(matches!(error, RecordError::Unfinished { next: 4, to: 6, .. }), "{error}");
        let mut file = open();
        file.write(&record(4, 0)).unwrap();
        file.write(&record(5, 0)).unwrap();
        file.finish().unwrap();
        assert_eq!(RecordReader::open(&path).unwrap().count(), 3);
    }

    #[test]
    fn the_record_of_an_interrupted_search_is_refused_and_its_deal_still_the_next() {
        let (_folder, path, mut file) = begun(2);
        let interrupted = Record { verdict: Decision::Unknown, ..record(0, 0) };
        let error = file.write(&interrupted).unwrap_err().to_string();
        assert!(
            error.ends_with("file.csv: deal 0: not a record: unknown without a limit"),
            "{error}"
        );
        file.write(&record(0, 0)).unwrap();
        file.write(&record(1, 0)).unwrap();
        file.finish().unwrap();
        assert_eq!(RecordReader::open(&path).unwrap().filter_map(Result::ok).count(), 2);
    }

    #[test]
    fn settings_of_no_deals_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file.csv");
        let game = Game::new(RuleSet::Domino, &[]).unwrap();
        let none = Settings::new(&survey(&game), 5..5);
        let error = RecordFile::open(&path, &none, |_| ()).unwrap_err();
        assert!(error.to_string().ends_with("5..5 are no deals"), "{error}");
        assert!(!path.exists());
    }
}
