//! Positions with unknown cards: what is shown, read, solved and refused.

use std::cmp::Reverse;

use serde_json::Value;

/// Reduced games with hidden cards, one a rule set, whose deals are solved at once.
const SMALL: [&str; 4] = [
    "acht-mal-acht --set ranks=4 --set suits=CH --set columns=3 --set rows=2 --set passes=1",
    "8x8 --set ranks=4 --set suits=CH --set columns=3 --set rows=3 --set passes=1",
    "eklige-elfer --set ranks=4 --set suits=CH --set columns=4",
    "hochzeitszug --set ranks=4 --set suits=CH --set upper=2 --set lower=1 --set depth=2 \
     --set redeals=0",
];

/// The exit code, what is printed and what is said on stderr.
fn gehtauf(words: &str, input: &str) -> (i32, String, String) {
    crate::program::gehtauf(&words.split_whitespace().collect::<Vec<_>>(), input)
}

fn json(words: &str, input: &str) -> Value {
    let (_, out, err) = gehtauf(words, input);
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{words}: {error}: {err}"))
}

/// The first moves of a win, as an argument of `--after`.
fn first_moves(game: &str, seed: u64, count: usize) -> String {
    let moves = gehtauf(&format!("solve {game} --seed {seed} --moves-only --as-found"), "").1;
    moves.split_whitespace().take(count).collect::<Vec<_>>().join(",")
}

#[test]
fn what_is_seen_is_read_again_and_printed_the_same() {
    for (game, seed) in [("acht-mal-acht", 5), ("8x8", 1), ("eklige-elfer", 7), ("hochzeitszug", 7)]
    {
        for played in [0, 3, 9] {
            let after = format!("--after={}", first_moves(game, seed, played));
            let show = format!("show {game} --seed {seed} --as-seen {after}");
            let (code, seen, err) = gehtauf(&show, "");
            assert_eq!((code, err.as_str()), (0, ""), "{show}");
            assert!(seen.contains("??"), "{seen}");
            for words in ["", " --as-seen"] {
                let again = gehtauf(&format!("show {game} --position -{words}"), &seen).1;
                assert!(again.lines().skip(1).eq(seen.lines().skip(1)), "{again}\nnot {seen}");
            }
            let whole = gehtauf(&format!("show {game} --seed {seed} {after}"), "").1;
            assert!(!whole.contains("??"), "{whole}");
            let board = gehtauf(&format!("{show} --board"), "").1;
            let open_board = gehtauf(&format!("show {game} --seed {seed} {after} --board"), "").1;
            assert_eq!(board.lines().count(), open_board.lines().count());
            assert_eq!(board.matches("[??]").count(), open_board.matches('[').count(), "{board}");
        }
    }
}

#[test]
fn completions_are_counted_alike_with_any_number_of_threads_and_told_by_the_exit_code() {
    for game in SMALL {
        for seed in 0..3 {
            let seen = gehtauf(&format!("show {game} --seed {seed} --as-seen"), "").1;
            let solve = format!("solve {game} --position - --samples 60");
            let with_threads = |threads: &str| {
                let mut line = json(&format!("{solve} --format json --threads {threads}"), &seen);
                line.as_object_mut().unwrap().remove("micros");
                line
            };
            let line = with_threads("1");
            assert_eq!(line, with_threads("3"), "{game} {seed}");
            let count = |name: &str| line[name].as_u64().unwrap();
            let (won, lost, all) = (count("won"), count("unwinnable"), count("completions"));
            assert_eq!(won + lost + count("unknown"), all);
            assert_eq!(count("unseen"), seen.matches("??").count() as u64);
            let share = won as f64 / all as f64;
            let (low, high) = (line["low"].as_f64().unwrap(), line["high"].as_f64().unwrap());
            assert!(low <= share && share <= high, "{line}");
            let expected = if won == all {
                0
            } else if lost == all {
                1
            } else {
                3
            };
            assert_eq!(gehtauf(&solve, &seen).0, expected, "{line}");
        }
    }
}

/// Few orders are looked at one by one, and their share of wins is that of `solve` for each.
#[test]
fn all_orders_of_few_unseen_cards_are_looked_at() {
    let sets = "--set ranks=3 --set suits=CH --set columns=2 --set rows=3 --set passes=1";
    let game = format!("acht-mal-acht {sets}");
    let table = "c1: 3C AH 2H\nc2: 2C AC 3H\nfoundations:\nwaste: 3C AH\ntalon: {}\npass: 1\n";
    let read = |talon: &str| table.replace("{}", talon);
    let line = json(&format!("solve {game} --position - --format json"), &read("?? ?? ?? ??"));
    assert_eq!(line["completions"], 24);
    assert_eq!(line["are_all"], true);
    let cards = ["AC", "2C", "2H", "3H"];
    let mut won = 0;
    for order in 0..256 {
        let places = [order % 4, order / 4 % 4, order / 16 % 4, order / 64];
        if (0..4).all(|card| places.contains(&card)) {
            let talon = places.map(|place: usize| cards[place]).join(" ");
            won += u64::from(gehtauf(&format!("solve {game} --position -"), &read(&talon)).0 == 0);
        }
    }
    assert_eq!(line["won"], won);
    assert_eq!((&line["low"], &line["high"]), (&(won as f64 / 24.0).into(), &line["low"]));
}

/// One unseen card is known after all, so the position is solved like any other.
#[test]
fn a_single_unseen_card_is_told_from_the_others() {
    let game = "acht-mal-acht --set ranks=2 --set suits=CH --set columns=2 --set rows=2";
    let table = "c1: 2C AC\nc2: 2H AH\nfoundations:\nwaste: AC AH 2H\ntalon: ??\npass: 1\n";
    for samples in ["", "--samples 20"] {
        let words = format!("solve {game} --position - --moves-only {samples}");
        let (code, out, err) = gehtauf(&words, table);
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(out.contains("c1>f"), "{out}");
    }
}

#[test]
fn unknown_cards_that_cannot_be_are_refused_with_line_pile_and_reason() {
    let sets = "--set ranks=4 --set suits=CH --set columns=3";
    let good = "# a comment\nc1: [??] 4C 3H\nc2: [??] 2C\n\nc3: 3C 2H 2C\ntalon: ?? ?? ?? ??\n\
                aces: AC AC AH AH\nout:\n";
    let solve = format!("solve eklige-elfer {sets} --position -");
    assert_ne!(gehtauf(&solve, good).0, 2);
    for (from, to, expected) in [
        (
            "?? ?? ?? ??",
            "?? ?? ??",
            "lines 2, 3, 6: ?? and [??]: 5, but cards of the pack that are not named: 6: 3C 4C 2H 3H 4H 4H",
        ),
        (
            "[??] 2C",
            "[??] [??] 2C",
            "lines 2, 3, 6: ?? and [??]: 7, but cards of the pack that are not named: 6: 3C 4C 2H 3H 4H 4H",
        ),
        ("3C 2H 2C", "3C ?? 2C", "line 5: c3: card 2 has been seen and must be named, not ??"),
        (
            "AC AC AH AH",
            "AC AC AH ??",
            "line 7: aces: card 4 has been seen and must be named, not ??",
        ),
        ("[??] 2C", "[3C] 2C", "line 3: c2: card 1 cannot have been seen: [??] instead of [3C]"),
        ("[??] 4C", "4C [??]", "line 2: c1: card 2 cannot lie face down on a face-up card"),
        ("talon: ??", "talon: [??]", "line 6: talon: card 1 of the talon is ??, not [??]"),
        ("3C 2H 2C", "3C 2H AC", "line 7: aces: the pack has no more AC"),
    ] {
        let text = good.replacen(from, to, 1);
        let (code, out, err) = gehtauf(&solve, &text);
        assert_eq!((code, out.as_str()), (2, ""), "{text}{err}");
        assert!(err.starts_with("gehtauf: standard input"), "{err}");
        assert!(err.contains(expected), "{err}\n{expected}\n{text}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
    let open_ace = good.replace("3C 2H 2C", "3C 2H 2C AC").replace("aces: AC AC", "aces: AC");
    let err = gehtauf(&solve, &open_ace).2;
    assert_eq!(err, "gehtauf: standard input, line 5: c3: an open Ace is laid aside\n");
}

#[test]
fn what_needs_all_cards_refuses_unknown_ones() {
    let game = "eklige-elfer --set ranks=4 --set suits=CH --set columns=3";
    let text = "c1: [??] 4C 3H\nc2: [??] 2C\nc3: 3C 2H 2C\ntalon: ?? ?? ?? ??\n\
                aces: AC AC AH AH\nout:\n";
    for option in ["--shortest", "--as-found", "--moves-only", "--boards", "--board-at 2"] {
        let (code, out, err) = gehtauf(&format!("solve {game} --position - {option}"), text);
        assert_eq!((code, out.as_str()), (2, ""), "{option}");
        assert!(err.contains("the position has unknown cards"), "{err}");
    }
    let (code, _, err) = gehtauf("solve domino --seed 1 --samples 5", "");
    assert_eq!(code, 2);
    assert_eq!(err, "gehtauf: --samples is for positions with unknown cards\n");
    // The last positions of a game that is followed step by step have none.
    let position = gehtauf("show domino --seed 2 --set ranks=4", "").1;
    for command in ["solve", "hint"] {
        let words = format!("{command} domino --set ranks=4 --position - --samples 5");
        assert_eq!(gehtauf(&words, &position).0, 0);
    }
    let show = |after: &str| gehtauf(&format!("show {game} --position - --after {after}"), text);
    assert_eq!(show("c3>c1").0, 0);
    let (code, _, err) = show("c3>c1,deal");
    assert_eq!(code, 2);
    assert_eq!(err, "gehtauf: --after: move 2, deal, turns up a card that is not known\n");
}

#[test]
fn a_hint_ranks_the_legal_moves_alike_with_any_number_of_threads() {
    let with_redeals = SMALL[3].replace("redeals=0", "redeals=1");
    for game in SMALL.into_iter().chain([with_redeals.as_str()]) {
        let seen = gehtauf(&format!("show {game} --seed 1 --as-seen"), "").1;
        let hint = format!("hint {game} --position - --samples 12");
        let line = json(&format!("{hint} --format json --threads 1"), &seen);
        assert_eq!(line, json(&format!("{hint} --format json --threads 3"), &seen), "{game}");
        assert_eq!(line["completions"], 12);
        let moves = line["legal_moves"].as_array().unwrap();
        let wins = |of_move: &Value| of_move["player_wins"]["won"].as_u64().unwrap();
        for of_move in moves {
            assert!(wins(of_move) <= of_move["upper_limit"]["won"].as_u64().unwrap(), "{of_move}");
        }
        // Only the player's own move may stand before one with more wins, if it may be as good.
        assert!(moves[1..].is_sorted_by_key(|of_move| Reverse(wins(of_move))), "{line}");
        let of_most = moves.iter().max_by_key(|of_move| wins(of_move)).unwrap();
        assert_eq!(of_most["tied_with_best"], true, "{line}");
        let (code, text, err) = gehtauf(&hint, &seen);
        assert_eq!((code, err.as_str()), (0, ""), "{text}");
        let best = line["best"].as_str().unwrap();
        assert_eq!(best, moves[0]["move"]);
        assert!(text.contains(&format!("\nnext move: {best}  ")), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let plan: Vec<&str> =
            line["plan"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        assert_eq!(plan[0], best);
        let then = format!("then, before you ask again: {} wins:", plan[1..].join(" "));
        assert_eq!(text.replace('\n', " ").contains(&then), plan.len() > 1, "{text}");
        // At most the last move turns up a card.
        if let [before @ .., _] = plan.as_slice()
            && !before.is_empty()
        {
            let show = format!("show {game} --position - --after {}", before.join(","));
            assert_eq!(gehtauf(&show, &seen).0, 0, "{plan:?}");
        }
        let german = gehtauf(&format!("{hint} --lang de --ascii"), &seen).1;
        assert!(german.is_ascii() && german.contains("Obergrenze"), "{german}");
        for (text, head) in [(&text, "  move"), (&german, "  Zug")] {
            let listed: Vec<_> = text.lines().skip_while(|line| !line.starts_with(head)).collect();
            assert_eq!(listed.len() - 1, moves.len(), "{text}");
            // Behind the shares stands what each move does.
            let is_told = |line: &&str| line.chars().count() > 48 && !line.ends_with(' ');
            assert!(listed[1..].iter().all(is_told), "{text}");
        }
        assert!(german.lines().all(|line| line.len() <= 80), "{german}");
    }
}

#[test]
fn a_hint_calls_no_completion_lost_that_is_undecided() {
    let seen = gehtauf("show 8x8 --seed 1 --as-seen", "").1;
    let (code, text, _) = gehtauf("hint 8x8 --position - --samples 2 --max-states 1", &seen);
    assert_eq!(code, 3, "{text}");
    assert!(text.contains("\nno win found in any of them; 2 of them undecided\n"), "{text}");
    assert!(text.contains("\n(up to 2 undecided ones count in it)\n"), "{text}");
    assert!(text.lines().last().unwrap().contains("100.0 % 0-100"), "{text}");
}

/// One win more is better where every order of the unseen cards was looked at.
#[test]
fn a_hint_from_all_orders_is_exact() {
    let eights =
        "acht-mal-acht --set ranks=4 --set suits=CD --set columns=3 --set rows=4 --set passes=1";
    let elfer = "eklige-elfer --set ranks=5 --set suits=CH --set columns=4";
    let moves = "c4>c1,c4>c1,deal,c1>c2:3,c2>out,c4>c3,c3>c4:2,c3>c1,deal";
    for (game, show, all, best, wins, second) in [
        (eights, "--seed 138".to_string(), 24, "c3>c2", 24, "  c1>f       83.3 %           "),
        (
            elfer,
            format!("--seed 65 --after {moves}"),
            60,
            "c4>c3",
            40,
            "  c2>c1      63.3 %           ",
        ),
    ] {
        let seen = gehtauf(&format!("show {game} {show} --as-seen"), "").1;
        let hint = format!("hint {game} --position -");
        let line = json(&format!("{hint} --format json"), &seen);
        assert_eq!((&line["completions"], &line["are_all"]), (&all.into(), &true.into()));
        assert_eq!(line["best"], best, "{line}");
        let [first, others @ ..] = line["legal_moves"].as_array().unwrap().as_slice() else {
            panic!("{line}")
        };
        assert_eq!(first["player_wins"]["won"], wins);
        assert!(others.iter().all(|of_move| of_move["tied_with_best"] == false), "{line}");
        let text = gehtauf(&hint, &seen).1;
        assert!(text.contains("; all exact\n"), "{text}");
        assert!(text.lines().any(|line| line.starts_with(second)), "{text}");
        let german = gehtauf(&format!("{hint} --lang de"), &seen).1;
        assert!(german.contains("; genau\n"), "{german}");
        assert!(german.lines().all(|line| line.chars().count() <= 80), "{german}");
        let part = json(&format!("{hint} --format json --samples 20"), &seen);
        assert_eq!(part["are_all"], false);
    }
}

#[test]
fn time_ends_a_hint_with_what_is_there() {
    let game = SMALL[2];
    let seen = gehtauf(&format!("show {game} --seed 1 --as-seen"), "").1;
    let hint = format!("hint {game} --position - --time-limit 300ms --format json");
    let line = json(&hint, &seen);
    assert_eq!(line["stopped_by"], "time");
    assert!(line["completions"].as_u64().unwrap() > 0, "{line}");
    let text = gehtauf(&hint.replace(" --format json", ""), &seen).1;
    assert!(text.contains("\nlimit: time\n") && !text.contains("1,000,000"), "{text}");
}

#[test]
fn boards_and_pages_hide_cards_until_they_are_turned_up() {
    for (game, seed) in [("8x8", 1), ("eklige-elfer", 7), ("hochzeitszug", 7)] {
        let solve = format!("solve {game} --seed {seed} --as-found");
        let board = gehtauf(&format!("{solve} --board-at 1 --as-seen"), "").1;
        let shown = gehtauf(&format!("show {game} --seed {seed} --as-seen --board"), "").1;
        let piles = shown.lines().skip(2).collect::<Vec<_>>().join("\n");
        assert!(board.contains(&piles), "{board}\n{shown}");
        let page = gehtauf(&format!("{solve} --html - --as-seen"), "").1;
        let data = page.split("type=\"application/json\">").nth(1).unwrap();
        let data: Value = serde_json::from_str(data.split("</script>").next().unwrap()).unwrap();
        let start: String =
            data["start"].as_array().unwrap().iter().map(|p| p.as_str().unwrap()).collect();
        assert!(start.contains("????"), "{start}");
        assert_eq!(start, start.to_uppercase(), "a face-down card is named");
    }
    let (code, _, err) = gehtauf("solve domino --seed 1 --as-seen", "");
    assert_eq!(code, 2);
    assert_eq!(err, "gehtauf: --as-seen is for --boards, --board-at, --html and --svg\n");
}

const OF_TWO_ORDERS: &str =
    "eklige-elfer --set ranks=4 --set suits=CH --set columns=3 --set decks=1";

#[test]
fn a_won_game_is_won_whatever_is_left_in_the_talon() {
    let won = "c1:\nc2:\nc3:\ntalon: ?? ??\naces:\nout: 4C 3H 2C 4H 3C 2H\n";
    for format in ["text", "json"] {
        let words = format!("hint {OF_TWO_ORDERS} --position - --format {format}");
        let (code, out, err) = gehtauf(&words, won);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
    }
}

#[test]
fn a_range_is_exact_only_where_all_is_decided() {
    let open = "c1: 4C\nc2: [??] 4H 3C\nc3: [??] 2H\ntalon: ?? ??\naces:\nout:\n";
    for (limit, how) in [("", "(exact)"), (" --max-states 1", "(unknowns counted both ways)")] {
        let words = format!("solve {OF_TWO_ORDERS} --position -{limit}");
        let (_, out, _) = gehtauf(&words, open);
        assert!(out.trim_end().ends_with(how), "{out}");
    }
}
