//! The examples of the README and of the page on positions run as they stand there.

use std::path::Path;
use std::process::Command;

#[test]
#[ignore = "thorough: run in release"]
fn examples_of_the_pages_run() {
    let program = Path::new(env!("CARGO_BIN_EXE_gehtauf"));
    let path =
        format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    // Left over from an earlier run, if there was one; a survey would go on with its file.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let pages = [include_str!("../README.md"), include_str!("../docs/positions.md")];
    let examples: Vec<&str> = pages
        .iter()
        .flat_map(|page| page.split("```"))
        .filter_map(|block| block.strip_prefix("sh\n"))
        .flat_map(str::lines)
        .filter(|line| line.starts_with("gehtauf ") && !line.contains("..."))
        .collect();
    assert!(examples.len() > 12, "{examples:?}");
    for example in examples {
        let output = Command::new("sh")
            .args(["-c", example])
            .current_dir(&folder)
            .env("PATH", &path)
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{example}: {:?} {errors}", output.status);
    }
}
