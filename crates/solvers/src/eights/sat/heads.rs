//! The steps of 8x8 that a solution stands for.
//!
//! Event by event, with as few heads as there can be: before each event each head goes down that can. A step that is not
//! legal ends it, so that no more is claimed of a solution than that it may be a play.

use gehtauf_search::Space;

use super::Solution;
use super::events::{CardEvents, Event, Source};
use crate::eights::abstractions::free_cards_with_heads::space::HeadsSpace;
use crate::eights::abstractions::free_cards_with_heads::state::{State, Talon};
use crate::eights::abstractions::free_cards_with_heads::steps::Step;
use crate::eights::state::{CARD_TYPES, CardType, landing};

impl Solution {
    /// How the talon is to be packed for [`steps`](Solution::steps).
    pub fn talon(&self) -> Talon {
        if self.events.turns.is_empty() { Talon::MacroMoves } else { Talon::CardByCard }
    }

    /// The steps, if they are a win.
    pub fn steps(&self, space: &HeadsSpace, start: &State) -> Option<Vec<Step>> {
        let mut player = Player { space, state: *start, steps: Vec::new() };
        for event in self.in_order() {
            player.heads_down()?;
            for (card, at_once) in
                self.cards().filter(|(card, _)| card.card.rank() > 1 || is_stock(card))
            {
                if card.frees == event {
                    match card.source {
                        Some(Source::Column(column)) => player.base_leaves(column, at_once)?,
                        Some(Source::Stock(place)) => player.stock_card_leaves(place, at_once)?,
                        None => {}
                    }
                }
                if card.goes_up == event && !at_once {
                    player.goes_up(card.card)?;
                }
            }
            self.turn(event, &mut player)?;
        }
        space.is_won(&player.state).then_some(player.steps)
    }

    /// The turn or redeal of an event, if it is one and there is a card for it.
    fn turn(&self, event: Event, player: &mut Player<'_>) -> Option<()> {
        let is_it = |turn: usize| Some(turn) == event;
        let next = player.space.deal.next_turned(&player.state);
        let turned = self.events.turns.iter().flatten().find(|(_, turn)| is_it(*turn));
        let is_turn = turned.is_some_and(|&(place, _)| next == Some(place));
        // A card that must be played is turned and played in one step.
        if is_turn {
            let card = player.space.deal.stock[usize::from(next.expect("a card"))];
            return if player.state.has_parent(card) { Some(()) } else { player.play(Step::Turn) };
        }
        let is_redeal =
            !self.events.turns.is_empty() && self.events.redeals.iter().any(|&r| is_it(r));
        if is_redeal && player.state.stock != 0 { player.play(Step::Redeal) } else { Some(()) }
    }
}

/// All types but Aces, and a few that there are not.
fn card_types() -> impl Iterator<Item = CardType> {
    (CardType::of(2, 0).index()..CARD_TYPES).map(|index| CardType::from_index(index as u8))
}

fn is_stock(card: &CardEvents) -> bool {
    matches!(card.source, Some(Source::Stock(_)))
}

/// A state in which steps are played.
struct Player<'s> {
    space: &'s HeadsSpace,
    state: State,
    steps: Vec<Step>,
}

impl Player<'_> {
    /// Plays a step if it is legal.
    fn play(&mut self, step: Step) -> Option<()> {
        let mut legal = Vec::new();
        self.space.moves(&self.state, &mut legal);
        legal.contains(&step).then(|| {
            self.space.play(&mut self.state, step);
            self.steps.push(step);
        })
    }

    fn heads_down(&mut self) -> Option<()> {
        let can =
            |state: &State, card: &CardType| state.heads(*card) > 0 && state.has_parent(*card);
        while let Some(card) = card_types().find(|card| can(&self.state, card)) {
            self.play(Step::HeadDown { card })?;
        }
        Some(())
    }

    /// Makes sure that a card of a face lies open: if there is none, a card on one of them goes to a space.
    fn lay_open(&mut self, face: usize) -> Option<()> {
        if self.state.open(face) > 0 {
            return Some(());
        }
        let lies_on =
            |card: &CardType| landing(card.face()) == face && self.state.followers(*card) > 0;
        let card = card_types().find(lies_on)?;
        self.play(Step::FollowerToSpace { card })
    }

    fn base_leaves(&mut self, column: u8, at_once: bool) -> Option<()> {
        let card = self.space.deal.base(&self.state, usize::from(column));
        if at_once {
            self.lay_open(card.face())?;
            return self.play(Step::BaseToFoundation { column });
        }
        self.play(match self.state.has_parent(card) {
            true => Step::Uncover { column },
            false => Step::BaseToSpace { column },
        })
    }

    fn stock_card_leaves(&mut self, place: u8, at_once: bool) -> Option<()> {
        let card = self.space.deal.stock[usize::from(place)];
        self.play(match (at_once, self.state.has_parent(card)) {
            (true, _) => Step::StockToFoundation { place },
            (false, true) => Step::StockDown { place },
            (false, false) => Step::StockToSpace { place },
        })
    }

    fn goes_up(&mut self, card: CardType) -> Option<()> {
        self.lay_open(card.face())?;
        self.play(match self.state.followers(card) > 0 {
            true => Step::FollowerToFoundation { card },
            false => Step::HeadToFoundation { card },
        })
    }
}
