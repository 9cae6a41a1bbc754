//! Limits and signals cover everything that is done for a deal.

use std::process::Command;
use std::time::{Duration, Instant};

const GEHTAUF: &str = env!("CARGO_BIN_EXE_gehtauf");

/// A depth-first search wins this deal at once, in tens of thousands of moves.
const LONG_WIN: &str = "acht-mal-acht --seed 1 --set columns=8 --set rows=1 --set passes=unlimited";

#[test]
fn the_time_limit_is_that_of_shortening_too() {
    let started = Instant::now();
    let words = format!("solve {LONG_WIN} --time-limit 1s --format json");
    let output = Command::new(GEHTAUF).args(words.split_whitespace()).output().unwrap();
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    let line: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&line["verdict"], &line["limit"]), (&"won".into(), &"time".into()));
    assert!(line["micros"].as_u64().unwrap() >= 1_000_000, "{}", line["micros"]);
}
