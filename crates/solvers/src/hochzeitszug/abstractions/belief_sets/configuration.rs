//! Where the cards of one suit lie that have left the places where they were dealt, and how they move.
//!
//! A *head* is a dealt card that is open, or covered only by cards packed on it: the head of a run of its
//! suit. Where the cards of a suit that have left their places lie is then told by the length of the
//! run on each head; the rest is on the foundations. That is a *configuration*: 4 bits a head in a
//! `u128`.

use gehtauf_search::bits;

/// Cards that lie in a dealt stack as a run of one suit, as if packed; often a single card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    /// The lowest card, which is the highest in rank.
    pub head: u8,
    /// How many cards lie on it.
    pub run: u8,
    /// The cards that lie on it.
    pub cards: u32,
}

/// Cards of a suit: `2 * (rank - 1) + copy`.
pub const SUIT_CARDS: usize = 26;

/// A unit of a suit.
pub type SuitUnit = (usize, Unit);

/// The run on each head.
pub type Configuration = u128;

/// Two bits a rank: how many copies.
pub type Copies = u32;

/// What is common to the configurations of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Cards that have left their pile.
    pub gone: u32,
    /// Cards that are heads.
    pub heads: u32,
}

/// A step from a configuration to another of the same set, or to one without the head `from`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shift {
    /// The head whose run's end moves.
    pub from: u8,
    /// The head whose run takes it; nothing for the foundation.
    pub to: Option<u8>,
    /// How many cards move.
    pub count: u8,
}

/// What a suit's cards may do; the same for all suits.
#[derive(Debug, Clone, Copy)]
pub struct SuitRules {
    pub decks: u8,
    pub runs: bool,
    /// Whether safe cards go to their foundations at once ([`SuitRules::is_safe`]).
    pub safe_foundation_moves: bool,
}

/// How many cards lie on a head.
pub fn length(configuration: Configuration, head: u8) -> u8 {
    (configuration >> (4 * head) & 15) as u8
}

/// The rank of a card of a suit.
pub fn rank(card: u8) -> u8 {
    card / 2 + 1
}

impl Shape {
    /// After a unit has opened.
    pub fn opened(self, unit: Unit) -> Shape {
        Shape { gone: self.gone | unit.cards, heads: self.heads | 1 << unit.head }
    }

    /// After a head has left its pile.
    pub fn left(self, head: u8) -> Shape {
        Shape { gone: self.gone | 1 << head, heads: self.heads & !(1 << head) }
    }

    /// How many copies of each rank are gone.
    pub fn gone_copies(self) -> Copies {
        let odd = self.gone >> 1 & 0x0155_5555;
        (self.gone & 0x0155_5555) + odd
    }

    /// How many cards are on the foundations.
    pub fn cards_on_foundations(self, configuration: Configuration) -> u32 {
        let packed: u32 = bits(self.heads).map(|head| u32::from(length(configuration, head))).sum();
        self.gone.count_ones() - packed
    }

    /// How many copies of each rank are on the foundations.
    pub fn on_foundations(self, configuration: Configuration) -> Copies {
        let mut founded = self.gone_copies();
        for head in bits(self.heads) {
            let length = length(configuration, head);
            let run = 0x0155_5555 & ((1 << (2 * length)) - 1);
            founded -= run << (2 * (rank(head) - 1 - length));
        }
        founded
    }
}

/// How many copies of a rank.
pub fn copies(copies: Copies, rank: u8) -> u8 {
    (copies >> (2 * (rank - 1)) & 3) as u8
}

impl SuitRules {
    pub fn fits_foundation(self, founded: Copies, rank: u8) -> bool {
        let ready = if rank <= 2 { self.decks } else { copies(founded, rank - 2) };
        copies(founded, rank) < ready
    }

    /// Whether a card that fits a foundation may go there without a look at anything else: the claim of
    /// [`safe_foundation_moves`](crate::hochzeitszug::prunings::safe_foundation_moves).
    pub fn is_safe(self, founded: Copies, rank: u8) -> bool {
        let all = |lower: u8| rank <= lower || copies(founded, rank - lower) == self.decks;
        self.safe_foundation_moves
            && (all(1) || all(3) && all(4))
            && (all(2) || copies(founded, rank) + 1 == self.decks)
    }

    /// The configuration after a safe card that is packed has gone to its foundation, if there is one.
    pub fn after_safe_move(
        self,
        shape: Shape,
        configuration: Configuration,
    ) -> Option<Configuration> {
        let founded = shape.on_foundations(configuration);
        bits(shape.heads).find_map(|head| {
            let run = length(configuration, head);
            let end = rank(head) - run;
            (run > 0 && self.fits_foundation(founded, end) && self.is_safe(founded, end))
                .then(|| configuration - (1 << (4 * head)))
        })
    }

    /// The heads that can go to a foundation from a configuration and are safe.
    pub fn safe_heads(self, shape: Shape, configuration: Configuration) -> u32 {
        let founded = shape.on_foundations(configuration);
        let safe = bits(shape.heads).filter(|&head| {
            let rank = rank(head);
            length(configuration, head) == 0
                && self.fits_foundation(founded, rank)
                && self.is_safe(founded, rank)
        });
        safe.fold(0, |heads, head| heads | 1 << head)
    }

    /// The heads that can leave in some configuration.
    pub fn can_leave(self, shape: Shape, configurations: &[Configuration]) -> u32 {
        let can_leave = |&head: &u8| {
            configurations.iter().any(|&configuration| {
                let mut leaves = false;
                self.departures(shape, configuration, head, |_, _| leaves = true);
                leaves
            })
        };
        bits(shape.heads).filter(can_leave).fold(0, |heads, head| heads | 1 << head)
    }

    /// Calls `found` with each configuration one shift away from `configuration`, no head leaving.
    pub fn shifts(
        self,
        shape: Shape,
        configuration: Configuration,
        mut found: impl FnMut(Configuration, Shift),
    ) {
        let founded = shape.on_foundations(configuration);
        for from in bits(shape.heads) {
            let run = length(configuration, from);
            if run == 0 {
                continue;
            }
            let end = rank(from) - run;
            let shorter = |count: u8| configuration - (u128::from(count) << (4 * from));
            if self.fits_foundation(founded, end) {
                found(shorter(1), Shift { from, to: None, count: 1 });
            }
            for to in bits(shape.heads & !(1 << from)) {
                let open = rank(to) - length(configuration, to);
                let longest = if self.runs { run } else { 1 };
                if open > end && open - end <= longest {
                    let count = open - end;
                    let longer = u128::from(count) << (4 * to);
                    found(shorter(count) + longer, Shift { from, to: Some(to), count });
                }
            }
        }
    }

    /// Calls `found` with each configuration after `head` has left, with what lies on it.
    pub fn departures(
        self,
        shape: Shape,
        configuration: Configuration,
        head: u8,
        mut found: impl FnMut(Configuration, Shift),
    ) {
        let run = length(configuration, head);
        if run > 0 && !self.runs {
            return;
        }
        if run == 0 && self.fits_foundation(shape.on_foundations(configuration), rank(head)) {
            found(configuration, Shift { from: head, to: None, count: 1 });
        }
        let without = configuration & !(15 << (4 * head));
        for to in bits(shape.heads & !(1 << head)) {
            if rank(to) - length(configuration, to) == rank(head) + 1 {
                let count = run + 1;
                let longer = u128::from(count) << (4 * to);
                found(without + longer, Shift { from: head, to: Some(to), count });
            }
        }
    }
}
