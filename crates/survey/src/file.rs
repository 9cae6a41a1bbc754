//! Writing files of records so that nothing is lost: going on after a crash, shards, merging.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::record::{Header, Record, RecordError, RecordReader, whole_lines};

/// A file of records that is being written.
///
/// Rows reach the file at least every 200 ms while records come, so that a process killed at any
/// moment loses little; opening the file again repairs a torn last line and goes on.
#[derive(Debug)]
pub struct RecordFile {
    /// Where the rows go now.
    path: PathBuf,
    /// Where the file is when it is complete.
    final_path: PathBuf,
    rows: csv::Writer<File>,
    last_flush: Instant,
}

const FLUSH_EVERY: Duration = Duration::from_millis(200);

impl RecordFile {
    /// Begins the file or goes on with it: `done` gets the records that it holds already. Gives
    /// nothing if the file is complete.
    ///
    /// With `rename_when_complete` the file has `.part` at the end of its name until
    /// [`RecordFile::finish`].
    ///
    /// # Errors
    /// The file cannot be written, is being written by another process, holds another survey, or
    /// is damaged anywhere but in its last line.
    pub fn open(
        path: &Path,
        header: &Header,
        rename_when_complete: bool,
        mut done: impl FnMut(Record),
    ) -> Result<Option<RecordFile>, RecordError> {
        if rename_when_complete && path.exists() {
            return read_complete(path, header, done).map(|()| None);
        }
        let final_path = path.to_path_buf();
        let path = if rename_when_complete { with_part(path) } else { path.to_path_buf() };
        let io = || RecordError::io(&path);
        let mut file =
            OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(io())?;
        if file.metadata().map_err(io())?.is_file() {
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(RecordError::Busy(path)),
                Err(TryLockError::Error(error)) => return Err(io()(error)),
            }
        }
        if holds_records(&mut file, &path, header)? {
            let mut records = RecordReader::open(&path)?;
            for record in &mut records {
                done(record?);
            }
            if records.next_deal() == header.to && path == final_path {
                return Ok(None);
            }
        } else {
            file.write_all(head(header).as_bytes()).map_err(io())?;
        }
        let rows = csv::WriterBuilder::new().has_headers(false).from_writer(file);
        Ok(Some(RecordFile { path, final_path, rows, last_flush: Instant::now() }))
    }

    /// Writes the next record.
    ///
    /// # Errors
    /// The system refuses, for want of space perhaps; what was written before is kept.
    pub fn write(&mut self, record: &Record) -> Result<(), RecordError> {
        let written = self.rows.serialize(record).map_err(std::io::Error::from);
        written.map_err(RecordError::io(&self.path))?;
        if self.last_flush.elapsed() >= FLUSH_EVERY {
            self.flush()?;
            self.last_flush = Instant::now();
        }
        Ok(())
    }

    /// Hands all rows to the system.
    ///
    /// # Errors
    /// The system refuses.
    pub fn flush(&mut self) -> Result<(), RecordError> {
        self.rows.flush().map_err(RecordError::io(&self.path))
    }

    /// Ends a complete file and gives it its final name.
    ///
    /// # Errors
    /// The system refuses.
    pub fn finish(mut self) -> Result<(), RecordError> {
        self.flush()?;
        if self.path != self.final_path {
            fs::rename(&self.path, &self.final_path).map_err(RecordError::io(&self.path))?;
        }
        Ok(())
    }
}

fn with_part(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

/// The header and the column names: the first two lines of a file.
fn head(header: &Header) -> String {
    let json = serde_json::to_string(header).expect("a header is JSON");
    format!("# {json}\n{}\n", Record::COLUMNS.join(","))
}

/// Reads a file that must be complete.
fn read_complete(
    path: &Path,
    header: &Header,
    mut done: impl FnMut(Record),
) -> Result<(), RecordError> {
    let mut reader = RecordReader::open(path)?;
    if let Some(difference) = reader.header().difference(header) {
        return Err(RecordError::OtherSurvey { path: path.to_path_buf(), difference });
    }
    for record in &mut reader {
        done(record?);
    }
    reader.check_complete()
}

/// Whether the file holds this survey's head, and perhaps rows. A torn last line is cut off; a
/// torn head too, so that the file is empty. Nothing else is ever cut.
fn holds_records(file: &mut File, path: &Path, header: &Header) -> Result<bool, RecordError> {
    let io = || RecordError::io(path);
    if !file.metadata().map_err(io())?.is_file() {
        return Ok(false);
    }
    let head = head(header);
    let mut start = Vec::new();
    file.take(head.len() as u64).read_to_end(&mut start).map_err(io())?;
    if start == head.as_bytes() {
        let whole = whole_lines(file).map_err(io())?;
        file.set_len(whole).map_err(io())?;
        return Ok(true);
    }
    if head.as_bytes().starts_with(&start) {
        file.set_len(0).map_err(io())?;
        return Ok(false);
    }
    let other = RecordReader::open(path)?.header().difference(header);
    let no_columns = || RecordError::NoHeader(path.to_path_buf());
    let difference = other.ok_or_else(no_columns)?;
    Err(RecordError::OtherSurvey { path: path.to_path_buf(), difference })
}

/// The part of the deals that shard `i` of `n` takes, `i` from 1.
///
/// # Panics
/// `i` is not in `1..=n`.
pub fn shard(deals: &Range<u64>, i: u64, n: u64) -> Range<u64> {
    assert!(1 <= i && i <= n, "shard {i} of {n}");
    let end = |i: u64| {
        let count = u128::from(deals.end - deals.start) * u128::from(i) / u128::from(n);
        deals.start + count as u64
    };
    end(i - 1)..end(i)
}

/// Puts the files of several parts of a survey together, in the order of their deals: the bytes of
/// one run over all of them, but for the timings.
///
/// # Errors
/// A file cannot be read, is not complete, or belongs to another survey; deals are missing or there
/// twice; `out` cannot be written.
///
/// # Panics
/// There are no files.
pub fn merge(
    paths: &[PathBuf],
    out_path: &Path,
    mut out: impl Write,
) -> Result<Header, RecordError> {
    let mut readers: Vec<(&PathBuf, RecordReader)> = Vec::new();
    for path in paths {
        readers.push((path, RecordReader::open(path)?));
    }
    readers.sort_by_key(|(_, reader)| (reader.header().from, reader.header().to));
    let (Some((_, first)), Some((_, last))) = (readers.first(), readers.last()) else {
        panic!("there are files to merge");
    };
    let whole = Header { to: last.header().to, ..first.header().clone() };
    for pair in readers.windows(2) {
        let [(first_path, first), (path, second)] = pair else { unreachable!("windows of two") };
        let (first, second) = (first.header(), second.header());
        let same_deals = Header { from: second.from, to: second.to, ..first.clone() };
        if let Some(difference) = same_deals.difference(second) {
            return Err(RecordError::OtherSurvey { path: first_path.to_path_buf(), difference });
        }
        if first.to != second.from {
            return Err(RecordError::NotAdjacent {
                overlap: second.from < first.to,
                from: first.to.min(second.from),
                to: if second.from < first.to { first.to.min(second.to) } else { second.from },
                first: first_path.to_path_buf(),
                second: path.to_path_buf(),
            });
        }
    }
    let io = || RecordError::io(out_path);
    out.write_all(head(&whole).as_bytes()).map_err(io())?;
    let mut rows = csv::WriterBuilder::new().has_headers(false).from_writer(out);
    for (_, reader) in &mut readers {
        for record in &mut *reader {
            rows.serialize(record?).map_err(std::io::Error::from).map_err(io())?;
        }
        reader.check_complete()?;
    }
    rows.flush().map_err(io())?;
    Ok(whole)
}
