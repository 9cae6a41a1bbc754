//! No damaged byte of a file of records goes unnoticed. In a binary of its own, as torn.rs is.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use gehtauf_rules::{Game, RuleSet};
use gehtauf_survey::{
    Flags, Goal, RecordError, RecordFile, RecordReader, Settings, Source, Survey,
};

/// The bytes of a survey of three deals.
fn survey(game: &Game, file: &Path) -> (Settings, Vec<u8>) {
    let _ = fs::remove_file(file);
    let (source, goal, limits) = (Source::Seeds, Goal::Any, Default::default());
    let survey = Survey { game, source, limits, goal, player: None, threads: 1 };
    let settings = Settings::new(&survey, 0..3);
    let mut out = RecordFile::open(file, &settings, |_| ()).unwrap().unwrap();
    let write = |record| {
        out.write(&record).unwrap();
        ControlFlow::Continue(())
    };
    survey.run(0..3, Flags::default(), write).unwrap();
    out.finish().unwrap();
    (settings, fs::read(file).unwrap())
}

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
    let sets = [("ranks", "4"), ("suits", "CH"), ("columns", "3")];
    let (settings, whole) = survey(&Game::new(RuleSet::EkligeElfer, &sets).unwrap(), file);
    let read = || RecordReader::open(file)?.collect::<Result<Vec<_>, RecordError>>();
    let records = read().unwrap();
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
    let (settings, whole) = survey(&Game::new(RuleSet::Domino, &[("ranks", "3")]).unwrap(), file);
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

/// Text that somebody has changed on purpose, with checks that fit: whatever is accepted is what would be
/// written of it, byte by byte, and nothing panics.
#[test]
fn what_is_accepted_is_what_would_be_written() {
    let file = &Path::new(env!("CARGO_TARGET_TMPDIR")).join("forged.csv");
    let again = &Path::new(env!("CARGO_TARGET_TMPDIR")).join("again.csv");
    let (_, whole) = survey(&Game::new(RuleSet::Domino, &[("ranks", "3")]).unwrap(), file);
    let text = String::from_utf8(whole).unwrap();
    // Without the checks, which are put in again.
    let names = text.lines().next().unwrap();
    let rows: Vec<&str> =
        text.lines().skip(1).map(|line| line.rsplit_once(',').unwrap().0).collect();
    let bytes = rows.join("\n").into_bytes();
    let mut state = 1_u64;
    let mut draw = |n: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut accepted = 0;
    for _ in 0..5_000 {
        let mut bytes = bytes.clone();
        for _ in 0..=draw(3) {
            let (place, other) = (draw(bytes.len()), draw(bytes.len()));
            let byte = *b"0123456789,\"{}:-\n\r wonukas\\".get(draw(40)).unwrap_or(&bytes[other]);
            match draw(4) {
                0 => bytes.insert(place, byte),
                1 => drop(bytes.remove(place)),
                2 => bytes.swap(place, other),
                _ => bytes[place] = byte,
            }
        }
        let mut forged = format!("{names}\n").into_bytes();
        let mut crc = crc32fast::hash(names.as_bytes());
        for row in bytes.split(|&byte| byte == b'\n') {
            let mut hasher = crc32fast::Hasher::new_with_initial(crc);
            hasher.update(row);
            crc = hasher.finalize();
            forged.extend([row, format!(",{crc}\n").as_bytes()].concat());
        }
        write_anew(file, &forged);
        let Ok(reader) = RecordReader::open(file) else { continue };
        let settings = reader.settings().clone();
        let Ok(records) = reader.collect::<Result<Vec<_>, RecordError>>() else { continue };
        let _ = fs::remove_file(again);
        let mut out = RecordFile::open(again, &settings, |_| ()).unwrap().unwrap();
        records.iter().for_each(|record| out.write(record).unwrap());
        drop(out);
        assert_eq!(fs::read(again).unwrap(), forged, "{}", String::from_utf8_lossy(&forged));
        accepted += 1;
    }
    assert!(accepted > 200, "{accepted}: changed digits with checks that fit are accepted");
}
