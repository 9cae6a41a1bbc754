//! The recipes for many machines: names that a shell would take apart, more names than fit a line,
//! and job arrays submitted again. And what is published: the pairs of house rules, the verdicts.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::folder::{assert_runs, untimed};

const GEHTAUF: &str = env!("CARGO_BIN_EXE_gehtauf");
const SURVEY: [&str; 7] = ["domino", "--seeds", "0..128", "--set", "ranks=4", "--set", "suits=CH"];

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    crate::folder::folder(&format!("scripts/{name}")).canonicalize().unwrap()
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(name)
}

/// A folder with these scripts, which read and write below the folder that theirs lies in.
fn folder_with(name: &str, results: &str, scripts: &[&str]) -> PathBuf {
    let folder = folder(name);
    fs::create_dir_all(folder.join("docs/results").join(results)).unwrap();
    fs::create_dir(folder.join("scripts")).unwrap();
    for name in scripts {
        fs::copy(script(name), folder.join("scripts").join(name)).unwrap();
    }
    folder
}

/// The records of a single run.
fn whole(folder: &Path) -> String {
    let path = folder.join("whole.csv");
    let run = Command::new(GEHTAUF)
        .env("LC_ALL", "C")
        .arg("survey")
        .args(SURVEY)
        .arg("--out")
        .arg(&path)
        .output();
    assert!(run.unwrap().status.success());
    untimed(&path)
}

/// Runs the recipe for GNU parallel; nothing where that is not installed.
fn parallel(folder: &Path, out: &Path, shards: &str, survey: &[&str]) -> Option<Output> {
    if Command::new("parallel").arg("--version").output().is_err() {
        eprintln!("skipped: GNU parallel is not installed (Debian: parallel)");
        return None;
    }
    let mut command = Command::new(script("parallel-survey.sh"));
    command.arg(out).arg(shards).args(survey).current_dir(folder);
    Some(command.env("GEHTAUF", GEHTAUF).env("HOSTS", "2/:").output().unwrap())
}

#[test]
fn a_name_may_have_whatever_a_shell_or_parallel_would_take_apart() {
    let folder = folder("script_names");
    let whole = whole(&folder);
    let names =
        ["a b", "it's \"so\"", "; touch ran;", "100%d %s", "{} {.} {#} {%}", "$HOME `id`", "-x"];
    for name in names {
        let out = folder.join(format!("{name}.csv"));
        let out = if name == "-x" { PathBuf::from("-x.csv") } else { out };
        let Some(run) = parallel(&folder, &out, "3", &SURVEY) else { return };
        assert!(run.status.success(), "{name}: {run:?}");
        assert_eq!(untimed(&folder.join(&out)), whole, "{name}");
        assert!(!run.stdout.is_empty(), "the report");
    }
    assert!(!folder.join("ran").exists());
    // Three shards and the file itself for each name, and that of the single run.
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 4 * names.len() + 1);
}

#[test]
fn a_survey_s_words_reach_it_as_they_are() {
    let folder = folder("words");
    let words = ["domino", "--seeds", "0..8", "--set", "ranks=4; touch ran '{}'"];
    let Some(run) = parallel(&folder, Path::new("out.csv"), "2", &words) else { return };
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(!run.status.success() && told.contains("ranks=4; touch ran '{}'"), "{told}");
    assert!(!folder.join("ran").exists() && !folder.join("out.csv").exists());
}

#[test]
fn no_shard_is_lost_when_their_names_are_long() {
    let folder = folder("long");
    // Sixty-four names of 2,500 letters are more than xargs gives to one command.
    let deep =
        std::iter::repeat_n("x".repeat(200), 12).fold(folder.clone(), |at, name| at.join(name));
    fs::create_dir_all(&deep).unwrap();
    let out = deep.join("out.csv");
    let Some(run) = parallel(&folder, &out, "64", &SURVEY) else { return };
    assert!(run.status.success(), "{run:?}");
    assert_eq!(untimed(&out), whole(&folder));
}

/// Runs a task of a Slurm job array, of which Slurm tells it in the environment.
fn task(folder: &Path, (min, max): (u32, u32), id: u32, words: &[&str]) -> Output {
    let mut command = Command::new("bash");
    command.env("LC_ALL", "C");
    command.arg(script("survey.sbatch")).args(words).current_dir(folder).env("GEHTAUF", GEHTAUF);
    command.env("SLURM_ARRAY_TASK_ID", id.to_string());
    command.env("SLURM_ARRAY_TASK_MIN", min.to_string());
    command.env("SLURM_ARRAY_TASK_MAX", max.to_string());
    command.env("SLURM_ARRAY_TASK_COUNT", (max - min + 1).to_string()).output().unwrap()
}

#[test]
fn a_task_of_a_job_array_can_be_submitted_again_alone() {
    let folder = folder("slurm");
    let words = [&["all  of them.csv", "4"], SURVEY.as_slice()].concat();
    for id in [1, 2, 4] {
        assert!(task(&folder, (1, 4), id, &words).status.success());
    }
    let alone = task(&folder, (3, 3), 3, &words);
    assert!(alone.status.success(), "{alone:?}");
    let mut merge = Command::new(GEHTAUF);
    merge.env("LC_ALL", "C");
    merge.arg("merge").args((1..=4).map(|i| format!("all  of them-{i}.csv")));
    merge.args(["--out", "all.csv"]).current_dir(&folder);
    assert!(merge.output().unwrap().status.success());
    assert_eq!(untimed(&folder.join("all.csv")), whole(&folder));
}

#[test]
fn a_job_array_that_does_not_number_the_shards_is_refused_as_a_whole() {
    let folder = folder("array");
    let words = [&["all.csv", "4"], SURVEY.as_slice()].concat();
    for (array, id) in [((0, 3), 0), ((0, 3), 2), ((1, 5), 2), ((5, 5), 5)] {
        let run = task(&folder, array, id, &words);
        assert_eq!(run.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&run.stderr).contains("within 1-4"), "{run:?}");
    }
    // The line of before, without the number of shards.
    let words = [&["all.csv"], SURVEY.as_slice()].concat();
    let run = task(&folder, (1, 4), 1, &words);
    assert!(run.status.code() == Some(2) && String::from_utf8_lossy(&run.stderr).contains("usage"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn published_pairs_of_house_rules_stay_where_there_are_no_records() {
    let folder = folder_with("pairs", "pairs", &["house-rules.py", "shared.py"]);
    let published = folder.join("docs/results/pairs");
    let old = [
        ("other.json", r#"{"first":{"a":"1"},"second":{"a":"2"}}"#),
        ("two--one.json", r#"{"first":{"redeals":"1"},"second":{"redeals":"2"}}"#),
    ];
    let write_old = || old.map(|(name, text)| fs::write(published.join(name), text).unwrap());
    let names = || {
        let entries = fs::read_dir(&published).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect::<std::collections::BTreeSet<_>>()
    };
    let pair = |words: &[&str]| {
        let mut command = Command::new("python3");
        command.arg(folder.join("scripts/house-rules.py")).args(words).current_dir(&folder);
        command.env("GEHTAUF", GEHTAUF).env("RECORDS", "records").output()
    };
    write_old();
    let Ok(help) = pair(&["--help"]) else {
        eprintln!("skipped: python3 is not installed");
        return;
    };
    assert!(help.status.success() && !help.stdout.is_empty(), "{help:?}");
    for words in [&[][..], &["nowhere"], &["docs"]] {
        let run = pair(words);
        let run = run.unwrap();
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.code() == Some(1) && told.contains("no two records"), "{told}");
    }
    assert_eq!(names().len(), old.len());

    fs::create_dir(folder.join("records")).unwrap();
    for redeals in ["1", "2"] {
        let set = format!("redeals={redeals}");
        let out = folder.join(format!("records/{redeals}.csv"));
        let mut survey = Command::new(GEHTAUF);
        survey.arg("survey").args(SURVEY).args(["--set", &set, "--out"]).arg(out);
        assert!(survey.output().unwrap().status.success());
    }
    assert!(pair(&[]).unwrap().status.success());
    let named = ["1--2.json", "other.json", "two--one.json"];
    assert!(names().iter().eq(&named), "{:?}", names());
    // The same pair by another name goes.
    fs::rename(published.join("1--2.json"), published.join("two--one.json")).unwrap();
    assert!(pair(&[]).unwrap().status.success());
    assert!(names().iter().eq(&named[..2]), "{:?}", names());
}

#[test]
fn a_published_verdict_that_is_turned_round_is_named() {
    let folder = folder_with("published", "not-won", &["compare-published.py", "shared.py"]);
    let lists = folder.join("docs/results/not-won");
    let survey = |words: &str| assert_runs(&folder, &format!("survey domino {words}"));
    let small = "--seeds 0..128 --set ranks=4 --set suits=CH --set redeals=0";
    let summary = survey(&format!("{small} --format json --out records.csv"));
    let published = format!(r#"{{"summary":{summary}}}"#);
    fs::write(folder.join("docs/results/domino-redeals=0.json"), published).unwrap();
    let records = fs::read_to_string(folder.join("records.csv")).unwrap();
    let verdicts = records.lines().map(|row| row.splitn(3, ',').collect::<Vec<_>>());
    let verdicts: Vec<(&str, &str)> = verdicts.map(|row| (row[0], row[1])).collect();
    let write_list = |change: &dyn Fn(&str, &str) -> Option<String>| {
        let rows = verdicts[1..].iter().filter_map(|(seed, verdict)| change(seed, verdict));
        let list: String = ["seed,verdict\n".into()].into_iter().chain(rows).collect();
        fs::write(lists.join("domino-redeals=0.csv"), list).unwrap();
    };
    let as_it_is =
        |seed: &str, verdict: &str| (verdict != "won").then(|| format!("{seed},{verdict}\n"));
    let compare = |file: &str| {
        let mut command = Command::new("python3");
        command.arg(folder.join("scripts/compare-published.py")).arg(file).current_dir(&folder);
        let run = command.output().unwrap();
        (run.status.code(), String::from_utf8(run.stdout).unwrap())
    };
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: python3 is not installed");
        return;
    }
    write_list(&as_it_is);
    let all = "records.csv: 128 deals of domino-redeals=0";
    let same = |count| format!("{all}, {count} with the same verdict, 0 unknown only here\n");
    assert_eq!(compare("records.csv"), (Some(0), same(128)));

    let first_lost = verdicts.iter().find(|(_, verdict)| *verdict == "unwinnable").unwrap().0;
    let here = format!("{}  seed {first_lost}: here unwinnable", same(127));
    write_list(&|seed, verdict| match seed == first_lost {
        true => Some(format!("{seed},unknown\n")),
        false => as_it_is(seed, verdict),
    });
    assert_eq!(compare("records.csv"), (Some(0), format!("{here}, published unknown\n")));
    write_list(&|seed, verdict| as_it_is(seed, verdict).filter(|_| seed != first_lost));
    assert_eq!(compare("records.csv"), (Some(1), format!("{here}, published won\n")));

    write_list(&as_it_is);
    survey(&format!("{small} --max-states 1 --out few.csv"));
    let (code, told) = compare("few.csv");
    assert!(code == Some(0) && told.lines().count() == 1, "{told}");
    assert!(told.starts_with("few.csv: 128") && !told.contains(" 0 unknown only here"), "{told}");

    survey("--seeds 128..130 --set ranks=4 --set suits=CH --set redeals=0 --out other.csv");
    survey(&format!("{small} --player naive --out player.csv"));
    fs::write(folder.join("none.csv"), "seed,verdict\n1,won\n").unwrap();
    for file in ["other.csv", "player.csv", "none.csv", "missing.csv"] {
        assert_eq!(compare(file).0, Some(2), "{file}");
    }
}

#[test]
fn published_deals_that_were_not_won_are_as_many_as_their_rows_say() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/results");
    let mut count = 0;
    for entry in fs::read_dir(results.join("not-won")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let row = fs::read_to_string(results.join(format!("{name}.json"))).unwrap();
        let row: serde_json::Value = serde_json::from_str(&row).unwrap();
        let number = |name: &str| row["summary"][name].as_u64().unwrap();
        let list = fs::read_to_string(&path).unwrap();
        assert_eq!(list.lines().next(), Some("seed,verdict"), "{name}");
        let deals: Vec<_> = list.lines().skip(1).map(|row| row.split_once(',').unwrap()).collect();
        for verdict in ["unwinnable", "unknown"] {
            let listed = deals.iter().filter(|deal| deal.1 == verdict).count();
            assert_eq!(listed as u64, number(verdict), "{name}: {verdict}");
        }
        assert_eq!(deals.len() as u64, number("unwinnable") + number("unknown"), "{name}");
        let seeds: Vec<u64> = deals.iter().map(|deal| deal.0.parse().unwrap()).collect();
        assert!(seeds.is_sorted_by(|a, b| a < b), "{name}");
        let of_the_row = number("from")..number("from") + number("deals");
        assert!(seeds.iter().all(|seed| of_the_row.contains(seed)), "{name}");
        count += 1;
    }
    assert!(count >= 5, "{count}");
}
