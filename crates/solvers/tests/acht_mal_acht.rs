//! Acht mal Acht against brute force over the rules.

use crate::common::Tally;
use crate::eights::drawn::compare_drawn;
use crate::eights::{
    Sets, compare_all, compare_with_none, root_proofs_hold, wins_are_not_refuted, wins_stay_wins,
};
use crate::thorough::as_thorough;
use gehtauf_rules::RuleSet::AchtMalAcht;

const OPTIONS: &[(&str, &[&str])] =
    &[("passes", &["1", "2", "3", "unlimited"]), ("foundation-return", &["no", "yes"])];

#[test]
fn verdicts_equal_brute_force() {
    compare_all(AchtMalAcht, OPTIONS, 0..6, 3_000).assert_mixed(15);
}

#[test]
#[ignore = "thorough: run in release"]
fn thousands_of_verdicts_equal_brute_force() {
    compare_all(AchtMalAcht, OPTIONS, 100..100 + as_thorough(5), 3_000).assert_mixed(30);
}

#[test]
#[ignore = "thorough: run in release"]
fn safe_foundation_moves_of_two_copies_lose_no_win() {
    let mut sum = Tally::default();
    for (ranks, suits, columns, rows) in [
        ("5", "CH", "3", "5"),
        ("6", "CH", "3", "6"),
        ("5", "CDH", "4", "6"),
        ("7", "SD", "4", "5"),
    ] {
        let sets = [
            ("ranks", ranks),
            ("suits", suits),
            ("columns", columns),
            ("rows", rows),
            ("passes", "2"),
        ];
        sum += compare_with_none(AchtMalAcht, &sets, 0..150);
    }
    sum.assert_mixed(100);
}

#[test]
fn root_proofs_are_right() {
    root_proofs_hold(AchtMalAcht, &[("passes", "1")], 0..40, 20);
    root_proofs_hold(AchtMalAcht, &[("passes", "2")], 0..40, 20);
    root_proofs_hold(AchtMalAcht, &[("foundation-return", "yes")], 0..40, 20);
}

#[test]
fn what_is_won_under_stricter_rules_is_won() {
    let relaxed: [&Sets<'_>; 3] =
        [&[("passes", "3")], &[("passes", "unlimited")], &[("foundation-return", "yes")]];
    wins_stay_wins(AchtMalAcht, &[("passes", "2")], &relaxed);
}

#[test]
#[ignore = "thorough: run in release"]
fn wins_of_full_deals_are_not_refuted() {
    for passes in ["1", "2", "3", "unlimited"] {
        wins_are_not_refuted(AchtMalAcht, &[("passes", passes)], 0..as_thorough(2));
    }
    wins_are_not_refuted(
        AchtMalAcht,
        &[("foundation-return", "yes"), ("passes", "1")],
        0..as_thorough(2),
    );
}

#[test]
fn proofs_are_right_of_drawn_positions() {
    compare_drawn(AchtMalAcht, 0..400, 2_000).assert_mixed(20);
}

#[test]
#[ignore = "thorough: run in release"]
fn proofs_are_right_of_thousands_of_drawn_positions() {
    compare_drawn(AchtMalAcht, 1_000..1_000 + as_thorough(80), 20_000).assert_mixed(4);
}
