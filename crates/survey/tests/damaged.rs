//! No damaged byte of a file of records goes unnoticed. In a binary of its own, as torn.rs is.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use gehtauf_rules::{Game, RuleSet};
use gehtauf_survey::{
    Flags, Goal, RecordError, RecordFile, RecordReader, Settings, Source, Survey,
};

/// Faster than to write it in place, for which some file systems go to the disk.
fn write_anew(file: &Path, bytes: &[u8]) {
    fs::remove_file(file).unwrap();
    fs::write(file, bytes).unwrap();
}

/// Each byte of a small file has one bit flipped, and all of them. What is read then is an error that names the line, or the
/// records before a last line that has lost its end; no survey goes on with such a file but by solving
/// that last deal again.
#[test]
fn a_flipped_byte_is_never_silently_accepted() {
    let file = &Path::new(env!("CARGO_TARGET_TMPDIR")).join("damaged.csv");
    let _ = fs::remove_file(file);
    let sets = [("ranks", "4"), ("suits", "CH"), ("columns", "3")];
    let game = Game::new(RuleSet::EkligeElfer, &sets).unwrap();
    let limits = Default::default();
    let survey = Survey { game: &game, source: Source::Seeds, limits, goal: Goal::Any, threads: 1 };
    let settings = Settings::new(&survey, 0..3);
    let mut out = RecordFile::open(file, &settings, |_| ()).unwrap().unwrap();
    let write = |record| {
        out.write(&record).unwrap();
        ControlFlow::Continue(())
    };
    survey.run(0..3, Flags::default(), write).unwrap();
    out.finish().unwrap();
    let read = || RecordReader::open(file)?.collect::<Result<Vec<_>, RecordError>>();
    let (whole, records) = (fs::read(file).unwrap(), read().unwrap());
    assert_eq!(records.len(), 3);

    for place in 0..whole.len() {
        for flipped in [1 << (place % 8), 0xff] {
            let mut bytes = whole.clone();
            bytes[place] ^= flipped;
            write_anew(file, &bytes);
            let mut again = Vec::new();
            let gone_on = RecordFile::open(file, &settings, |record| again.push(record));
            if place == whole.len() - 1 {
                assert_eq!(read().unwrap(), records[..2], "the last line has no end");
                assert_eq!(again, records[..2]);
                assert!(gone_on.unwrap().is_some(), "the last deal is to be solved again");
                continue;
            }
            let line = 1 + whole[..place].iter().filter(|&&byte| byte == b'\n').count() as u64;
            for error in [read().unwrap_err(), gone_on.unwrap_err()] {
                match error {
                    RecordError::NoRecords { .. } => assert_eq!(line, 1),
                    RecordError::Row { line: named, .. } => assert_eq!(named, line, "byte {place}"),
                    error => panic!("byte {place}: {error}"),
                }
            }
            assert_eq!(fs::read(file).unwrap(), bytes, "a damaged file is left as it is");
        }
    }
}

/// Likewise for bytes lost, doubled and put in, among them the `"` that once swallowed all later rows.
#[test]
fn bytes_lost_or_put_in_are_noticed() {
    let file = &Path::new(env!("CARGO_TARGET_TMPDIR")).join("bytes.csv");
    let _ = fs::remove_file(file);
    let game = Game::new(RuleSet::Domino, &[("ranks", "3")]).unwrap();
    let limits = Default::default();
    let survey = Survey { game: &game, source: Source::Seeds, limits, goal: Goal::Any, threads: 1 };
    let settings = Settings::new(&survey, 0..3);
    let mut out = RecordFile::open(file, &settings, |_| ()).unwrap().unwrap();
    let write = |record| {
        out.write(&record).unwrap();
        ControlFlow::Continue(())
    };
    survey.run(0..3, Flags::default(), write).unwrap();
    out.finish().unwrap();
    let whole = fs::read(file).unwrap();
    for place in 0..whole.len() - 1 {
        let (before, after) = (&whole[..place], &whole[place..]);
        let lost = [before, &after[1..]].concat();
        let put_in = [b'"', b',', b'\n', b'0', b' ', 0, whole[place]];
        let put_in = put_in.map(|byte| [before, &[byte], after].concat());
        for bytes in [vec![lost], put_in.to_vec()].concat() {
            write_anew(file, &bytes);
            let error = RecordFile::open(file, &settings, |_| ()).map(|_| ()).unwrap_err();
            assert!(
                matches!(error, RecordError::NoRecords { .. } | RecordError::Row { .. }),
                "{place}: {error}"
            );
            assert_eq!(fs::read(file).unwrap(), bytes, "a damaged file is left as it is");
        }
    }
}
