//! The recipe for many machines, with a worker killed and the whole run killed half way.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::folder::{folder, untimed};

const GEHTAUF: &str = env!("CARGO_BIN_EXE_gehtauf");
const SURVEY: &str = "domino --seeds 0..24000 --set redeals=2";

/// The processes of our binary that write this file.
fn workers(file: &Path) -> Vec<String> {
    let writes = |process: &Path| {
        let command_line = fs::read_to_string(process.join("cmdline")).unwrap_or_default();
        fs::read_link(process.join("exe")).is_ok_and(|exe| exe == Path::new(GEHTAUF))
            && command_line.split('\0').any(|word| Path::new(word) == file)
    };
    let processes = fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path());
    processes
        .filter(|process| writes(process))
        .map(|process| process.file_name().unwrap().to_string_lossy().into_owned())
        .collect()
}

fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..6000 {
        if holds() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{what} did not happen in a minute");
}

/// Says whether there was something to kill.
fn kill(target: &str) -> bool {
    Command::new("kill").args(["-KILL", "--", target]).status().unwrap().success()
}

fn recipe(out: &Path) -> Command {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/parallel-survey.sh");
    let mut command = Command::new(script);
    command.arg(out).arg("6").args(SURVEY.split_whitespace());
    command.env("GEHTAUF", GEHTAUF).env("HOSTS", "2/:");
    command.stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    command
}

#[test]
fn a_run_on_several_workers_survives_kills_and_equals_the_single_run() {
    if Command::new("parallel").arg("--version").output().is_err() {
        eprintln!("skipped: GNU parallel is not installed (Debian: parallel)");
        return;
    }
    let folder = folder("parallel").canonicalize().unwrap();
    let (whole, out) = (folder.join("whole.csv"), folder.join("all.csv"));
    let single = Command::new(GEHTAUF)
        .env("LC_ALL", "C")
        .arg("survey")
        .args(SURVEY.split_whitespace())
        .args(["--quiet", "--out"])
        .arg(&whole)
        .output()
        .unwrap();
    assert!(single.status.success(), "{single:?}");

    let shard = |i: u32| folder.join(format!("all-{i}.csv"));
    let part = |i: u32| folder.join(format!("all-{i}.csv.part"));
    let rows = |path: &Path| fs::read_to_string(path).unwrap_or_default().lines().count();
    let mut run = recipe(&out).spawn().unwrap();
    wait_for("the first worker's start", || rows(&part(1)) > 100);
    let first = workers(&shard(1));
    assert!(!first.is_empty() && first.iter().all(|worker| kill(worker)));
    wait_for("the end of the first two shards", || shard(1).exists() && shard(2).exists());
    wait_for("a later shard's start", || (3..=6).any(|i| rows(&part(i)) > 100));
    assert!(kill(&format!("-{}", run.id())));
    run.wait().unwrap();
    // Workers outlive the run, and one that was about to start appears a little later.
    let mut times_none = 0;
    wait_for("the end of all workers", || {
        let left: Vec<String> = (1..=6).flat_map(|i| workers(&shard(i))).collect();
        times_none = if left.is_empty() { times_none + 1 } else { 0 };
        for worker in left {
            kill(&worker);
        }
        times_none == 20
    });
    assert!(!out.exists() && (3..=6).any(|i| part(i).exists()));

    let again = recipe(&out).stderr(Stdio::piped()).output().unwrap();
    assert!(again.status.success(), "{again:?}");
    assert_eq!(untimed(&out), untimed(&whole));
}
