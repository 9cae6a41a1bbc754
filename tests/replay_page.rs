//! The replay page in a real browser: a whole win of each rule set, on a phone and on a desk.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::folder::folder;

/// The page of a deal's win, and how many moves the win has.
fn page(folder: &Path, game: &str, words: &str) -> (PathBuf, u64) {
    let file = folder.join(format!("{game}.html"));
    let output = Command::new(env!("CARGO_BIN_EXE_gehtauf"))
        .env("LC_ALL", "C")
        .args(["solve", game, "--as-found", "--format", "json", "--html"])
        .arg(&file)
        .args(words.split_whitespace())
        .output()
        .unwrap();
    assert!(output.status.success(), "{game}: {output:?}");
    let line: Value = serde_json::from_slice(&output.stdout).unwrap();
    (file, line["moves"].as_array().unwrap().len() as u64)
}

/// The faces of the cards that no other card covers, from top to bottom and from left to right.
fn open_cards(browser: &Browser) -> Vec<String> {
    let faces = browser.run(
        "window.scrollTo(0, 0);
        const rows = {};
        for (const card of document.querySelectorAll('.card')) {
            const box = card.getBoundingClientRect();
            const x = box.x + box.width / 2, y = box.y + box.height / 2;
            if (document.elementFromPoint(x, y)?.closest('.card') !== card) continue;
            const face = card.querySelector('use').getAttribute('href').slice(1);
            (rows[Math.round(y)] ||= []).push([x, face]);
        }
        return Object.keys(rows).sort((a, b) => a - b).flatMap(
            y => rows[y].sort((a, b) => a[0] - b[0]).map(card => card[1]));",
    );
    faces.as_array().unwrap().iter().map(|face| face.as_str().unwrap().to_string()).collect()
}

/// What lies open when the game has come out.
fn won_cards(game: &str) -> Vec<String> {
    let all_of = |rank: char, suits: &str| {
        suits.chars().flat_map(|suit| [format!("{rank}{suit}"), format!("{rank}{suit}")]).collect()
    };
    match game {
        "domino" => {
            let row = |suit| "A23456789TJQK".chars().map(move |rank| format!("{rank}{suit}"));
            "CSHD".chars().flat_map(row).collect()
        }
        "hochzeitszug" => {
            let rows: [Vec<String>; 2] = [all_of('Q', "CDHS"), all_of('K', "CDHS")];
            rows.concat()
        }
        _ => all_of('K', "CDHS"),
    }
}

fn press(browser: &Browser, key: &str) {
    browser.run(&format!(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}))"
    ));
}

/// Clicks a button of the page.
fn click(browser: &Browser, button: &str) {
    browser.run(&format!("document.querySelector('#buttons #{button}').click()"));
}

/// Replays a win of every game in a window of this width.
fn replay_every_game(width: u32) {
    let Some(browser) = Browser::start() else { return };
    let folder = folder(&format!("replay_page_{width}"));
    let games = [
        ("acht-mal-acht", "--seed 0"),
        ("8x8", "--seed 1 --lang de"),
        ("eklige-elfer", "--seed 0"),
        ("domino", "--seed 0 --lang de"),
        ("hochzeitszug", "--seed 0"),
    ];
    for (game, words) in games {
        let (file, moves) = page(&folder, game, words);
        let bytes = std::fs::metadata(&file).unwrap().len();
        assert!(game != "hochzeitszug" || bytes < 60_000, "{bytes} bytes");
        browser.open(&file, width);
        assert_eq!(number(&browser), 0, "{game}");
        browser.open_at(&file, "#17", width);
        let shown = browser.run("return list.querySelector('[aria-current] i').innerText");
        assert_eq!(shown, "17", "{game}");
        is_well_made(&browser, game, width);
        goes_back_and_forth(&browser, game, moves);
        play_to_the_end(&browser, moves, width);
        shows_the_win(&browser, game, moves, width);
    }
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// The number of the move that the page shows.
fn number(browser: &Browser) -> Value {
    browser.run("return current")
}

/// That the page is no wider than the window, and that its parts have names, each its own.
fn is_well_made(browser: &Browser, game: &str, width: u32) {
    let fits = "return document.documentElement.scrollWidth <= window.innerWidth";
    assert_eq!(browser.run(fits), true, "{game} is wider than {width}");
    let nameless = "return [...document.querySelectorAll('button, input')].filter(
        e => !(e.innerText || e.ariaLabel || e.labels?.length)).length";
    assert_eq!(browser.run(nameless), 0, "{game}");
    let doubled = "const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
        return ids.filter((id, i) => ids.indexOf(id) !== i)";
    assert_eq!(browser.run(doubled), json!([]), "{game}");
}

/// That buttons, keys and the list lead from move 17 to other moves, at last to the start.
fn goes_back_and_forth(browser: &Browser, game: &str, moves: u64) {
    for (button, to) in
        [("back", 16), ("step", 17), ("last", moves), ("back", moves - 1), ("first", 0)]
    {
        click(browser, button);
        assert_eq!(number(browser), to, "{game}: {button}");
    }
    click(browser, "play");
    let title = || browser.run("return byId('play').title === data.words.pause");
    assert_eq!(title(), true, "{game}");
    click(browser, "play");
    assert_eq!(title(), false, "{game}");
    browser.run("show(17)");

    press(browser, "ArrowRight");
    press(browser, "ArrowRight");
    press(browser, "ArrowLeft");
    assert_eq!(number(browser), 18, "{game}");
    browser.run("list.children[5].firstChild.click()");
    assert_eq!(number(browser), 5, "{game}");
    press(browser, "Home");
    assert_eq!(number(browser), 0, "{game}");
}

/// Steps through all moves on a phone; on a desk the page plays the last ones by itself.
fn play_to_the_end(browser: &Browser, moves: u64, width: u32) {
    if width == 390 {
        browser.run(&format!(
            "for (let i = 0; i < {moves}; i++) document.getElementById('step').click()"
        ));
        return;
    }
    browser.run("list.children[list.children.length - 15].firstChild.click()");
    browser.run("document.getElementById('speed').value = 6");
    press(browser, " ");
    let started = Instant::now();
    while number(browser) != moves && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// That after the last move the cards lie as they do when the game has come out.
fn shows_the_win(browser: &Browser, game: &str, moves: u64, width: u32) {
    assert_eq!(number(browser), moves, "{game}");
    // The last card is on its way.
    std::thread::sleep(Duration::from_millis(600));
    while browser.run("return document.getAnimations().length") != 0 {
        std::thread::sleep(Duration::from_millis(50));
    }
    let mut open = open_cards(browser);
    let mut won = won_cards(game);
    if game == "eklige-elfer" {
        // Beside the runs lie the Aces; which King heads which run is free.
        open.retain(|face| !face.starts_with('A'));
        open.sort();
        won.sort();
    }
    assert_eq!(open, won, "{game} at {width}");
    assert_eq!(browser.run("return document.getElementById('step').ariaDisabled"), "true");
    assert_eq!(browser.run("return +location.hash.slice(1)"), moves, "{game}");
}

#[test]
fn every_game_is_replayed_to_the_end_on_a_phone() {
    replay_every_game(390);
}

#[test]
fn every_game_is_replayed_to_the_end_on_a_desk() {
    replay_every_game(1280);
}

/// The page of a game that was analysed, which one move lost.
fn analysis(folder: &Path, lang: &str) -> PathBuf {
    let [file, moves] = [format!("{lang}.html"), "moves.txt".to_string()].map(|f| folder.join(f));
    std::fs::write(&moves, "2S>r2p1 2C>r1p1 4D>r4p2").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_gehtauf"))
        .args(["analyse", "domino", "--seed", "3", "--set", "ranks=4", "--set", "redeals=0"])
        .args(["--lang", lang, "--html"])
        .arg(&file)
        .arg("--moves")
        .arg(&moves)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    file
}

#[test]
fn a_game_that_was_analysed_is_marked_along_its_time_line() {
    let Some(browser) = Browser::start() else { return };
    let folder = folder("analysis");
    for (lang, lost, instead) in
        [("en", "lost", "instead of it: 3♣ to row 1"), ("de", "verloren", "stattdessen: 3♣ in")]
    {
        let file = analysis(&folder, lang);
        for (width, height) in [(1280, 900), (390, 844), (667, 375)] {
            browser.open_at(&file, "#3", width);
            resize(&browser, width, height);
            let strip = browser.run(
                "const box = byId('line').getBoundingClientRect();
                const parts = [...byId('line').children].map(part =>
                    [part.className, Math.round(4 * part.getBoundingClientRect().width / box.width)]);
                return [box.height > 4 && box.bottom <= innerHeight, parts]",
            );
            let parts = json!([["won", 3], ["unwinnable", 1]]);
            assert_eq!(strip, json!([true, parts]), "{lang} at {width} x {height}");
            let marks = browser.run("return [...list.children].map(row => row.innerText)");
            let marks: Vec<String> = serde_json::from_value(marks).unwrap();
            let is_marked = |sign| move |row: &String| row.contains(sign);
            assert!(marks[..3].iter().all(is_marked('✓')), "{marks:?}");
            assert!(marks[3].contains('✗') && marks[3].contains(instead), "{marks:?}");
            let said = browser.run("return byId('now').innerText");
            assert!(said.as_str().unwrap().ends_with(lost), "{said}");
            let fits = "return document.documentElement.scrollWidth <= window.innerWidth";
            assert_eq!(browser.run(fits), true, "{lang} is wider than {width}");
        }
        assert_eq!(browser.sheets(), 1, "{lang}");
        browser.command("Emulation.setEmulatedMedia", &json!({ "media": "print" }));
        let seen =
            browser.run("return byId('line').offsetHeight > 4 && list.children[3].innerText");
        assert!(seen.as_str().unwrap().contains(instead), "{seen}");
        browser.command("Emulation.setEmulatedMedia", &json!({ "media": "" }));
    }
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn a_move_that_changes_nothing_is_a_step_too() {
    let Some(browser) = Browser::start() else { return };
    let folder = folder("unchanged");
    let [file, moves] = ["page.html", "moves.txt"].map(|name| folder.join(name));
    // The Ace that comes back goes up again at once.
    std::fs::write(&moves, "fAD>c7 turn").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_gehtauf"))
        .args(["analyse", "8x8", "--seed", "1", "--set", "foundation-return=yes"])
        .args(["--max-states", "1000", "--html"])
        .arg(&file)
        .arg("--moves")
        .arg(&moves)
        .output()
        .unwrap();
    assert!(file.is_file(), "{output:?}");
    browser.open_at(&file, "#1", 1280);
    assert_eq!(browser.run("return data.moves[0][2]"), "");
    // The start, both moves, and that the limit struck.
    assert_eq!(browser.run("return list.children.length"), 4);
    assert_eq!(browser.run("return list.lastChild.innerText"), "limit: states");
    assert_eq!(browser.run("return document.querySelectorAll('.card').length > 40"), true);
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
fn the_page_of_a_lost_deal_marks_the_cards_to_blame() {
    let Some(browser) = Browser::start() else { return };
    let folder = folder("lost_page");
    let file = folder.join("lost.html");
    let output = Command::new(env!("CARGO_BIN_EXE_gehtauf"))
        .env("LC_ALL", "C")
        .args(["solve", "acht-mal-acht", "--seed", "100552", "--html"])
        .arg(&file)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    for width in [390, 1280] {
        browser.open(&file, width);
        let marked =
            browser.run("return [...document.querySelectorAll('.marked')].map(e => e.card)");
        let cards = json!(["KC", "QC", "6D", "TH", "6H", "TD", "KS", "QS"]);
        assert_eq!(marked, cards);
        let said = browser.run("return list.innerText");
        assert!(said.as_str().unwrap().contains("K♣ in column 1 waits for 8♣"), "{said}");
        let fits = "return document.documentElement.scrollWidth <= window.innerWidth";
        assert_eq!(browser.run(fits), true, "wider than {width}");
    }
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// A window of this size, in which the page is the one that a browser lays out anew.
fn resize(browser: &Browser, width: u32, height: u32) {
    let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
    browser.command("Emulation.setDeviceMetricsOverride", &size);
}

#[test]
fn the_page_serves_phones_both_ways_the_dark_and_paper() {
    let Some(browser) = Browser::start() else { return };
    let folder = folder("replay_page_media");
    // That it is seen whole without scrolling.
    let is_seen = |what: &str| {
        browser.run(&format!(
            "const box = {what}.getBoundingClientRect();
            return box.width > 0 && box.height > 0 && box.top >= 0 && box.left >= 0
                && box.bottom <= innerHeight && box.right <= innerWidth"
        ))
    };
    for (game, words, highest, sheets) in
        [("hochzeitszug", "--seed 7", "16", 2), ("domino", "--seed 7 --lang de", "13", 2)]
    {
        let (file, moves) = page(&folder, game, words);
        browser.open_at(&file, "#17", 800);
        let numbers = "return [...document.querySelectorAll('.label')].map(e => +e.textContent)";
        let numbers = browser.run(numbers);
        let largest = numbers.as_array().unwrap().iter().filter_map(Value::as_u64).max();
        assert_eq!(largest, Some(highest.parse().unwrap()), "{game}");
        let marked = browser.run("return document.querySelectorAll('.moved').length");
        assert!(marked.as_u64() > Some(0), "{game}: no card is marked");

        for (width, height) in [(667, 375), (844, 390), (932, 430), (390, 844)] {
            resize(&browser, width, height);
            browser.run("show(16); show(17); scrollTo(0, 0)");
            for what in ["byId('table')", "byId('buttons')", "byId('where')", "byId('now')"] {
                assert_eq!(is_seen(what), true, "{game}, {what} at {width} x {height}");
            }
            for what in ["list.children[17]", "list.children[18]"] {
                assert_eq!(is_seen(what), true, "{game}, {what} at {width} x {height}");
            }
        }

        let brightness = |of: &str| {
            let script = format!("return getComputedStyle({of}.match(/\\d+/g)[0]");
            browser.run(&script).as_str().unwrap().parse::<u32>().unwrap()
        };
        let scheme = |scheme: &str| {
            let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
            browser.command("Emulation.setEmulatedMedia", &json!({ "features": features }));
            ["document.documentElement).backgroundColor", "byId('now')).color"].map(brightness)
        };
        let [page, ink] = scheme("light");
        assert!(page > 200 && ink < 60, "{game}: {ink} on {page}");
        let [page, ink] = scheme("dark");
        assert!(page < 60 && ink > 200, "{game}: {ink} on {page}");

        assert_eq!(browser.sheets(), sheets, "{game}");
        browser.command("Emulation.setEmulatedMedia", &json!({ "media": "print" }));
        let controls =
            "return ['buttons', 'where', 'keys'].filter(id => byId(id).offsetHeight > 0)";
        assert_eq!(browser.run(controls), json!([]), "{game}");
        let listed = "const end = list.getBoundingClientRect().bottom;
            return getComputedStyle(list).maxHeight === 'none' && [...list.children].filter(
                row => row.getBoundingClientRect().bottom <= end + 1).length";
        assert_eq!(browser.run(listed), moves + 1, "{game}");
        browser.command("Emulation.setEmulatedMedia", &json!({ "media": "" }));
    }
    assert_eq!(browser.console(), Vec::<String>::new());
}
