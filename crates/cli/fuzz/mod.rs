//! What no person would type, given to everything that reads text.
//!
//! Each target takes any bytes: it must not panic, take a second or 64 MiB, and each refusal must be a line that
//! says where. The inputs are those of `tests/fuzz`, spoilt at random, and noise. `PROPTEST_CASES` says how
//! many a target gets: `PROPTEST_CASES=1250000 cargo test --release --bin gehtauf fuzz` for ten million.

mod mutations;

use std::cell::RefCell;
use std::io::Cursor;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context;
use gehtauf::cards::{Pack, Rank, Suits};
use gehtauf::certificates::{Certificate, Refusal};
use gehtauf::rules::{Game, Layout, Move, Position, RuleSet};
use gehtauf::survey::IntervalMethod;
use proptest::test_runner::{Config, TestError, TestRunner};
use rustix::time::{ClockId, clock_gettime};

use crate::args::Format;
use crate::commands::verify::replay_lines;
use crate::deals::{self, DeckLines};
use crate::formats::report_page::report_page;
use crate::formats::summary::{ReportFormat, render};
use crate::lines::{LONGEST_DEAL, LONGEST_SOLUTION, Lines};
use crate::{after, args, lang, output, report, survey, units};

use mutations::{corpus, inputs};

/// How a target takes an input.
type Taken = Result<(), String>;

/// Gives inputs to a target.
fn fuzz(target: &str, take: impl Fn(&[u8]) -> Taken) {
    const SLOWEST: Duration = Duration::from_secs(1);
    const MAX_MEMORY: u64 = 64 << 10;
    let before = kibibytes("VmRSS:");
    let good = corpus(target);
    for input in &good {
        take(input).unwrap_or_else(|refusal| panic!("{target}: {refusal}"));
    }
    let config = Config { failure_persistence: None, ..Config::default() };
    let run = TestRunner::new(config).run(&inputs(good), |input| {
        let start = cpu_time();
        let taken = take(&input);
        let time = cpu_time() - start;
        assert!(time < SLOWEST, "{time:?}");
        if let Err(refusal) = taken {
            let shown = output::one_line(&refusal);
            assert!(says_where(target, &shown), "says not where: {shown}");
            assert!(!shown.contains(char::is_control), "not fit to be shown: {shown:?}");
        }
        Ok(())
    });
    if let Err(TestError::Fail(reason, input)) = &run {
        panic!("{target}: {reason}: {}", input.escape_ascii());
    }
    run.unwrap();
    let more = kibibytes("VmHWM:").saturating_sub(before);
    let is_alone = std::env::var_os(ALONE).is_some();
    assert!(!is_alone || more < MAX_MEMORY, "{target}: {more} KiB");
}

/// Set where no other test shares the process, so that its memory is the target's.
const ALONE: &str = "GEHTAUF_FUZZ_ALONE";

#[test]
fn every_target_alone_takes_at_most_64_mebibytes() {
    if std::env::var_os(ALONE).is_some() {
        return;
    }
    let mut alone = Command::new(std::env::current_exe().unwrap());
    let targets = alone.args(["fuzz::", "--list", "--format", "terse"]).output().unwrap().stdout;
    let targets = String::from_utf8(targets).unwrap();
    let names: Vec<&str> = targets.lines().filter_map(|line| line.strip_suffix(": test")).collect();
    assert!(names.len() > 8, "{names:?}");
    for name in names {
        let mut alone = Command::new(std::env::current_exe().unwrap());
        let output = alone.args([name, "--exact"]).env(ALONE, "1").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

/// Whether a refusal says what it is about: a line, a pile, a card, a word.
fn says_where(target: &str, refusal: &str) -> bool {
    match target {
        "deck-lines" | "solutions" => {
            refusal.contains("FILE, line ") || refusal.starts_with("FILE: no ")
        }
        "records" => {
            ["FILE, line ", "FILE: ", "FILE has schema"].iter().any(|place| refusal.contains(place))
        }
        "positions" => {
            let whole =
                ["FILE, line ", "FILE, lines ", "FILE: no position", "FILE: this is JSON; "];
            whole.iter().any(|place| refusal.contains(place))
        }
        "options" => refusal.contains("expected NAME=VALUE") || names_an_option(refusal),
        "numbers" => refusal.contains("expected "),
        "moves" => refusal.starts_with("--after: "),
        "certificates" => {
            let places = [
                "no certificate: the first line ",
                "damaged: ",
                "line ",
                "start: ",
                "the start ",
                "what follows the head: ",
                "position ",
                "state ",
                "step ",
            ];
            places.iter().any(|place| refusal.starts_with(place)) || names_an_option(refusal)
        }
        _ => unreachable!("{target}: says what?"),
    }
}

/// Whether a refusal names the game, the option or the value that there is not.
fn names_an_option(refusal: &str) -> bool {
    let words = ["there is no game ", " has no option ", " is not possible"];
    words.iter().any(|words| refusal.contains(words))
}

/// What this thread has taken of a processor: others that are busy do not count.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// A line of what Linux says of this process; elsewhere 0.
fn kibibytes(label: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(label));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

fn lines(input: &[u8], longest: u64) -> Lines {
    Lines::new(Path::new("FILE"), Box::new(Cursor::new(input.to_vec())), longest)
}

fn said(error: anyhow::Error) -> String {
    format!("{error:#}")
}

/// The first of these that takes the input, or why the last did not.
fn first_to_take<T>(all: impl IntoIterator<Item = T>, take: impl Fn(T) -> Taken) -> Taken {
    let mut refusal = Ok(());
    for one in all {
        refusal = take(one);
        if refusal.is_ok() {
            break;
        }
    }
    refusal
}

const GAMES: &[(RuleSet, &[(&str, &str)])] = &[
    (RuleSet::AchtMalAcht, &[]),
    (RuleSet::EightByEight, &[]),
    (RuleSet::EkligeElfer, &[]),
    (RuleSet::Domino, &[]),
    (RuleSet::Hochzeitszug, &[]),
    (RuleSet::EightByEight, &[("ranks", "3"), ("suits", "CH"), ("columns", "2"), ("rows", "3")]),
    (RuleSet::Domino, &[("ranks", "5"), ("suits", "CH")]),
    (RuleSet::Hochzeitszug, &[("ranks", "5"), ("suits", "CH"), ("upper", "2"), ("lower", "2")]),
];

fn games() -> impl Iterator<Item = Game> {
    GAMES.iter().map(|(rule_set, sets)| Game::new(*rule_set, sets).unwrap())
}

/// Plays some moves, so that whatever has been read is looked at by the rules.
fn play_on(mut position: impl Position) {
    for i in 0..8 {
        let moves = position.legal_moves();
        let Some(&m) = moves.get(i * 7 % moves.len().max(1)) else { break };
        position.play(m);
    }
}

#[test]
fn deck_lines() {
    let few = Pack { top: Rank::new(3).unwrap(), suits: Suits::parse("CH").unwrap(), decks: 1 };
    let packs = [Pack::SINGLE, Pack::DOUBLE, few, Pack { decks: 2, ..few }];
    fuzz("deck-lines", |input| {
        first_to_take(packs, |pack| {
            // The first line is enough for one pack to have taken it.
            let deal = DeckLines::new(lines(input, LONGEST_DEAL), pack).next();
            deal.unwrap().map(|deal| assert!(deal.deck().is_some())).map_err(said)
        })?;
        Ok(())
    });
}

#[test]
fn positions() {
    fuzz("positions", |input| {
        let deal = deals::position(lines(input, LONGEST_DEAL)).map_err(said)?;
        first_to_take(games(), |game| match deal.position(&game) {
            Ok(position) => {
                let text = position.layout().to_string();
                assert_eq!(game.read(&Layout::parse(&text).unwrap()).as_ref(), Ok(&position));
                play_on(position);
                Ok(())
            }
            Err(_) => {
                let view = deal.view(&game).and_then(|view| view.context("FILE: no position"));
                view.map(|view| play_on(view.position().clone())).map_err(said)
            }
        })
    });
}

#[test]
fn solutions() {
    fuzz("solutions", |input| {
        let mut out = Vec::new();
        let replayed = replay_lines(lines(input, LONGEST_SOLUTION), Format::Text, false, &mut out);
        let text = String::from_utf8(out).unwrap();
        assert!(!text.chars().any(|c| c != '\n' && c.is_control()), "{text:?}");
        replayed.map(|_| ()).map_err(said)
    });
}

/// The file with checks that fit again, as a forger would write it.
fn resealed_records(input: &[u8]) -> Vec<u8> {
    let mut crc = crc32fast::Hasher::new();
    let mut resealed = Vec::new();
    for (i, line) in input.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let comma = line.iter().rposition(|&byte| byte == b',').unwrap_or(line.len());
        let text = if i == 0 { line } else { &line[..comma] };
        crc.update(text);
        resealed.extend(text);
        if i > 0 {
            resealed.extend(format!(",{}", crc.clone().finalize()).bytes());
        }
        resealed.push(b'\n');
    }
    resealed
}

#[test]
fn records() {
    // In memory where there is such a place: a disk would take most of the time.
    let memory = Path::new("/dev/shm");
    let place = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
    let folder = tempfile::tempdir_in(place).unwrap();
    let file = folder.path().join("FILE");
    let take = |input: &[u8]| {
        std::fs::write(&file, input).unwrap();
        let summary =
            report::summary_of(&file, IntervalMethod::Wilson).map_err(|e| e.to_string())?;
        let summaries = [summary];
        for format in [ReportFormat::Text, ReportFormat::Markdown, ReportFormat::Json] {
            let text = render(&summaries, format, lang::spoken()).unwrap();
            assert!(!text.contains(['<', '\u{1b}', '\0', '\r']), "{text:?}");
        }
        assert!(!report_page(&summaries, lang::spoken()).contains("<script"));
        Ok(())
    };
    fuzz("records", |input| take(input).or_else(|_| take(&resealed_records(input))));
}

#[test]
fn options() {
    fuzz("options", |input| {
        let text = String::from_utf8_lossy(input);
        text.lines().try_for_each(|line| {
            let mut words = line.split(' ');
            let rule_set: RuleSet =
                words.next().unwrap_or_default().parse().map_err(|e| format!("{e}"))?;
            let sets: Vec<_> = words.map(args::setting).collect::<Result<_, _>>()?;
            let game = args::game(rule_set, &sets).map_err(said)?;
            let deck = gehtauf::cards::seeded_deck(1, game.pack());
            play_on(game.deal(&deck).unwrap());
            Ok(())
        })
    });
}

#[test]
fn numbers() {
    fuzz("numbers", |input| {
        let text = String::from_utf8_lossy(input);
        text.lines().try_for_each(|line| {
            let readers: [&dyn Fn(&str) -> Taken; 7] = [
                &|text| units::count(text).map(|_| ()),
                &|text| units::size(text).map(|_| ()),
                &|text| units::duration(text).map(|_| ()),
                &|text| units::range(text).map(|_| ()),
                &|text| args::pysol_numbers(text).map(|_| ()),
                &|text| survey::parse_shard(text).map(|_| ()),
                &|text| survey::parse_width(text).map(|_| ()),
            ];
            first_to_take(readers, |read| read(line))
        })
    });
}

#[test]
fn moves() {
    let deal = |game: Game| game.deal(&gehtauf::cards::seeded_deck(7, game.pack())).unwrap();
    fuzz("moves", |input| {
        let text = String::from_utf8_lossy(input);
        // The command line names the option and its value.
        let moves = after::moves(text.trim()).map_err(|error| format!("--after: {error}"))?;
        for m in moves.all() {
            assert_eq!(m.to_string().parse::<Move>(), Ok(*m));
        }
        first_to_take(games(), |game| moves.play(&deal(game)).map(|_| ()).map_err(said))
    });
}

/// The file with a checksum that fits again.
fn resealed_certificate(input: &[u8]) -> Vec<u8> {
    let mut resealed = input.to_vec();
    let line = input.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    if line >= 8 {
        let checksum = format!("{:08x}", crc32fast::hash(&input[line + 1..]));
        resealed[line - 8..line].copy_from_slice(checksum.as_bytes());
    }
    resealed
}

#[test]
fn certificates() {
    let accepted = RefCell::new(0);
    fuzz("certificates", |input| {
        let certificate = Certificate::read(&resealed_certificate(input)[..]);
        let certificate = certificate.map_err(|error| error.to_string())?;
        match certificate.check(&AtomicBool::new(false)) {
            Ok(_) => *accepted.borrow_mut() += 1,
            Err(refusal) => {
                assert!(refusal != Refusal::Interrupted);
                return Err(refusal.to_string());
            }
        }
        Ok(())
    });
    assert!(accepted.into_inner() > 0);
}

/// The histogram's bound above this number of microseconds was 0 again.
#[test]
fn more_microseconds_than_the_world_has_had_are_no_record() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("FILE");
    let old = include_str!("../../../tests/records/schema-2-a.csv");
    let spoilt = old.replace("1215,476,", "1215,18446744073709551615,");
    assert_ne!(spoilt, old);
    std::fs::write(&file, spoilt).unwrap();
    let error = report::summary_of(&file, IntervalMethod::Wilson).unwrap_err().to_string();
    assert!(error.ends_with("18446744073709551615 micros are more than can be"), "{error}");
}

/// The distance to the names of all options took 120 bytes for each byte of this one.
#[test]
fn an_option_of_a_very_long_name_is_refused_at_once() {
    let line = format!(r#"{{"game":"domino","options":{{"{}":"1"}}}}"#, "x".repeat(1 << 23));
    let before = kibibytes("VmHWM:");
    let replayed = replay_lines(
        lines(line.as_bytes(), LONGEST_SOLUTION),
        Format::Text,
        false,
        &mut Vec::new(),
    );
    assert!(said(replayed.unwrap_err()).starts_with("FILE, line 1: domino has no option xxx"));
    assert!(kibibytes("VmHWM:") < before + (256 << 10));
}
