//! 8x8 against brute force over the rules.

use crate::common::Tally;
use crate::eights::drawn::{compare, compare_drawn};
use crate::eights::{
    Sets, compare_all, compare_with_none, root_proofs_hold, wins_are_not_refuted, wins_stay_wins,
};
use crate::thorough::as_thorough;
use gehtauf_rules::RuleSet::EightByEight;
use gehtauf_rules::{Game, Layout};

const OPTIONS: &[(&str, &[&str])] = &[
    ("passes", &["1", "3"]),
    ("foundation-return", &["no", "yes"]),
    ("spaces", &["one-card", "any-run"]),
    ("talon-play", &["forced", "free"]),
    ("foundations", &["eight", "four"]),
];

#[test]
fn verdicts_equal_brute_force() {
    compare_all(EightByEight, OPTIONS, 0..3, 3_000).assert_mixed(15);
}

#[test]
#[ignore = "thorough: run in release"]
fn thousands_of_verdicts_equal_brute_force() {
    compare_all(EightByEight, OPTIONS, 100..100 + as_thorough(4), 3_000).assert_mixed(100);
}

#[test]
#[ignore = "thorough: run in release"]
fn safe_foundation_moves_of_two_copies_lose_no_win() {
    let mut sum = Tally::default();
    for (ranks, suits, columns, rows) in [
        ("5", "CH", "3", "4"),
        ("6", "CH", "4", "5"),
        ("5", "CDH", "4", "6"),
        ("7", "SD", "4", "5"),
    ] {
        for spaces in ["one-card", "any-run"] {
            let sets = [
                ("ranks", ranks),
                ("suits", suits),
                ("columns", columns),
                ("rows", rows),
                ("passes", "2"),
                ("talon-play", "free"),
                ("spaces", spaces),
            ];
            sum += compare_with_none(EightByEight, &sets, 0..75);
        }
    }
    sum.assert_mixed(100);
}

#[test]
fn root_proofs_are_right() {
    root_proofs_hold(EightByEight, &[("passes", "1")], 0..40, 20);
    root_proofs_hold(EightByEight, &[("passes", "2")], 0..40, 20);
    root_proofs_hold(EightByEight, &[("foundation-return", "yes")], 0..40, 20);
    root_proofs_hold(EightByEight, &[("foundations", "four"), ("spaces", "any-run")], 0..40, 20);
}

#[test]
fn what_is_won_under_stricter_rules_is_won() {
    let relaxed: [&Sets<'_>; 4] = [
        &[("passes", "unlimited")],
        &[("spaces", "any-run")],
        &[("talon-play", "free")],
        &[("foundation-return", "yes")],
    ];
    wins_stay_wins(EightByEight, &[], &relaxed);
}

#[test]
#[ignore = "thorough: run in release"]
fn wins_of_full_deals_are_not_refuted() {
    let options = [
        ("passes", "2"),
        ("passes", "unlimited"),
        ("foundation-return", "yes"),
        ("spaces", "any-run"),
        ("talon-play", "free"),
        ("foundations", "four"),
    ];
    for option in options {
        wins_are_not_refuted(EightByEight, &[option], 0..as_thorough(1));
    }
}

#[test]
fn proofs_are_right_of_drawn_positions() {
    compare_drawn(EightByEight, 0..400, 2_000).assert_mixed(20);
}

#[test]
#[ignore = "thorough: run in release"]
fn proofs_are_right_of_thousands_of_drawn_positions() {
    // From a seed on of which the first hundreds have positions that tell persistent sets without Kings wrong.
    let drawn = 3_000..3_000 + as_thorough(300);
    compare_drawn(EightByEight, drawn, 20_000).assert_mixed(20);
}

/// An outside reader's: the King of hearts on the waste lets the Ace of column 1 fit, which has to wait for another Ace
/// of clubs: a search over free cards that plays the Ace of column 1 at once would call it unwinnable.
#[test]
fn king_that_goes_up_forces_an_ace_only_later() {
    let sets = [
        ("ranks", "5"),
        ("suits", "CDH"),
        ("passes", "1"),
        ("foundations", "four"),
        ("columns", "3"),
        ("rows", "6"),
    ];
    let game = Game::new(EightByEight, &sets).unwrap();
    let text = "c1: [5C] [4H] [3C] [AC] AH\nc2: [2C] [5C] [5H] [3H] [AC] 2H\nc3: 3C\n\
                foundations: 5D 4H\nwaste: 5H\ntalon: 4C 2C 4C\npass: 1\nmust-play: 0\n";
    let position = game.read(&Layout::parse(text).unwrap()).unwrap();
    assert_eq!(compare(&position, 1_000, text).won, 1);
}
