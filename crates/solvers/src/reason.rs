//! Why a position is unwinnable, in words that a player can follow.

use std::sync::atomic::AtomicBool;

use gehtauf_cards::Card;
use gehtauf_rules::{AnyPosition, Layout, Slot};
use gehtauf_search::Limits;

use crate::register;

/// Why a position is unwinnable, as far as the method that said so knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// No column can ever be emptied: of each column a card that never leaves it. Acht mal Acht, 8x8.
    NoColumnEmpties(Vec<Blocking>),
    /// When the columns are cleared there are too few places for these cards, none of which can be left out. Acht mal
    /// Acht, 8x8.
    NoPlaces(Vec<CardPlace>),
    /// These cards never leave their places, whatever is played, and do not all lie right; none of them can be left out.
    /// Domino.
    CardsStay(Vec<CardPlace>),
    /// The first of these cards, in a column, never comes free: the others, all that come onto it there of those that need such a
    /// card to lie on, come faster than they can be placed. Eklige Elfer.
    HostBuried(Vec<CardPlace>),
    /// There is no win in a simpler game, which is won whenever ours is: all cards but these go by themselves as soon as
    /// they can. Of card types whose cards are all among these the foundations may count as well. Where it is simpler
    /// in another way there are none.
    SimplerGame(Vec<CardPlace>),
    /// A formula that each win fulfils cannot be fulfilled. What it says of these cards suffices, where some are named:
    /// they cannot all go up, even if each other card may be laid aside as soon as it lies open, and counts as if it lay
    /// wherever it is missed. Hochzeitszug without redeals; Acht mal Acht and Eklige Elfer, where none are named.
    Contradiction(Vec<CardPlace>),
    /// All states were searched.
    AllStates,
}

/// Where a card lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardPlace {
    /// In a column.
    Column {
        /// Index of the column.
        column: usize,
        /// How many cards lie under it.
        place: usize,
    },
    /// In a row of Domino.
    Row {
        /// Index of the row.
        row: usize,
        /// The place, 0 the Ace's.
        place: usize,
    },
    /// In a stack of Hochzeitszug.
    Stack {
        /// Index of the stack.
        stack: usize,
        /// How many cards lie under it.
        place: usize,
    },
    /// In the waste or, behind that, the talon: how many cards are turned before it.
    Stock(usize),
}

impl Reason {
    /// The cards that are to blame, in the order of their piles.
    pub fn cards(&self) -> Vec<CardPlace> {
        match self {
            Reason::NoColumnEmpties(cards) => cards.iter().map(|card| card.card).collect(),
            Reason::NoPlaces(cards)
            | Reason::CardsStay(cards)
            | Reason::HostBuried(cards)
            | Reason::SimplerGame(cards)
            | Reason::Contradiction(cards) => cards.clone(),
            Reason::AllStates => Vec::new(),
        }
    }
}

impl CardPlace {
    /// The label of its pile in the layout of the position, and how many cards lie before it there.
    pub fn pile(self, layout: &Layout) -> (String, usize) {
        match self {
            CardPlace::Column { column, place } => (format!("c{}", column + 1), place),
            CardPlace::Row { row, place } => (format!("r{}", row + 1), place),
            CardPlace::Stack { stack, place } => (format!("s{}", stack + 1), place),
            CardPlace::Stock(place) => {
                let waste = layout.pile("waste").map_or(0, <[Slot]>::len);
                match place.checked_sub(waste) {
                    Some(place) => ("talon".to_string(), place),
                    None => ("waste".to_string(), place),
                }
            }
        }
    }

    /// The card.
    ///
    /// # Panics
    /// The layout is not that of the position that the place is of.
    pub fn card(self, layout: &Layout) -> Card {
        let (label, place) = self.pile(layout);
        match layout.pile(&label).expect("its piles have labels")[place] {
            Slot::Up(card) | Slot::Down(card) => card,
            Slot::Unseen { .. } | Slot::Gap => panic!("no known card lies there"),
        }
    }
}

/// A card that never leaves its column: nothing onto which it builds is ever open or taken from the talon, and its
/// foundations never get the card before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blocking {
    /// Where it lies.
    pub card: CardPlace,
    /// The rank that the foundations of its suit wait for, and never get.
    pub missing: u8,
}

/// Why [`solve`](crate::solve) called a position unwinnable by this method, that of the [`Solution`](crate::Solution):
/// any other word is taken for a search of all states. It may take as long as that within the same
/// limits; if they or a raised `interrupt` end it, fewer or more cards are named than could be.
pub fn reason(
    position: &AnyPosition,
    method: &str,
    limits: Limits,
    interrupt: Option<&AtomicBool>,
) -> Reason {
    register::reason_of(position, method, limits, interrupt)
}
