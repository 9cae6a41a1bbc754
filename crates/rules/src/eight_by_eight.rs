//! 8x8.
//!
//! Source: RULES.md, section "8x8".

use gehtauf_cards::{Card, Deck};

use crate::eights::{self, Rules, Table, position_is_a_table};
use crate::layout::LayoutError;
use crate::options::{DECKS, OptionError, OptionSpec, Options, RANKS, SUITS, Values};
use crate::{Layout, Move, Position};

/// The options of the rule set.
pub const OPTIONS: &[OptionSpec] = &[
    eights::PASSES,
    eights::FOUNDATION_RETURN,
    OptionSpec {
        name: "spaces",
        values: Values::Words(&["one-card", "any-run"]),
        effect: "what an empty column takes: one card, or any run as well",
        effect_de: "was eine leere Spalte aufnimmt: eine Karte oder auch eine ganze Leiter",
        is_reduced: false,
    },
    OptionSpec {
        name: "talon-play",
        values: Values::Words(&["forced", "free"]),
        effect: "whether a turned card that can be built onto a column must be played",
        effect_de: "ob eine aufgedeckte Talonkarte, die anlegbar ist, gespielt werden muss",
        is_reduced: false,
    },
    OptionSpec {
        name: "foundations",
        values: Values::Words(&["eight", "four"]),
        effect: "two piles per suit, or one per suit from Ace to King and once more",
        effect_de: "zwei Ablagestapel je Farbe oder einer, von Ass bis König und noch einmal",
        is_reduced: false,
    },
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
        Ok(Variant {
            rules: Rules {
                runs_to_spaces: options.is("spaces", "any-run"),
                forced_talon_play: options.is("talon-play", "forced"),
                one_pile_per_suit: options.is("foundations", "four"),
                face_down: true,
                forced_aces: true,
                ..Rules::new(options)?
            },
        })
    }
}

/// A position of 8x8.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EightByEight {
    table: Table,
}

position_is_a_table!(EightByEight);

#[cfg(test)]
mod tests {
    use crate::{AnyPosition, Game, Layout, LayoutError, Move, Position, RuleSet};

    fn read(more: &[(&str, &str)], text: &str) -> Result<AnyPosition, LayoutError> {
        let small = &[("ranks", "3"), ("suits", "CH"), ("columns", "3"), ("rows", "2")];
        let game = Game::new(RuleSet::EightByEight, &[small, more].concat()).unwrap();
        game.read(&Layout::parse(text)?)
    }

    fn words(position: &AnyPosition) -> Vec<String> {
        position.legal_moves().iter().map(Move::to_string).collect()
    }

    #[test]
    fn a_turned_card_that_can_be_built_must_be_played() {
        let text = "c1: [3C] 3H\nc2: [3H] 3C\nc3:\nfoundations: AC AC AH AH\nwaste: 2H\n\
                    talon: 2C 2C 2H\npass: 1\nmust-play: 0";
        let mut position = read(&[], text).unwrap();
        assert_eq!(words(&position), ["turn", "w>f", "w>c2", "w>c3", "c1>c3", "c2>c3"]);
        position.play(Move::Turn);
        assert_eq!(words(&position), ["w>f", "w>c1"]);
        assert!(position.layout().to_string().ends_with("must-play: 1\n"));
        position.play(Move::WasteToColumn { to: 0 });
        assert_eq!(words(&position)[0], "turn");

        let free = text.replace("\nmust-play: 0", "");
        let mut position = read(&[("talon-play", "free")], &free).unwrap();
        position.play(Move::Turn);
        assert_eq!(words(&position)[..4], ["turn", "w>f", "w>c1", "w>c3"]);
    }

    #[test]
    fn one_pile_of_a_suit_is_read_in_both_rounds() {
        let sets = [("suits", "C"), ("columns", "2"), ("rows", "1"), ("foundations", "four")];
        let text = "c1: 3C\nc2: 2C\nfoundations: AC\nwaste:\ntalon:\npass: 1\nmust-play: 0";
        let second = read(&sets, text).unwrap();
        assert_eq!(words(&second), ["c2>f"]);
        let first = text.replace("talon:", "talon: AC 2C 3C");
        assert_eq!(words(&read(&sets, &first).unwrap())[0], "turn");
    }

    #[test]
    fn an_empty_column_takes_a_run_only_if_the_option_says_so() {
        let text = "c1: [3C] 3H 2C\nc2:\nc3: 3C\nfoundations: AC AC AH AH\nwaste:\n\
                    talon: 2H 2C 2H 3H\npass: 1\nmust-play: 0";
        assert_eq!(words(&read(&[], text).unwrap()), ["turn", "c1>f", "c1>c2", "c3>c2"]);
        let any_run = read(&[("spaces", "any-run")], text).unwrap();
        assert_eq!(words(&any_run), ["turn", "c1>f", "c1>c2", "c1>c2:2", "c3>c2"]);
    }

    #[test]
    fn an_ace_turned_up_by_an_ace_goes_too() {
        let text = "c1: [3C] [AC] [AH] 2C\nc2: 3H\nc3: 3C\nfoundations: AC AH\nwaste:\n\
                    talon: 2H 2C 2H 3H\npass: 1\nmust-play: 0";
        let mut position = read(&[("rows", "4")], text).unwrap();
        position.play("c1>c2".parse().unwrap());
        assert!(
            position
                .layout()
                .to_string()
                .starts_with("c1: 3C\nc2: 3H 2C\nc3: 3C\nfoundations: AC AC AH AH\n")
        );
    }

    #[test]
    fn with_four_foundations_the_player_picks_the_ace() {
        let text = "c1: [3C] AC\nc2: [3H] AC\nc3: AH\nfoundations: 3H\nwaste:\n\
                    talon: 2C 2C 2H 3C\npass: 1\nmust-play: 0";
        // The foundation of hearts has had its first Ace to 3 and now takes the second Ace.
        let mut position = read(&[("foundations", "four")], text).unwrap();
        assert_eq!(words(&position), ["c1>f", "c2>f", "c3>f"]);
        position.play(Move::ColumnToFoundation { from: 2 });
        position.play(Move::ColumnToFoundation { from: 0 });
        assert_eq!(words(&position), ["turn", "c1>c3", "c2>c3"]);
    }

    #[test]
    fn what_cannot_lie_on_the_table_is_refused() {
        let good = "c1: [3C] 3H 2C\nc2:\nc3: 3C\nfoundations: AC AC AH AH\nwaste: 2H\n\
                    talon: 2C 2H 3H\npass: 1\nmust-play: 1";
        assert!(read(&[], good).is_ok());
        let refusal = |text: &str| read(&[], text).unwrap_err().to_string();
        assert_eq!(
            refusal(&good.replace("waste: 2H", "waste: 2H 2C").replace("talon: 2C", "talon:")),
            "must-play: the top waste card cannot be built onto a column, so nothing forces it"
        );
        assert_eq!(
            refusal(&good.replace("3H 2C", "[3H] 2C")),
            "c1: no more than 1 card lies face down"
        );
        assert_eq!(
            refusal(&good.replace("3H 2C", "").replace("c2:", "c2: 3H 2C")),
            "c1: the open card lies face up"
        );
        assert_eq!(
            refusal(&good.replace("3H 2C", "3H [2C]")),
            "c1: 2C lies face down on a face-up card"
        );
        assert_eq!(
            refusal(&good.replace("c2:", "c2: AC").replace("AC AC AH", "AC AH")),
            "c2: an open Ace goes to its foundation before anything else"
        );
        // With one pile a suit it is a move, but the next one.
        let open_ace = "c1: [3C] 3H\nc2: AC\nc3: 3C\nfoundations: AH\nwaste: 2C\n\
                        talon: 2C 2H 2H 3H AH AC\npass: 1\nmust-play: ";
        let of = |must_play| read(&[("foundations", "four")], &format!("{open_ace}{must_play}"));
        assert_eq!(words(&of(0).unwrap()), ["c2>f"]);
        assert_eq!(
            of(1).unwrap_err().to_string(),
            "c2: an open Ace goes to its foundation before anything else"
        );
    }
}
