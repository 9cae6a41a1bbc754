//! Files of records: what is refused, what older versions wrote, what other programs read, and what
//! faults of the disk do.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::folder::{
    self, as_schema_2, assert_runs, checked_anew, folder, refused, rows, run, untimed,
};

const DEALS: &str = "survey domino --seeds 0..5 --set ranks=3";

#[test]
fn other_surveys_are_refused_and_left_alone() {
    let folder = folder("refused");
    assert_runs(&folder, &format!("{DEALS} --out file.csv"));
    let before = fs::read(folder.join("file.csv")).unwrap();
    for (words, differences) in [
        (
            "domino --seeds 0..5 --set ranks=3 --set redeals=1 --max-states 5k",
            &["max_states is 10000000 there and 5000 here", "redeals is 3 there and 1 here"][..],
        ),
        ("domino --seeds 0..4 --set ranks=3", &["to is 5 there and 4 here;"]),
        ("domino --pysol 0..5 --set ranks=3", &["survey: source is seeds there and pysol here;"]),
        ("domino --seeds 1..5 --set ranks=3", &["from is 0 there and 1 here"]),
    ] {
        let error = refused(&folder, &format!("survey {words} --out file.csv"));
        assert!(error.starts_with("file.csv holds another survey: "), "{error}");
        assert!(differences.iter().all(|difference| error.contains(difference)), "{error}");
    }
    let error = refused(&folder, "survey hochzeitszug --seeds 0..5 --out file.csv");
    let game = "file.csv holds another survey: game is domino there and hochzeitszug here; choose";
    assert!(error.starts_with(game), "{error}");
    assert_runs(&folder, &format!("{DEALS} --shard 1/2 --out shard.csv"));
    let error = refused(&folder, &format!("{DEALS} --shard 2/2 --out shard.csv"));
    assert!(error.contains("shard's part is 1 there and 2 here"), "{error}");
    let error = refused(&folder, "survey domino --seeds 0..2 --set ranks=3 --out shard.csv");
    assert!(error.contains("shard's part is 1 there and nothing here"), "{error}");
    assert_eq!(fs::read(folder.join("file.csv")).unwrap(), before);
}

#[test]
fn settings_name_options_of_their_game() {
    let folder = folder("strange");
    assert_runs(&folder, &format!("{DEALS} --out file.csv"));
    let text = fs::read_to_string(folder.join("file.csv")).unwrap();
    let strange = checked_anew(&text.replace("\"\"ranks\"\":\"\"3\"\"", "\"\"zzz\"\":\"\"3\"\""));
    fs::write(folder.join("strange.csv"), strange).unwrap();
    let error = refused(&folder, "report strange.csv");
    assert!(error.starts_with("strange.csv, line 2: domino has no option zzz"), "{error}");
}

#[test]
fn standard_input_is_called_so() {
    let folder = folder("stdin");
    for words in ["report -", "merge -"] {
        let mut command = folder::command(&folder, words);
        let output = command.stdin(std::process::Stdio::null()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2), "{words}: {error}");
        assert!(error.starts_with("gehtauf: standard input: not a file of records: "), "{error}");
    }
}

#[test]
fn an_option_that_came_after_a_file_has_its_default_there() {
    let folder = folder("new-option");
    assert_runs(&folder, &format!("{DEALS} --out file.csv"));
    let text = fs::read_to_string(folder.join("file.csv")).unwrap();
    let older = checked_anew(&text.replace("\"\"pickup\"\":\"\"fifo\"\",", ""));
    assert_ne!(older, text);
    fs::write(folder.join("file.csv"), &older).unwrap();
    let pickup = "survey domino --seeds 0..5 --set ranks=3 --set pickup=lifo --out file.csv";
    let error = refused(&folder, pickup);
    assert!(error.contains("another survey: pickup is fifo there and lifo here;"), "{error}");
    assert_runs(&folder, &format!("{DEALS} --out file.csv"));
    assert_eq!(fs::read_to_string(folder.join("file.csv")).unwrap(), older);
    assert_runs(&folder, "survey domino --seeds 0..8 --set ranks=3 --out file.csv");
    assert_eq!(rows(&folder.join("file.csv")), 8);
    assert_runs(&folder, "survey domino --seeds 8..9 --set ranks=3 --out more.csv");
    fs::write(folder.join("file.csv"), &older).unwrap();
    assert_runs(&folder, "survey domino --seeds 5..8 --set ranks=3 --out rest.csv");
    assert_runs(&folder, "merge file.csv rest.csv more.csv --out all.csv");
    assert_eq!(rows(&folder.join("all.csv")), 9);
}

#[test]
fn what_is_no_file_of_records_is_left_alone() {
    let folder = folder("diary");
    assert_runs(&folder, &format!("{DEALS} --out file.csv"));
    let text = fs::read_to_string(folder.join("file.csv")).unwrap();
    let long = format!("seed,{}", "x".repeat(100_000));
    for (text, problem) in [
        ("dear diary", "not a file of records: its first line does not name its columns"),
        ("# {\"schema\":2}\n", "not a file of records"),
        ("# {\"schema\":1}\n", "the records have schema 1; this program reads 2 to 3"),
        ("seed,verdict\n1,won", "not a file of records: the column limit is missing"),
        ("seed,verdikt\n1,won", "not a file of records: \"verdikt\" is no column"),
        (&text.replace('\n', "\r\n"), "line 1: ends with CR LF: another program has written"),
        (&text.replace("\"schema\"\":3", "\"schema\"\":4"), "line 2: damaged"),
        (&long, "not a file of records"),
        (&(long.clone() + "\n"), "line 1: longer than any record"),
        (&text.replace("\n1,won", "\n7,won"), "line 3: damaged"),
        (
            &text
                .lines()
                .take(3)
                .chain(text.lines().skip(4))
                .fold(String::new(), |t, l| t + l + "\n"),
            "line 4: damaged",
        ),
    ] {
        let file = folder.join("diary.txt");
        fs::write(&file, text).unwrap();
        let error = refused(&folder, &format!("{DEALS} --out diary.txt"));
        assert!(error.contains(problem), "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        assert!(refused(&folder, "report diary.txt").contains(problem));
    }
}

/// (A table of cases, hence so long.)
#[test]
fn records_that_no_survey_makes_are_refused() {
    let folder = folder("nonsense");
    assert_runs(&folder, &format!("{DEALS} --out file.csv"));
    assert_runs(&folder, &format!("{DEALS} --set redeals=1 --out other.csv"));
    let text = as_schema_2(&folder.join("file.csv"));
    fs::write(folder.join("old.csv"), &text).unwrap();
    // But for statistics that schema 2 had not.
    let report = |name: &str| {
        let report = assert_runs(&folder, &format!("report {name} --format markdown"));
        report.split("| | mean").next().unwrap().to_string()
    };
    assert_eq!(report("old.csv"), report("file.csv"));
    let row = text.lines().nth(3).unwrap();
    assert!(row.starts_with("1,won,,"), "{row}");
    for (nonsense, problem) in [
        (row.replace("won,,", "won,states,"), "won with a limit"),
        (row.replace("won,,", "won,interrupted,"), "\"interrupted\" is no limit"),
        (row.replace("won,,", "unwinnable,time,"), "unwinnable with the limit time"),
        (row.replace("won,", "unknown,"), "unknown without a limit"),
        (row.replace("won,", "unwinnable,"), "unwinnable with moves"),
        (row.replace("won,", "lost,"), "lost is no verdict of a solver"),
        (row.replace("won,", "gone,"), "\"gone\" is no verdict"),
        (row.replace("1,won", "01,won"), "\"01\" is no seed"),
        (row.replace("1,won", "+1,won"), "\"+1\" is no seed"),
        (row.replace("1,won", "2,won"), "deal 2 where 1 of 0..5 comes next"),
        (row.replace("1,won,,", "1,won,,x"), "is no states"),
        ("1,won,,9,9,,0,,,phases".to_string(), "won without moves"),
        ("1,won,,9,9,5,6,,,phases".to_string(), "more redeals than moves"),
        ("1,won,,9,9,5,0,1,,phases".to_string(), "won with deals_before_run"),
        ("1,won,,9,9,5,0,,,".to_string(), "\"\" is no method"),
        ("1,won,,9,9,5,0,,,=cmd()".to_string(), "\"=cmd()\" is no method"),
        ("1,won,,9,9,5,0,,,a|b".to_string(), "\"a|b\" is no method"),
        ("1,won,,9,9,5,0,,,<b>".to_string(), "\"<b>\" is no method"),
        ("1,won,,9,9,5,0,,,\u{1b}[31mred".to_string(), "is no method"),
        ("1,won,,9,9,5,0,,,\"a,b\"".to_string(), "11 columns, not 10"),
        ("1,won".to_string(), "2 columns, not 10"),
    ] {
        fs::write(folder.join("bad.csv"), text.replace(row, &nonsense)).unwrap();
        for words in ["report bad.csv", "merge bad.csv", "report --paired bad.csv other.csv"] {
            let error = refused(&folder, words);
            assert!(error.starts_with("bad.csv, line 4: ") && error.contains(problem), "{error}");
        }
    }
    for (from, to) in [
        ("\"redeals\":\"3\"", "\"redeals\":\"=3\""),
        ("\"redeals\":\"3\"", "\"<b>\":\"3\""),
        ("\"redeals\":\"3\"", "\"redeals\":3"),
        ("\"0.1.0\"", "\"\\u001b[31m\""),
        ("\"any\"", "\"a|b\""),
        ("\"domino\"", "\"<script>\""),
        ("\"to\":5", "\"to\":0"),
        ("\"to\":5", "\"to\":5,\"shard\":{\"part\":1,\"parts\":2,\"from\":0,\"to\":5}"),
        ("\"to\":5", "\"to\":5,\"more\":1"),
    ] {
        let header = text.replacen(from, to, 1);
        assert_ne!(header, text);
        fs::write(folder.join("bad.csv"), header).unwrap();
        let error = refused(&folder, "report bad.csv");
        assert!(error.starts_with("bad.csv") && !error.contains('\u{1b}'), "{error}");
    }
}

#[test]
fn files_of_schema_2_are_read_but_not_continued() {
    let folder = folder("schema-2");
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records");
    for name in ["schema-2-a.csv", "schema-2-b.csv"] {
        fs::copy(stored.join(name), folder.join(name)).unwrap();
    }
    let report = assert_runs(&folder, "report schema-2-a.csv");
    for line in [
        "won                    5       83.3 %",
        "tries                             5                0          0       83.3 %",
        "spaces filled",
    ] {
        assert!(report.contains(line), "{report}");
    }
    let elfer = "survey eklige-elfer --set ranks=4 --set suits=CH --set columns=3";
    for words in ["--seeds 0..6", "--seeds 0..9", "--seeds 0..12 --shard 1/2"] {
        let error = refused(&folder, &format!("{elfer} {words} --out schema-2-a.csv"));
        let reason =
            "schema-2-a.csv has schema 2 of an older version, whose methods had other names";
        assert!(error.starts_with(reason), "{error}");
    }
    assert_runs(&folder, "merge schema-2-b.csv schema-2-a.csv --out merged.csv");
    assert_runs(&folder, &format!("{elfer} --seeds 0..12 --out new.csv"));
    // The methods may have other names today, and the searches other states.
    let plain = |name| {
        let fields = |line: &str| line.split(',').take(2).collect::<Vec<_>>().join(",");
        untimed(&folder.join(name)).lines().map(fields).collect::<Vec<_>>()
    };
    assert_eq!(plain("merged.csv"), plain("new.csv"));
    let text = fs::read_to_string(folder.join("merged.csv")).unwrap();
    assert!(
        text.contains("\"\"schema\"\":3,")
            && text.contains("\n1,unwinnable,,1215,476,,,,,exhaustive,,")
    );
    for file in ["schema-2-a.csv", "schema-2-b.csv"] {
        assert_eq!(fs::read(folder.join(file)).unwrap(), fs::read(stored.join(file)).unwrap());
    }
}

#[test]
fn a_file_is_made_longer() {
    let folder = folder("longer");
    let survey = |deals: &str, out: &str| {
        assert_runs(&folder, &format!("survey domino --seeds {deals} --set ranks=3 --out {out}"))
    };
    survey("0..300", "whole.csv");
    survey("0..100", "file.csv");
    let summary = survey("0..200", "file.csv");
    assert!(summary.contains("\n200 deals of seeds 0..200\n"), "{summary}");
    // One that was killed is made longer as well.
    let text = fs::read(folder.join("file.csv")).unwrap();
    fs::write(folder.join("file.csv"), &text[..text.len() * 2 / 3]).unwrap();
    survey("0..300", "file.csv");
    assert_eq!(untimed(&folder.join("file.csv")), untimed(&folder.join("whole.csv")));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "nothing is left behind");
}

#[test]
fn records_go_to_standard_output_too() {
    let folder = folder("stdout");
    assert_runs(&folder, &format!("{DEALS} --out file.csv"));
    let records = assert_runs(&folder, &format!("{DEALS} --out -"));
    fs::write(folder.join("stdout.csv"), records).unwrap();
    assert_eq!(untimed(&folder.join("stdout.csv")), untimed(&folder.join("file.csv")));
    let page = assert_runs(&folder, "report file.csv --html -");
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
    let picture = assert_runs(&folder, "show domino --seed 7 --svg -");
    assert!(picture.starts_with("<svg"), "{picture}");
    assert!(!folder.join("-").exists());
    let error = refused(&folder, &format!("{DEALS} --out - --only won"));
    assert_eq!(error, "--out - and --only both print to standard output");
    let mut cut = Command::new("bash");
    cut.env("LC_ALL", "C");
    let words = "survey domino --seeds 0..100k --set ranks=2 --out - | head -n 3 | wc -l; echo ${PIPESTATUS[0]}";
    let words = format!("{} {words}", env!("CARGO_BIN_EXE_gehtauf"));
    let cut = cut.current_dir(&folder).args(["-c", &words]).output().unwrap();
    assert_eq!(
        String::from_utf8(cut.stdout).unwrap(),
        "3\n141\n",
        "a reader that goes away ends it, and quietly"
    );
    assert!(cut.stderr.is_empty());
}

#[test]
fn deals_of_a_verdict_are_printed_in_the_format() {
    let folder = folder("only");
    let words = "survey domino --seeds 0..20 --set ranks=4 --set suits=CD --set redeals=0";
    let numbers = assert_runs(&folder, &format!("{words} --only unwinnable"));
    assert_eq!(numbers.split_whitespace().next(), Some("3"));
    let records = assert_runs(&folder, &format!("{words} --only unwinnable --format json"));
    assert_eq!(records.lines().count(), numbers.lines().count());
    for (record, number) in records.lines().zip(numbers.lines()) {
        let record: serde_json::Value = serde_json::from_str(record).unwrap();
        assert_eq!(
            (&record["seed"], &record["verdict"]),
            (&number.parse::<u64>().unwrap().into(), &"unwinnable".into())
        );
        assert!(record["states"].is_u64() && record.get("moves").is_none(), "{record}");
    }
    let error = refused(&folder, &format!("{words} --only won --format markdown"));
    assert_eq!(error, "--only prints text or json");
}

#[test]
#[cfg(unix)]
fn names_of_files_cannot_command_a_terminal() {
    let folder = folder("escapes");
    let name = "\u{1b}[31m<red>|\u{202e}.txt";
    let deck = String::from_utf8(run(&folder, "show domino --seed 7").stdout).unwrap();
    fs::write(folder.join(name), deck).unwrap();
    let show = |words: &[&str]| {
        let mut command = folder::command(&folder, "show domino --position");
        let output = command.arg(name).args(words).output().unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    let visible = "?[31m<red>|?.txt";
    assert!(show(&[]).starts_with(&format!("# domino {visible} ")));
    assert!(show(&["--svg", "-"]).contains("?[31m&lt;red&gt;|?.txt"));
    fs::write(folder.join(name), "no layout\n").unwrap();
    assert!(show(&[]).starts_with(&format!("gehtauf: {visible}, line 1: ")));
    let report = folder::command(&folder, "report").arg(name).output().unwrap();
    let error = String::from_utf8(report.stderr).unwrap();
    assert!(error.starts_with(&format!("gehtauf: {visible}: not a file of records")), "{error}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_and_loses_nothing() {
    let folder = folder("full");
    let words = "survey domino --seeds 0..300 --set ranks=3";
    let error = refused(&folder, &format!("{words} --out /dev/full"));
    assert!(error.starts_with("/dev/full: No space left on device"), "{error}");
    assert_runs(&folder, &format!("{words} --out whole.csv"));
    for words in [
        "report whole.csv",
        "report whole.csv --html -",
        "compare domino --seeds 0..3 --vs redeals=0",
    ] {
        let full = fs::File::create("/dev/full").unwrap();
        let output = folder::command(&folder, words).stdout(full).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.starts_with("gehtauf: standard output: No space left on device"), "{error}");
    }
    let error = refused(&folder, "report whole.csv --html /dev/full");
    assert!(error.starts_with("/dev/full: No space left on device"), "{error}");
    let error = refused(&folder, "merge whole.csv -o /dev/full");
    assert!(error.starts_with("/dev/full: No space left on device"), "{error}");

    // A limit of the shell stops the file in the middle of a row, time and again.
    let mut before = 0;
    for blocks in 1..100 {
        let mut shell = Command::new("bash");
        shell.env("LC_ALL", "C");
        let limited = "trap '' XFSZ; ulimit -f $1; shift; exec \"$@\"";
        shell.current_dir(&folder).args(["-c", limited, "bash", &blocks.to_string()]);
        shell.arg(env!("CARGO_BIN_EXE_gehtauf")).args(words.split_whitespace());
        let output = shell.args(["--out", "file.csv"]).output().unwrap();
        let now = rows(&folder.join("file.csv"));
        if output.status.success() {
            assert!(blocks > 3, "the limit strikes");
            assert_eq!(untimed(&folder.join("file.csv")), untimed(&folder.join("whole.csv")));
            return;
        }
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("file.csv: File too large"), "{error}");
        assert!(now > before, "{now} rows after {before}");
        before = now;
    }
    panic!("it never ends");
}

#[test]
fn other_programs_read_the_records_without_being_told_more() {
    let folder = folder("python");
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: python3 is not installed");
        return;
    }
    let elfer = "eklige-elfer --seeds 7..40 --set ranks=4 --set suits=CH --set columns=3";
    assert_runs(&folder, &format!("survey {elfer} --max-states 300 --out file.csv"));
    let page = include_str!("../docs/records.md");
    let blocks: Vec<&str> = page.split("```python\n").skip(1).collect();
    assert!(blocks.len() >= 2, "the page has Python");
    for block in blocks {
        let program = block.split("```").next().unwrap();
        let mut python = Command::new("python3");
        let output = python.current_dir(&folder).args(["-c", program]).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        if error.contains("No module named 'pandas'") {
            eprintln!("skipped: pandas is not installed");
            continue;
        }
        assert!(output.status.success(), "{program}{error}");
    }
}

#[test]
fn verdicts_that_cannot_come_are_refused() {
    let folder = folder("only_other_verdicts");
    let words = "survey domino --seeds 0..5 --set ranks=3";
    let error = refused(&folder, &format!("{words} --only lost"));
    assert_eq!(error, "--only lost: solved deals are won, unwinnable or unknown");
    for verdict in ["unwinnable", "unknown"] {
        let error = refused(&folder, &format!("{words} --player naive --only {verdict}"));
        assert_eq!(error, "--only: games that are played are won or lost");
    }
}
