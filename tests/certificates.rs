//! `solve --certificate` and `verify`: losses that the rules alone confirm.

use std::path::Path;
use std::process::{Command, Output};

use crate::folder::{folder, resealed};

fn gehtauf(words: &str, file: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gehtauf"));
    command.env("LC_ALL", "C");
    command.args(words.split_whitespace()).arg(file).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A file in a folder that only the test of this name uses.
fn file(test: &str) -> std::path::PathBuf {
    folder(test).join("lost.cert")
}

/// What `verify` says of a file that holds.
fn verified(path: &Path) -> String {
    let output = gehtauf("verify", path);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    text(&output.stdout)
}

/// A certificate of docs.
fn of_docs(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/certificates/{name}.cert"))
}

const LOST: &str =
    "solve domino --seed 0 --set ranks=5 --set suits=CD --set redeals=0 --set fill=left";

#[test]
fn the_lost_deals_of_hochzeitszug_are_certified_here() {
    for (seed, positions) in [(64717, 136), (725_052, 194)] {
        let shown = verified(&of_docs(&format!("hochzeitszug-{seed}")));
        let first = format!("ok: unwinnable: no win in {positions} positions");
        assert!(shown.starts_with(&first), "{shown}");
        let deal = Command::new(env!("CARGO_BIN_EXE_gehtauf"))
            .env("LC_ALL", "C")
            .args(["show", "hochzeitszug", "--seed", &seed.to_string()])
            .output()
            .unwrap();
        let deal = text(&deal.stdout);
        let lines: Vec<&str> = deal.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(lines.len() > 16 && shown.contains(&lines.join("\n")), "{shown}");
    }
}

/// The steps of a whole deal are checked here; those of a small one are found as well.
#[test]
fn a_deal_without_redeals_is_certified_by_steps() {
    let shown = verified(&of_docs("hochzeitszug-redeals=0-0"));
    let first = "ok: unwinnable: no order of events fulfils 569 axioms, which 156 lemmas show";
    assert!(shown.starts_with(first), "{shown}");

    let path = file("a_deal_without_redeals_is_certified_by_steps");
    let lost =
        "solve hochzeitszug --seed 0 --set redeals=0 --set ranks=6 --set suits=CH --set upper=2";
    let output = gehtauf(&format!("{lost} --certificate"), &path);
    assert_eq!((output.status.code(), path.exists()), (Some(1), true), "{output:?}");
    let output = gehtauf("verify", &path);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).starts_with("ok: unwinnable: no order of events"), "{output:?}");
}

/// States of whole deals are checked here; those of a small one are found as well.
#[test]
fn deals_of_8x8_are_certified_by_states() {
    for (seed, states) in [(30_000_014, "78 states"), (40_000_070, "67,328 states with heads")] {
        let shown = verified(&of_docs(&format!("8x8-{seed}")));
        let first = format!("ok: unwinnable: no win in {states}, which ");
        assert!(shown.starts_with(&first), "{shown}");
    }
    let path = file("deals_of_8x8_are_certified_by_states");
    for (seed, states) in [(29, " states, which "), (0, " states with heads, which ")] {
        let lost = format!("solve 8x8 --seed {seed} --set ranks=5 --set suits=CH --set columns=3");
        let output = gehtauf(&format!("{lost} --set rows=4 --certificate"), &path);
        assert_eq!((output.status.code(), path.exists()), (Some(1), true), "{output:?}");
        let output = gehtauf("verify", &path);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains(states), "{output:?}");
    }
}

/// The tracked cards of a whole deal are checked here; those of a small one are found as well.
#[test]
fn deals_of_acht_mal_acht_are_certified_by_tracked_cards() {
    let shown = verified(&of_docs("acht-mal-acht-30000014"));
    let first = "ok: unwinnable: no win in 502 states that tell 8 cards apart";
    assert!(shown.starts_with(first), "{shown}");
    let path = file("deals_of_acht_mal_acht_are_certified_by_tracked_cards");
    for (seed, words) in
        [(3, "no win in 5 states that tell 10 "), (27, "no win in 5 states that tell 3 ")]
    {
        let lost = format!(
            "solve acht-mal-acht --seed {seed} --set ranks=4 --set suits=CH --set columns=2"
        );
        let lost = format!("{lost} --set rows=5 --set passes=1 --certificate");
        let output = gehtauf(&lost, &path);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let output = gehtauf("verify", &path);
        assert!(text(&output.stdout).contains(words), "{output:?}");
    }
}

/// `free_card_order_certificates` finds them too.
#[test]
fn a_deal_of_acht_mal_acht_is_certified_by_steps() {
    let shown = verified(&of_docs("acht-mal-acht-20991944"));
    let first = "ok: unwinnable: no order of events fulfils 1,482 axioms, which 454 lemmas show";
    assert!(shown.starts_with(first), "{shown}");
}

/// `head_order_certificates` finds them too.
#[test]
fn a_deal_of_eklige_elfer_is_certified_by_steps() {
    let shown = verified(&of_docs("eklige-elfer-162198"));
    let first = "ok: unwinnable: no order of events fulfils 2,843 axioms, which 1,503 lemmas show";
    assert!(shown.starts_with(first), "{shown}");
}

#[test]
fn deals_of_eklige_elfer_are_certified_by_buried_hosts() {
    let path = file("deals_of_eklige_elfer_are_certified_by_buried_hosts");
    let output = gehtauf("solve eklige-elfer --seed 100024 --certificate", &path);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let there = of_docs("eklige-elfer-100024");
    assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(&there).unwrap());
    let output = gehtauf("verify", &path);
    let first = "ok: unwinnable: of the 4 cards that must come to lie on those that are named, 3\nat most can\n";
    assert!(text(&output.stdout).starts_with(first), "{output:?}");
    // Its body says nothing, but is to come to its end, even if the checksum fits.
    let mut torn = std::fs::read(&path).unwrap();
    torn.truncate(torn.len() - 2);
    std::fs::write(&path, resealed(torn)).unwrap();
    let output = gehtauf("verify", &path);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(!text(&output.stderr).contains("checksum"), "{output:?}");
}

#[test]
fn a_certificate_is_written_for_a_lost_deal_only() {
    let path = file("a_certificate_is_written_for_a_lost_deal_only");
    let won = LOST.replace("--seed 0", "--seed 3") + " --certificate";
    let output = gehtauf(&won, &path);
    assert_eq!((output.status.code(), path.exists()), (Some(0), false));
    assert!(text(&output.stderr).contains("not unwinnable, so"));
    let output = gehtauf(&format!("{LOST} --certificate"), &path);
    assert_eq!((output.status.code(), path.exists()), (Some(1), true));
    assert_eq!(gehtauf("verify", &path).status.code(), Some(0));
}

/// A position that is a dead end is in no certificate; a start that is one has none.
#[test]
fn deals_of_domino_to_the_left_are_certified_by_positions_and_dead_ends() {
    let path = file("deals_of_domino_to_the_left_are_certified_by_positions_and_dead_ends");
    let lost = "solve domino --set ranks=5 --set suits=CDH --set redeals=0 --set fill=left --seed";
    let never = "the start is a dead end: a card never comes to its place";
    let leaves = "no win in 38 positions, which 85 legal moves leave for dead ends\nonly";
    for (seed, words) in [(0, never), (3, leaves)] {
        let output = gehtauf(&format!("{lost} {seed} --certificate"), &path);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let output = gehtauf("verify", &path);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(text(&output.stdout).contains(words), "{output:?}");
    }
}

#[test]
fn what_a_limit_leaves_uncertified_says_so() {
    let path = file("what_a_limit_leaves_uncertified_says_so");
    let lost = "solve domino --seed 2 --set fill=left --set redeals=0";
    let output = gehtauf(&format!("{lost} --max-memory 1M --certificate"), &path);
    assert_eq!((output.status.code(), path.exists()), (Some(1), false), "{output:?}");
    let said = text(&output.stderr);
    assert!(said.contains("gehtauf: unwinnable, not certified after "), "{said}");
    assert!(said.contains(" positions (limit: memory); "), "{said}");
}

#[test]
fn a_certificate_goes_to_standard_output_alone() {
    let path = file("a_certificate_goes_to_standard_output_alone");
    let output = gehtauf(&format!("{LOST} --certificate"), Path::new("-"));
    assert_eq!(output.status.code(), Some(1));
    gehtauf(&format!("{LOST} --certificate"), &path);
    assert_eq!(output.stdout, std::fs::read(&path).unwrap());
    let won = LOST.replace("--seed 0", "--seed 3") + " --certificate";
    let output = gehtauf(&won, Path::new("-"));
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0));
    assert!(text(&output.stderr).contains("so standard output is not written"), "{output:?}");
    let output = gehtauf(&format!("{LOST} --html - --certificate"), Path::new("-"));
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]));
    let error = "gehtauf: --html and --certificate: only one of them can go to standard output\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), error);
}

#[test]
fn a_damaged_certificate_is_bad_input() {
    let path = file("a_damaged_certificate_is_bad_input");
    assert_eq!(gehtauf(&format!("{LOST} --certificate"), &path).status.code(), Some(1));
    let mut bytes = std::fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let output = gehtauf("verify", &path);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("damaged: the checksum"), "{output:?}");
}

/// A pipe gives its bytes once, and not all at the same time.
#[test]
#[cfg(unix)]
fn what_is_verified_may_come_through_a_pipe_bit_by_bit() {
    let path = file("what_is_verified_may_come_through_a_pipe");
    assert_eq!(gehtauf(&format!("{LOST} --certificate"), &path).status.code(), Some(1));
    let verify = "(head -c 3; sleep 0.1; cat) < \"$1\" | \"$0\" verify";
    let solve = "\"$0\" solve domino --seed 0 --set ranks=4 --set suits=CD --format json";
    for (words, said) in [
        (format!("{verify} -"), "ok: unwinnable: "),
        (format!("{verify} /dev/fd/0"), "ok: unwinnable: "),
        (format!("{solve} | \"$0\" verify /dev/fd/0"), "ok\n"),
    ] {
        let output = Command::new("sh")
            .args(["-c", &words, env!("CARGO_BIN_EXE_gehtauf")])
            .arg(&path)
            .env("LC_ALL", "C")
            .output()
            .unwrap();
        assert!(output.status.success(), "{words}: {output:?}");
        assert!(text(&output.stdout).starts_with(said), "{words}: {output:?}");
    }
}

#[test]
fn a_certificate_is_read_from_standard_input_and_not_with_other_line_ends() {
    let written = file("a_certificate_is_read_from_standard_input");
    assert_eq!(gehtauf(&format!("{LOST} --certificate"), &written).status.code(), Some(1));
    let verified = |bytes: &[u8]| {
        std::fs::write(&written, bytes).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_gehtauf"))
            .env("LC_ALL", "C")
            .arg("verify")
            .stdin(std::fs::File::open(&written).unwrap())
            .output();
        output.unwrap()
    };
    let bytes = std::fs::read(&written).unwrap();
    let output = verified(&bytes);
    assert!(output.status.success() && text(&output.stdout).starts_with("ok: unwinnable"));
    let german = text(&gehtauf("--lang de verify", &written).stdout);
    assert!(german.starts_with("ok: unlösbar: keine Lösung unter "), "{german}");
    let mut with_cr = Vec::new();
    for &byte in &bytes {
        with_cr.extend((byte == b'\n').then_some(b'\r'));
        with_cr.push(byte);
    }
    let output = verified(&with_cr);
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(error.starts_with("gehtauf: standard input: its lines end in CR LF"), "{error}");
}

/// What the checker in Python, which shares no code with ours, says of a file; nothing where there is no Python.
fn checked_anew(path: &Path) -> Option<Output> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/check-certificate.py");
    let run = Command::new("python3").arg(script).arg(path).output();
    if run.is_err() {
        eprintln!("skipped: python3 is not installed");
    }
    run.ok()
}

/// The file with the first of these words in place of the second, and a checksum that fits.
fn forged(path: &Path, [instead, word]: [&str; 2]) -> std::path::PathBuf {
    let file = std::fs::read(path).unwrap();
    let place = file.windows(word.len()).position(|bytes| bytes == word.as_bytes()).unwrap();
    let file = [&file[..place], instead.as_bytes(), &file[place + word.len()..]].concat();
    let forged = path.with_extension("forged");
    std::fs::write(&forged, resealed(file)).unwrap();
    forged
}

/// Makes the certificate of a deal, in which both checkers count the same: this. Nothing where there is no Python.
fn counted_alike(path: &Path, deal: &str, options: &str) -> Option<String> {
    let (game, seed) = deal.split_once(' ').unwrap();
    let sets: String = options.split(' ').map(|set| format!(" --set {set}")).collect();
    let run =
        gehtauf(&format!("solve {game} --seed {seed}{sets} --max-states 60k --certificate"), path);
    assert_eq!(run.status.code(), Some(1), "{deal}: {run:?}");
    let (anew, here) = (text(&checked_anew(path)?.stdout), verified(path));
    let counts = anew.split_once(": proven, ").unwrap_or_else(|| panic!("{deal}: {anew}")).1;
    let words = |text: &str| -> Vec<String> {
        let number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        let words = text.split_whitespace().filter(|word| number(word));
        words.map(|word| word.trim_end_matches(',').replace(',', "")).collect()
    };
    for count in words(counts) {
        assert!(words(&here).contains(&count), "{deal}: {anew}{here}");
    }
    Some(counts.to_string())
}

/// A legal move that our rules lacked would make false proofs pass here: prover, checker and replay all play by them.
/// (A table of cases, hence so long.)
#[test]
fn a_checker_with_rules_of_its_own_counts_the_same() {
    const SMALL: &str = "ranks=5 suits=CH columns=3 rows=4 foundation-return=yes";
    let cases = [
        (
            "domino 1312",
            "fill=left redeal=blocked redeals=2 ranks=5 suits=DHS",
            ["fill=both", "fill=left"],
        ),
        ("domino 0", "ranks=5 suits=CD redeals=0 fill=left", ["redeals=1", "redeals=0"]),
        (
            "hochzeitszug 1190",
            "moves=run ranks=6 suits=CD decks=1 upper=2 lower=1 depth=3",
            ["layout=layers", "layout=stacks"],
        ),
        (
            "hochzeitszug 1008",
            "redeals=0 ranks=6 suits=CD upper=2 lower=2 depth=3",
            ["redeals=1", "redeals=0"],
        ),
        (
            "eklige-elfer 1022",
            "ranks=4 columns=3 face-up-rows=2",
            ["positions: 755", "positions: 756"],
        ),
        (
            "eklige-elfer 4",
            "take-out=forced ranks=6 suits=CH columns=3",
            ["buried: 3H", "buried: 4H"],
        ),
        ("acht-mal-acht 19", SMALL, ["passes=4", "passes=3"]),
        ("8x8 13", SMALL, ["passes=4", "passes=3"]),
        // States, with heads and without.
        ("8x8 50", "passes=1 ranks=6 suits=CH columns=3 rows=4", ["passes=2", "passes=1"]),
        ("8x8 13", "foundations=four ranks=5 suits=CH columns=3 rows=4", ["passes=4", "passes=3"]),
        // Tracked cards, of a stock that is given too.
        (
            "acht-mal-acht 1136",
            "passes=1 ranks=5 suits=CH columns=3 rows=3",
            ["passes=2", "passes=1"],
        ),
        (
            "8x8 46",
            "passes=2 decks=1 foundations=four talon-play=free ranks=7 columns=3 rows=6",
            ["foundations=eight", "foundations=four"],
        ),
    ];
    for (deal, options, forgery) in cases {
        let path = file("checker_of_its_own");
        if counted_alike(&path, deal, options).is_none() {
            return;
        }
        let forged = forged(&path, forgery);
        let anew = checked_anew(&forged).unwrap();
        let refused =
            [anew.status, gehtauf("verify", &forged).status].map(|status| !status.success());
        assert_eq!(refused, [true; 2], "{deal}: {forgery:?}");
    }
    for name in [
        "hochzeitszug-64717",
        "hochzeitszug-redeals=0-0",
        "eklige-elfer-100024",
        "acht-mal-acht-20991944",
        "eklige-elfer-162198",
    ] {
        let Some(anew) = checked_anew(&of_docs(name)) else { return };
        assert!(anew.status.success(), "{anew:?}");
    }
    // Under options that it does not know it proves nothing.
    let path = file("checker_of_its_own");
    for instead in ["spaces=king take-out=free", "take-out=always"] {
        std::fs::copy(of_docs("eklige-elfer-100024"), &path).unwrap();
        let forged = forged(&path, [instead, "take-out=free"]);
        let anew = checked_anew(&forged).unwrap();
        assert_eq!(anew.status.code(), Some(2), "{instead}: {anew:?}");
    }
}

/// A literal of a lemma, the number of an axiom, a step or two cards of the start are not what they were.
#[test]
fn spoilt_steps_are_refused_by_both_checkers() {
    let cases = [
        ("acht-mal-acht 52", "ranks=7 suits=CH columns=3 rows=5 passes=2"),
        ("acht-mal-acht 47", "ranks=5 suits=CH columns=2 rows=6 passes=unlimited"),
        // Where turned cards must be played, need not be, and where an Ace may stay.
        ("8x8 2", "ranks=8 suits=CDH columns=5 rows=6 passes=1 spaces=any-run"),
        ("8x8 47", "ranks=5 columns=4 rows=7 passes=1 talon-play=free"),
        ("8x8 46", "ranks=7 columns=3 rows=5 passes=1 foundations=four"),
        ("eklige-elfer 1", "ranks=5 suits=CH columns=3"),
        ("eklige-elfer 10", "ranks=4 suits=CH columns=3 face-up-rows=2 take-out=forced"),
    ];
    let path = file("spoilt_steps");
    let spoil = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/spoil-certificate.py");
    for (deal, options) in cases {
        let Some(counts) = counted_alike(&path, deal, options) else { return };
        assert!(counts.contains(" axioms, "), "{deal}: {counts}");
        for what in ["literal", "number", "step", "cards"] {
            let spoilt = path.with_extension("spoilt");
            let run =
                Command::new("python3").arg(&spoil).arg(&path).arg(what).arg(&spoilt).output();
            assert!(run.unwrap().status.success(), "{deal}: {what}");
            for output in [checked_anew(&spoilt).unwrap(), gehtauf("verify", &spoilt)] {
                assert_eq!(output.status.code(), Some(1), "{deal}, {what}: {output:?}");
            }
        }
    }
}
