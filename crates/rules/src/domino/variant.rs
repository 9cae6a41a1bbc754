//! The options of Domino.

use gehtauf_cards::{Pack, Suit};

use crate::options::{OptionError, OptionSpec, Options, RANKS, SUITS, Values};

/// The options of the rule set.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "fill",
        values: Values::Words(&["both", "left"]),
        effect: "which neighbours of a gap call for a card: both, or the one to its left",
        effect_de: "nach welchem Nachbarn eine Lücke gefüllt wird: beiden oder nur dem linken",
        is_reduced: false,
    },
    OptionSpec {
        name: "aces",
        values: Values::Words(&["fixed", "free"]),
        effect: "whether the player chooses at the start which Ace goes before which row",
        effect_de: "ob der Spieler am Anfang wählt, welches Ass vor welche Reihe kommt",
        is_reduced: false,
    },
    OptionSpec {
        name: "redeals",
        values: Values::Count { least: 0, most: 3, default: 3, unlimited: false },
        effect: "how often the cards out of order may be taken up and dealt anew",
        effect_de: "wie oft ungeordnete Karten aufgenommen und neu ausgelegt werden dürfen",
        is_reduced: false,
    },
    OptionSpec {
        name: "redeal",
        values: Values::Words(&["any-time", "blocked"]),
        effect: "when a redeal is allowed: at any time, or only when no card can move",
        effect_de: "wann neu ausgelegt wird: jederzeit oder nur, wenn sonst nichts mehr geht",
        is_reduced: false,
    },
    OptionSpec {
        name: "pickup",
        values: Values::Words(&["fifo", "lifo"]),
        effect: "whether the card taken up first is dealt first, or the one taken up last",
        effect_de: "ob die zuerst oder die zuletzt aufgenommene Karte als erste ausgelegt wird",
        is_reduced: false,
    },
    RANKS,
    SUITS,
];

/// The most places a row has: the Ace's and thirteen more.
pub const MAX_PLACES: usize = 14;

/// The most rows there are.
pub const MAX_ROWS: usize = 4;

/// The rule set's options as the rules use them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The cards of the game.
    pub pack: Pack,
    /// `fill=left`: only the left neighbour of a gap calls for a card.
    pub fill_left: bool,
    /// `aces=free`: the player chooses the Aces of the rows.
    pub aces_free: bool,
    /// How many redeals there are.
    pub redeals: u8,
    /// `redeal=blocked`: a redeal only when no card can move.
    pub redeal_blocked: bool,
    /// `pickup=lifo`: the card taken up last is dealt first.
    pub pickup_lifo: bool,
}

impl Variant {
    pub(crate) fn new(options: &Options) -> Result<Variant, OptionError> {
        Ok(Variant {
            pack: options.pack(),
            fill_left: options.is("fill", "left"),
            aces_free: options.is("aces", "free"),
            redeals: options.count("redeals"),
            redeal_blocked: options.is("redeal", "blocked"),
            pickup_lifo: options.is("pickup", "lifo"),
        })
    }

    /// How many rows there are: one per suit.
    pub fn rows(&self) -> usize {
        self.pack.suits.len()
    }

    /// How many places a row has, the Ace's counted.
    pub fn places(&self) -> usize {
        usize::from(self.pack.top.number()) + 1
    }

    /// The suits of the rows under `aces=fixed`, first row first.
    pub fn row_suits(&self) -> impl Iterator<Item = Suit> {
        [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds]
            .into_iter()
            .filter(|&suit| self.pack.suits.contains(suit))
    }
}
