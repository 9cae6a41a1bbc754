//! Rows on their way to a file.

use std::io::{self, Write};

use gehtauf_rules::RuleSet;

use crate::form::Form;
use crate::record::Record;
use crate::settings::Settings;

/// Writes whole rows. After a write that failed nothing more is written, not even when this is
/// dropped: part of it may have got through, and what comes after would garble the file.
#[derive(Debug)]
pub(crate) struct Rows<W: Write> {
    out: W,
    form: Form,
    game: RuleSet,
    /// What the first row is still to say.
    settings: Option<Settings>,
    buffer: Vec<u8>,
    has_failed: bool,
}

impl<W: Write> Rows<W> {
    /// Begins a file of this form.
    pub fn begin(out: W, mut form: Form, game: RuleSet, settings: Settings) -> Rows<W> {
        let buffer = form.begin().into_bytes();
        Rows { out, form, game, settings: Some(settings), buffer, has_failed: false }
    }

    /// Goes on with a file that has been read to its end.
    pub fn go_on(out: W, form: Form, game: RuleSet) -> Rows<W> {
        Rows { out, form, game, settings: None, buffer: Vec::new(), has_failed: false }
    }

    /// Whether a record could be read again; else what is wrong with it.
    pub fn check(&self, record: &Record) -> Result<(), String> {
        record.check(self.game, self.form.statistics())
    }

    /// Writes the next record, which has been checked, or has been read.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        const MOST: usize = 1 << 16;
        let row = self.form.write(record, self.settings.take().as_ref());
        self.buffer.extend(row.into_bytes());
        if self.buffer.len() >= MOST { self.flush() } else { Ok(()) }
    }

    /// Hands all rows to the system.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.has_failed {
            return Err(io::Error::other("a write before this one failed"));
        }
        let written = self.out.write_all(&self.buffer).and_then(|()| self.out.flush());
        self.has_failed = written.is_err();
        self.buffer.clear();
        written
    }

    /// Where the rows go.
    pub fn out(&self) -> &W {
        &self.out
    }
}

impl<W: Write> Drop for Rows<W> {
    fn drop(&mut self) {
        // Whoever wants to know of a failure has flushed before.
        let _ = self.flush();
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_rules::Game;

    use super::*;
    use crate::decision::Decision;
    use crate::statistics::{Numbers, place};
    use crate::{Goal, Source, Survey};

    /// A disk that has so much space once, and all that is wanted after it was full once.
    struct Disk<'a> {
        written: &'a mut Vec<u8>,
        left: usize,
    }

    impl Write for Disk<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let count = bytes.len().min(self.left);
            self.written.extend(&bytes[..count]);
            self.left -= count;
            if count == 0 {
                self.left = usize::MAX;
                return Err(io::ErrorKind::StorageFull.into());
            }
            Ok(count)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn settings() -> Settings {
        let game = Game::new(RuleSet::Domino, &[]).unwrap();
        let (source, goal, limits) = (Source::Seeds, Goal::Any, Default::default());
        let survey = Survey { game: &game, source, limits, goal, player: None, threads: 1 };
        Settings::new(&survey, 0..20)
    }

    /// Writes 20 rows, each flushed, to a disk of this much space; gives what got there.
    fn write_rows(space: usize) -> (Vec<u8>, io::Result<()>) {
        let settings = settings();
        let mut numbers = Numbers::default();
        (numbers[place("states")], numbers[place("micros")]) = (Some(7), Some(9));
        let mut written = Vec::new();
        let disk = Disk { written: &mut written, left: space };
        let mut rows = Rows::begin(disk, Form::new(&settings), RuleSet::Domino, settings);
        let mut result = Ok(());
        for seed in 0..20 {
            let verdict = Decision::Unwinnable;
            let method = "exhaustive".to_string();
            let record = Record { seed, verdict, limit: None, numbers, method };
            let one = rows.write(&record).and_then(|()| rows.flush());
            assert!(result.is_ok() || one.is_err(), "nothing is written after a failure");
            result = result.and(one);
        }
        drop(rows);
        (written, result)
    }

    #[test]
    fn after_a_full_disk_nothing_is_written_again() {
        let (whole, result) = write_rows(usize::MAX);
        assert!(result.is_ok() && whole.iter().filter(|&&byte| byte == b'\n').count() == 21);
        for space in 0..whole.len() {
            let (written, result) = write_rows(space);
            assert_eq!(result.unwrap_err().kind(), io::ErrorKind::StorageFull);
            assert_eq!(written, whole[..space], "{space} bytes of space");
        }
    }

    #[test]
    fn what_could_not_be_read_again_is_refused() {
        let rows = Rows::go_on(Vec::new(), Form::new(&settings()), RuleSet::Domino);
        let numbers = Numbers::default();
        let method = "exhaustive".to_string();
        let record = Record { seed: 0, verdict: Decision::Won, limit: None, numbers, method };
        assert_eq!(rows.check(&record), Err("won without states".to_string()));
    }
}
