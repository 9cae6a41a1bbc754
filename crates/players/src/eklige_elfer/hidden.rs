//! What may lie behind a packed table.

use gehtauf_cards::shuffle;
use rand_core::Rng;

use super::seen::{ACE, COLUMNS, Seen, TYPES};

/// The hidden cards of a position as types: those that lie face down in each column, the first to be turned
/// up last, and the talon, the next card first.
#[derive(Debug, Clone, Default)]
pub struct Hidden {
    down: [Vec<u8>; COLUMNS],
    talon: Vec<u8>,
}

impl Hidden {
    /// Those of a position.
    #[cfg(any(test, feature = "training"))]
    pub fn of(position: &gehtauf_rules::eklige_elfer::EkligeElfer) -> Hidden {
        let types = |cards: &[gehtauf_cards::Card]| -> Vec<u8> {
            cards.iter().map(|&card| super::seen::type_of(card)).collect()
        };
        let mut hidden = Hidden { talon: types(position.talon()), ..Hidden::default() };
        for (down, column) in hidden.down.iter_mut().zip(position.columns()) {
            *down = types(&column.cards[..column.face_down]);
        }
        hidden
    }

    /// Those that may lie behind what is seen, each order of them as likely.
    pub fn sample(seen: &Seen, rng: &mut impl Rng) -> Hidden {
        let down: usize = seen.stacks.iter().map(|stack| usize::from(stack.down)).sum();
        let types = 0..TYPES as u8;
        let mut cards: Vec<u8> = types
            .flat_map(|card| std::iter::repeat_n(card, seen.unseen[usize::from(card)].into()))
            .collect();
        cards.resize(usize::from(seen.talon) + down, ACE);
        shuffle(&mut cards, rng);
        let mut hidden = Hidden::default();
        for (down, stack) in hidden.down.iter_mut().zip(&seen.stacks) {
            *down = cards.split_off(cards.len() - usize::from(stack.down));
        }
        hidden.talon = cards;
        hidden
    }

    /// Turns up all face-down cards that are open.
    pub fn turn_up(&self, seen: &mut Seen) -> bool {
        let mut turned = false;
        while let Some(column) = seen.to_turn_up() {
            let card = self.down[column][usize::from(seen.stacks[column].down) - 1];
            seen.turn_up(column, card);
            turned = true;
        }
        turned
    }

    /// Deals the next row and turns up what that lays open.
    pub fn deal(&self, seen: &mut Seen) {
        let first = self.talon.len() - usize::from(seen.talon);
        let count = seen.width.min(usize::from(seen.talon));
        seen.deal(&self.talon[first..first + count]);
        self.turn_up(seen);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use gehtauf_cards::{seeded_deck, seeded_generator};
    use gehtauf_rules::{AnyPosition, Game, RuleSet, View};

    use super::*;

    /// Two black cards of each rank and an Ace are one type each.
    #[test]
    fn hidden_types_are_sampled_as_often_as_cards_are() {
        let sets = [("ranks", "3"), ("suits", "CH"), ("decks", "2"), ("columns", "3")];
        let game = Game::new(RuleSet::EkligeElfer, &sets).unwrap();
        let view = View::of_deal(&game.deal(&seeded_deck(3, game.pack())).unwrap());
        let seen = Seen::new(&view).unwrap();
        let mut generator = seeded_generator(1);
        let mut counts: HashMap<String, [f64; 2]> = HashMap::new();
        for _ in 0..200_000 {
            let AnyPosition::EkligeElfer(cards) = view.sample(&mut generator) else { panic!() };
            let both = [Hidden::of(&cards), Hidden::sample(&seen, &mut generator)];
            for (i, hidden) in both.iter().enumerate() {
                counts.entry(format!("{hidden:?}")).or_default()[i] += 1.0;
            }
        }
        // Of the difference of two counts the variance is their sum.
        let squares: f64 = counts.values().map(|[a, b]| (a - b) * (a - b) / (a + b)).sum();
        let free = counts.len() as f64 - 1.0;
        assert!(free > 100.0, "{free}");
        assert!((squares - free).abs() < 5.0 * (2.0 * free).sqrt(), "{squares} for {free}");
    }
}
