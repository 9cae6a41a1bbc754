//! What a person follows: listings, boards, positions, hints, pictures.

use std::collections::BTreeSet;

use crate::program::gehtauf;
use gehtauf::rules::RuleSet;
use serde_json::{Value, json};

fn stdout(words: &str) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    let (code, out, err) = gehtauf(&words, "");
    assert_eq!(code, 0, "{words:?}: {err}");
    out
}

/// A full deal of each game that is won quickly.
const WON: [(&str, &str); 5] = [
    ("acht-mal-acht", "0"),
    ("8x8", "1"),
    ("eklige-elfer", "0"),
    ("domino", "0"),
    ("hochzeitszug", "0"),
];

#[test]
fn no_line_of_a_listing_or_a_board_is_wider_than_80_columns() {
    for (game, seed) in WON {
        for style in ["--lang en", "--lang de", "--lang en --ascii", "--lang de --ascii"] {
            let text = stdout(&format!("solve {game} --seed {seed} --as-found --boards {style}"));
            for line in text.lines() {
                assert!(line.chars().count() <= 80, "{game} {style}: {line}");
            }
            assert_eq!(text.is_ascii(), style.ends_with("--ascii"), "{game} {style}");
            assert!(!text.contains('\x1b'), "no colours in a pipe");
        }
    }
}

#[test]
fn no_two_headings_of_a_board_run_together() {
    for (game, headings) in [("hochzeitszug", "s15 s16"), ("domino", "p12 p13")] {
        let text = stdout(&format!("show {game} --seed 7 --board --ascii"));
        assert!(text.lines().any(|line| line.trim_end().ends_with(headings)), "{text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    }
}

#[test]
fn one_board_is_drawn_where_it_is_asked_for() {
    let listing = stdout("solve domino --seed 0");
    let with_board = stdout("solve domino --seed 0 --board-at 3 --lang en");
    assert_eq!(with_board.matches("\nr1 ").count(), 1);
    let before = with_board.split("\nMove 3 of").next().unwrap();
    assert_eq!(before.lines().count(), 2 + 2, "the rules, the verdict and two moves");
    assert!(listing.lines().nth(4).unwrap().starts_with("  3 "));
}

#[test]
fn the_positions_of_the_page_are_read_and_printed_the_same() {
    let page = include_str!("../docs/positions.md");
    for rule_set in RuleSet::ALL {
        let section = page.split(&format!("\n## {rule_set}\n")).nth(1).unwrap();
        let text = section.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
        let show = ["show", rule_set.name(), "--position", "-"];
        let (code, shown, err) = gehtauf(&show, text);
        assert_eq!((code, err.as_str()), (0, ""), "{rule_set}");
        let (heading, shown) = shown.split_once('\n').unwrap();
        assert!(heading.starts_with(&format!("# {rule_set} standard input")), "{heading}");
        assert_eq!(shown, text);

        let solve = ["solve", rule_set.name(), "--position", "-", "--format", "json"];
        let (code, line, _) = gehtauf(&solve, text);
        assert_eq!(code, 0, "{rule_set}: the position is won");
        assert_eq!(gehtauf(&["verify"], &line).1, "ok\n", "{rule_set}");

        let (_, _, err) = gehtauf(&show, &text.replacen(" QD", " KD", 1));
        assert!(err.contains("KD occurs"), "{err}");
        assert_eq!(err.matches("occurs").count(), 1, "{err}");

        let first = text.split_whitespace().nth(1).unwrap();
        let (code, out, err) = gehtauf(&show, &text.replacen(first, "", 1));
        assert_eq!((code, out.as_str()), (2, ""), "{rule_set}: {first} is missing");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
}

#[test]
fn the_positions_with_unknown_cards_of_the_page_are_read_and_printed_the_same() {
    let page = include_str!("../docs/positions.md");
    for game in ["acht-mal-acht", "8x8", "eklige-elfer", "hochzeitszug"] {
        let section = page.split(&format!("\n## {game}\n")).nth(1).unwrap();
        let text = section.split("```text\n").nth(2).unwrap().split("```").next().unwrap();
        assert!(text.contains("??"), "{game}");
        let (code, shown, err) = gehtauf(&["show", game, "--position", "-"], text);
        assert_eq!((code, err.as_str()), (0, ""), "{game}");
        assert_eq!(shown.split_once('\n').unwrap().1, text);
        let solve = ["solve", game, "--position", "-", "--samples", "3", "--max-states", "20k"];
        let (code, out, err) = gehtauf(&solve, text);
        assert!([0, 3].contains(&code), "{game}: {err}");
        assert!(out.contains("\n3 completions of "), "{out}");
    }
}

#[test]
fn a_hint_says_of_every_move_what_the_solver_says() {
    let small = "--set ranks=4 --set suits=CH --set redeals=0";
    let mut seen = BTreeSet::new();
    for seed in 0..12 {
        let deal = format!("domino --seed {seed} {small}");
        let words: Vec<&str> = deal.split_whitespace().collect();
        let hint = gehtauf(&[&["hint"], words.as_slice()].concat(), "").1;
        let moves = hint.lines().skip_while(|line| !line.contains("legal move")).skip(1);
        for line in moves {
            let mut line_words = line.split_whitespace();
            let (prospect, m) = (line_words.next().unwrap(), line_words.next().unwrap());
            let position = gehtauf(&[&["show"], words.as_slice(), &["--after", m]].concat(), "").1;
            let options: Vec<&str> = small.split_whitespace().collect();
            let solve = ["solve", "domino", "--position", "-"];
            let code = gehtauf(&[&solve, options.as_slice()].concat(), &position).0;
            assert_eq!(prospect, ["winnable", "lost"][code as usize], "seed {seed}: {line}");
            seen.insert(prospect.to_string());
        }
        let best = hint.lines().find_map(|line| line.strip_prefix("next move: "));
        let wins = hint.lines().any(|line| line.starts_with("winnable"));
        assert_eq!(best.is_some(), wins, "{hint}");
    }
    assert_eq!(seen.len(), 2, "won and lost moves");
}

#[test]
fn a_hint_as_json_holds_a_whole_win_or_the_limit() {
    let hint = |words: &str| {
        let (code, line, _) =
            gehtauf(&[&["hint"], &words.split(' ').collect::<Vec<_>>()[..]].concat(), "");
        (code, serde_json::from_str::<Value>(&line).unwrap())
    };
    let (code, found) = hint("hochzeitszug --seed 7 --format json");
    assert_eq!((code, &found["limit"], &found["won"]), (0, &Value::Null, &Value::Bool(false)));
    assert_eq!(found["best"], found["moves"][0]);
    let (code, out, _) = gehtauf(&["verify"], &found.to_string());
    assert_eq!((code, out.as_str()), (0, "ok\n"));
    let (code, open) = hint("8x8 --pysol 2 --max-states 1 --format json");
    assert_eq!((code, &open["best"], &open["moves"]), (3, &Value::Null, &Value::Null));
    assert_eq!(open["limit"], "states");
    let (code, open) = hint("domino --seed 3 --set redeals=0 --time-limit 1ms --format json");
    assert_eq!((code, &open["limit"]), (3, &json!("time")));
}

#[test]
fn pictures_hold_every_open_card_and_refer_to_nothing_outside() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("table.svg");
    for (game, cards) in [
        ("acht-mal-acht", 64),
        ("8x8", 8),
        ("eklige-elfer", 11),
        ("domino", 52),
        ("hochzeitszug", 64),
    ] {
        let words = ["show", game, "--seed", "3", "--lang", "de", "--svg", file.to_str().unwrap()];
        assert_eq!(gehtauf(&words, ""), (0, String::new(), String::new()));
        let svg = std::fs::read_to_string(&file).unwrap();
        let drawn = svg.split("</defs>").nth(1).unwrap();
        let faces = drawn.matches("<use href").count() - drawn.matches("#card-back").count();
        // Aces may already lie elsewhere than in the columns.
        assert!(faces <= cards + 8 && faces + 8 >= cards, "{game}: {faces}");
        for reference in svg.split("href=\"#").skip(1) {
            let name = reference.split('"').next().unwrap();
            assert!(svg.contains(&format!("id=\"{name}\"")), "{game}: {name}");
        }
        assert_eq!(svg.matches("http").count(), 1, "the name space only");
    }
}

#[test]
fn the_picture_of_a_lost_deal_marks_the_cards_to_blame_and_says_why() {
    let picture = |deal: &str, code: i32| {
        let words: Vec<&str> = ["solve"].into_iter().chain(deal.split(' ')).collect();
        let (is, svg, err) = gehtauf(&[words.as_slice(), &["--svg", "-"]].concat(), "");
        assert_eq!((is, err.as_str()), (code, ""));
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg}");
        svg
    };
    // What is marked, by the pieces of the picture before the marks.
    let marked = |svg: &str| -> Vec<String> {
        let pieces: Vec<&str> = svg.split("<rect class=\"marked\"").collect();
        let card = |piece: &&str| piece.rsplit("href=\"#").next().unwrap()[..2].to_string();
        pieces[..pieces.len() - 1].iter().map(card).collect()
    };
    let small = "domino --seed 3 --set ranks=4 --set suits=CD --set redeals=0";
    let lost = picture(small, 1);
    assert_eq!(marked(&lost), ["2C", "4C", "3C", "2D"]);
    // In lines as wide as the picture.
    assert!(lost.contains(">Whatever is played, these cards"), "{lost}");
    let german = picture(&format!("{small} --lang de"), 1);
    assert!(german.contains("seed:3 · geht nicht auf"), "{german}");
    assert!(german.contains(">Reihe 1: 2♣ 4♣<"), "{german}");
    let won = picture("domino --seed 2 --set ranks=2 --set suits=CD --set redeals=0", 0);
    assert!(marked(&won).is_empty() && won.contains("won in 1 move"), "{won}");
    let (code, out, err) = gehtauf(
        &["solve", "domino", "--seed", "2", "--set", "ranks=2", "--html", "-", "--svg", "-"],
        "",
    );
    let two = "gehtauf: --html and --svg: only one of them can go to standard output\n";
    assert_eq!((code, out.as_str(), err.as_str()), (2, "", two));
    let (code, out, err) =
        gehtauf(&["solve", "domino", "--seed", "2", "--svg", "-", "--verdicts"], "");
    assert!(code == 2 && out.is_empty() && err.starts_with("gehtauf: --verdicts: "), "{err}");
}

#[test]
fn the_page_of_a_lost_deal_says_why_in_whole_sentences() {
    let small = "solve hochzeitszug --seed 7 --set redeals=0 --set ranks=6 --set suits=CD \
                 --set upper=2 --set lower=3 --set depth=3 --html -";
    let (code, page, err) = gehtauf(&small.split_whitespace().collect::<Vec<_>>(), "");
    assert_eq!((code, err.as_str()), (1, ""));
    let why = "Even if each other card could be laid aside as soon as it lies open, and counted as \
               lying wherever it is missed, these 5 could not all go up:";
    assert!(page.contains(&format!("\"remarks\":[\"{why}\",\"stack 1: 4♦\"")), "{page}");
}

/// The talon lies with its next card on top; the marks are those of the cards that the reason names.
#[test]
fn cards_to_blame_are_marked_in_the_talon_too() {
    let solve = ["solve", "eklige-elfer", "--seed", "100024", "--html", "-"];
    let (code, page, _) = gehtauf(&solve, "");
    let data = page.split("application/json\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let piles = data["marks"].as_array().unwrap().iter().zip(data["start"].as_array().unwrap());
    let marked = piles.flat_map(|(marks, pile)| {
        let pile = pile.as_str().unwrap();
        let places = marks.as_array().unwrap().iter().map(|place| place.as_u64().unwrap() as usize);
        places.map(|place| pile[2 * place..2 * place + 2].to_uppercase()).collect::<Vec<_>>()
    });
    let marked: Vec<String> = marked.collect();
    assert_eq!((code, marked.join(" ").as_str()), (1, "4C 4S 4C 5D 4S"));
    assert!(data["remarks"].to_string().contains("talon: 4♣ 4♠ 4♣"), "{data}");
}

#[test]
fn play_wants_a_terminal() {
    let (code, _, err) = gehtauf(&["play", "domino", "--seed", "1"], "");
    assert_eq!((code, err.as_str()), (2, "gehtauf: play needs a terminal\n"));
}
