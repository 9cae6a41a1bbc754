//! Small games of Acht mal Acht and 8x8.

use gehtauf_rules::RuleSet;

/// Options with their values.
pub type Sets = &'static [(&'static str, &'static str)];

/// Sizes that brute force decides.
pub const SIZES: [Sets; 4] = [
    &[("ranks", "4"), ("suits", "CH"), ("columns", "2"), ("rows", "5")],
    &[("ranks", "5"), ("suits", "CH"), ("columns", "3"), ("rows", "4")],
    &[("ranks", "4"), ("suits", "DS"), ("columns", "3"), ("rows", "3")],
    &[("ranks", "5"), ("suits", "CDHS"), ("columns", "3"), ("rows", "5"), ("decks", "1")],
];

/// Options that certificates are about.
pub const OPTIONS: [(RuleSet, Sets); 7] = [
    (RuleSet::AchtMalAcht, &[("passes", "1")]),
    (RuleSet::AchtMalAcht, &[("passes", "unlimited")]),
    (RuleSet::EightByEight, &[]),
    (RuleSet::EightByEight, &[("spaces", "any-run"), ("passes", "2")]),
    (RuleSet::EightByEight, &[("talon-play", "free"), ("passes", "2")]),
    (RuleSet::EightByEight, &[("foundations", "four"), ("passes", "unlimited")]),
    (RuleSet::EightByEight, &[("talon-play", "free"), ("passes", "unlimited")]),
];
