//! Parts of a survey, and how they are put together.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use gehtauf_rules::RuleSet;

use crate::decision::Decision;
use crate::error::RecordError;
use crate::form::Form;
use crate::reader::RecordReader;
use crate::record::Record;
use crate::replacement::{Replacement, open_and_lock};
use crate::rows::Rows;
use crate::settings::{Settings, Shard};
use crate::standard_streams::is_stdin;

/// Files that together hold all deals of a survey, each once: the bytes of one run over all of them,
/// but for the timings and the checks.
#[derive(Debug)]
pub struct Merge {
    parts: Vec<Part>,
    game: RuleSet,
    whole: Settings,
}

/// One of the files.
#[derive(Debug)]
struct Part {
    path: PathBuf,
    /// In errors.
    name: PathBuf,
    settings: Settings,
    form: Form,
    /// Open only if it is a pipe, which cannot be read twice; there may be more files than may be open at once.
    pipe: Option<RecordReader>,
}

impl Part {
    fn open(path: &Path) -> Result<Part, RecordError> {
        let reader = RecordReader::open(path)?;
        let is_file = !is_stdin(path) && fs::metadata(path).is_ok_and(|path| path.is_file());
        Ok(Part {
            path: path.to_path_buf(),
            name: reader.name(),
            settings: reader.settings().clone(),
            form: reader.form().clone(),
            pipe: (!is_file).then_some(reader),
        })
    }

    /// What tells the survey of another file apart, whichever deals it holds.
    fn difference(&self, other: &Form, settings: &Settings) -> Option<String> {
        if self.form.statistics() != other.statistics() {
            return Some("it has other columns".to_string());
        }
        settings.of_deals(0..0).difference(&self.settings.of_deals(0..0))
    }

    /// Reads a file anew, unless it is another one by now.
    fn reopen(&self) -> Result<RecordReader, RecordError> {
        let reader = RecordReader::open(&self.path)?;
        match self.settings.difference(reader.settings()) {
            None => Ok(reader),
            Some(difference) => {
                let path = self.path.clone();
                Err(RecordError::OtherSurvey { path, difference })
            }
        }
    }
}

impl Merge {
    /// Opens the files, which are given in any order; `-` is standard input.
    ///
    /// # Errors
    /// A file cannot be read or belongs to another survey; deals are missing or there twice.
    ///
    /// # Panics
    /// There are no files.
    pub fn new(paths: &[PathBuf]) -> Result<Merge, RecordError> {
        let mut parts: Vec<Part> = Vec::new();
        let mut empty = None;
        for path in paths {
            match Part::open(path) {
                Err(error @ RecordError::Empty(_)) => empty = Some(error),
                part => parts.push(part?),
            }
        }
        // A shard may have no deals; which shards are missing is found out below.
        let are_shards = parts.iter().any(|part| part.settings.shard.is_some());
        if let Some(error) = empty.filter(|_| !are_shards) {
            return Err(error);
        }
        parts.sort_by_key(|part| (part.settings.from, part.settings.to));
        let (first, last) = (&parts[0].settings, &parts[parts.len() - 1].settings);
        let whole = first.of_deals(first.from..last.to);
        for part in &parts[1..] {
            if let Some(difference) = parts[0].difference(&part.form, &part.settings) {
                let (path, other) = (part.name.clone(), parts[0].name.clone());
                return Err(RecordError::OtherPart { path, other, difference });
            }
        }
        check_shards(&parts)?;
        for pair in parts.windows(2) {
            let [first, second] = pair else { unreachable!("a pair") };
            let (one, other) = (&first.settings, &second.settings);
            if one.to != other.from {
                let overlap = other.from < one.to;
                return Err(RecordError::NotAdjacent {
                    overlap,
                    from: one.to.min(other.from),
                    to: if overlap { one.to.min(other.to) } else { other.from },
                    first: first.name.clone(),
                    second: second.name.clone(),
                });
            }
        }
        let game = whole.check().expect("the first part's settings were checked");
        Ok(Merge { parts, game, whole })
    }

    /// Writes the whole to a file, which comes into being at once when it is complete. A file that
    /// is there already is replaced if it holds deals of the same survey and no others.
    ///
    /// # Errors
    /// A part is damaged or not complete; the file is being written by a survey, is of another one or
    /// no file of records; the system refuses. Then it is left as it is, and no other file is touched.
    pub fn write_file(self, path: &Path) -> Result<(), RecordError> {
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            let out = OpenOptions::new().write(true).open(path).map_err(RecordError::io(path))?;
            return self.write(out, path);
        }
        let old = match open_and_lock(path, OpenOptions::new().read(true)) {
            Err(RecordError::Io { error, .. }) if error.kind() == ErrorKind::NotFound => None,
            old => Some(old?),
        };
        let replaced = match &old {
            Some(old) => self.replaced(path, old.try_clone().map_err(RecordError::io(path))?)?,
            None => None,
        };
        let form = self.form();
        let settings = self.whole.clone();
        let mut whole = Replacement::begin(path, old.as_ref(), form, self.game, settings)?;
        self.write_rows(whole.rows(), path, replaced)?;
        whole.finish()?;
        Ok(())
    }

    /// Writes the whole to `out`, which is called `name` in errors.
    ///
    /// # Errors
    /// A part is damaged or not complete; `out` refuses. Only of a part that cannot be read twice, a pipe, this
    /// may be found out after rows were written.
    pub fn write(self, out: impl Write, name: &Path) -> Result<(), RecordError> {
        self.check_parts()?;
        let mut rows = Rows::begin(out, self.form(), self.game, self.whole.clone());
        self.write_rows(&mut rows, name, None)
    }

    fn form(&self) -> Form {
        Form::with_statistics_of(&self.parts[0].form)
    }

    /// Checks that no part is damaged or ends early, pipes left out.
    fn check_parts(&self) -> Result<(), RecordError> {
        for part in self.parts.iter().filter(|part| part.pipe.is_none()) {
            let mut records = part.reopen()?;
            records.try_for_each(|record| record.map(drop))?;
            records.check_complete()?;
        }
        Ok(())
    }

    /// Writes all rows, none of which has another verdict than the file that they replace.
    fn write_rows(
        self,
        rows: &mut Rows<impl Write>,
        name: &Path,
        mut replaced: Option<RecordReader>,
    ) -> Result<(), RecordError> {
        let mut old = replaced.as_mut().and_then(Iterator::next).transpose()?;
        for mut part in self.parts {
            let mut records = match part.pipe.take() {
                Some(pipe) => pipe,
                None => part.reopen()?,
            };
            for record in &mut records {
                let record = record?;
                if let Some(before) = old.as_ref().filter(|old| old.seed == record.seed) {
                    check_verdict(name, before, &record)?;
                    old = replaced.as_mut().and_then(Iterator::next).transpose()?;
                }
                rows.write(&record).map_err(RecordError::io(name))?;
            }
            records.check_complete()?;
        }
        rows.flush().map_err(RecordError::io(name))
    }

    /// The file at the place of the whole, if it has records and none that the whole has not.
    fn replaced(&self, path: &Path, file: fs::File) -> Result<Option<RecordReader>, RecordError> {
        if file.metadata().map_err(RecordError::io(path))?.len() == 0 {
            return Ok(None);
        }
        let old = match RecordReader::new(file, path) {
            Err(RecordError::Empty(_)) => return Ok(None),
            old => old?,
        };
        if let Some(difference) = self.parts[0].difference(old.form(), old.settings()) {
            return Err(RecordError::OtherSurvey { path: path.to_path_buf(), difference });
        }
        let (its, whole) = (old.settings(), &self.whole);
        if whole.from <= its.from && its.to <= whole.to {
            return Ok(Some(old));
        }
        let difference = format!(
            "its deals are {}..{}, and those to be merged {}..{}",
            its.from, its.to, whole.from, whole.to
        );
        Err(RecordError::OtherSurvey { path: path.to_path_buf(), difference })
    }
}

/// Checks that a record does not contradict the one that it replaces.
fn check_verdict(path: &Path, old: &Record, new: &Record) -> Result<(), RecordError> {
    if old.verdict == new.verdict || [old.verdict, new.verdict].contains(&Decision::Unknown) {
        return Ok(());
    }
    let difference = format!(
        "deal {} is {} there and {} in the files to be merged",
        new.seed,
        old.verdict.name(),
        new.verdict.name()
    );
    Err(RecordError::OtherSurvey { path: path.to_path_buf(), difference })
}

/// Checks that, if some files are shards, they are all shards of one survey, and all there.
fn check_shards(parts: &[Part]) -> Result<(), RecordError> {
    let mut shards =
        parts.iter().filter_map(|part| Some((part.name.clone(), part.settings.shard?)));
    let Some((first, Shard { parts: count, from, to, .. })) = shards.next() else {
        return Ok(());
    };
    for (path, shard) in shards {
        if (shard.parts, shard.from, shard.to) != (count, from, to) {
            let difference = format!(
                "it is one of {} shards of {}..{}, not of {count} of {from}..{to}",
                shard.parts, shard.from, shard.to
            );
            return Err(RecordError::OtherPart { path, other: first, difference });
        }
    }
    let mut files = parts.iter().map(|part| &part.settings).peekable();
    let mut is_there = |deals: Range<u64>| {
        while files.next_if(|part| part.to <= deals.start).is_some() {}
        let holds = |part: &&Settings| part.from <= deals.start && deals.end <= part.to;
        deals.is_empty() || files.peek().is_some_and(holds)
    };
    let deals = |part| Shard { part, parts: count, from, to }.deals();
    let missing: Vec<u64> = (1..=count).filter(|&part| !is_there(deals(part))).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(RecordError::MissingShards { parts: count, missing })
}
