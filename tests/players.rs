//! Players on the command line: they are listed, surveyed, compared and reported, and no game that one of
//! them lost is ever called unwinnable.

use std::fs;

use crate::folder::{assert_runs, checked_anew, folder, refused};

#[test]
fn a_players_records_go_on_are_merged_and_say_lost() {
    let folder = folder("players");
    let digger = "survey hochzeitszug --quiet --player digger";
    let half = assert_runs(&folder, &format!("{digger} --seeds 0..30 --out whole.csv"));
    assert!(half.contains("played by digger, seed 0") && !half.contains("unwinnable"), "{half}");
    let whole = assert_runs(&folder, &format!("{digger} --seeds 0..60 --out whole.csv"));
    for part in ["1", "2"] {
        let words = format!("{digger} --seeds 0..60 --shard {part}/2 --out {part}.csv");
        assert_runs(&folder, &words);
    }
    assert_runs(&folder, "merge 1.csv 2.csv --out parts.csv");
    let counts =
        |report: &str| report.lines().skip(4).take(3).map(String::from).collect::<Vec<_>>();
    assert_eq!(counts(&assert_runs(&folder, "report parts.csv")), counts(&whole));
    let records = fs::read_to_string(folder.join("parts.csv")).unwrap();
    assert!(records.contains(",lost,") && !records.contains("unwinnable"));
    // Its games are not taken for another player's, nor for deals that were solved.
    for other in ["--player greedy", ""] {
        let words = format!("survey hochzeitszug --seeds 0..60 --out whole.csv {other}");
        let error = refused(&folder, &words);
        assert!(error.contains("player is digger there"), "{error}");
    }
    assert_runs(&folder, "survey hochzeitszug --seeds 0..20 --quiet --out solved.csv");
    let report = assert_runs(&folder, "report whole.csv solved.csv");
    let ladder = report.split("ladder of hochzeitszug, default rules").nth(1).unwrap();
    let rungs: Vec<&str> = ladder.lines().skip(1).take(2).collect();
    assert!(rungs[0].starts_with("all cards known") && rungs[1].starts_with("digger"), "{ladder}");
    assert!(report.lines().all(|line| line.len() <= 80), "{report}");
    let random = "survey hochzeitszug --seeds 0..20 --quiet --player random --player-seed";
    for seed in ["0", "1"] {
        assert_runs(&folder, &format!("{random} {seed} --out random-{seed}.csv"));
    }
    let report = assert_runs(&folder, "report random-0.csv random-1.csv");
    let ladder = report.split("ladder of ").nth(1).unwrap();
    for name in ["\nrandom                 20  |", "\nrandom, seed 1         20  |"] {
        assert!(ladder.contains(name), "{ladder}");
    }
    for form in ["--html -", "--format markdown"] {
        let report = assert_runs(&folder, &format!("report random-0.csv random-1.csv {form}"));
        assert!(report.contains("random, seed 1"), "{report}");
    }
    for format in ["markdown", "json"] {
        let played = assert_runs(&folder, &format!("report whole.csv --format {format}"));
        assert!(played.contains("digger") && played.contains("lost"), "{played}");
        assert!(!played.contains("\"winnable\""), "{played}");
    }
}

/// Whoever writes `lost` into the records of a solver, or `unwinnable` into those of a player, is found out.
#[test]
fn a_verdict_of_the_other_kind_is_refused() {
    let folder = folder("other-kind");
    let survey = "survey domino --quiet --seeds 0..9 --out";
    assert_runs(&folder, &format!("{survey} played.csv --player naive"));
    let text = fs::read_to_string(folder.join("played.csv")).unwrap();
    assert!(text.contains(",lost,"));
    let forged = checked_anew(&text.replace(",lost,", ",unwinnable,"));
    fs::write(folder.join("forged.csv"), forged).unwrap();
    let error = refused(&folder, "report forged.csv");
    assert!(error.contains("unwinnable is no verdict of a player"), "{error}");
}

/// The verdict is that of the deal as it lies, so a survey that deals anew as well loses nothing.
#[test]
fn hidden_cards_are_dealt_anew_and_the_luck_in_them_is_reported() {
    let folder = folder("resample");
    let greedy = "survey eklige-elfer --quiet --player greedy --seeds";
    assert_runs(&folder, &format!("{greedy} 0..40 --out once.csv"));
    assert_runs(&folder, &format!("{greedy} 0..20 --resample 8 --out several.csv --threads 1"));
    let report = assert_runs(&folder, &format!("{greedy} 0..40 --resample 8 --out several.csv"));
    assert!(report.contains("\n8 games of each look, standard errors"), "{report}");
    let rows = |name: &str| -> Vec<Vec<String>> {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        text.lines().skip(1).map(|line| line.split(',').map(String::from).collect()).collect()
    };
    let (once, several) = (rows("once.csv"), rows("several.csv"));
    assert!(once.iter().zip(&several).all(|(a, b)| a[..2] == b[..2]) && several.len() == 40);
    let wins: Vec<u64> = several.iter().map(|row| row[9].parse().unwrap()).collect();
    assert!(wins.iter().all(|&wins| wins <= 8) && wins.iter().any(|&wins| wins > 0), "{wins:?}");
    let json = assert_runs(&folder, "report several.csv --format json");
    let luck = &serde_json::from_str::<serde_json::Value>(&json).unwrap()["luck"];
    let mean = luck["win_rate"].as_f64().unwrap();
    assert!((mean * 320.0 - wins.iter().sum::<u64>() as f64).abs() < 1e-6, "{luck}");
    let error = refused(&folder, &format!("{greedy} 0..40 --resample 9 --out several.csv"));
    assert!(error.contains("resample is 8 there and 9 here"), "{error}");
    let markdown = assert_runs(&folder, "report several.csv --format markdown");
    let page = assert_runs(&folder, "report several.csv --html -");
    assert!(markdown.starts_with("| game | options | player |"), "{markdown}");
    for (text, cell) in [(&markdown, "| "), (&page, "<th scope=\"row\">")] {
        assert!(text.contains("8 games of each look, standard errors"), "{text}");
        for name in ["variance between looks", "share seen before the first move", "games won"] {
            assert!(
                text.contains(&format!("\n{cell}{name}"))
                    || text.contains(&format!("<tr>{cell}{name}")),
                "{name}: {text}"
            );
        }
    }
    // No game won on any deal does not tell how far off that is.
    let none = "survey 8x8 --quiet --player naive --seeds 0..20 --resample 3";
    let report = assert_runs(&folder, none);
    assert!(report.contains("\n3 games of each look, as many won of each: errors"), "{report}");
    let share = report.lines().find(|line| line.starts_with("share won ")).unwrap();
    assert!(share.ends_with(" 0.0000") && !share.contains("+-"), "{share}");
    let json = assert_runs(&folder, &format!("{none} --format json"));
    let luck = &serde_json::from_str::<serde_json::Value>(&json).unwrap()["luck"];
    assert!(luck["win_rate_error"].is_null(), "{luck}");
    let open = refused(&folder, "survey domino --seeds 0..30 --player naive --resample 3");
    assert_eq!(open, "--resample: domino hides no card");
}

#[test]
fn the_weakest_player_who_wins_a_deal_is_its_difficulty() {
    let folder = folder("weakest");
    let domino = "survey domino --seeds 0..30 --set ranks=6 --quiet";
    let report = assert_runs(&folder, &format!("{domino} --weakest 4 --out weakest.csv"));
    assert!(report.contains("played by the weakest player who wins one of 4 games"), "{report}");
    assert!(report.contains("\nweakest winner "), "{report}");
    let text = fs::read_to_string(folder.join("weakest.csv")).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let with_wins = |name: &str, wins: &[&str]| {
        rows.iter().any(|row| row[10] == name && wins.contains(&row[9]))
    };
    assert!(with_wins("random", &["1", "2", "3"]) && with_wins("naive", &["4"]), "{text}");
    let markdown = assert_runs(&folder, "report weakest.csv --format markdown");
    let heading = "\n| weakest winner | games | share |\n";
    assert!(markdown.contains(heading) && markdown.contains("\n| naive | "), "{markdown}");
    assert!(
        assert_runs(&folder, "report weakest.csv --html -")
            .contains("<tr><th scope=\"row\">naive<td>")
    );
    let naive = assert_runs(&folder, &format!("{domino} --player naive --only won"));
    let is_weaker = |name: &str| ["random", "ahead-1"].contains(&name);
    for row in &rows {
        assert_eq!(row[9] == "0", row[1] == "lost", "{row:?}");
        let is_naives = naive.lines().any(|number| number == row[0]);
        assert!(is_naives == (row[10] == "naive") || is_weaker(row[10]), "{row:?}");
    }
    // Of whole deals chance wins hardly any, and whoever looks ahead does.
    let whole = assert_runs(&folder, "survey domino --seeds 0..30 --weakest 2 --quiet");
    assert!(whole.lines().any(|line| line.starts_with("ahead-")), "{whole}");
    let error = refused(&folder, "survey domino --seeds 0..9 --player naive --weakest 3");
    assert!(error.contains("--weakest"), "{error}");
}

#[test]
fn two_players_are_compared_on_the_same_deals() {
    let folder = folder("two-players");
    let domino = "compare domino --seeds 0..40 --quiet --format json --player";
    let json = assert_runs(&folder, &format!("{domino} naive --vs ahead-2"));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let count = |cell: &str| json["table"][cell].as_u64().unwrap();
    assert_eq!(json["second_player"], "ahead-2");
    let cells = ["won/won", "won/lost", "lost/won", "lost/lost"].map(count);
    assert_eq!(cells.iter().sum::<u64>(), 40);
    assert!(cells[2] > cells[1], "{cells:?}");
    let same = refused(&folder, &format!("{domino} naive --vs naive"));
    assert_eq!(same, "the two games and players are the same");
    let rules = assert_runs(&folder, &format!("{domino} naive --vs ahead-2 --vs redeals=0"));
    let rules: serde_json::Value = serde_json::from_str(&rules).unwrap();
    assert_eq!(
        (&rules["second_player"], &rules["second"]["redeals"]),
        (&"ahead-2".into(), &"0".into())
    );
    let two = refused(&folder, &format!("{domino} naive --vs ahead-2 --vs ahead-4"));
    assert_eq!(two, "--vs names two players, ahead-2 and ahead-4");
    let none = refused(&folder, "compare domino --seeds 0..4 --vs ahead-2");
    assert!(none.starts_with("--vs ahead-2 is no NAME=VALUE"), "{none}");
}

#[test]
fn players_are_listed_in_both_languages_and_a_wrong_name_says_which_there_are() {
    let folder = folder("player_names");
    let lists = ["en", "de"]
        .map(|lang| assert_runs(&folder, &format!("players hochzeitszug --lang {lang}")));
    assert!(lists[0] != lists[1] && lists.iter().all(|list| list.contains("\n  digger\n")));
    assert!(!lists[0].contains("Domino"));
    let error = refused(&folder, "survey domino --seeds 0..2 --player nobody");
    assert!(
        error.starts_with("domino has no player nobody; its players are random, ahead-1, naive"),
        "{error}"
    );
    let easy = assert_runs(&folder, "survey domino --seeds 0..60 --player naive --only won");
    assert!(easy.lines().count() > 2 && easy.lines().all(|line| line.parse::<u64>().is_ok()));
}
