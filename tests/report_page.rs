//! The report page in a real browser.

use std::process::Command;

use crate::browser::Browser;
use crate::folder::{assert_runs, command, folder};

#[test]
fn the_report_page_is_readable_on_a_phone_and_on_a_desk() {
    let Some(browser) = Browser::start() else { return };
    let folder = folder("report_page");
    let gehtauf = |words: &str| assert_runs(&folder, words);
    let small = "--set ranks=6 --set redeals=0 --max-states 5k";
    gehtauf(&format!("survey domino --seeds 0..300 {small} --out small.csv"));
    gehtauf("survey domino --seeds 0..100 --out whole.csv");
    // Times of six digits and more.
    gehtauf("survey hochzeitszug --seeds 0..6 --max-states 60k --out hochzeitszug.csv");
    for (language, width) in [("en", 360), ("en", 400), ("en", 1600), ("de", 360), ("de", 1600)] {
        let files = "small.csv whole.csv hochzeitszug.csv";
        gehtauf(&format!("report {files} --html report.html --lang {language}"));
        browser.open(&folder.join("report.html"), width);
        let count = |selector: &str| {
            browser.run(&format!("return document.querySelectorAll('{selector}').length"))
        };
        assert_eq!(count("h2"), 3);
        assert_eq!(count(".track"), 3);
        assert_eq!(count(".plot"), 9);
        let label = browser.run("return document.querySelector('.plot').ariaLabel");
        assert!(label.as_str().unwrap().contains(": "), "read out without its values: {label}");
        assert_eq!(browser.run("return window.innerWidth"), width);
        let overflow = browser.run(
            "return [...document.querySelectorAll('body *')].filter(element => {
                const box = element.getBoundingClientRect();
                return box.right > window.innerWidth + 1 || box.left < -1;
            }).map(element => element.outerHTML.slice(0, 80)).join()",
        );
        assert_eq!(overflow, "", "beyond the page of {width}");
        let smallest = browser.run(
            "return Math.min(...[...document.querySelectorAll('body, body *')].map(element =>
                element.innerText ? parseFloat(getComputedStyle(element).fontSize) : 99))",
        );
        assert!(smallest.as_f64().unwrap() >= 11.0, "{smallest} at {width}");
        // Names at an axis do not run into each other.
        let overlaps = browser.run(
            "return [...document.querySelectorAll('.marks')].filter(marks => {
                const boxes = [...marks.children].map(mark => mark.getBoundingClientRect());
                return boxes.some((box, i) => i && box.left < boxes[i - 1].right + 2);
            }).map(marks => marks.innerText).join()",
        );
        assert_eq!(overlaps, "", "at {width}");
    }
    let sheets = browser.sheets();
    assert!((2..=4).contains(&sheets), "{sheets} sheets");
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn surveys_of_the_same_rules_are_told_apart() {
    let folder = folder("report_names");
    let gehtauf = |words: &str| assert_runs(&folder, words);
    gehtauf("survey domino --seeds 0..8 --set ranks=4 --out few.csv");
    gehtauf("survey domino --seeds 0..9 --set ranks=4 --max-states 1k --out more.csv");
    gehtauf("survey domino --seeds 0..8 --set ranks=3 --out other.csv");
    let page = gehtauf("report few.csv more.csv other.csv --html -");
    let names = page.split("<h2>").skip(1).map(|part| part.split("</h2>").next().unwrap());
    let begins = [
        "domino, ranks=4; 8 deals of seeds 0..8; limits for a deal: 10,000,000 states",
        "domino, ranks=4; 9 deals of seeds 0..9; limits for a deal: 1,000 states",
        "domino, ranks=3",
    ];
    let names: Vec<&str> = names.collect();
    assert!(
        names.len() == 3 && names.iter().zip(begins).all(|(name, begin)| name.starts_with(begin)),
        "{names:?}"
    );
    assert_eq!(names[2], "domino, ranks=3");
}

#[test]
fn players_stand_below_all_cards_known_the_best_one_first() {
    let folder = folder("report_ladder");
    let gehtauf = |words: &str| assert_runs(&folder, words);
    for player in ["naive", "digger"] {
        let run = format!("survey hochzeitszug --player {player} --seeds 0..60");
        gehtauf(&format!("{run} --out {player}.csv"));
    }
    gehtauf("survey hochzeitszug --seeds 0..20 --out all.csv");
    let page = gehtauf("report naive.csv digger.csv all.csv --html -");
    let names = page.split("class=\"name\">").skip(1).map(|rest| rest.split(" <").next().unwrap());
    let rules = "hochzeitszug, default rules";
    let ladder = ["", ", played by digger", ", played by naive"].map(|by| format!("{rules}{by}"));
    assert_eq!(names.collect::<Vec<_>>(), ladder);
}

#[test]
fn the_page_is_shown_in_the_browser_of_the_user() {
    let folder = folder("report_open");
    let gehtauf = |words: &str| command(&folder, words);
    let survey = "survey domino --seeds 0..20 --set ranks=4 --out small.csv";
    assert!(gehtauf(survey).output().unwrap().status.success());
    // A browser that keeps what it is shown.
    std::fs::write(folder.join("browser"), "#!/bin/sh\ncp \"$1\" shown.html\nrm \"$1\"\n").unwrap();
    let made = Command::new("chmod").args(["+x", "browser"]).current_dir(&folder).status();
    assert!(made.unwrap().success());
    let browser = folder.join("browser");
    let output = gehtauf("report small.csv --open").env("BROWSER", &browser).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let shown = std::fs::read_to_string(folder.join("shown.html")).unwrap();
    assert!(shown.contains("Deals: 20, of them won ") && shown.trim_end().ends_with("</main>"));
    let all_cards = "with all its cards known";
    assert!(shown.contains(all_cards) && !shown.contains("A player sees"));
    let survey = "survey domino --player naive --seeds 0..20 --out player.csv";
    assert!(gehtauf(survey).output().unwrap().status.success());
    let page = gehtauf("report player.csv --html -").output().unwrap();
    let page = String::from_utf8(page.stdout).unwrap();
    assert!(page.contains("A player sees") && !page.contains(all_cards));
    let output = gehtauf("report small.csv --open").env("BROWSER", "/no/such").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no browser to be had"));
}
