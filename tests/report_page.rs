//! The report page in a real browser.

mod browser;

use std::path::Path;
use std::process::Command;

use browser::Browser;

#[test]
fn the_report_page_is_readable_on_a_phone_and_on_a_desk() {
    let Some(browser) = Browser::start() else { return };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report_page");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let gehtauf = |words: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gehtauf"));
        let output = command.current_dir(&folder).args(words.split_whitespace()).output().unwrap();
        assert!(output.status.success(), "{words}: {output:?}");
    };
    let small = "--set ranks=6 --set redeals=0 --max-states 5k";
    gehtauf(&format!("survey domino --seeds 0..300 {small} --out small.csv"));
    gehtauf("survey domino --seeds 0..100 --out whole.csv");
    gehtauf("survey hochzeitszug --seeds 0..20 --max-states 5k --out hochzeitszug.csv");
    gehtauf("report small.csv whole.csv hochzeitszug.csv --html report.html");
    for width in [400, 1600] {
        browser.open(&folder.join("report.html"), width);
        let count = |selector: &str| {
            browser.run(&format!("return document.querySelectorAll('{selector}').length"))
        };
        assert_eq!(count("h2"), 3);
        assert_eq!(count("svg"), 10);
        assert_eq!(browser.run("return window.innerWidth"), width);
        assert_eq!(
            browser.run("return document.documentElement.scrollWidth <= window.innerWidth"),
            true,
            "wider than {width}"
        );
        // A text's height on the screen, and whether it stays inside its picture.
        let smallest = browser.run(
            "return Math.min(...[...document.querySelectorAll('svg text')].map(text => {
                const box = text.getBoundingClientRect();
                const svg = text.ownerSVGElement.getBoundingClientRect();
                return box.right <= svg.right + 1 && box.left >= svg.left ? box.height : 0;
            }))",
        );
        assert!(smallest.as_f64().unwrap() >= 11.0, "{smallest} at {width}");
    }
    assert_eq!(browser.console(), Vec::<String>::new());
}
