//! The examples of the README and of the page on positions run as they stand there.

use std::path::Path;
use std::process::Command;

use crate::folder::folder;

/// The line with the time apart from the time.
fn without_time(line: &str) -> String {
    let words = line.split(", ").filter(|word| !word.ends_with(" ms"));
    words.collect::<Vec<_>>().join(", ")
}

/// The lines of the first output that a page shows, without times, and those that the program prints.
fn first_example(page: &str, language: &str) -> [Vec<String>; 2] {
    let shown = page.split("```text\n#").nth(1).unwrap().split("```").next().unwrap();
    let shown = format!("#{shown}");
    let shown: Vec<String> =
        shown.lines().take_while(|line| line.trim() != "...").map(without_time).collect();
    let output = Command::new(env!("CARGO_BIN_EXE_gehtauf"))
        .args(["solve", "hochzeitszug", "--seed", "7", "--lang", language])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let printed: Vec<String> = text.lines().take(shown.len()).map(without_time).collect();
    [shown, printed]
}

#[test]
fn the_first_example_prints_what_the_readme_shows() {
    for (page, language, lines) in
        [(include_str!("../README.md"), "en", 7), (include_str!("../README.de.md"), "de", 5)]
    {
        let [shown, printed] = first_example(page, language);
        assert_eq!(shown.len(), lines);
        assert_eq!(printed, shown);
    }
}

#[test]
#[ignore = "slow: solves and surveys what the pages show"]
fn examples_of_the_pages_run() {
    let program = Path::new(env!("CARGO_BIN_EXE_gehtauf"));
    let path =
        format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let folder = folder("pages");
    let pages = [
        include_str!("../README.md"),
        include_str!("../README.de.md"),
        include_str!("../docs/positions.md"),
    ];
    let examples: Vec<&str> = pages
        .iter()
        .flat_map(|page| page.split("```"))
        .filter_map(|block| block.strip_prefix("sh\n"))
        .flat_map(str::lines)
        .map(str::trim)
        .filter(|line| line.starts_with("gehtauf ") && !line.contains("..."))
        .collect();
    assert!(examples.len() > 12, "{examples:?}");
    for example in examples {
        let output = Command::new("sh")
            .env("LC_ALL", "C")
            .args(["-c", example])
            .current_dir(&folder)
            .env("PATH", &path)
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        // A certificate is that of a lost deal.
        let code = i32::from(example.contains(" --certificate "));
        assert_eq!(output.status.code(), Some(code), "{example}: {errors}");
    }
}
