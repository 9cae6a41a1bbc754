//! Dead ends of Domino: none of them can be won, by all positions of small deals.

use std::collections::HashMap;

use gehtauf_cards::seeded_deck;
use gehtauf_certificates::delete_relaxation::is_dead;
use gehtauf_rules::{AnyPosition, Game, Position, RuleSet};

type Sets = &'static [(&'static str, &'static str)];

const GAMES: [Sets; 5] = [
    &[("ranks", "5"), ("suits", "CH"), ("redeals", "0")],
    &[("ranks", "4"), ("suits", "CH"), ("redeals", "1")],
    &[("ranks", "5"), ("suits", "CH"), ("redeals", "0"), ("aces", "free")],
    &[("ranks", "4"), ("suits", "CDH"), ("redeals", "0")],
    &[("ranks", "3"), ("suits", "CDHS"), ("redeals", "0")],
];

/// All positions that can be reached, each with whether it can be won; nothing if they are too many.
fn all(start: AnyPosition) -> Option<Vec<(AnyPosition, bool)>> {
    let mut numbers = HashMap::from([(start.clone(), 0)]);
    let (mut positions, mut before, mut next) = (vec![start], vec![Vec::new()], 0);
    while next < positions.len() {
        for m in positions[next].legal_moves() {
            let mut after = positions[next].clone();
            after.play(m);
            let number = *numbers.entry(after.clone()).or_insert(positions.len());
            if number == positions.len() {
                positions.push(after);
                before.push(Vec::new());
            }
            before[number].push(next);
        }
        next += 1;
        if positions.len() > 20_000 {
            return None;
        }
    }
    let mut is_won: Vec<bool> = positions.iter().map(Position::is_won).collect();
    let mut waiting: Vec<usize> = (0..positions.len()).filter(|&number| is_won[number]).collect();
    while let Some(number) = waiting.pop() {
        for &earlier in &before[number] {
            if !std::mem::replace(&mut is_won[earlier], true) {
                waiting.push(earlier);
            }
        }
    }
    Some(positions.into_iter().zip(is_won).collect())
}

#[test]
fn no_position_that_can_be_won_is_a_dead_end() {
    for sets in GAMES {
        let game = Game::new(RuleSet::Domino, &[sets, &[("fill", "left")]].concat()).unwrap();
        let (mut won, mut lost, mut dead) = (0, 0, 0);
        for seed in 0..400 {
            let start = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            for (position, is_won) in all(start).unwrap_or_default() {
                let is_dead = is_dead(&position);
                assert!(!(is_won && is_dead), "{}", position.layout());
                won += usize::from(is_won);
                lost += usize::from(!is_won);
                dead += usize::from(is_dead);
            }
        }
        println!("{sets:?}: won {won}, lost {lost}, dead {dead}");
        assert!(won > 100 && dead * 3 > lost);
    }
}

#[test]
fn where_cards_are_called_for_from_the_right_or_dealt_anew_nothing_is_a_dead_end() {
    for sets in [&[("redeals", "0")][..], &[("redeals", "1"), ("fill", "left")]] {
        let game = Game::new(RuleSet::Domino, sets).unwrap();
        for seed in 0..100 {
            assert!(!is_dead(&game.deal(&seeded_deck(seed, game.pack())).unwrap()));
        }
    }
}
