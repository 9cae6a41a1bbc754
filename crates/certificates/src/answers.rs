//! What is said of a file, and of what it proves.

use gehtauf_rules::{LayoutError, Move, OptionError};

use crate::free_cards::Step;

/// What the file begins with.
pub const FIRST_WORDS: &str = "gehtauf certificate ";

/// The format that this program writes and reads.
pub(crate) const FORMAT: &str = "1";

/// What a file says may take so many bytes unpacked: 8 GiB.
pub(crate) const MAX_UNPACKED_BYTES: usize = 8 << 30;

/// What is wrong with a file; see `Certificate::read`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// Not the first line of a certificate.
    #[error("no certificate: the first line is not \"{FIRST_WORDS}{FORMAT}, crc32 ...\"")]
    NoCertificate,
    /// The bytes are not those that were written.
    #[error("damaged: the checksum of what follows the first line is not {0:08x}")]
    Damaged(u32),
    /// A line of the head that is missing or cannot be read.
    #[error("line {line}: expected {expected}")]
    Head {
        /// Counts from 1.
        line: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// Options that the game does not have.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// A start that is no position of the game.
    #[error("start: {0}")]
    Start(LayoutError),
    /// Packed positions or steps that are cut short, not sorted, too many or too few, or too large.
    #[error("what follows the head: {0}")]
    Body(String),
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// What a complete check looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// A set of positions.
    Positions {
        /// Positions of the set.
        positions: u64,
        /// Legal moves played from them.
        moves: u64,
        /// How many of them lead to dead ends.
        dead: u64,
    },
    /// A set of states without how free cards lie.
    FreeCards {
        /// States of the set.
        states: u64,
        /// Whether they are those that tell the first cards of columns.
        with_heads: bool,
        /// Steps from them.
        steps: u64,
        /// States to which they lead that the test of dead ends proves lost.
        dead: u64,
    },
    /// All states that tell tracked cards apart.
    TrackedCards {
        /// Cards and foundations that are tracked.
        cards: u64,
        /// States gone through.
        states: u64,
    },
    /// Hosts that come to light too late.
    BuriedHosts {
        /// Cards that must come to lie on them.
        heads: u64,
        /// How many of these can.
        placed: u64,
    },
    /// A refutation of all orders.
    Order {
        /// Steps that are axioms.
        axioms: u64,
        /// Steps that follow from others.
        lemmas: u64,
    },
}

/// Why a certificate proves nothing. Positions count from 1 in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The start is no position of the game with its options.
    #[error("the start is of another game or of other options")]
    OtherGame,
    /// The start is not in the set.
    #[error("the start is not among them")]
    NoStart,
    /// Bytes of the set that are no position.
    #[error("position {number} cannot be unpacked")]
    NoLayout {
        /// Which position.
        number: usize,
    },
    /// A layout of the set that the rules refuse.
    #[error("position {number}: {error}")]
    NoPosition {
        /// Which position.
        number: usize,
        /// What the rules say.
        error: LayoutError,
    },
    /// A position of the set is won.
    #[error("position {number} is won")]
    Won {
        /// Which position.
        number: usize,
    },
    /// A legal move leads out of the set.
    #[error(
        "position {number}: {m} leads to a position that is not among them, and to no dead end"
    )]
    Leaves {
        /// Which position.
        number: usize,
        /// The move.
        m: Move,
    },
    /// The claim of free cards does not hold for the game or the start.
    #[error(
        "free cards are for Acht mal Acht and 8x8 without cards that come back, and no card that must be played; \
         their orders for at most 600 events"
    )]
    NoFreeCards,
    /// Bytes of the set that are no state. States count from 1.
    #[error("state {number} is none of the deal")]
    NoState {
        /// Which state.
        number: usize,
    },
    /// A state of the set is won.
    #[error("state {number} is won")]
    StateWon {
        /// Which state.
        number: usize,
    },
    /// A step leads out of the set, and not to a dead end.
    #[error("state {number}: {step} leads to a state that is not among them, and to no dead end")]
    StateLeaves {
        /// Which state.
        number: usize,
        /// The step.
        step: Step,
    },
    /// Tracked cards that the deal does not have, or foundations from which cards come back.
    #[error(
        "the deal does not have all cards that are tracked, or cards come back from foundations that are"
    )]
    NoTracked,
    /// The states that tell the tracked cards apart lead to a win.
    #[error("with these cards tracked a win is left")]
    TrackedIsWon,
    /// The states are more than the file says.
    #[error("there are more states than {states}")]
    MoreStates {
        /// How many the file says.
        states: u64,
    },
    /// The claim of buried hosts is not about the game or the card.
    #[error("buried hosts are for Eklige Elfer, of ranks from 3 to the highest of the pack")]
    NoHosts,
    /// The hosts come to light soon enough.
    #[error("all that can lie on these cards may come to")]
    HostsSuffice,
    /// The axioms do not hold for the game or the start.
    #[error("the axioms are only for Hochzeitszug without a redeal, moved card by card")]
    NoEvents,
    /// More rows are to be dealt than orders of heads are checked for.
    #[error("orders of heads are for at most 16 rows to deal")]
    TooManyRows,
    /// A step that is no axiom. Steps count from 1.
    #[error("step {number}: there is no such axiom")]
    NoAxiom {
        /// Which step.
        number: usize,
    },
    /// A step that does not follow from those that it names.
    #[error("step {number} does not follow")]
    DoesNotFollow {
        /// Which step.
        number: usize,
    },
    /// The last step is not the empty clause.
    #[error("the last step is no contradiction")]
    NotRefuted,
    /// The flag was raised before all was looked at.
    #[error("interrupted before all was checked")]
    Interrupted,
}
