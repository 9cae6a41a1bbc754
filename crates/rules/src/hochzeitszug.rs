//! Hochzeitszug.
//!
//! Source: RULES.md, section "Hochzeitszug".

use gehtauf_cards::{Card, Deck, Pack};

use crate::layout::LayoutError;
use crate::options::{OptionError, OptionSpec, Options};
use crate::{Layout, Move, Position};

/// The options of the rule set.
pub const OPTIONS: &[OptionSpec] = &[];

/// The rule set's options as the rules use them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The cards of the game.
    pub pack: Pack,
}

impl Variant {
    pub(crate) fn new(options: &Options) -> Result<Variant, OptionError> {
        Ok(Variant { pack: options.pack() })
    }
}

/// A position of Hochzeitszug.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Hochzeitszug {
    variant: Variant,
}

impl Hochzeitszug {
    pub(crate) fn deal(variant: Variant, _deck: &Deck) -> Hochzeitszug {
        Hochzeitszug { variant }
    }

    pub(crate) fn from_layout(
        variant: Variant,
        _layout: &Layout,
    ) -> Result<Hochzeitszug, LayoutError> {
        Ok(Hochzeitszug { variant })
    }
}

impl Position for Hochzeitszug {
    fn legal_moves(&self) -> Vec<Move> {
        todo!()
    }

    fn play(&mut self, _m: Move) {
        todo!()
    }

    fn is_won(&self) -> bool {
        todo!()
    }

    fn layout(&self) -> Layout {
        todo!()
    }

    fn cards_moved(&self, _m: Move) -> Vec<Card> {
        todo!()
    }
}
