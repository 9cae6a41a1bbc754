//! Surveys that are killed, stopped, split and put together again lose nothing.

use std::fs;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::folder::{
    assert_runs, folder, refused, rows, run, signal, start, untimed, wait_for_rows,
};

/// A game whose deals vary from microseconds to some milliseconds, with all verdicts.
const MIXED: &str = "survey domino --seeds 0..1200 --set ranks=7 --set redeals=0 --max-states 2k";

#[test]
fn records_do_not_depend_on_the_threads() {
    let folder = folder("threads");
    assert_runs(&folder, &format!("{MIXED} --threads 1 --out one.csv"));
    assert_runs(&folder, &format!("{MIXED} --threads 2 --out two.csv"));
    assert_runs(&folder, &format!("{MIXED} --threads 5 --out five.csv"));
    let one = untimed(&folder.join("one.csv"));
    assert!(one.contains(",won,") && one.contains(",unwinnable,") && one.contains(",unknown,"));
    assert_eq!(one, untimed(&folder.join("two.csv")));
    assert_eq!(one, untimed(&folder.join("five.csv")));
}

#[test]
fn records_of_eklige_elfer_count_deals_and_spaces() {
    let folder = folder("elfer");
    let reduced = "--set ranks=4 --set suits=CH --set columns=3";
    assert_runs(&folder, &format!("survey eklige-elfer --seeds 0..40 {reduced} --out file.csv"));
    let text = fs::read_to_string(folder.join("file.csv")).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let names = ["verdict", "redeals", "deals_before_run", "spaces"];
    let places = names.map(|name| rows[0].iter().position(|&column| column == name).unwrap());
    for row in &rows[1..] {
        let [verdict, deals, deals_before_run, spaces] = places.map(|place| row[place]);
        if verdict == "won" {
            let [deals, before] = [deals, deals_before_run].map(|n| n.parse::<u32>().unwrap());
            assert!(before <= deals && spaces.parse::<u32>().is_ok(), "{row:?}");
        } else {
            assert_eq!((deals_before_run, spaces), ("", ""), "{row:?}");
        }
    }
    assert!(text.contains(",won,") && text.contains(",unwinnable,"));
}

#[test]
fn proven_goals_do_not_depend_on_the_threads_either() {
    let folder = folder("goals");
    for goal in ["shorten", "shortest", "fewest-redeals"] {
        let words = format!("survey domino --seeds 0..60 --set ranks=4 --max-states 2k --{goal}");
        assert_runs(&folder, &format!("{words} --threads 1 --out {goal}-1.csv"));
        assert_runs(&folder, &format!("{words} --threads 3 --out {goal}-3.csv"));
        let one = untimed(&folder.join(format!("{goal}-1.csv")));
        assert_eq!(one, untimed(&folder.join(format!("{goal}-3.csv"))));
        assert!(goal == "shorten" || one.contains(&format!(",{goal},\n")), "{one}");
    }
}

#[test]
fn solve_shortens_wins_of_fewest_redeals_and_adds_none() {
    let folder = folder("fewest");
    let words = "domino --seeds 0..20 --set ranks=7 --max-states 10k --fewest-redeals";
    let output = run(&folder, &format!("survey {words} --only won --format json"));
    let lines = |text: &[u8]| -> Vec<Value> {
        let text = String::from_utf8(text.to_vec()).unwrap();
        let values = text.lines().map(|line| serde_json::from_str(line).unwrap());
        values.filter(|line: &Value| line["verdict"] == "won").collect()
    };
    let records = lines(&output.stdout);
    let solutions = lines(&run(&folder, &format!("solve {words} --format json")).stdout);
    assert!(records.len() >= solutions.len() && solutions.len() > 10);
    let mut shorter = 0;
    for (record, solution) in records.iter().zip(&solutions) {
        let moves = solution["moves"].as_array().unwrap();
        let redeals = moves.iter().filter(|&word| word == "redeal").count() as u64;
        assert_eq!(Some(redeals), record["redeals"].as_u64(), "{record} {solution}");
        let before = record["moves"].as_u64().unwrap();
        assert!(moves.len() as u64 <= before, "{record} {solution}");
        shorter += u64::from((moves.len() as u64) < before);
    }
    assert!(shorter > 5, "{shorter}");
}

#[test]
fn verdicts_do_not_depend_on_the_threads_when_memory_is_short() {
    let folder = folder("memory");
    let words = "survey domino --seeds 0..100 --set ranks=7 --set redeals=0 --max-memory 300K";
    assert_runs(&folder, &format!("{words} --threads 1 --out one.csv"));
    assert_runs(&folder, &format!("{words} --threads 4 --out four.csv"));
    let one = untimed(&folder.join("one.csv"));
    assert!(one.contains(",memory,") && one.contains(",unwinnable,"));
    assert_eq!(one, untimed(&folder.join("four.csv")));
    // A share of the memory that some searches of a thread outgrow.
    let words = "survey domino --seeds 8..20 --set redeals=1 --max-states 40k";
    assert_runs(&folder, &format!("{words} --threads 1 --out whole.csv"));
    assert_runs(&folder, &format!("{words} --threads 16 --out shares.csv"));
    assert_eq!(untimed(&folder.join("whole.csv")), untimed(&folder.join("shares.csv")));
}

#[test]
fn a_killed_survey_goes_on_where_it_was() {
    let folder = folder("killed");
    let whole = folder.join("whole.csv");
    assert_runs(&folder, &format!("{MIXED} --out whole.csv"));
    let file = folder.join("killed.csv");
    for rows in [1, 200, 600] {
        let mut child = start(&folder, &format!("{MIXED} --threads 1 --out killed.csv"));
        wait_for_rows(&file, rows);
        signal(&child, "-KILL");
        child.wait().unwrap();
        let text = fs::read(&file).unwrap();
        fs::write(&file, &text[..text.len() - 7]).unwrap();
    }
    assert_runs(&folder, &format!("{MIXED} --out killed.csv"));
    assert_eq!(untimed(&file), untimed(&whole));
    let complete = fs::read(&file).unwrap();
    assert_runs(&folder, &format!("{MIXED} --out killed.csv"));
    assert_eq!(fs::read(&file).unwrap(), complete, "a complete file is not touched");
}

#[test]
fn two_processes_do_not_write_one_file() {
    let folder = folder("busy");
    let words = "survey domino --seeds 0..1M --set ranks=6 --threads 1 --out file.csv";
    let mut child = start(&folder, words);
    wait_for_rows(&folder.join("file.csv"), 1);
    let error = refused(&folder, words);
    signal(&child, "-KILL");
    child.wait().unwrap();
    assert_eq!(error, "file.csv: another process writes this file");
}

#[test]
fn ctrl_c_keeps_what_is_done_and_exits_130() {
    let folder = folder("interrupted");
    let words = "survey domino --seeds 0..1M --set ranks=6 --out file.csv";
    let child = start(&folder, words);
    wait_for_rows(&folder.join("file.csv"), 100);
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let error = String::from_utf8(output.stderr).unwrap();
    let rows = rows(&folder.join("file.csv")) as u64;
    let told = error.split("gehtauf: stopped after ").nth(1).unwrap().replace(',', "");
    assert_eq!(told.split(' ').next().unwrap().parse(), Ok(rows));
    let report = run(&folder, "report file.csv --format json");
    assert!(String::from_utf8(report.stdout).unwrap().contains(&format!("\"deals\":{rows},")));
}

/// Searches that would go on much longer, of one deal and of many.
#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_a_search_with_130() {
    let folder = folder("searches");
    fs::write(folder.join("moves.txt"), "s2>f").unwrap();
    for words in [
        // What is known by then is printed.
        "analyse hochzeitszug --seed 748 --set redeals=0 --max-states 1G --moves moves.txt \
         --html page.html",
        "solve hochzeitszug --seed 7 --shortest --max-states 1G",
        "solve domino --seeds 0..1G --moves-only",
    ] {
        let child = start(&folder, words);
        let status = format!("/proc/{}/status", child.id());
        while !catches_ctrl_c(&fs::read_to_string(&status).unwrap()) {
            std::thread::sleep(Duration::from_millis(1));
        }
        signal(&child, "-INT");
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{words}: {output:?}");
        assert!(output.stderr.is_empty(), "{words}: {output:?}");
    }
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    assert!(page.contains(r#""verdicts":["unknown","unknown"]"#));
}

/// Whether the process of this /proc/PID/status has a handler for SIGINT.
#[cfg(target_os = "linux")]
fn catches_ctrl_c(status: &str) -> bool {
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    u64::from_str_radix(caught.trim(), 16).unwrap() & 2 != 0
}

#[test]
fn a_report_prints_the_summary_again() {
    let folder = folder("report");
    for format in ["text", "markdown", "json"] {
        let words = format!("--interval exact --format {format}");
        let survey = run(&folder, &format!("{MIXED} --out file.csv {words}"));
        let report = run(&folder, &format!("report file.csv {words}"));
        assert!(!report.stdout.is_empty());
        assert_eq!(survey.stdout, report.stdout, "{format}");
    }
    // Of a survey that runs or was killed: what its whole lines say.
    let text = fs::read_to_string(folder.join("file.csv")).unwrap();
    let (whole, _) = text[..text.len() * 2 / 3].rsplit_once('\n').unwrap();
    let torn = &text[..whole.len() + "\n1234".len()];
    assert!(!torn.ends_with('\n'));
    fs::write(folder.join("torn.csv"), torn).unwrap();
    fs::write(folder.join("whole.csv"), format!("{whole}\n")).unwrap();
    let report = run(&folder, "report torn.csv");
    assert!(report.status.success());
    assert_eq!(report, run(&folder, "report whole.csv"));
    let head: String = text.split_inclusive('\n').take(1).collect();
    fs::write(folder.join("head.csv"), head).unwrap();
    assert_eq!(refused(&folder, "report head.csv"), "head.csv: there is no record in it yet");
    fs::write(folder.join("nothing.csv"), "").unwrap();
    let nothing = refused(&folder, "report nothing.csv");
    assert_eq!(nothing, "nothing.csv: not a file of records: it is empty");
}

#[test]
fn a_survey_until_a_width_stops_at_a_thousand_and_is_not_extended() {
    let folder = folder("until");
    let words =
        "survey domino --seeds 0..1M --set ranks=4 --set suits=CD --set redeals=0 --until 2%";
    assert_runs(&folder, &format!("{words} --threads 2 --out file.csv"));
    let bytes = fs::read(folder.join("file.csv")).unwrap();
    let rows = rows(&folder.join("file.csv"));
    assert!(rows > 1000 && rows.is_multiple_of(1000), "{rows}");
    assert_runs(&folder, &format!("{words} --threads 1 --out file.csv"));
    assert_eq!(fs::read(folder.join("file.csv")).unwrap(), bytes);
    // A file with more deals than that keeps them, and the summary says of how many it is.
    let more = format!("{words} --out file.csv").replace("2%", "4%");
    let output = run(&folder, &more);
    let (error, out) =
        (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    assert!(out.contains("\n1,000 of the 1,000,000 deals"), "{out}");
    let note = "gehtauf: the file has 3,000 deals, of which the first 1,000 are counted here\n";
    assert!(error.starts_with(note), "{error}");
    assert_eq!(fs::read(folder.join("file.csv")).unwrap(), bytes);
    let output = run(&folder, &words.replace("0..1M", "0..50").replace("2%", "0,02"));
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "gehtauf: these deals are too few for the half-width\n");
    let output = run(&folder, "survey domino --seeds 0..1M --max-states 5 --until 0.1%");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("unknown deals alone"), "{error}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("1,000 of the 1,000,000 deals"));
}

#[test]
fn deck_lines_are_surveyed_as_their_seeds_are_and_another_list_is_refused() {
    let folder = folder("deck-lines");
    let game = ["domino", "--set", "ranks=5", "--set", "redeals=0"];
    let run = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gehtauf"));
        command.env("LC_ALL", "C").current_dir(&folder).args(words).output().unwrap()
    };
    let solved = run(&[&["solve"], &game[..], &["--seeds", "0..40", "--format", "json"]].concat());
    let solved = String::from_utf8(solved.stdout).unwrap();
    let decks = solved.lines().map(|line| {
        let deck = line.split("\"deck\":\"").nth(1).unwrap().split('"').next().unwrap();
        format!("{deck} # a deal\n")
    });
    let decks: Vec<String> = decks.collect();
    std::fs::write(folder.join("decks"), format!("# forty\n\n{}", decks.concat())).unwrap();
    let survey = [&["survey"], &game[..], &["--deal", "decks", "--out", "records.csv"]].concat();
    let output = run(&survey);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("40 deals of deals 1 to 40"));
    let twice = [&decks[..], &decks[7..9]].concat().concat();
    std::fs::write(folder.join("twice"), twice).unwrap();
    let output = run(&[&["survey"], &game[..], &["--deal", "twice"]].concat());
    let note = "gehtauf: deck lines that repeat earlier ones and count again: 2 of 42\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), note);
    let numbers = |words: &[&str]| -> Vec<u64> {
        let only = [&["survey"], &game[..], words, &["--only", "won"]].concat();
        let output = String::from_utf8(run(&only).stdout).unwrap();
        output.lines().map(|line| line.parse().unwrap()).collect()
    };
    let of_seeds: Vec<u64> = numbers(&["--seeds", "0..40"]).iter().map(|seed| seed + 1).collect();
    assert!((5..35).contains(&of_seeds.len()));
    assert_eq!(numbers(&["--deal", "decks"]), of_seeds);
    // The file knows its list: the same line goes on, another list is refused.
    assert!(run(&survey).status.success());
    std::fs::write(folder.join("decks"), decks.iter().rev().cloned().collect::<String>()).unwrap();
    let output = run(&survey);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("deals_crc32 is "), "{output:?}");
}
