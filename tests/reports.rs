//! `gehtauf report`: what it says of files of records.

use std::fs;

use crate::folder::{as_schema_2, assert_runs, folder, refused, run};

#[test]
fn paired_files_say_what_a_comparison_says() {
    let folder = folder("paired");
    let deals = "domino --seeds 0..300 --set ranks=4 --set suits=CD --set redeals=1";
    assert_runs(&folder, &format!("survey {deals} --out one.csv"));
    let none = deals.replace("redeals=1", "redeals=0");
    assert_runs(&folder, &format!("survey {none} --out none.csv"));
    for format in ["text", "json"] {
        let compared = run(&folder, &format!("compare {deals} --vs redeals=0 --format {format}"));
        let paired = run(&folder, &format!("report --paired one.csv none.csv --format {format}"));
        assert!(compared.status.success() && compared.stderr.is_empty(), "{compared:?}");
        assert_eq!(compared, paired, "{format}");
    }
    // Only the deals that both files hold are paired.
    assert_runs(&folder, &format!("survey {} --out some.csv", deals.replace("0..300", "290..310")));
    let some = assert_runs(&folder, "report --paired some.csv none.csv");
    assert!(some.contains("\n10 deals of seeds 290..300\n"), "{some}");

    // A deal won without a redeal and lost with one is a bug, and is reported as such.
    let text = as_schema_2(&folder.join("one.csv"));
    let won = |line: &&str| line.contains(",won,") && line.contains(",0,,,");
    let line = text.lines().find(won).expect("a win without a redeal");
    let seed = line.split(',').next().unwrap();
    let lost = format!("{seed},unwinnable,,9,9,,,,,exhaustive");
    fs::write(folder.join("lost.csv"), text.replace(line, &lost)).unwrap();
    let bug = run(&folder, "report --paired lost.csv none.csv --format json");
    assert_eq!(bug.status.code(), Some(1));
    assert!(String::from_utf8(bug.stdout).unwrap().contains(&format!("[{seed}]")));
    let warning = String::from_utf8(bug.stderr).unwrap();
    assert!(warning.starts_with(&format!("gehtauf: deal {seed} is lost under rules")), "{warning}");

    assert_runs(&folder, "survey hochzeitszug --seeds 0..9 --set ranks=3 --out other.csv");
    assert_runs(
        &folder,
        "survey domino --seeds 900..909 --set redeals=1 --set ranks=4 --set suits=CD --out far.csv",
    );
    for (files, problem) in [
        ("one.csv", "--paired compares two files, not 1"),
        ("one.csv one.csv", "files one.csv and one.csv: the two games are the same"),
        (
            "one.csv other.csv",
            "files one.csv and other.csv: domino and hochzeitszug cannot be compared",
        ),
        ("far.csv none.csv", "far.csv and none.csv have no deal in common"),
    ] {
        assert_eq!(refused(&folder, &format!("report --paired {files}")), problem);
    }
}

/// No share is claimed where verdicts are unknown.
#[test]
fn paired_files_of_the_same_rules_are_told_apart_by_limits_and_seeds() {
    let folder = folder("limits");
    let deals = "domino --seeds 0..300 --set ranks=4 --set suits=CD --set redeals=1";
    assert_runs(&folder, &format!("survey {deals} --out one.csv"));
    assert_runs(&folder, &format!("survey {deals} --max-states 9 --out few.csv"));
    let few = assert_runs(&folder, "report --paired one.csv few.csv");
    for words in [
        "first file: limits for a deal: 10,000,000 states; ",
        "second file: limits for a deal: 9 states; ",
        "won with first file less won with second file:\nfrom ",
        " (95 %, paired, Newcombe, unknowns both ways)\n",
    ] {
        assert!(few.contains(words), "{words}: {few}");
    }
    let few = assert_runs(&folder, "report --paired one.csv few.csv --format json");
    let few: serde_json::Value = serde_json::from_str(&few).unwrap();
    let limits = [&few["first_settings"], &few["second_settings"]].map(|side| &side["max_states"]);
    assert_eq!(limits, [10_000_000, 9]);
    assert_eq!(
        (&few["source"], &few["from"], &few["to"]),
        (&"seeds".into(), &0.into(), &300.into())
    );
    // What they leave open is the same for both.
    assert!(few["difference"].is_null() && few["low"] == 0.0 && few["high"] == 0.0, "{few}");
    for (name, words) in [
        ("seed-1", "--player random --player-seed 1"),
        ("seed-2", "--player random --player-seed 2"),
        ("weakest-1", "--weakest 1"),
        ("weakest-3", "--weakest 3"),
    ] {
        assert_runs(&folder, &format!("survey {deals} {words} --out {name}.csv"));
    }
    let seeds = assert_runs(&folder, "report --paired seed-1.csv seed-2.csv");
    assert!(seeds.contains("second file: played by random, seed 2, "), "{seeds}");
    assert!(seeds.ends_with(" (95 %, paired, Newcombe)\n"), "{seeds}");
    let weakest = assert_runs(&folder, "report --paired weakest-1.csv weakest-3.csv");
    assert!(weakest.contains("second file: played by the weakest player who wins one of 3 games"));
}

#[test]
fn a_report_says_of_how_many_deals_it_has_some() {
    let folder = folder("cut-short");
    let records = assert_runs(&folder, "survey domino --seeds 0..20 --set ranks=3 --out -");
    let cut: String = records.split_inclusive('\n').take(8).collect();
    fs::write(folder.join("cut.csv"), cut).unwrap();
    let report = assert_runs(&folder, "report cut.csv");
    assert!(report.contains("\n7 of the 20 deals of seeds 0..20\n"), "{report}");
}

#[test]
fn statistics_that_no_deal_has_are_absent() {
    let folder = folder("absent");
    let words = "survey domino --seeds 3..4 --set ranks=4 --set suits=CD --set redeals=0";
    assert_runs(&folder, &format!("{words} -o lost.csv"));
    assert_runs(&folder, "survey domino --seeds 0..5 --set ranks=3 --out won.csv");
    let json = |file: &str| -> serde_json::Value {
        let line = assert_runs(&folder, &format!("report {file} --format json"));
        serde_json::from_str(&line).unwrap()
    };
    let (lost, won) = (json("lost.csv"), json("won.csv"));
    assert_eq!((&lost["unwinnable"], &won["won"]), (&1.into(), &5.into()));
    assert!(lost["states"]["max"].is_u64() && won["moves"]["max"].is_u64());
    for (summary, names) in [
        (&lost, &["moves", "redeals", "moves_histogram", "spaces", "deals_before_run"][..]),
        (&won, &["spaces", "deals_before_run"]),
    ] {
        assert!(names.iter().all(|&name| summary.get(name).is_none()), "{summary}");
    }
    for format in ["text", "markdown"] {
        let report = assert_runs(&folder, &format!("report lost.csv --format {format}"));
        assert!(report.contains("states") && !report.contains("of a win"), "{report}");
    }
}
