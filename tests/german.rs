//! No error is half English, and none says the user's own words in German.

use std::fs;
use std::path::Path;

use crate::folder::{assert_runs, folder, resealed, run};

/// What the program says of itself in English and in German.
fn said(folder: &Path, words: &str) -> [String; 2] {
    ["en", "de"].map(|lang| {
        let output = run(folder, &format!("{words} --lang {lang}"));
        assert_ne!(output.status.code(), Some(0), "{words}");
        String::from_utf8([output.stderr, output.stdout].concat()).unwrap()
    })
}

fn words(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| word.len() > 1 && !word.chars().all(char::is_numeric)).collect()
}

#[test]
fn json_is_the_same_in_every_language() {
    let folder = folder("german-json");
    for words in [
        "games",
        "games domino",
        "show 8x8 --seed 1",
        "hint domino --seed 1 --set ranks=3",
        "survey domino --seeds 0..2 --set ranks=3 --threads 1 --only won",
        "compare domino --seeds 0..9 --set ranks=3 --vs redeals=1",
        "perft domino --seed 1 --depth 2",
    ] {
        let json = |lang| assert_runs(&folder, &format!("{words} --format json --lang {lang}"));
        let micros = |text: String| {
            let parts: Vec<_> = text.split("\"micros\":").collect();
            let rest = parts[1..].iter().map(|part| part.trim_start_matches(char::is_numeric));
            format!("{}{}", parts[0], rest.collect::<String>())
        };
        assert_eq!(micros(json("de")), micros(json("en")), "{words}");
    }
}

/// What is the same in both languages: names of the program's own, and a few words.
const SAME: &str = "acht mal elfer eklige hochzeitszug domino 8x8 won unwinnable unknown lost random naive ahead \
    seed seeds deal deck pysol position board boards fewest redeals html svg hint player players \
    game fill both aces fixed redeal any time pickup fifo ranks suits foundation foundations return \
    eight talon play free forced spaces one card no passes columns decks used out take face up down \
    row rows player_seed to from part parts NAME CDHS JSON HTML PySolFC ms in 500k 5M 512MiB 2GiB 500ms 2s 5m \
    r1 r2 c1 8831a870 gehtauf crc32 at chess foo help QH c3 c5 5H r2p7 s3 moves";

/// Files of wrong positions, solutions, certificates and records.
const FILES: [(&str, &str); 20] = [
    ("QS", "r1: 2C"),
    ("unheard", "c1: ?? 4C\n"),
    ("label", "2C 3C\n"),
    ("twice", "r1: 2C\nr1: 2C\n"),
    ("strange", "c1: 2C\n"),
    ("counter", "r1: 7\n"),
    ("no-number", "redeals-used: 99999999999\n"),
    ("no-card", "r1: chess\n"),
    ("places", "r1: AC 2C\n"),
    ("down", "r1: -- [2C] 3C 4C 5C 6C 7C 8C 9C TC JC QC KC\n"),
    ("ace", "r1: AH 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC\n"),
    ("array.json", "[1]"),
    ("none.json", "{}"),
    ("cut.json", "{\"game\": \"domino\""),
    ("comma.json", "{\"game\": \"domino\" \"deck\": 1}"),
    ("game.json", "{\"game\": \"chess\", \"deck\": \"AC\", \"moves\": []}"),
    (
        "verdict.json",
        "{\"game\": \"domino\", \"deck\": \"AC\", \"moves\": [], \"verdict\": \"foo\"}",
    ),
    ("type.json", "{\"game\": 7}"),
    ("text.csv", "a text\n"),
    ("empty.csv", ""),
];

/// Command lines that are refused.
const LINES: &[&str] = &[
    "nonsense",
    "solve",
    "solve domino",
    "solve games --seed 1",
    "solve domino 7",
    "solve domino --seed x",
    "solve domino --seed 1 --seeds 0..2",
    "solve domino --seed 1 --seed 2",
    "solve domino --seeds 3..games",
    "solve domino --seeds 3..3",
    "solve domino --seed 1 --max-memory never",
    "solve domino --seed 1 --time-limit never",
    "solve domino --seed 1 --threads 0",
    "solve domino --seed 1 --samples 5",
    "solve domino --seed 1 --html",
    "solve domino --seed 1 --set games",
    "solve domino --seed 1 --set games=never",
    "solve domino --seed 1 --set pases=never",
    "solve domino --seed 1 --set redeals=games",
    "solve domino --seed 1 --set suits=KH",
    "solve 8x8 --seed 1 --fewest-redeals",
    "solve eklige-elfer --seed 1 --set columns=99",
    "solve domino --pysol never",
    "solve domino --seed 1 --html QS",
    "solve domino --seed 1 --html x --svg x",
    "solve domino --seed 1 --html - --svg -",
    "solve domino --seed 1 --certificate - --verdicts",
    "solve domino --seed 2 --certificate - --verdicts",
    "solve domino --seeds 0..2 --certificate -",
    "solve domino --seed 1 --as-seen",
    "solve domino --seed 2 --set fill=left --set redeals=0 --max-memory 1M --verdicts --certificate x",
    "solve 8x8 --seed 8 --max-states 1k --html x",
    "show domino --deck games",
    "show domino --deck KH",
    "show domino --deal KH",
    "show domino --deal empty.csv",
    "show domino --deal QS",
    "show domino --position QS",
    "show domino --position KH",
    "show domino --position label",
    "show domino --position none.json",
    "show domino --deal none.json",
    "show domino --position twice",
    "show domino --position strange",
    "show domino --position counter",
    "show domino --position no-number",
    "show domino --position no-card",
    "show domino --position places",
    "show domino --position down",
    "show domino --position ace",
    "show domino --position 8x8-unseen",
    "show domino --seed 1 --after games",
    "show domino --seed 1 --after c1>c2",
    "show 8x8 --position unheard",
    "show 8x8 --position 8x8-up",
    "show 8x8 --position 8x8-marks",
    "show domino --position domino-rows",
    "show domino --position domino-ace",
    "show domino --set aces=free --position domino-ace",
    "show 8x8 --position 8x8-talon",
    "show 8x8 --position 8x8-down",
    "show 8x8 --position 8x8-named",
    "show eklige-elfer --position elfer-talon",
    "show eklige-elfer --position elfer-out",
    "solve eklige-elfer --position elfer-unseen --html x",
    "solve eklige-elfer --position elfer-unseen --shortest",
    "hint eklige-elfer --position elfer-few",
    "play eklige-elfer --position elfer-unseen",
    "analyse domino --seed 1 --moves array.json",
    "analyse domino --seed 1 --moves cut.json",
    "analyse domino --seed 1 --moves empty.csv",
    "verify none.json",
    "verify array.json",
    "verify cut.json",
    "verify comma.json",
    "verify game.json",
    "verify verdict.json",
    "verify type.json",
    "verify one.json",
    "verify two.json",
    "verify KH",
    "verify damaged",
    "verify longer",
    "verify shorter",
    "verify gameless",
    "verify countless",
    "verify squeezed",
    "survey domino --seeds 0..3 --player never",
    "survey domino --seeds 0..3 --out text.csv",
    "survey domino --seeds 0..3 --out records.csv",
    "survey domino --seeds 0..5 --set ranks=3 --player naive --out records.csv",
    "survey 8x8 --seeds 0..5 --out records.csv",
    "survey domino --seeds 0..5 --set ranks=3 --shard 1/2 --out records.csv",
    "survey domino --seeds 0..3 --only lost",
    "survey domino --seeds 0..3 --player-seed 3",
    "survey domino --seeds 0..3 --shard 3/2",
    "survey domino --seeds 0..3 --until never",
    "survey domino --seeds 0..3 --until -1%",
    "report games",
    "report KH",
    "report text.csv",
    "report empty.csv",
    "report damaged.csv",
    "report --paired records.csv records.csv",
    "report --paired records.csv other.csv",
    "report --paired records.csv",
    "merge records.csv other.csv",
    "merge shard-1.csv shard-4.csv",
    "merge records.csv wins.csv",
    "merge records.csv --out nowhere/x.csv",
    "merge records.csv records.csv",
    "compare domino --seeds 0..3 --vs games",
    "compare domino --seeds 0..3 --vs redeals=3",
    "man never",
    "man help",
    "players games",
];

/// The files whose text is made by the program. (A table of cases, hence so long.)
fn make_files(folder: &Path) {
    for (name, text) in FILES {
        fs::write(folder.join(name), text).unwrap();
    }
    let game = "survey domino --seeds 0..5 --set ranks=3";
    assert_runs(folder, &format!("{game} --out records.csv"));
    assert_runs(folder, "survey domino --seeds 7..9 --set ranks=4 --out other.csv");
    assert_runs(folder, &format!("{game} --player naive --out wins.csv"));
    for i in [1, 4] {
        assert_runs(folder, &format!("{game} --shard {i}/5 --out shard-{i}.csv"));
    }
    let records = fs::read_to_string(folder.join("records.csv")).unwrap();
    fs::write(folder.join("damaged.csv"), records.replace(",won,", ",lost,")).unwrap();

    let shown = |words: &str| assert_runs(folder, &format!("show {words}"));
    let write = |name: &str, text: String| fs::write(folder.join(name), text).unwrap();
    let eights = shown("8x8 --seed 1 --as-seen");
    write("8x8-unseen", eights.clone());
    let first = eights.lines().find_map(|line| line.strip_prefix("c1:")).unwrap();
    let open = first.split_whitespace().last().unwrap();
    write("8x8-up", eights.replacen(open, "??", 1));
    write("8x8-talon", eights.replacen("talon: ??", "talon: [??]", 1));
    write("8x8-down", eights.replacen(open, &format!("{open} [??]"), 1));
    write("8x8-named", eights.replacen("[??]", "[AS]", 1));
    write("8x8-marks", eights.replacen("[??]", "??", 1));
    let domino = shown("domino --seed 1");
    let row = domino.lines().find_map(|line| line.strip_prefix("r1: ")).unwrap();
    let mut cards: Vec<&str> = row.split_whitespace().collect();
    cards.swap(0, 1);
    write("domino-ace", domino.replacen(row, &cards.join(" "), 1));
    let swapped = domino.replacen("r1:", "r?:", 1).replacen("r2:", "r1:", 1);
    write("domino-rows", swapped.replacen("r?:", "r2:", 1));
    let elfer = shown("eklige-elfer --seed 1 --as-seen");
    write("elfer-unseen", elfer.clone());
    write("elfer-few", elfer.replacen("talon: ??", "talon:", 1));
    let known = shown("eklige-elfer --seed 1");
    let talon = known.lines().find(|line| line.starts_with("talon:")).unwrap();
    let card = talon.split_whitespace().nth(1).unwrap();
    write("elfer-talon", known.replacen(&format!("talon: {card}"), "talon:", 1));
    write("elfer-out", known.replacen("out:", "out: KC QD", 1));

    let solved = run(folder, "solve domino --seed 1 --format json").stdout;
    let solved = String::from_utf8(solved).unwrap();
    let (start, moves) = solved.split_once("\"moves\":[").unwrap();
    let (_, end) = moves.split_once(']').unwrap();
    for (name, redeals) in [("one.json", "\"redeal\""), ("two.json", "\"redeal\",\"redeal\"")] {
        write(name, format!("{start}\"moves\":[{redeals}]{end}"));
    }

    let lost =
        "solve domino --seed 2 --set fill=left --set redeals=0 --verdicts --certificate lost";
    run(folder, lost);
    let certificate = fs::read(folder.join("lost")).unwrap();
    let positions = certificate.windows(10).position(|word| word == b"positions:").unwrap() + 11;
    let write = |name: &str, at: usize, to: &[u8], is_sealed: bool| {
        let mut edited = certificate.clone();
        edited[at..at + to.len()].copy_from_slice(to);
        let edited = if is_sealed { resealed(edited) } else { edited };
        fs::write(folder.join(name), edited).unwrap();
    };
    let game = certificate.windows(6).position(|word| word == b"domino").unwrap();
    write("damaged", game, b"never ", false);
    write("gameless", game, b"never ", true);
    write("shorter", positions, b"0", true);
    write("longer", positions, b"9", true);
    write("countless", positions, b"x", true);
    write("squeezed", certificate.len() - 30, &[7; 20], true);
}

#[test]
fn no_error_is_half_english_and_what_was_typed_stays() {
    let folder = folder("german");
    make_files(&folder);
    for line in LINES {
        // The moves at the end of a text are the same in both.
        let without_moves = |text: String| {
            let leads = ["legal there: ", "erlaubt wären dort: "];
            let end = leads.iter().find_map(|lead| Some(text.find(lead)? + lead.len()));
            text[..end.unwrap_or(text.len())].to_string()
        };
        let [english, german] = said(&folder, line).map(without_moves);
        let (english, german) = (words(&english), words(&german));
        let may_stay = [words(line), words(SAME)].concat();
        let are_left =
            german.iter().filter(|word| english.contains(word) && !may_stay.contains(word));
        assert_eq!(are_left.count(), 0, "{line}: {german:?}");
        let mut last = words(line.split(' ').next_back().unwrap()).into_iter();
        assert!(
            last.all(|word| german.contains(&word) || !english.contains(&word)),
            "{line}: {german:?}"
        );
    }
}

#[test]
fn the_language_may_stand_anywhere() {
    let folder = folder("anywhere");
    let page = |words: &str| {
        String::from_utf8({
            let output = run(&folder, words);
            [output.stdout, output.stderr].concat()
        })
        .unwrap()
    };
    assert_eq!(page("help solve --lang de"), page("solve --help --lang=de"));
    assert_eq!(page("--lang de"), page("--help --lang de"));
}

#[test]
fn notes_are_in_ascii_where_all_is() {
    let folder = folder("ascii");
    let output =
        run(&folder, "solve domino --seed 2 --max-states 1 --certificate x.cert --ascii --lang de");
    let note = String::from_utf8(output.stderr).unwrap();
    assert_eq!(note, "gehtauf: nicht als unloesbar erwiesen; x.cert wird nicht geschrieben\n");
    // The names of values, too.
    let output = run(&folder, "show domino --seed 1 --after --ascii --lang de");
    assert!(output.stderr.is_ascii() && !output.stderr.is_empty());
}

#[test]
#[cfg(unix)]
fn an_argument_that_is_no_text_is_called_so_in_german() {
    use std::os::unix::ffi::OsStrExt;
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_gehtauf"));
    program.args(["solve", "domino", "--lang", "de", "--deck"]);
    let output = program.arg(std::ffi::OsStr::from_bytes(b"KS \xff")).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "gehtauf: in einem Argument steht, was kein Text in UTF-8 ist\n"
    );
}
