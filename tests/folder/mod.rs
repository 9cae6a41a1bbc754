//! A folder of a test's own and the program run in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use crate::program::heeding_signals;

/// An empty folder.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The program with these words.
pub fn command(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gehtauf"));
    command.env("LC_ALL", "C");
    command.current_dir(folder).args(words.split_whitespace());
    command
}

/// What it gives.
pub fn run(folder: &Path, words: &str) -> Output {
    command(folder, words).output().unwrap()
}

/// That it succeeds; what it prints.
pub fn assert_runs(folder: &Path, words: &str) -> String {
    let output = run(folder, words);
    assert!(output.status.success(), "{words}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// That it exits with 2 and one line, which is given without the program's name.
pub fn refused(folder: &Path, words: &str) -> String {
    let output = run(folder, words);
    assert_eq!(output.status.code(), Some(2), "{words}: {output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error.lines().count(), 1, "{words}: {error}");
    error.trim_end().strip_prefix("gehtauf: ").unwrap().to_string()
}

/// It runs by itself.
pub fn start(folder: &Path, words: &str) -> Child {
    let mut command = heeding_signals();
    command.current_dir(folder).args(words.split_whitespace());
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Sends it a signal.
pub fn signal(child: &Child, name: &str) {
    let kill = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
}

/// A file of records without its timings, and so without its checks.
pub fn untimed(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let mut untimed = String::new();
    for line in text.lines() {
        let mut fields: Vec<&str> = line.split(',').collect();
        assert!(fields.len() >= 12, "{line}");
        fields.pop();
        fields.remove(4);
        untimed += &(fields.join(",") + "\n");
    }
    untimed
}

/// How many records a file has so far.
pub fn rows(path: &Path) -> usize {
    fs::read_to_string(path).unwrap_or_default().lines().skip(1).count()
}

/// Waits until a file has so many records.
pub fn wait_for_rows(path: &Path, count: usize) {
    for _ in 0..2000 {
        if rows(path) > count {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{} does not grow", path.display());
}

/// The text of a file with its checks computed anew.
pub fn checked_anew(text: &str) -> String {
    let mut lines = text.lines();
    let names = lines.next().unwrap();
    let (mut check, mut checked) = (crc32fast::hash(names.as_bytes()), format!("{names}\n"));
    for line in lines {
        let row = line.rsplit_once(',').unwrap().0;
        let mut hasher = crc32fast::Hasher::new_with_initial(check);
        hasher.update(row.as_bytes());
        check = hasher.finalize();
        checked += &format!("{row},{check}\n");
    }
    checked
}

/// The bytes of a certificate with a checksum that fits.
pub fn resealed(mut certificate: Vec<u8>) -> Vec<u8> {
    let line = certificate.iter().position(|&byte| byte == b'\n').unwrap();
    let checksum = format!("{:08x}", crc32fast::hash(&certificate[line + 1..]));
    certificate[line - 8..line].copy_from_slice(checksum.as_bytes());
    certificate
}

/// The columns of schema 2.
const OLD_COLUMNS: &str =
    "seed,verdict,limit,states,micros,moves,redeals,deals_before_run,spaces,method";

/// The text of a file as schema 2 had it, in which rows have no checks.
pub fn as_schema_2(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let (json, _) = text.split_once(",\"{").unwrap().1.split_once("}\",").unwrap();
    let json = json.replace("\"\"", "\"").replace("\"schema\":3", "\"schema\":2");
    let names: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let place = |old: &str| names.iter().position(|&name| name == old).unwrap();
    let places: Vec<usize> = OLD_COLUMNS.split(',').map(place).collect();
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        places.iter().map(|&place| fields[place]).collect::<Vec<_>>().join(",") + "\n"
    };
    format!("# {{{json}}}\n{}", text.lines().map(row).collect::<String>())
}
