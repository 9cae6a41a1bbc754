//! Limits and signals cover everything that is done for a deal.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::folder::signal;
use crate::program::{heeding_signals, until};

const GEHTAUF: &str = env!("CARGO_BIN_EXE_gehtauf");

/// Starts the program; its input is a pipe that stays open.
fn start(words: &str) -> Child {
    let mut command = heeding_signals();
    command.args(words.split_whitespace()).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// How the program ends, which it must do soon.
fn ends_soon(child: &mut Child, what: &str) -> ExitStatus {
    for _ in 0..1000 {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let _ = child.kill();
    panic!("{what}: still there after 10 s");
}

/// A depth-first search wins this deal at once, in tens of thousands of moves.
const LONG_WIN: &str = "acht-mal-acht --seed 1 --set columns=8 --set rows=1 --set passes=unlimited";

#[test]
fn the_time_limit_is_that_of_shortening_too() {
    let started = Instant::now();
    let words = format!("solve {LONG_WIN} --time-limit 700ms --format json");
    let output =
        Command::new(GEHTAUF).env("LC_ALL", "C").args(words.split_whitespace()).output().unwrap();
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    let line: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&line["verdict"], &line["limit"]), (&"won".into(), &"time".into()));
    assert!(line["micros"].as_u64().unwrap() >= 700_000, "{}", line["micros"]);
}

#[test]
fn signals_are_answered_while_input_is_awaited() {
    for words in ["solve domino --deal -", "solve domino --position -", "show domino --deal -"] {
        for name in ["-INT", "-TERM", "-HUP"] {
            let mut child = start(words);
            std::thread::sleep(Duration::from_millis(200));
            signal(&child, name);
            let status = ends_soon(&mut child, &format!("{words} {name}"));
            assert!(matches!(status.code(), None | Some(130)), "{words}: {status}");
        }
    }
}

/// Who begins it with `nohup`, or from a script with `&`, wants it to go on.
#[test]
#[cfg(target_os = "linux")]
fn a_signal_that_is_to_be_ignored_is() {
    for name in ["HUP", "INT", "TERM"] {
        let mut command = Command::new("env");
        command.arg(format!("--ignore-signal={name}")).arg(GEHTAUF).env("LC_ALL", "C");
        let words = "survey domino --seeds 0..20k --set ranks=6 --threads 1";
        command.args(words.split_whitespace());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Before that it is `env`.
        let program = format!("/proc/{}/comm", child.id());
        let is_there = || fs::read_to_string(&program).is_ok_and(|name| name == "gehtauf\n");
        until("the program", is_there);
        std::thread::sleep(Duration::from_millis(100));
        signal(&child, &format!("-{name}"));
        assert_eq!(child.try_wait().unwrap(), None, "it has only begun");
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{name}: {output:?}");
        assert!(String::from_utf8(output.stdout).unwrap().contains("20,000 deals"));
    }
}

#[test]
fn endless_input_is_an_error() {
    for words in ["solve domino --deal -", "solve domino --position -", "hint domino --position -"]
    {
        for noise in ["\n", "# no deal\n", "c1:\n", "x"] {
            let mut child = start(words);
            let mut input = child.stdin.take().unwrap();
            let block = noise.repeat(10_000);
            let writer =
                std::thread::spawn(move || while input.write_all(block.as_bytes()).is_ok() {});
            let status = ends_soon(&mut child, words);
            assert_eq!(status.code(), Some(2), "{words}, {noise:?}");
            writer.join().unwrap();
            let error = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
            assert!(error.len() < 200 && error.lines().count() == 1, "{error}");
        }
    }
}

#[test]
fn a_shard_is_written_to_a_regular_file() {
    let pipe = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shard-pipe");
    let _ = fs::remove_file(&pipe);
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let out = pipe.display();
    let mut child = start(&format!("survey domino --seeds 0..9 --shard 1/2 --out {out}"));
    assert_eq!(ends_soon(&mut child, "survey").code(), Some(2));
    let error = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
    assert_eq!(error, format!("gehtauf: {out}: a shard is written to a regular file\n"));
}

#[test]
fn the_first_ctrl_c_of_a_survey_says_that_deals_are_finished_and_the_second_leaves_them() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("two-signals.csv");
    let _ = fs::remove_file(&file);
    // The first deals are won at once, the last one takes long to prove.
    let words = format!(
        "survey domino --seeds 0..20 --set redeals=0 --shortest --max-states 1G --threads 1 --out {}",
        file.display()
    );
    let mut child = start(&words);
    std::thread::sleep(Duration::from_secs(1));
    let mut errors = BufReader::new(child.stderr.take().unwrap()).lines();
    signal(&child, "-INT");
    assert_eq!(
        errors.next().unwrap().unwrap(),
        "gehtauf: finishing the deals in hand; a second signal (Ctrl-C) leaves them"
    );
    assert_eq!(child.try_wait().unwrap(), None, "the deals in hand take longer");
    signal(&child, "-INT");
    assert_eq!(ends_soon(&mut child, "survey").code(), Some(130));
    let told = errors.next().unwrap().unwrap();
    let rows = fs::read_to_string(&file).unwrap().lines().count() - 1;
    assert_eq!(told, format!("gehtauf: stopped after {rows} deals"));
}

#[test]
fn an_interrupted_comparison_says_that_it_is_one() {
    let words = "compare domino --seeds 0..1M --set ranks=4 --vs redeals=0";
    for (format, range) in
        [("text", " of the 1,000,000 deals of seeds 0..1000000\n"), ("json", "\"to\":1000000")]
    {
        let mut child = start(&format!("{words} --format {format}"));
        std::thread::sleep(Duration::from_millis(500));
        signal(&child, "-INT");
        assert_eq!(ends_soon(&mut child, words).code(), Some(130));
        let said = std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
        assert!(said.contains(range), "{said}");
        let errors = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
        assert!(errors.lines().last().unwrap().starts_with("gehtauf: stopped after "), "{errors}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn threads_that_cannot_be_started_are_an_error_of_one_line() {
    for words in [
        "solve domino --seeds 0..3 --threads 1000",
        "survey domino --seeds 0..3 --threads 1000",
        "compare domino --vs redeals=0 --seeds 0..3 --threads 1000",
    ] {
        // Each thread takes 200 MB of addresses, so that those that start find enough left for what they do.
        let limited = format!("ulimit -v 700000; exec {GEHTAUF} {words}");
        let output = Command::new("bash")
            .envs([("LC_ALL", "C"), ("RUST_MIN_STACK", "200000000")])
            .args(["-c", &limited])
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words}: {error}");
        let start = "gehtauf: cannot start threads, 1000 wanted: ";
        assert!(error.starts_with(start) && error.lines().count() == 1, "{words}: {error}");
    }
}

/// The most MiB that were resident while deals were solved, and the limits that struck.
#[cfg(target_os = "linux")]
fn resident(words: &str) -> (u64, Vec<Option<String>>) {
    let mut child = start(&format!("solve {words} --format json"));
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(&status).unwrap_or_default();
        // A process that has just ended has no memory any more.
        if let Some(kib) = status.lines().find_map(|line| line.strip_prefix("VmHWM:")) {
            peak = kib.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() / 1024;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let limits = lines.map(|line| {
        let line: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        line["limit"].as_str().map(String::from)
    });
    (peak, limits.collect())
}

#[test]
#[cfg(target_os = "linux")]
fn what_is_resident_stays_within_the_memory_and_64_mib() {
    // That is promised. The program itself takes some ten.
    const BESIDE: u64 = 24;
    for (memory, words) in [
        (10, "domino --seed 82 --set redeals=0 --threads 1"),
        (10, "domino --seeds 1..3 --shortest --threads 2"),
        (10, "hochzeitszug --seed 27381 --set redeals=0 --threads 1"),
        (10, "hochzeitszug --seed 27381 --fewest-redeals --threads 1"),
        (20, "acht-mal-acht --seed 59 --threads 1"),
        (20, "8x8 --seed 162 --threads 1"),
        (20, "eklige-elfer --seed 105409 --threads 1"),
    ] {
        let (peak, limits) = resident(&format!("{words} --max-memory {memory}MiB"));
        println!("{words}: {peak} MiB, {limits:?}");
        assert!((1..=memory + BESIDE).contains(&peak), "{words}: {peak} MiB");
        assert!(!limits.is_empty(), "{words}");
        assert!(limits.iter().all(|limit| limit.as_deref() == Some("memory")), "{words}");
    }
}
