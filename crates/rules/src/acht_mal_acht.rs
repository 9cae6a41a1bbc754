//! Acht mal Acht.
//!
//! Source: RULES.md, section "Acht mal Acht".

use gehtauf_cards::{Card, Deck};

use crate::eights::{self, Rules, Table, position_is_a_table};
use crate::layout::LayoutError;
use crate::options::{DECKS, OptionError, OptionSpec, Options, RANKS, SUITS};
use crate::{Layout, Move, Position};

/// The options of the rule set.
pub const OPTIONS: &[OptionSpec] = &[
    eights::PASSES,
    eights::FOUNDATION_RETURN,
    RANKS,
    SUITS,
    DECKS,
    eights::COLUMNS,
    eights::ROWS,
];

/// The rule set's options as the rules use them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variant {
    rules: Rules,
}

impl Variant {
    pub(crate) fn new(options: &Options) -> Result<Variant, OptionError> {
        Ok(Variant { rules: Rules::new(options)? })
    }
}

/// A position of Acht mal Acht.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AchtMalAcht {
    table: Table,
}

position_is_a_table!(AchtMalAcht);

#[cfg(test)]
mod tests {
    use crate::{AnyPosition, Game, Layout, LayoutError, Move, Position, RuleSet};

    const SMALL: &[(&str, &str)] =
        &[("ranks", "4"), ("suits", "CH"), ("decks", "1"), ("columns", "2"), ("rows", "2")];

    fn read(more: &[(&str, &str)], text: &str) -> Result<AnyPosition, LayoutError> {
        let game = Game::new(RuleSet::AchtMalAcht, &[SMALL, more].concat()).unwrap();
        game.read(&Layout::parse(text)?)
    }

    fn words(position: &AnyPosition) -> Vec<String> {
        position.legal_moves().iter().map(Move::to_string).collect()
    }

    #[test]
    fn a_run_or_a_part_of_it_goes_to_an_empty_column() {
        let text = "c1: 4C 3H 2C\nc2:\nfoundations: AC AH\nwaste: 2H\ntalon: 3C 4H\npass: 1";
        let position = read(&[], text).unwrap();
        assert_eq!(
            words(&position),
            ["turn", "w>f", "w>c2", "c1>f", "c1>c2", "c1>c2:2", "c1>c2:3"]
        );
    }

    #[test]
    fn the_waste_is_turned_over_in_order_until_the_passes_are_used_up() {
        let text = "c1: 4C 3H 2C\nc2: 4H\nfoundations: AC AH\nwaste: 2H 3C\ntalon:\npass: ";
        let mut position = read(&[], &format!("{text}2")).unwrap();
        assert_eq!(words(&position)[0], "redeal");
        position.play(Move::Redeal);
        assert!(position.layout().to_string().contains("waste:\ntalon: 2H 3C\npass: 3\n"));
        assert_ne!(words(&read(&[], &format!("{text}3")).unwrap())[0], "redeal");
        let unlimited = &[("passes", "unlimited")];
        let mut position = read(unlimited, &format!("{text}1")).unwrap();
        assert_eq!(words(&position)[0], "redeal");
        position.play(Move::Redeal);
        assert!(position.layout().to_string().contains("pass: 1\n"));
    }

    #[test]
    fn a_foundation_card_comes_back_where_the_option_allows_it() {
        let text = "c1: 4C 3H\nc2: 4H 3C\nfoundations: 2C 2H\nwaste:\ntalon:\npass: 1";
        let without = read(&[], text).unwrap();
        assert_eq!(words(&without), ["c1>f", "c2>f"]);
        let mut position = read(&[("foundation-return", "yes")], text).unwrap();
        assert_eq!(words(&position), ["c1>f", "c2>f", "f2C>c1", "f2H>c2"]);
        position.play("f2C>c1".parse().unwrap());
        assert!(position.layout().to_string().contains("c1: 4C 3H 2C\n"));
    }

    #[test]
    fn a_foundation_card_comes_back_to_an_empty_column() {
        let text = "c1: 4C 3H\nc2:\nfoundations: 3C 2H\nwaste: 4H\ntalon:\npass: 1";
        let position = read(&[("foundation-return", "yes")], text).unwrap();
        assert_eq!(
            words(&position),
            ["redeal", "w>c2", "c1>f", "c1>c2", "c1>c2:2", "f3C>c2", "f2H>c2"]
        );
    }

    #[test]
    fn foundations_are_read_in_any_order() {
        let sets = [("suits", "C"), ("decks", "2"), ("ranks", "3"), ("rows", "1")];
        let with = |tops: &str| {
            let text = format!("c1: 3C\nc2: 3C\nfoundations: {tops}\nwaste:\ntalon: 2C\npass: 1");
            read(&sets, &text).unwrap()
        };
        assert_eq!(with("AC 2C"), with("2C AC"));
    }

    #[test]
    fn what_cannot_lie_on_the_table_is_refused() {
        let refusal = |text: &str| read(&[], text).unwrap_err().to_string();
        let good = "c1: 4C 3H\nc2: 4H 3C\nfoundations: 2C 2H\nwaste:\ntalon:\npass: 1";
        assert_eq!(refusal(&good.replace("4C", "[4C]")), "c1: 4C cannot lie face down here");
        assert_eq!(
            refusal(&good.replace("2C 2H", "2C 2C")),
            "foundations: there is no pile for 2C"
        );
        assert_eq!(refusal(&good.replace(": 1", ": 4")), "pass: expected a number from 1 to 3");
        assert_eq!(refusal(&good.replace("waste:", "haufen:")), "waste: this line is missing");
        assert!(refusal(&good.replace("2C 2H", "2C")).contains("AH occurs never"));
    }

    #[test]
    fn more_places_than_cards_are_refused() {
        let error = Game::new(RuleSet::AchtMalAcht, &[("ranks", "7")]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "rows=8 is not possible: with 8 columns the pack of 56 cards is too small"
        );
    }
}
