//! `merge` puts parts together, and destroys nothing when it cannot.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::folder::{
    assert_runs, checked_anew, folder, refused, run, signal, start, untimed, wait_for_rows,
};

/// A game whose deals vary from microseconds to some milliseconds, with all verdicts.
const MIXED: &str = "survey domino --seeds 0..600 --set ranks=7 --set redeals=0 --max-states 2k";
/// One whose deals are quick.
const QUICK: &str = "survey domino --seeds 0..60 --set ranks=3";

/// The names of all files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn merged_shards_are_one_run() {
    let folder = folder("shards");
    assert_runs(&folder, &format!("{MIXED} --out whole.csv"));
    for i in 1..=11 {
        assert_runs(&folder, &format!("{MIXED} --shard {i}/11 --out shard-{i}.csv"));
        assert!(!folder.join(format!("shard-{i}.csv.part")).exists());
    }
    let all: Vec<String> = (1..=11).map(|i| format!("shard-{i}.csv")).collect();
    assert_runs(&folder, &format!("merge {} --out merged.csv", all.join(" ")));
    assert_eq!(untimed(&folder.join("merged.csv")), untimed(&folder.join("whole.csv")));
    let merged = fs::read_to_string(folder.join("merged.csv")).unwrap();
    for words in [format!("merge {}", all.join(" ")), format!("merge {} --out -", all.join(" "))] {
        assert_eq!(assert_runs(&folder, &words), merged);
    }
    let before = fs::read(folder.join("shard-2.csv")).unwrap();
    assert_runs(&folder, &format!("{MIXED} --shard 2/11 --out shard-2.csv"));
    let after = fs::read(folder.join("shard-2.csv")).unwrap();
    assert_eq!(before, after, "a complete shard is skipped");

    for (files, problem) in [
        ("shard-1.csv shard-3.csv", "of 11 shards these are missing: 2, 4-11"),
        ("whole.csv shard-3.csv", "deals 109..163 are in both whole.csv and shard-3.csv"),
        (&all[1..].join(" "), "of 11 shards one is missing: 1"),
        (&all[..10].join(" "), "of 11 shards one is missing: 11"),
        (&all[3..10].join(" "), "of 11 shards these are missing: 1-3, 11"),
    ] {
        assert_eq!(refused(&folder, &format!("merge {files} --out refused.csv")), problem);
    }
    let cut: String = merged.split_inclusive('\n').take(99).collect();
    fs::write(folder.join("cut.csv"), cut).unwrap();
    let error = refused(&folder, "merge cut.csv --out refused.csv");
    assert_eq!(error, "cut.csv is not complete: it ends before deal 98 of 0..600");
    let printed = run(&folder, "merge cut.csv");
    assert!(printed.status.code() == Some(2) && printed.stdout.is_empty(), "{printed:?}");
    assert_runs(&folder, &format!("{MIXED} --shard 2/3 --out other.csv"));
    let error = refused(&folder, &format!("merge {} other.csv --out refused.csv", all.join(" ")));
    assert!(error.starts_with("other.csv is no part of the survey of "), "{error}");
    assert!(error.contains(": it is one of 3 shards of "), "{error}");
    assert!(!folder.join("refused.csv").exists());
    let error = refused(&folder, "merge whole.csv --out nowhere/x.csv");
    assert!(error.starts_with("nowhere/x.csv: ") && !error.contains(".x.csv"), "{error}");
}

#[test]
fn a_shard_may_have_no_deals() {
    let folder = folder("few");
    let words = "survey domino --seeds 0..3 --set ranks=3";
    assert_runs(&folder, &format!("{words} --out whole.csv"));
    for _ in 0..2 {
        for i in 1..=5 {
            assert_runs(&folder, &format!("{words} --shard {i}/5 --out shard-{i}.csv"));
        }
    }
    let all: Vec<String> = (1..=5).map(|i| format!("shard-{i}.csv")).collect();
    assert_runs(&folder, &format!("merge {} --out merged.csv", all.join(" ")));
    assert_eq!(untimed(&folder.join("merged.csv")), untimed(&folder.join("whole.csv")));
    // Those without deals are 1 and 3.
    assert_runs(&folder, "merge shard-2.csv shard-4.csv shard-5.csv --out merged.csv");
    let error = refused(&folder, "merge shard-1.csv shard-3.csv --out none.csv");
    assert!(error.ends_with("there is no record in it yet"), "{error}");
    let report = run(&folder, &format!("report {}", all.join(" ")));
    assert!(
        report.status.success() && String::from_utf8_lossy(&report.stdout).contains("1 deal of ")
    );
    let notes = String::from_utf8(report.stderr).unwrap();
    assert_eq!(
        notes,
        "gehtauf: shard-1.csv: there is no record in it yet\n\
        gehtauf: shard-3.csv: there is no record in it yet\n"
    );
    let error = refused(&folder, "merge shard-1.csv shard-2.csv shard-4.csv --out none.csv");
    assert_eq!(error, "of 5 shards one is missing: 5");
    fs::write(folder.join("begun.csv"), fs::read(folder.join("shard-1.csv")).unwrap()).unwrap();
    let error = refused(&folder, "merge whole.csv begun.csv --out none.csv");
    assert_eq!(error, "begun.csv: there is no record in it yet");
}

#[test]
fn a_merge_touches_no_file_but_its_own() {
    let folder = folder("own");
    assert_runs(&folder, &format!("{QUICK} --out out.csv.part"));
    let part = fs::read(folder.join("out.csv.part")).unwrap();
    // The part's name is the one that a shard of this name would have while it is written.
    assert_runs(&folder, "merge out.csv.part --out out.csv");
    assert_eq!(fs::read(folder.join("out.csv")).unwrap(), part);
    assert_eq!(fs::read(folder.join("out.csv.part")).unwrap(), part);

    fs::write(folder.join("out.csv.part"), "somebody else's").unwrap();
    for i in [1, 3] {
        assert_runs(&folder, &format!("{QUICK} --shard {i}/3 --out shard-{i}.csv"));
    }
    let before = names(&folder);
    refused(&folder, "merge shard-1.csv shard-3.csv --out out.csv");
    refused(&folder, "merge shard-1.csv none.csv --out out.csv");
    let text = fs::read_to_string(folder.join("shard-3.csv")).unwrap();
    fs::write(folder.join("shard-3.csv"), text.replace(",won,", ",Won,")).unwrap();
    assert_runs(&folder, &format!("{QUICK} --shard 2/3 --out shard-2.csv"));
    let error = refused(&folder, "merge shard-1.csv shard-2.csv shard-3.csv --out out.csv");
    assert!(error.starts_with("shard-3.csv, line 2: damaged"), "{error}");
    let printed = run(&folder, "merge shard-1.csv shard-2.csv shard-3.csv");
    assert!(printed.status.code() == Some(2) && printed.stdout.is_empty(), "{printed:?}");
    fs::remove_file(folder.join("shard-2.csv")).unwrap();
    assert_eq!(fs::read(folder.join("out.csv")).unwrap(), part);
    assert_eq!(fs::read(folder.join("out.csv.part")).unwrap(), b"somebody else's");
    assert_eq!(names(&folder), before, "nothing is left behind");
}

#[test]
fn only_a_part_of_the_same_survey_is_replaced() {
    let folder = folder("replaced");
    for i in 1..=2 {
        assert_runs(&folder, &format!("{QUICK} --shard {i}/2 --out shard-{i}.csv"));
    }
    let merge = |out: &str| format!("merge shard-1.csv shard-2.csv --out {out}");
    fs::write(folder.join("thesis.txt"), "Chapter 1").unwrap();
    assert!(refused(&folder, &merge("thesis.txt")).contains("not a file of records"));
    assert_runs(&folder, &format!("{QUICK} --set redeals=1 --out other.csv"));
    let error = refused(&folder, &merge("other.csv"));
    assert!(error.contains("holds another survey: redeals is 1 there and 3 here"), "{error}");
    let error = refused(&folder, "merge shard-1.csv other.csv");
    let difference =
        "other.csv is no part of the survey of shard-1.csv: redeals is 1 there and 3 here";
    assert_eq!(error, difference);
    assert_runs(&folder, &format!("{} --out more.csv", QUICK.replace("60", "70")));
    let error = refused(&folder, &merge("more.csv"));
    assert!(error.contains("its deals are 0..70, and those to be merged 0..60"), "{error}");

    assert_runs(&folder, &merge("all.csv"));
    let all = fs::read(folder.join("all.csv")).unwrap();
    assert_runs(&folder, &merge("all.csv"));
    // One of the parts may become the whole; a link stays a link.
    assert_runs(&folder, &merge("shard-2.csv"));
    assert_eq!(fs::read(folder.join("shard-2.csv")).unwrap(), all);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let mode = |name| fs::metadata(folder.join(name)).unwrap().permissions().mode();
        assert_eq!(mode("all.csv"), mode("shard-1.csv"));
        assert_runs(&folder, "merge all.csv --out target.csv");
        fs::set_permissions(folder.join("target.csv"), fs::Permissions::from_mode(0o600)).unwrap();
        symlink("target.csv", folder.join("link.csv")).unwrap();
        assert_runs(&folder, "merge all.csv --out link.csv");
        assert!(folder.join("link.csv").is_symlink());
        assert_eq!(mode("target.csv") & 0o777, 0o600);
        assert_runs(&folder, "merge all.csv --out /dev/null");
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}

#[test]
fn a_file_that_a_survey_writes_is_not_replaced() {
    let folder = folder("merge-busy");
    let words = "survey domino --seeds 0..1M --set ranks=6 --threads 1 --out file.csv";
    let mut child = start(&folder, words);
    wait_for_rows(&folder.join("file.csv"), 1);
    assert_runs(&folder, "survey domino --seeds 0..9 --set ranks=6 --out part.csv");
    let error = refused(&folder, "merge part.csv --out file.csv");
    assert_eq!(error, "file.csv: another process writes this file");
    signal(&child, "-INT");
    child.wait().unwrap();
    // What the survey did is all there, and it goes on.
    let report = String::from_utf8(run(&folder, "report file.csv").stdout).unwrap();
    assert!(report.contains("deals of seeds 0..1000000"), "{report}");
    let error = refused(&folder, "merge part.csv --out file.csv");
    assert!(error.contains("its deals are 0..1000000"), "{error}");
}

/// More than may be open at once.
#[test]
#[cfg(unix)]
fn there_may_be_more_files_than_a_process_may_open() {
    let folder = folder("open-files");
    assert_runs(&folder, &format!("{QUICK} --out whole.csv"));
    for i in 1..=30 {
        assert_runs(&folder, &format!("{QUICK} --shard {i}/30 --out shard-{i}.csv"));
    }
    let merged = std::process::Command::new("sh")
        .args(["-c", "ulimit -n 20; \"$0\" merge shard-*.csv --out merged.csv"])
        .arg(env!("CARGO_BIN_EXE_gehtauf"))
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(merged.status.success(), "{merged:?}");
    assert_eq!(untimed(&folder.join("merged.csv")), untimed(&folder.join("whole.csv")));
}

#[test]
fn files_without_shards_are_merged_too() {
    let folder = folder("adjacent");
    assert_runs(&folder, &format!("{QUICK} --out whole.csv"));
    for deals in ["0..20", "20..25", "25..60"] {
        let words = QUICK.replace("0..60", deals);
        assert_runs(&folder, &format!("{words} --out {deals}.csv"));
    }
    assert_runs(&folder, "merge 25..60.csv 0..20.csv 20..25.csv --out merged.csv");
    assert_eq!(untimed(&folder.join("merged.csv")), untimed(&folder.join("whole.csv")));
    for (files, problem) in [
        ("0..20.csv 25..60.csv", "deals 20..25 are missing between 0..20.csv and 25..60.csv"),
        ("whole.csv 20..25.csv", "deals 20..25 are in both whole.csv and 20..25.csv"),
    ] {
        assert_eq!(refused(&folder, &format!("merge {files}")), problem);
    }
}

#[test]
fn a_killed_merge_leaves_the_files_as_they_were() {
    let folder = folder("merge-killed");
    assert_runs(
        &folder,
        "survey domino --seeds 0..4000 --set ranks=3 --set suits=CD --out part.csv",
    );
    assert_runs(&folder, "survey domino --seeds 0..10 --set ranks=3 --set suits=CD --out out.csv");
    let (part, before) = (fs::read(folder.join("part.csv")), fs::read(folder.join("out.csv")));
    let (part, before) = (part.unwrap(), before.unwrap());
    let temporaries = || names(&folder).iter().filter(|name| name.starts_with('.')).count();
    let mut killed = 0;
    for micros in (0..200_000).step_by(500) {
        let mut child = start(&folder, "merge part.csv --out out.csv");
        std::thread::sleep(Duration::from_micros(micros));
        child.kill().unwrap();
        let is_over = child.wait().unwrap().success();
        let after = fs::read(folder.join("out.csv")).unwrap();
        assert_eq!(fs::read(folder.join("part.csv")).unwrap(), part);
        if after == part {
            if is_over && killed > 0 {
                break;
            }
        } else {
            assert_eq!(after, before);
            killed += usize::from(temporaries() > 0);
        }
        assert!(temporaries() <= 1);
        fs::write(folder.join("out.csv"), &before).unwrap();
    }
    assert!(killed > 0, "none was killed while it wrote");
    assert_runs(&folder, "merge part.csv --out out.csv");
    assert_eq!(names(&folder), ["out.csv", "part.csv"]);
}

#[test]
fn a_merge_replaces_no_verdict_by_its_contrary() {
    let folder = folder("contrary");
    let deals = "survey domino --set ranks=3 --set redeals=0 --seeds";
    assert_runs(&folder, &format!("{deals} 0..9 --out file.csv"));
    assert_runs(&folder, &format!("{deals} 9..12 --out rest.csv"));
    assert_runs(&folder, "merge file.csv rest.csv --out all.csv");
    let all = fs::read_to_string(folder.join("all.csv")).unwrap();
    assert_runs(&folder, "merge file.csv rest.csv --out all.csv");
    let text = fs::read_to_string(folder.join("file.csv")).unwrap();
    // Not the first one, which has the settings.
    let lost = text.lines().skip(2).find(|line| line.contains(",unwinnable,")).unwrap();
    let seed = lost.split(',').next().unwrap();
    let won = text.lines().find(|line| line.contains(",won,")).unwrap();
    let wins = won.replacen(won.split(',').next().unwrap(), seed, 1);
    fs::write(folder.join("won.csv"), checked_anew(&text.replace(lost, &wins))).unwrap();
    let error = refused(&folder, "merge won.csv rest.csv --out all.csv");
    let says = format!("deal {seed} is unwinnable there and won in the files to be merged");
    assert!(error.contains(&says), "{error}");
    assert_eq!(fs::read_to_string(folder.join("all.csv")).unwrap(), all);
}
