//! Tells `--version` of which commit a release build is.

use std::path::Path;
use std::process::Command;

fn main() {
    // A change there may make the commit a dirty one.
    println!("cargo::rerun-if-changed=crates");
    let commit = (std::env::var("PROFILE").as_deref() == Ok("release")).then(commit).flatten();
    let commit = commit.map(|commit| format!(" ({commit})")).unwrap_or_default();
    println!("cargo::rustc-env=GEHTAUF_COMMIT={commit}");
}

/// The commit that is checked out; of a package the one it was made of.
fn commit() -> Option<String> {
    if Path::new(".git").exists() {
        println!("cargo::rerun-if-changed={}", git(&["rev-parse", "--git-path", "logs/HEAD"])?);
        return git(&["describe", "--always", "--dirty", "--exclude=*"]);
    }
    let package = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let sha1 = package.split_once("\"sha1\": \"")?.1;
    sha1.get(..7).map(str::to_string)
}

/// The line that git prints.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let line = String::from_utf8(output.stdout).ok()?.trim().to_string();
    (output.status.success() && !line.is_empty()).then_some(line)
}
