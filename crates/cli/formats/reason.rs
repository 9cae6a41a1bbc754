//! Why a deal is unwinnable, in words, in JSON and as marks on the table.

use gehtauf::cards::{Card, Pack, Rank};
use gehtauf::rules::{AnyPosition, Layout, Position, builds};
use gehtauf::solvers::{Blocking, CardPlace, Reason};
use serde::Serialize;

use crate::formats::board::WIDTH;
use crate::formats::heading::wrapped;
use crate::style::Style;
use crate::table::Marks;

/// Why a position is unwinnable.
pub struct WhyLost {
    pack: Pack,
    reason: Reason,
    layout: Layout,
}

/// What `--format json` says of it.
#[derive(Debug, Serialize)]
pub struct Line {
    kind: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cards: Vec<Named>,
}

/// A card that is to blame.
#[derive(Debug, Serialize)]
struct Named {
    card: String,
    pile: String,
    /// From 1, in rows from the Ace's 0, as in moves.
    place: usize,
    /// Of a card that never leaves: the cards one of which would have to come free.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    waits_for: Vec<String>,
}

impl WhyLost {
    /// The reason why this position is lost.
    pub fn new(pack: Pack, position: &AnyPosition, reason: Reason) -> WhyLost {
        WhyLost { pack, reason, layout: position.layout() }
    }

    /// Where they lie.
    pub fn marks(&self) -> Marks {
        self.reason.cards().into_iter().map(|card| self.pile_and_place(card)).collect()
    }

    fn pile_and_place(&self, card: CardPlace) -> (String, usize) {
        card.pile(&self.layout)
    }

    fn card(&self, card: CardPlace) -> Card {
        card.card(&self.layout)
    }

    /// In words, lines of at most 80 columns.
    pub fn in_words(&self, style: &Style) -> String {
        let sentences = self.sentences(style);
        let indented = sentences[1..].iter().flat_map(|line| wrapped(line, WIDTH - 2));
        let indented = indented.map(|line| format!("  {line}")).collect();
        [wrapped(&sentences[0], WIDTH), indented].concat().join("\n")
    }

    /// The reason, and what is to be said of each card or pile.
    pub fn sentences(&self, style: &Style) -> Vec<String> {
        let texts = style.texts;
        let (first, lines) = match &self.reason {
            Reason::NoColumnEmpties(cards) => (
                texts.say("No column can ever be emptied: of each, a card never leaves it.").into(),
                cards.iter().map(|card| self.waiting(card, style)).collect(),
            ),
            Reason::NoPlaces(cards) => (
                texts.fill(
                    "To clear the columns {} cards would have to lie where there is too little room:",
                    &[&cards.len()],
                ),
                self.by_pile(style),
            ),
            Reason::CardsStay(_) => (
                texts
                    .say("Whatever is played, these cards stay, and not all of them lie right:")
                    .into(),
                self.by_pile(style),
            ),
            Reason::HostBuried(cards) => (
                texts.fill(
                    "{} never comes free: in {} the cards that need such a card to lie on come onto it faster than they can go:",
                    &[&style.card(self.card(cards[0])), &texts.pile(&self.pile_and_place(cards[0]).0)],
                ),
                self.by_pile(style),
            ),
            Reason::SimplerGame(cards) if !cards.is_empty() => (
                texts.fill(
                    "No win even in a game in which all but {} cards go by themselves as soon as they can:",
                    &[&cards.len()],
                ),
                self.by_pile(style),
            ),
            Reason::SimplerGame(_) => {
                (texts.say("No win even in a game that allows more.").into(), Vec::new())
            }
            Reason::Contradiction(cards) if !cards.is_empty() => (
                texts.fill(
                    "Even if each other card could be laid aside as soon as it lies open, and counted as lying wherever it is missed, these {} could not all go up:",
                    &[&cards.len()],
                ),
                self.by_pile(style),
            ),
            Reason::Contradiction(_) => (
                texts.say("What the moves of a win must fulfil contradicts itself.").into(),
                Vec::new(),
            ),
            Reason::AllStates => {
                (texts.say("No win, and no state that matters was left out.").into(), Vec::new())
            }
        };
        [vec![first], lines].concat()
    }

    /// "7♥ in column 3 waits for an open 8♣ or 8♠, or A♥ on a foundation".
    fn waiting(&self, blocking: &Blocking, style: &Style) -> String {
        let texts = style.texts;
        let card = self.card(blocking.card);
        let pile = texts.pile(&self.pile_and_place(blocking.card).0);
        let named = style.card(card);
        let missing = style.card(missing(card, blocking));
        match self.hosts(card).map(|host| style.card(host)).collect::<Vec<_>>().as_slice() {
            [only] => texts.fill(
                "{} in {} waits for an open {}, or {} on a foundation",
                &[&named, &pile, only, &missing],
            ),
            [first, second] => texts.fill(
                "{} in {} waits for an open {} or {}, or {} on a foundation",
                &[&named, &pile, first, second, &missing],
            ),
            _ => texts.fill("{} in {} waits for {} on a foundation", &[&named, &pile, &missing]),
        }
    }

    /// The cards of the pack onto which a card builds.
    fn hosts(&self, card: Card) -> impl Iterator<Item = Card> {
        self.pack.card_types().filter(move |&host| builds(card, host))
    }

    /// The cards of each pile.
    fn by_pile(&self, style: &Style) -> Vec<String> {
        let places = self.reason.cards();
        let pile = |place: &CardPlace| self.pile_and_place(*place).0;
        let line = |cards: &[CardPlace]| {
            let named: Vec<String> = cards.iter().map(|&c| style.card(self.card(c))).collect();
            format!("{}: {}", style.texts.pile(&pile(&cards[0])), named.join(" "))
        };
        places.chunk_by(|a, b| pile(a) == pile(b)).map(line).collect()
    }

    /// For `--format json`.
    pub fn line(&self) -> Line {
        let named = |card: CardPlace, waits_for: Vec<Card>| {
            let (pile, place) = self.pile_and_place(card);
            let place = match card {
                CardPlace::Row { .. } => place,
                CardPlace::Column { .. } | CardPlace::Stack { .. } | CardPlace::Stock(_) => {
                    place + 1
                }
            };
            let waits_for = waits_for.iter().map(Card::to_string).collect();
            Named { card: self.card(card).to_string(), pile, place, waits_for }
        };
        let kind = match &self.reason {
            Reason::NoColumnEmpties(blocking) => {
                let waiting = |blocking: &Blocking| {
                    let card = self.card(blocking.card);
                    let waits_for = self.hosts(card).chain([missing(card, blocking)]).collect();
                    named(blocking.card, waits_for)
                };
                let cards = blocking.iter().map(waiting).collect();
                return Line { kind: "no-column-empties", cards };
            }
            Reason::NoPlaces(_) => "no-places",
            Reason::CardsStay(_) => "cards-stay",
            Reason::HostBuried(_) => "host-buried",
            Reason::SimplerGame(_) => "simpler-game",
            Reason::Contradiction(_) => "contradiction",
            Reason::AllStates => "all-states",
        };
        let cards = self.reason.cards().into_iter().map(|card| named(card, Vec::new())).collect();
        Line { kind, cards }
    }
}

/// The card of its suit without which it cannot go to a foundation.
fn missing(card: Card, blocking: &Blocking) -> Card {
    Card::new(Rank::new(blocking.missing).expect("a rank below the card's"), card.suit)
}
