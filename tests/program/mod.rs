//! The program, run with an input.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// How long to wait for what comes soon.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Waits until this holds.
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < PATIENCE, "{what} did not happen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The program, which ignores none of these signals: a test run may (nohup), and it would inherit that.
pub fn heeding_signals() -> Command {
    let mut command = Command::new("env");
    command.args(["--default-signal=HUP,INT,TERM", env!("CARGO_BIN_EXE_gehtauf")]);
    command.env("LC_ALL", "C");
    command
}

/// What it gives.
pub fn run(words: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gehtauf"))
        .env("LC_ALL", "C")
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has seen enough, or refuses its arguments, closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Exit code, standard output and standard error.
pub fn gehtauf(words: &[&str], input: &str) -> (i32, String, String) {
    let output = run(words, input.as_bytes());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}
