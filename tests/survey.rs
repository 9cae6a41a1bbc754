//! Surveys that are killed, stopped, split and put together again lose nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

const GEHTAUF: &str = env!("CARGO_BIN_EXE_gehtauf");

/// An empty folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn command(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(GEHTAUF);
    command.current_dir(folder).args(words.split_whitespace());
    command
}

fn run(folder: &Path, words: &str) -> Output {
    command(folder, words).output().unwrap()
}

fn assert_runs(folder: &Path, words: &str) {
    let output = run(folder, words);
    assert!(output.status.success(), "{words}: {output:?}");
}

fn start(folder: &Path, words: &str) -> Child {
    command(folder, words).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The file without its timing column.
fn untimed(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let mut untimed = lines.next().unwrap().to_string();
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields.len(), 10, "{line}");
        untimed += &format!("\n{},{}", fields[..4].join(","), fields[5..].join(","));
    }
    untimed
}

fn wait_for_rows(path: &Path, rows: usize) {
    for _ in 0..2000 {
        let text = fs::read_to_string(path).unwrap_or_default();
        if text.lines().count() > rows + 2 {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{} does not grow", path.display());
}

fn signal(child: &Child, name: &str) {
    let kill = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
}

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
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
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
        assert!(goal == "shorten" || one.contains(&format!(",{goal}\n")), "{one}");
    }
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
fn other_files_are_refused_and_left_alone() {
    let folder = folder("refused");
    assert_runs(&folder, "survey domino --seeds 0..5 --set ranks=3 --out file.csv");
    for (words, difference) in [
        ("domino --seeds 0..5 --set ranks=3 --set redeals=1", "redeals"),
        ("domino --seeds 0..6 --set ranks=3", "to is 5 there and 6 here"),
        ("domino --seeds 0..5 --set ranks=3 --max-states 5k", "max_states"),
        ("domino --pysol 0..5 --set ranks=3", "source"),
        ("hochzeitszug --seeds 0..5 --set ranks=3", "game"),
    ] {
        let output = run(&folder, &format!("survey {words} --out file.csv"));
        assert_eq!(output.status.code(), Some(2), "{words}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(difference) && error.lines().count() == 1, "{error}");
    }
    for (text, problem) in [
        ("dear diary", "not a file of records"),
        ("# {\"schema\":2}\n", "not a file of records"),
        ("# {\"schema\":1}\n", "the records have schema 1; this program reads schema 2"),
        ("seed,verdict\n1,won", "not a file of records"),
    ] {
        let file = folder.join("diary.txt");
        fs::write(&file, text).unwrap();
        let output = run(&folder, "survey domino --seeds 0..5 --set ranks=3 --out diary.txt");
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(problem) && error.lines().count() == 1, "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    let text = fs::read_to_string(folder.join("file.csv")).unwrap();
    fs::write(folder.join("file.csv"), text.replace("\n1,won", "\n7,won")).unwrap();
    let output = run(&folder, "survey domino --seeds 0..5 --set ranks=3 --out file.csv");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "gehtauf: file.csv, line 4: deal 7 where 1 of 0..5 comes next\n");
}

#[test]
fn two_processes_do_not_write_one_file() {
    let folder = folder("busy");
    let words = "survey domino --seeds 0..1M --set ranks=6 --threads 1 --out file.csv";
    let mut child = start(&folder, words);
    wait_for_rows(&folder.join("file.csv"), 1);
    let output = run(&folder, words);
    signal(&child, "-KILL");
    child.wait().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "gehtauf: file.csv: another process writes this file\n");
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
    let rows = untimed(&folder.join("file.csv")).lines().count() as u64 - 2;
    let told = error.strip_prefix("gehtauf: stopped after ").unwrap().replace(',', "");
    assert_eq!(told.split(' ').next().unwrap().parse(), Ok(rows));
    let report = run(&folder, "report file.csv --format json");
    assert!(String::from_utf8(report.stdout).unwrap().contains(&format!("\"deals\":{rows},")));
}

/// Searches that would go on much longer, of one deal and of many.
#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_a_search_with_130() {
    let folder = folder("searches");
    for words in [
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
    let torn = &text[..text.len() * 2 / 3];
    let (whole, rest) = torn.rsplit_once('\n').unwrap();
    assert!(!rest.is_empty());
    fs::write(folder.join("torn.csv"), torn).unwrap();
    fs::write(folder.join("whole.csv"), format!("{whole}\n")).unwrap();
    let report = run(&folder, "report torn.csv");
    assert!(report.status.success());
    assert_eq!(report, run(&folder, "report whole.csv"));
    let head: String = text.split_inclusive('\n').take(2).collect();
    fs::write(folder.join("head.csv"), head).unwrap();
    for words in ["--format text", "--format markdown", "--format json", "--html head.html"] {
        assert_runs(&folder, &format!("report head.csv {words}"));
    }
    let none = String::from_utf8(run(&folder, "report head.csv").stdout).unwrap();
    assert!(none.contains("\nwinnable    0.0 % to 100.0 % (95 %, Wilson)\n"), "{none}");
}

#[test]
fn paired_files_say_what_a_comparison_says() {
    let folder = folder("paired");
    let deals = "domino --seeds 0..300 --set ranks=4 --set suits=CD --set redeals=1";
    assert_runs(&folder, &format!("survey {deals} --out one.csv"));
    assert_runs(&folder, &format!("survey {deals} --set redeals=0 --out none.csv"));
    for format in ["text", "json"] {
        let compared = run(&folder, &format!("compare {deals} --vs redeals=0 --format {format}"));
        let paired = run(&folder, &format!("report --paired one.csv none.csv --format {format}"));
        assert!(compared.status.success() && compared.stderr.is_empty(), "{compared:?}");
        assert_eq!(compared, paired, "{format}");
    }
    // Only the deals that both files hold are paired.
    assert_runs(&folder, &format!("survey {} --out some.csv", deals.replace("0..300", "290..310")));
    let some = run(&folder, "report --paired some.csv none.csv");
    assert!(String::from_utf8(some.stdout).unwrap().starts_with("domino, 10 deals\n"));

    // A deal won without a redeal and lost with one is a bug, and is reported as such.
    let text = fs::read_to_string(folder.join("one.csv")).unwrap();
    let won = |line: &&str| line.contains(",won,") && line.contains(",0,,,");
    let line = text.lines().find(won).expect("a win without a redeal");
    let seed = line.split(',').next().unwrap();
    fs::write(
        folder.join("one.csv"),
        text.replace(line, &format!("{seed},unwinnable,,9,9,,,,,exhaustive")),
    )
    .unwrap();
    let bug = run(&folder, "report --paired one.csv none.csv --format json");
    assert!(String::from_utf8(bug.stdout).unwrap().contains(&format!("[{seed}]")));
    let warning = String::from_utf8(bug.stderr).unwrap();
    assert!(warning.starts_with(&format!("gehtauf: deal {seed} is lost under rules")), "{warning}");

    assert_runs(&folder, "survey hochzeitszug --seeds 0..9 --set ranks=3 --out other.csv");
    for (files, problem) in [
        ("one.csv", "--paired compares two files"),
        ("one.csv one.csv", "the two games are the same"),
        ("one.csv other.csv", "domino and hochzeitszug cannot be compared"),
    ] {
        let output = run(&folder, &format!("report --paired {files}"));
        assert_eq!(output.status.code(), Some(2), "{files}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("gehtauf: {problem}\n"));
    }
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
    let before = fs::read(folder.join("shard-2.csv")).unwrap();
    assert_runs(&folder, &format!("{MIXED} --shard 2/11 --out shard-2.csv"));
    assert_eq!(
        fs::read(folder.join("shard-2.csv")).unwrap(),
        before,
        "a complete shard is skipped"
    );

    let refused = |files: &str, problem: &str| {
        let output = run(&folder, &format!("merge {files} --out refused.csv"));
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{files}");
        assert_eq!(error, format!("gehtauf: {problem}\n"));
        assert!(!folder.join("refused.csv").exists());
    };
    refused(
        "shard-1.csv shard-3.csv",
        "deals 109..218 are missing between shard-1.csv and shard-3.csv",
    );
    refused("whole.csv shard-3.csv", "deals 218..327 are in both whole.csv and shard-3.csv");
    let cut: String = fs::read_to_string(folder.join("shard-1.csv"))
        .unwrap()
        .lines()
        .take(100)
        .fold(String::new(), |text, line| text + line + "\n");
    fs::write(folder.join("cut.csv"), cut).unwrap();
    refused("cut.csv shard-2.csv", "cut.csv is not complete: it ends before deal 98 of 0..109");
    let other = "survey domino --seeds 109..150 --set ranks=6 --out other.csv";
    assert_runs(&folder, other);
    let output = run(&folder, "merge shard-1.csv other.csv");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_survey_until_a_width_stops_at_a_thousand_and_is_not_extended() {
    let folder = folder("until");
    let words =
        "survey domino --seeds 0..1M --set ranks=4 --set suits=CD --set redeals=0 --until 2%";
    assert_runs(&folder, &format!("{words} --threads 2 --out file.csv"));
    let bytes = fs::read(folder.join("file.csv")).unwrap();
    let rows = untimed(&folder.join("file.csv")).lines().count() - 2;
    assert!(rows > 1000 && rows.is_multiple_of(1000), "{rows}");
    assert_runs(&folder, &format!("{words} --threads 1 --out file.csv"));
    assert_eq!(fs::read(folder.join("file.csv")).unwrap(), bytes);
    let output = run(&folder, "survey domino --seeds 0..1M --max-states 5 --until 0.1%");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("unknown deals alone"), "{error}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("1,000 deals"));
}
