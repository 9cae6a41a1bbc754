//! Decks, positions and moves that are read: what is accepted, noted and refused, and where it stands.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::program;

/// The exit code, what is printed and what is said on standard error.
fn gehtauf(words: &str, input: &str) -> (i32, String, String) {
    program::gehtauf(&words.split_whitespace().collect::<Vec<_>>(), input)
}

/// What is printed.
fn printed(words: &str) -> String {
    let (code, out, err) = gehtauf(words, "");
    assert_eq!((code, err.as_str()), (0, ""), "{words}");
    out
}

/// What is said on standard error of bad input.
fn refused(words: &str, input: &str) -> String {
    let (code, _, err) = gehtauf(words, input);
    assert_eq!(code, 2, "{words}: {err}");
    err
}

#[test]
fn errors_of_files_name_the_line_and_the_good_lines_count() {
    let deck = printed("solve domino --seed 1 --set ranks=2 --format json");
    let deck = deck.split("\"deck\":\"").nth(1).unwrap().split('"').next().unwrap();
    let input = format!("# two deals\n\n{deck} # the first\n{deck} AC\n");
    let (code, out, err) = gehtauf("solve domino --set ranks=2 --deal -", &input);
    assert_eq!(code, 2);
    assert!(out.contains("\n-:3: won"), "{out}");
    assert_eq!(
        err,
        "gehtauf: standard input, line 4: 9 cards where the pack has 8; AC occurs twice\n"
    );
    let position = printed("show domino --seed 1 --set ranks=2").replace("r2: AS", "r2: XS");
    let error = refused("solve domino --set ranks=2 --position -", &position);
    assert_eq!(error, "gehtauf: standard input, line 3: r2: XS is not a card such as QH or 10S\n");
}

#[test]
fn each_deck_line_is_answered_before_the_next_one_comes() {
    let decks = printed("solve domino --seeds 0..20 --set ranks=3 --verdicts --format json");
    let decks = decks.lines().map(|line| line.split("\"deck\":\"").nth(1).unwrap());
    for threads in ["1", "3"] {
        let words = "solve domino --set ranks=3 --format json --verdicts --deal - --threads";
        let mut child = Command::new(env!("CARGO_BIN_EXE_gehtauf"))
            .args(words.split(' ').chain([threads]))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, answers) = mpsc::channel();
        std::thread::spawn(move || {
            BufReader::new(output).lines().for_each(|line| sender.send(line.unwrap()).unwrap());
        });
        for deck in decks.clone() {
            let deck = deck.split('"').next().unwrap();
            writeln!(input, "{deck}").unwrap();
            let answer = answers.recv_timeout(Duration::from_secs(60));
            assert!(answer.as_ref().is_ok_and(|answer| answer.contains(deck)), "{answer:?}");
        }
        // A line that is wrong ends it, though more lines may come.
        writeln!(input, "AC").unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(2));
    }
}

#[test]
fn a_deal_row_by_row_is_told_to_stand_on_one_line() {
    let deck = printed("solve domino --seed 1 --verdicts --format json");
    let deck = deck.split("\"deck\":\"").nth(1).unwrap().split('"').next().unwrap();
    let cards: Vec<&str> = deck.split(' ').collect();
    let rows: Vec<String> = cards.chunks(13).map(|row| row.join("; ")).collect();
    let error = refused("solve domino --deal -", &rows.join("\n"));
    assert!(error.contains("line 1: 13 cards where the pack has 52; "), "{error}");
    assert!(error.ends_with("; a deal stands on one line\n"), "{error}");
    let (code, _, err) = gehtauf("solve domino --deal -", &rows.join("; "));
    assert_eq!((code, err.as_str()), (0, ""));
}

#[test]
fn what_has_come_out_is_told_from_what_can_still_be_won() {
    let game = "domino --seed 3 --set ranks=4";
    let moves = printed(&format!("solve {game} --moves-only"));
    let moves: Vec<&str> = moves.split_whitespace().collect();
    for (played, is_won) in [(2, false), (moves.len(), true)] {
        let moves = moves[..played].join(",");
        let (code, analysed, _) =
            gehtauf(&format!("analyse {game} --moves - --format json"), &moves);
        let position = printed(&format!("show {game} --after {moves}"));
        let hint = "hint domino --set ranks=4 --position - --format json";
        let (same_code, hint, _) = gehtauf(hint, &position);
        assert_eq!((code, same_code), (0, 0));
        for line in [&analysed, &hint] {
            let says = format!("\"verdict\":\"won\",\"won\":{is_won}");
            assert!(line.contains(&says), "{line}");
        }
        assert_eq!(hint.contains("\"best\":null"), is_won, "{hint}");
    }
}

#[test]
fn a_win_without_its_moves_does_not_hold() {
    let small = "domino --set ranks=2 --format json";
    let won = printed(&format!("solve {small} --seed 1"));
    let verdicts = printed(&format!("solve {small} --seeds 1..2 --verdicts"));
    let misspelt = won.replace("\"moves\":", "\"move\":");
    let begun = won.split("\"moves\":").next().unwrap();
    for text in [verdicts, misspelt, format!("{begun}\"moves\":null}}\n")] {
        let (code, out, err) = gehtauf("verify", &(won.clone() + &text));
        assert_eq!((code, out.as_str(), err.as_str()), (1, "ok\nwon without moves\n", ""));
    }
    let lost = won.replace("\"won\"", "\"unwinnable\"").replace("\"moves\":", "\"move\":");
    let (code, out, _) = gehtauf("verify", &lost);
    assert_eq!((code, out.as_str()), (0, "nothing to replay\n"));
}

#[test]
fn a_solution_s_deal_may_be_named_by_its_number() {
    for source in ["--seed 3", "--pysol 24", "--pysol ms24"] {
        let line = printed(&format!("solve domino {source} --set ranks=4 --format json"));
        let mut solution: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert!(solution.as_object_mut().unwrap().remove("deck").is_some());
        let (code, out, err) = gehtauf("verify", &solution.to_string());
        assert_eq!((code, out.as_str(), err.as_str()), (0, "ok\n", ""), "{source}");
        solution["source"] = "file.txt:3".into();
        let error = refused("verify", &solution.to_string());
        assert!(error.contains("a source such as seed:7"), "{error}");
    }
}

#[test]
fn solutions_may_stand_on_several_lines_or_in_a_list() {
    let lines = printed("solve domino --set ranks=2 --format json --seeds 0..3");
    let values: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let pretty = |value: &serde_json::Value| serde_json::to_string_pretty(value).unwrap();
    let each: Vec<String> = values.iter().map(pretty).collect();
    let list = pretty(&values.into());
    let verdicts = gehtauf("verify", &lines);
    assert_eq!(verdicts.1.lines().count(), 3);
    for text in [each.join("\n"), each.concat(), list.clone(), lines.replace('\n', "")] {
        assert_eq!(gehtauf("verify", &text), verdicts, "{text}");
    }
    let error = refused("verify", &each.join("\n").replacen("\"domino\"", "7", 1));
    let line = 1 + each[0].lines().position(|line| line.contains("\"domino\"")).unwrap();
    let number = "invalid type: integer `7`, expected a string\n";
    let place = format!("gehtauf: standard input, line {line}, column ");
    assert!(error.starts_with(&place) && error.ends_with(number), "{error}");
    let lines_of_list = list.lines().count();
    let error = refused("verify", &list.replacen("\"2C ", "\"2X ", 1));
    let place = format!("gehtauf: standard input, line {lines_of_list}: solution ");
    assert!(error.starts_with(&place), "{error}");
    let error = refused("verify", list.trim_end().strip_suffix(']').unwrap());
    assert!(error.ends_with(": EOF while parsing a list\n"), "{error}");
    let error =
        refused("verify", &format!("{{\"game\":\"domino\",\"moves\":\"{}\"}}", "turn ".repeat(99)));
    let moves = "invalid type: string \"turn turn turn tur...\", expected a sequence\n";
    assert!(error.ends_with(moves), "{error}");
}

#[test]
fn moves_are_read_alike_wherever_they_stand() {
    let game = ["domino", "--seed", "3", "--set", "ranks=4"];
    let solve = [&["solve"], &game[..], &["--moves-only"]].concat();
    let moves = program::gehtauf(&solve, "").1;
    let json = program::gehtauf(&[&solve[..], &["--format", "json"]].concat(), "").1;
    let show =
        |moves: &str| program::gehtauf(&[&["show"], &game[..], &["--after", moves]].concat(), "");
    let analyse = [&["analyse"], &game[..], &["--moves", "-"]].concat();
    let (shown, analysed) = (show(moves.trim()), program::gehtauf(&analyse, &moves));
    assert_eq!((shown.0, analysed.0), (0, 0), "{analysed:?}");
    let numbered = |point: &str, end: &str| -> String {
        let moves = moves.split_whitespace().zip(1..);
        moves.map(|(m, number)| format!("{number}{point} {m}{end}")).collect()
    };
    let replayed = program::gehtauf(&[&["solve"], &game[..]].concat(), "").1;
    let record = program::gehtauf(&[&["solve"], &game[..], &["--format", "json"]].concat(), "").1;
    for other in [
        json,
        record,
        moves.replace(' ', "; "),
        moves.replace(' ', ";"),
        moves.replace(' ', ","),
        numbered(".", " "),
        numbered("", "\n"),
        replayed,
    ] {
        assert_eq!(show(other.trim()), shown, "{other}");
        assert_eq!(program::gehtauf(&analyse, &other), analysed, "{other}");
    }
    let (code, _, error) = show("[\"7C>r2p3\"");
    assert!(code == 2 && error.contains("for '--after <MOVES>': EOF while"), "{error}");
}

#[test]
fn of_a_long_text_the_wrong_word_is_named_and_no_more_than_its_beginning_echoed() {
    let moves = "7S>r2p10 ".repeat(60);
    for (language, says) in [("en", "move 61"), ("de", "Zug 61")] {
        let words = ["show", "domino", "--seed", "7", "--lang", language, "--after"];
        let (code, _, error) =
            program::gehtauf(&[&words[..], &[&format!("{moves}fly")]].concat(), "");
        let (value, rest) = error.split_once(&format!(": {says}: \"fly\" ")).unwrap();
        assert!(code == 2 && value.contains("...' ") && value.len() < 100, "{value}");
        assert!(rest.len() < 100, "{rest}");
    }
    let line = printed("solve domino --seed 3 --set ranks=4 --format json --verdicts");
    let line = line.replace("\"states\"", &format!("\"moves\":[\"{moves}\"],\"states\""));
    let (code, out, _) = gehtauf("verify", &line);
    assert_eq!((code, out.as_str()), (1, "illegal move 1: 7S>r2p10 7S>r2p10 7S...\n"));
}

#[test]
fn of_many_games_the_one_of_the_deal_is_analysed() {
    let games = printed("solve domino --set ranks=4 --seeds 1..5 --format json");
    let game = games.lines().nth(2).unwrap();
    let analyse = "analyse domino --set ranks=4 --moves - --seed";
    let analysed = gehtauf(&format!("{analyse} 3"), game);
    assert_eq!((analysed.0, analysed.2.as_str()), (0, ""));
    assert_eq!(gehtauf(&format!("{analyse} 3"), &games), analysed);
    let list = games.trim_end().replace('\n', ",\n");
    assert_eq!(gehtauf(&format!("{analyse} 3"), &format!("[{list}]")), analysed);
    let error = refused(&format!("{analyse} 7"), &games);
    assert_eq!(error, "gehtauf: standard input: 4 games, of which 0 can be meant\n");
}

#[test]
fn json_is_told_which_of_its_fields_is_wanted() {
    let json = printed("show domino --seed 1 --format json");
    let error = refused("solve domino --position -", &json);
    assert!(error.contains("standard input: this is JSON; its field `position` is"), "{error}");
    let error = refused("solve domino --deal -", &json);
    assert!(error.contains("standard input, line 1: this is JSON; its field `deck`"), "{error}");
}

#[test]
fn an_empty_input_is_called_so() {
    for input in ["", "# nothing\n"] {
        let error = refused("hint domino --position -", input);
        assert_eq!(error, "gehtauf: standard input: no position in it\n");
        let error = refused("hint domino --deal -", input);
        assert_eq!(error, "gehtauf: standard input: no deck line in it\n");
    }
}

#[test]
fn labels_and_names_of_games_are_read_in_any_case() {
    let shown = printed("show domino --seed 7");
    let capitals = shown.replace("r1:", "R1:").replace("redeals-used", "Redeals-Used");
    let (code, again, err) = gehtauf("show Verschiebebahnhof --position -", &capitals);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(again.split_once('\n').unwrap().1, shown.split_once('\n').unwrap().1);
    for name in ["Eklige Elfer", "elfer", "Eklige-Elfer"] {
        let (code, out, err) = program::gehtauf(&["show", name, "--seed", "7"], "");
        assert_eq!((code, err.as_str()), (0, ""));
        assert_eq!(out, printed("show eklige-elfer --seed 7"));
    }
}

#[test]
fn a_byte_order_mark_and_dos_line_ends_do_no_harm() {
    let shown = printed("show domino --seed 1 --set ranks=2");
    let (_, position) = shown.split_once('\n').unwrap();
    let dos = format!("\u{feff}{}", position.replace('\n', "\r\n"));
    let (_, again, _) = gehtauf("show domino --set ranks=2 --position -", &dos);
    assert_eq!(again.split_once('\n').unwrap().1, position);
}

#[test]
fn errors_of_positions_name_the_lines_that_are_meant() {
    let shown = printed("show domino --seed 7");
    let error = |shown: String| refused("show domino --position -", &shown);
    assert_eq!(
        error(shown.replace("r3:", "r5:")),
        "gehtauf: standard input, line 4: r5: no such line here; r3: this line is missing\n"
    );
    assert_eq!(
        error(shown.replace(" 4D", " 9S")),
        "gehtauf: standard input, lines 2, 3: the cards are not the whole pack: 9S occurs twice, 4D never\n"
    );
}

#[test]
fn a_text_of_another_game_or_deal_is_called_so() {
    let shown = printed("show hochzeitszug --seed 3");
    let note = "gehtauf: standard input is of hochzeitszug, not of domino\n";
    assert_eq!(refused("solve domino --position -", &shown), note);
    let text = printed("solve hochzeitszug --seed 7 --as-found");
    assert_eq!(refused("analyse domino --seed 7 --moves -", &text), note);
    let german = "gehtauf: die Standardeingabe gehört zu hochzeitszug, nicht zu domino\n";
    assert_eq!(refused("analyse domino --seed 7 --moves - --lang de", &text), german);
    let json = printed("solve domino --seed 3 --set ranks=4 --set redeals=0 --format json");
    let error = refused("analyse domino --seed 9 --set ranks=4 --moves -", &json);
    let rules = "gehtauf: standard input is of redeals=0, not of redeals=3\n";
    assert_eq!(error, format!("{rules}gehtauf: standard input is of another deal\n"));
    // What fits is read all the same.
    let shown = printed("show domino --seed 3").replace("# domino ", "# hochzeitszug ");
    let (code, _, err) = gehtauf("show domino --position -", &shown);
    assert_eq!((code, err.as_str()), (0, note));
}

#[test]
fn a_position_under_other_rules_than_it_names_is_noted() {
    let position = printed("show domino --seed 0 --set fill=left --set redeals=0");
    let notes =
        |args: &str| gehtauf(&format!("solve domino --verdicts --position - {args}"), &position).2;
    assert_eq!(notes("--set fill=left --set redeals=0"), "");
    assert_eq!(
        notes("--set redeals=0"),
        "gehtauf: standard input is of fill=left, not of fill=both\n"
    );
}

#[test]
fn standard_input_is_named_once_and_read_as_a_file_of_records() {
    let records = printed("survey domino --set ranks=4 --seeds 0..3 --out -");
    let (code, report, err) = gehtauf("report -", &records);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(report.contains("domino"), "{report}");
    let (code, merged, err) = gehtauf("merge -", &records);
    assert_eq!((code, merged, err.as_str()), (0, records.clone(), ""));
    for words in ["report - -", "report --paired - -", "merge - -"] {
        assert_eq!(refused(words, &records), "gehtauf: standard input is named twice\n");
    }
}

#[test]
fn pysolfc_numbers_of_8x8_are_said_to_be_another_game_there() {
    let (_, _, err) = gehtauf("show 8x8 --pysol 1", "");
    assert!(err.contains("PySolFC's \"8 x 8\" is acht-mal-acht --set passes=unlimited"), "{err}");
    assert_eq!(gehtauf("show acht-mal-acht --pysol 1", "").2, "");
}
