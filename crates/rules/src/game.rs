//! The rule sets, and a position of any of them.

use std::fmt;
use std::str::FromStr;

use gehtauf_cards::{Card, Deck, DeckError, Pack, check_count, excerpt};

use crate::hides::Hides;
use crate::layout::{Layout, LayoutError};
use crate::moves::Move;
use crate::options::{OptionError, OptionSpec, Options};
use crate::position::Position;
use crate::{acht_mal_acht, domino, eight_by_eight, eklige_elfer, hochzeitszug};

/// The five rule sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleSet {
    /// Acht mal Acht, the sheet of D. Juhl.
    AchtMalAcht,
    /// 8x8, the sheet of CamperGames.
    EightByEight,
    /// Eklige Elfer.
    EkligeElfer,
    /// Domino, also Verschiebebahnhof.
    Domino,
    /// Hochzeitszug.
    Hochzeitszug,
}

impl RuleSet {
    /// All rule sets, in the order of RULES.md.
    pub const ALL: [RuleSet; 5] = [
        RuleSet::AchtMalAcht,
        RuleSet::EightByEight,
        RuleSet::EkligeElfer,
        RuleSet::Domino,
        RuleSet::Hochzeitszug,
    ];

    /// The name on the command line and in files: `acht-mal-acht`, `8x8`, ...
    pub const fn name(self) -> &'static str {
        match self {
            RuleSet::AchtMalAcht => "acht-mal-acht",
            RuleSet::EightByEight => "8x8",
            RuleSet::EkligeElfer => "eklige-elfer",
            RuleSet::Domino => "domino",
            RuleSet::Hochzeitszug => "hochzeitszug",
        }
    }

    /// The name as the sheet prints it.
    pub const fn title(self) -> &'static str {
        match self {
            RuleSet::AchtMalAcht => "Acht mal Acht",
            RuleSet::EightByEight => "8 x 8",
            RuleSet::EkligeElfer => "Eklige Elfer",
            RuleSet::Domino => "Domino",
            RuleSet::Hochzeitszug => "Hochzeitszug",
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no rule set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no game {0}; the games are acht-mal-acht, 8x8, eklige-elfer, domino, hochzeitszug"
)]
pub struct UnknownGame(String);

impl FromStr for RuleSet {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<RuleSet, UnknownGame> {
        RuleSet::ALL
            .into_iter()
            .find(|rule_set| rule_set.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownGame(excerpt(text)))
    }
}

/// Defines the enums over the games and sends each call to the game's module.
macro_rules! games {
    ($($variant:ident => $module:ident :: $position:ident),* $(,)?) => {
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        enum AnyVariant {
            $($variant($module::Variant),)*
        }

        impl AnyVariant {
            fn new(rule_set: RuleSet, options: &Options) -> Result<AnyVariant, OptionError> {
                Ok(match rule_set {
                    $(RuleSet::$variant => AnyVariant::$variant($module::Variant::new(options)?),)*
                })
            }

            fn deal(&self, deck: &Deck) -> AnyPosition {
                match self {
                    $(AnyVariant::$variant(variant) => {
                        AnyPosition::$variant($module::$position::deal(*variant, deck))
                    })*
                }
            }

            /// The cards that the layout does not name.
            fn missing(&self, layout: &Layout) -> Result<Vec<Card>, LayoutError> {
                match self {
                    $(AnyVariant::$variant(variant) => $module::missing(*variant, layout),)*
                }
            }

            fn read(&self, layout: &Layout) -> Result<AnyPosition, LayoutError> {
                Ok(match self {
                    $(AnyVariant::$variant(variant) => {
                        AnyPosition::$variant($module::$position::from_layout(*variant, layout)?)
                    })*
                })
            }
        }

        impl RuleSet {
            /// The options of the rule set, in the order in which they are printed.
            pub const fn option_specs(self) -> &'static [OptionSpec] {
                match self {
                    $(RuleSet::$variant => $module::OPTIONS,)*
                }
            }
        }

        /// A position of any of the games.
        #[derive(Debug, PartialEq, Eq, Hash)]
        pub enum AnyPosition {
            $(
                #[doc = concat!("See [`", stringify!($module), "::", stringify!($position), "`].")]
                $variant($module::$position),
            )*
        }

        impl Clone for AnyPosition {
            fn clone(&self) -> AnyPosition {
                match self { $(AnyPosition::$variant(p) => AnyPosition::$variant(p.clone()),)* }
            }
            /// Keeps the room that a position of the same game has.
            fn clone_from(&mut self, source: &AnyPosition) {
                match (self, source) {
                    $((AnyPosition::$variant(p), AnyPosition::$variant(s)) => p.clone_from(s),)*
                    (p, s) => *p = s.clone(),
                }
            }
        }

        impl Hides for AnyPosition {
            fn unseen_talon(&self, said: usize) -> usize {
                match self { $(AnyPosition::$variant(p) => p.unseen_talon(said),)* }
            }
            fn still_unseen(&self, m: Move, before: usize) -> usize {
                match self { $(AnyPosition::$variant(p) => p.still_unseen(m, before),)* }
            }
            fn hidden_cards(&mut self, unseen_talon: usize) -> Vec<&mut Card> {
                match self { $(AnyPosition::$variant(p) => p.hidden_cards(unseen_talon),)* }
            }
            fn hidden_count(&self, unseen_talon: usize) -> usize {
                match self { $(AnyPosition::$variant(p) => p.hidden_count(unseen_talon),)* }
            }
        }

        impl AnyPosition {
            /// The rule set that it is a position of.
            pub fn rule_set(&self) -> RuleSet {
                match self { $(AnyPosition::$variant(_) => RuleSet::$variant,)* }
            }
        }

        impl Position for AnyPosition {
            fn legal_moves(&self) -> Vec<Move> {
                match self { $(AnyPosition::$variant(p) => p.legal_moves(),)* }
            }
            fn is_legal(&self, m: Move) -> bool {
                match self { $(AnyPosition::$variant(p) => p.is_legal(m),)* }
            }
            fn play(&mut self, m: Move) {
                match self { $(AnyPosition::$variant(p) => p.play(m),)* }
            }
            fn is_won(&self) -> bool {
                match self { $(AnyPosition::$variant(p) => p.is_won(),)* }
            }
            fn layout(&self) -> Layout {
                match self { $(AnyPosition::$variant(p) => p.layout(),)* }
            }
            fn cards_moved(&self, m: Move) -> Vec<Card> {
                match self { $(AnyPosition::$variant(p) => p.cards_moved(m),)* }
            }
        }
    };
}

games! {
    AchtMalAcht => acht_mal_acht::AchtMalAcht,
    EightByEight => eight_by_eight::EightByEight,
    EkligeElfer => eklige_elfer::EkligeElfer,
    Domino => domino::Domino,
    Hochzeitszug => hochzeitszug::Hochzeitszug,
}

/// A rule set with all its options set.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Game {
    rule_set: RuleSet,
    options: Options,
    variant: AnyVariant,
}

impl fmt::Display for Game {
    /// The rule set and all its options.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rule_set, self.options)
    }
}

impl Game {
    /// The rule set with these options, the others at their defaults. A later value of the same
    /// option wins.
    ///
    /// # Errors
    /// An unknown option, a value it does not take, or values that do not go together.
    pub fn new(rule_set: RuleSet, sets: &[(&str, &str)]) -> Result<Game, OptionError> {
        let specs = rule_set.option_specs();
        let mut options = Options::defaults(specs);
        for (name, value) in sets {
            options.set(rule_set.name(), specs, name, value)?;
        }
        let variant = AnyVariant::new(rule_set, &options)?;
        Ok(Game { rule_set, options, variant })
    }

    /// The rule set.
    pub fn rule_set(&self) -> RuleSet {
        self.rule_set
    }

    /// The values of all options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The cards the game is played with.
    pub fn pack(&self) -> Pack {
        self.options.pack()
    }

    /// Deals a deck.
    ///
    /// # Errors
    /// The deck is not the pack of the game.
    pub fn deal(&self, deck: &Deck) -> Result<AnyPosition, DeckError> {
        check_count(deck.cards(), self.pack())?;
        Ok(self.variant.deal(deck))
    }

    /// The position that a layout describes, checked as strictly as a deck.
    ///
    /// # Errors
    /// What is missing, not legal or not the whole pack, by label.
    pub fn read(&self, layout: &Layout) -> Result<AnyPosition, LayoutError> {
        self.variant.read(layout)
    }

    /// The cards that a layout does not name.
    pub(crate) fn missing(&self, layout: &Layout) -> Result<Vec<Card>, LayoutError> {
        self.variant.missing(layout)
    }
}
