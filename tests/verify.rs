//! `verify` of solutions and games: what it says of them, in words and in JSON.

use serde_json::Value;

use crate::command_line::{GAMES, gehtauf, stdout};

#[test]
fn every_game_s_solutions_pass_verify() {
    for game in GAMES {
        let lines = stdout(&format!("solve {game} --seeds 0..3 --max-states 20k --format json"));
        assert_eq!(lines.lines().count(), 3);
        let output = gehtauf("verify -", lines.as_bytes());
        assert!(output.status.success(), "{game}: {output:?}");
        assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 3);
    }
}

#[test]
fn verify_finds_every_kind_of_wrong_solution() {
    let line =
        stdout("solve domino --seed 3 --set ranks=5 --set suits=CD --set redeals=0 --format json");
    let verdict = |line: &str| {
        let output = gehtauf("verify", line.as_bytes());
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(verdict(&line), (Some(0), "ok\n".to_string()));
    let (start, moves) = line.split_once("\"moves\":[").unwrap();
    let (moves, end) = moves.split_once(']').unwrap();
    let count = moves.split(',').count();
    let with = |moves: &str| verdict(&format!("{start}\"moves\":[{moves}]{end}"));
    let without_last = moves.rsplit_once(',').unwrap().0;
    assert_eq!(with(without_last), (Some(1), format!("not won after {} moves\n", count - 1)));
    assert_eq!(with(&format!("\"redeal\",{moves}")), (Some(1), "illegal move 1: redeal\n".into()));
    assert_eq!(
        with(&format!("{without_last},\"fly\"")),
        (Some(1), format!("illegal move {count}: fly\n"))
    );
    assert_eq!(with(""), (Some(1), "not won after 0 moves\n".to_string()));
    let first = moves.split(',').next().unwrap();
    assert_eq!(with(first), (Some(1), "not won after 1 move\n".to_string()));
    let lost = line.replace("\"verdict\":\"won\"", "\"verdict\":\"unwinnable\"");
    assert_eq!(verdict(&lost), (Some(1), "won, and so not unwinnable\n".to_string()));
    // A game that somebody played and lost.
    let lost = |moves: &str| format!("{start}\"moves\":[{moves}]{end}").replace("won", "lost");
    assert_eq!(verdict(&lost(without_last)), (Some(0), "ok\n".to_string()));
    assert_eq!(verdict(&lost("\"redeal\"")), (Some(1), "illegal move 1: redeal\n".to_string()));
    assert_eq!(verdict(&lost(moves)), (Some(1), "won, and so not lost\n".to_string()));
}

#[test]
fn verify_says_in_json_what_holds_and_goes_on_if_it_shall() {
    let games = [
        r#"{"id":"a","game":"domino","source":"seed:7","moves":["9S>r4p9"]}"#,
        "{oops",
        r#"{"game":"domino","source":"seed:x","moves":[]}"#,
        r#"{"id":5,"game":"domino","source":"seed:7","verdict":"lost"}"#,
    ];
    let output = gehtauf("verify --format json --keep-going", games.join("\n").as_bytes());
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |name: &str| lines.iter().map(|line| line[name].clone()).collect::<Vec<_>>();
    assert_eq!(of("line"), [1, 2, 3, 4].map(Value::from));
    assert_eq!(of("holds"), [false, false, false, true].map(Value::from));
    assert_eq!((&lines[0]["id"], &lines[0]["legal"]), (&"a".into(), &false.into()));
    assert_eq!((&lines[3]["id"], &lines[3]["moves"]), (&5.into(), &Value::Null));
    assert!(
        lines[2]["report"].as_str().unwrap().contains("line 3: expected a deck"),
        "{}",
        lines[2]
    );
    let stopped = gehtauf("verify", games.join("\n").as_bytes());
    assert_eq!(
        (stopped.status.code(), stopped.stdout),
        (Some(2), b"illegal move 1: 9S>r4p9\n".to_vec())
    );
}

#[test]
fn what_other_commands_print_can_be_verified() {
    let small = "domino --seed 3 --set ranks=5 --set suits=CD --set redeals=0";
    let solved = stdout(&format!("solve {small} --format json"));
    let solved: Value = serde_json::from_str(&solved).unwrap();
    let mut shown: Value =
        serde_json::from_str(&stdout(&format!("show {small} --format json"))).unwrap();
    shown["moves"] = solved["moves"].clone();
    let moves = solved["moves"].to_string();
    let analysed = gehtauf(&format!("analyse {small} --moves - --format json"), moves.as_bytes());
    for line in [shown.to_string().as_bytes(), &analysed.stdout] {
        assert_eq!(gehtauf("verify", line).stdout, b"ok\n", "{}", String::from_utf8_lossy(line));
    }
}
