//! The lines of a file, and JSON among them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use serde::de::DeserializeOwned;

use crate::output::{is_standard, visible};

/// The lines of a text file that may be anything; `-` is standard input.
pub struct Lines {
    path: PathBuf,
    reader: Box<dyn BufRead + Send>,
    number: usize,
    longest: u64,
    /// Bytes read for the thing that is looked for.
    bytes: u64,
    /// The line last read, and how many of its bytes have been taken.
    line: String,
    taken: usize,
}

/// No deck line or position, with the comments before it, has as many bytes as this.
pub const LONGEST_DEAL: u64 = 1 << 20;

/// No solution's line has as many bytes as this; the moves of a depth-first search's win are many.
pub const LONGEST_SOLUTION: u64 = 64 << 20;

/// Opens a file; `-` is standard input.
pub fn open(path: &Path) -> Result<Box<dyn BufRead + Send>> {
    Ok(if is_standard(path) {
        Box::new(BufReader::new(io::stdin()))
    } else {
        Box::new(BufReader::new(File::open(path).with_context(|| name(path))?))
    })
}

/// The name of a file, for error messages.
pub fn name(path: &Path) -> String {
    if is_standard(path) {
        "standard input".to_string()
    } else {
        visible(&path.display().to_string()).into_owned()
    }
}

impl Lines {
    /// Opens a file of things each of which has less than `longest` bytes; keeps endless noise from
    /// filling time and memory.
    pub fn open(path: &Path, longest: u64) -> Result<Lines> {
        Ok(Lines::new(path, open(path)?, longest))
    }

    /// Lines of what `path` is the name of.
    pub fn new(path: &Path, reader: Box<dyn BufRead + Send>, longest: u64) -> Lines {
        let (path, line) = (path.to_path_buf(), String::new());
        Lines { path, reader, number: 0, longest, bytes: 0, line, taken: 0 }
    }

    /// Says that one of the things looked for has been found; the bytes of the next are counted anew.
    pub fn found_one(&mut self) {
        self.bytes = 0;
    }

    /// The file, for error messages.
    pub fn name(&self) -> String {
        name(&self.path)
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Which line was last read, from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The file and the line last read, for error messages.
    pub fn place(&self) -> String {
        format!("{}, line {}", self.name(), self.number)
    }

    /// What is left of the line last read.
    pub fn rest(&self) -> &str {
        &self.line[self.taken..]
    }

    /// Goes on to the next line unless the rest of this one has any text; false at the end.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn find_text(&mut self) -> Result<bool> {
        while self.rest().trim_start().is_empty() {
            let Some(line) = self.read_line()? else { return Ok(false) };
            (self.line, self.taken) = (line, 0);
        }
        Ok(true)
    }

    /// Leaves out what is left of the line last read.
    pub fn skip_rest(&mut self) {
        self.taken = self.line.len();
    }

    /// The JSON that begins here, on one line or several.
    ///
    /// # Errors
    /// There is none, with its line and column.
    pub fn json<T: DeserializeOwned>(&mut self) -> Result<T> {
        let value = T::deserialize(&mut serde_json::Deserializer::from_reader(&mut *self));
        value.map_err(|error| {
            if error.is_io() {
                return error.into();
            }
            anyhow!(not_json(&error)).context(format!("{}, column {}", self.place(), self.taken))
        })
    }

    /// The next line with its end, without the mark that some editors put at a file's beginning.
    fn read_line(&mut self) -> Result<Option<String>> {
        let mut bytes = Vec::new();
        let most = self.longest - self.bytes;
        let read = (&mut self.reader).take(most).read_until(b'\n', &mut bytes);
        self.bytes += read.with_context(|| self.name())? as u64;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        if self.bytes == self.longest {
            bail!("{}: longer than {} bytes", self.place(), self.bytes - 1);
        }
        let Ok(line) = String::from_utf8(bytes) else { bail!("{}: not UTF-8 text", self.place()) };
        Ok(Some(match line.strip_prefix('\u{feff}') {
            Some(rest) if self.number == 1 => rest.to_string(),
            _ => line,
        }))
    }
}

impl Iterator for Lines {
    type Item = Result<String>;

    fn next(&mut self) -> Option<Result<String>> {
        if !self.rest().is_empty() {
            let rest = self.rest().to_string();
            self.taken = self.line.len();
            return Some(Ok(rest));
        }
        self.read_line().transpose()
    }
}

impl Read for Lines {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.line.len()
            && let Some(line) = self.read_line().map_err(io::Error::other)?
        {
            (self.line, self.taken) = (line, 0);
        }
        let count = (&self.line.as_bytes()[self.taken..]).read(bytes)?;
        self.taken += count;
        Ok(count)
    }
}

/// What is wrong with JSON, without the place and with no long text of the file.
fn not_json(error: &serde_json::Error) -> String {
    const MOST: usize = 40;
    let text = error.to_string();
    let problem = text.rsplit_once(" at line ").map_or(text.as_str(), |(problem, _)| problem);
    match problem.rsplit_once(", expected ") {
        Some((found, expected)) if found.chars().count() > MOST => {
            let (begun, quote) = (found.chars().take(MOST), found.chars().next_back());
            let found: String = begun.chain("...".chars()).chain(quote).collect();
            format!("{found}, expected {expected}")
        }
        None if ["expected value", "expected ident"].contains(&problem) => "no JSON".to_string(),
        _ => problem.to_string(),
    }
}
