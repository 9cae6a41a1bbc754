//! A file of records torn anywhere loses nothing but what was torn. In a binary of its own: a process
//! that another test starts would hold the file's lock for a moment.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use gehtauf_rules::{Game, RuleSet};
use gehtauf_search::Limits;
use gehtauf_survey::{
    Flags, Goal, Record, RecordFile, RecordReader, STATISTICS, Settings, Source, Survey,
};

fn untimed(mut record: Record) -> Record {
    let micros = STATISTICS.iter().position(|statistic| statistic.name == "micros").unwrap();
    record.numbers[micros] = Some(0);
    record
}

fn records(file: &Path) -> Vec<Record> {
    let records = RecordReader::open(file).unwrap().map(Result::unwrap);
    records.map(untimed).collect()
}

#[test]
fn a_file_torn_at_any_byte_is_read_and_completed() {
    let file = &Path::new(env!("CARGO_TARGET_TMPDIR")).join("torn.csv");
    let _ = fs::remove_file(file);
    let game = Game::new(RuleSet::Domino, &[("ranks", "3")]).unwrap();
    let limits = Limits::default();
    let survey = Survey {
        game: &game,
        source: Source::Seeds,
        limits,
        goal: Goal::Any,
        player: None,
        threads: 1,
    };
    let settings = Settings::new(&survey, 0..3);
    let complete = || {
        let mut next = 0;
        let Some(mut out) = RecordFile::open(file, &settings, |_| next += 1).unwrap() else {
            return;
        };
        let write = |record| {
            out.write(&record).unwrap();
            ControlFlow::Continue(())
        };
        survey.run(next..3, Flags::default(), write).unwrap();
    };
    complete();
    let (whole, bytes) = (records(file), fs::read(file).unwrap());
    assert_eq!(whole.len(), 3);
    for len in 0..bytes.len() {
        let lines = bytes[..len].iter().filter(|&&byte| byte == b'\n').count();
        fs::write(file, &bytes[..len]).unwrap();
        match lines {
            0 | 1 => assert!(RecordReader::open(file).is_err(), "cut at {len}"),
            _ => assert_eq!(records(file), whole[..lines - 1], "cut at {len}"),
        }
        complete();
        assert_eq!(records(file), whole, "cut at {len}");
    }
}
