//! The options of Hochzeitszug.

use gehtauf_cards::Pack;

use crate::options::{DECKS, OptionError, OptionSpec, Options, RANKS, SUITS, Values};

/// The options of the rule set.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "layout",
        values: Values::Words(&["stacks", "layers"]),
        effect: "how a row is dealt: a stack at a time, or one card on each stack in turn",
        effect_de: "wie eine Reihe ausgelegt wird: Stapel für Stapel oder reihum je eine Karte",
        is_reduced: false,
    },
    OptionSpec {
        name: "moves",
        values: Values::Words(&["single", "run"]),
        effect: "whether only single cards move between stacks, or runs of one suit as well",
        effect_de: "ob nur einzelne Karten umgelegt werden oder auch Folgen einer Farbe",
        is_reduced: false,
    },
    OptionSpec {
        name: "packing",
        values: Values::Words(&["any-time", "stalled"]),
        effect: "packing: at any time, or only while no card can go to a foundation",
        effect_de: "Umlegen: jederzeit oder nur, solange keine Karte hochgelegt werden kann",
        is_reduced: false,
    },
    OptionSpec {
        name: "redeals",
        values: Values::Count { least: 0, most: 2, default: 2, unlimited: false },
        effect: "how often the stacks may be put under the talon and dealt anew",
        effect_de: "wie oft die Stapel unter den Talon kommen und neu ausgelegt werden dürfen",
        is_reduced: false,
    },
    OptionSpec {
        name: "redeal",
        values: Values::Words(&["any-time", "blocked"]),
        effect: "when a redeal is allowed: at any time, or only when no other move is left",
        effect_de: "wann neu ausgelegt wird: jederzeit oder nur, wenn sonst nichts mehr geht",
        is_reduced: false,
    },
    RANKS,
    SUITS,
    DECKS,
    OptionSpec {
        name: "upper",
        values: Values::Count { least: 0, most: 8, default: 8, unlimited: false },
        effect: "how many stacks the upper row has",
        effect_de: "wie viele Stapel die obere Reihe hat",
        is_reduced: true,
    },
    OptionSpec {
        name: "lower",
        values: Values::Count { least: 0, most: 8, default: 8, unlimited: false },
        effect: "how many stacks the lower row has",
        effect_de: "wie viele Stapel die untere Reihe hat",
        is_reduced: true,
    },
    OptionSpec {
        name: "depth",
        values: Values::Count { least: 1, most: 13, default: 4, unlimited: false },
        effect: "how many cards a stack is dealt",
        effect_de: "wie viele Karten ein Stapel bekommt",
        is_reduced: true,
    },
];

/// The most stacks there are.
pub const MAX_STACKS: usize = 16;

/// The rule set's options as the rules use them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The cards of the game.
    pub pack: Pack,
    /// `layout=layers`: one card on each stack of a row in turn.
    pub layers: bool,
    /// `moves=run`: runs of one suit move between stacks.
    pub runs: bool,
    /// `packing=stalled`: no packing while a card can go to a foundation.
    pub packing_stalled: bool,
    /// How many redeals there are.
    pub redeals: u8,
    /// `redeal=blocked`: a redeal only when no other move is left.
    pub redeal_blocked: bool,
    /// Stacks of the upper row.
    pub upper: u8,
    /// Stacks of the lower row.
    pub lower: u8,
    /// Cards that a stack is dealt.
    pub depth: u8,
}

impl Variant {
    pub(crate) fn new(options: &Options) -> Result<Variant, OptionError> {
        let variant = Variant {
            pack: options.pack(),
            layers: options.is("layout", "layers"),
            runs: options.is("moves", "run"),
            packing_stalled: options.is("packing", "stalled"),
            redeals: options.count("redeals"),
            redeal_blocked: options.is("redeal", "blocked"),
            upper: options.count("upper"),
            lower: options.count("lower"),
            depth: options.count("depth"),
        };
        if variant.stacks() == 0 {
            return Err(options.conflict("lower", "at least one of the rows has a stack".into()));
        }
        Ok(variant)
    }

    /// How many stacks there are, at most [`MAX_STACKS`].
    pub fn stacks(&self) -> usize {
        usize::from(self.upper + self.lower)
    }

    /// The stack of each card dealt, in the order in which they are dealt.
    pub fn dealing_order(&self) -> impl Iterator<Item = usize> + use<> {
        let Variant { layers, upper, lower, depth, .. } = *self;
        let [upper, lower, depth] = [upper, lower, depth].map(usize::from);
        [(0, upper), (upper, lower)].into_iter().flat_map(move |(first, stacks)| {
            let (rounds, cards) = if layers { (depth, stacks) } else { (stacks, depth) };
            (0..rounds).flat_map(move |round| {
                (0..cards).map(move |card| first + if layers { card } else { round })
            })
        })
    }

    /// The stacks in the order in which they are put under the talon: each row from right to left.
    pub fn pickup_order(&self) -> impl Iterator<Item = usize> + use<> {
        let upper = usize::from(self.upper);
        (0..upper).rev().chain((upper..self.stacks()).rev())
    }
}
