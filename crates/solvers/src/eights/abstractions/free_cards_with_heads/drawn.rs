//! Verdicts against brute force on positions that need not come of any deal.

use std::ops::Range;

use gehtauf_cards::{Card, Rank, Suit, seeded_deck, seeded_generator};
use gehtauf_rules::{AnyPosition, Game, Layout, Position, RuleSet};
use gehtauf_search::tie_break;
use rand_core::Rng;
use rayon::prelude::*;

use crate::as_thorough;

use super::tests::{FOUNDATIONS, PASSES, SPACES, Sets, TALON_PLAY, compare_position};

const RANKS: u8 = 5;
const COLUMNS: usize = 3;

/// How many cards lie on the piles of a suit, by how many there are.
enum Heights {
    Drawn,
    /// One pile, to which the King is the next card: he lies on the waste.
    OneBelowTheTop,
    /// None, and two columns have an Ace of the suit, under an Ace of the suit above and another card.
    None,
}

/// Two packs of three suits on foundations, in three columns, on the waste and in the talon. Under four piles every second
/// position has an Ace that comes to fit when an open King goes up, which chance alone seldom brings.
/// Nothing where the rules have no such position.
fn draw(game: &Game, piles: u8, seed: u64) -> Option<AnyPosition> {
    let mut rng = seeded_generator(seed);
    let mut left = seeded_deck(rng.next_u64(), game.pack()).cards().to_vec();
    let mut take = |rank: u8, suit: Suit| {
        let card = Card::new(Rank::new(rank)?, suit);
        Some(left.remove(left.iter().position(|&other| other == card)?))
    };
    let mut below = |bound: usize| tie_break(&mut rng, bound as u32) as usize;
    let is_aimed = piles == 1 && below(2) == 0;
    let mut foundations = Vec::new();
    let suits: Vec<Suit> = game.pack().suits.iter().collect();
    for (i, &suit) in suits.iter().enumerate() {
        let heights = match i {
            0 if is_aimed => Heights::OneBelowTheTop,
            1 if is_aimed => Heights::None,
            _ => Heights::Drawn,
        };
        for _ in 0..piles {
            let height = match heights {
                Heights::Drawn => below(1 + usize::from(RANKS * 2 / piles)) as u8,
                Heights::OneBelowTheTop => RANKS - 1,
                Heights::None => 0,
            };
            let cards: Option<Vec<Card>> =
                (0..height).map(|below| take(below % RANKS + 1, suit)).collect();
            foundations.extend(cards?.last());
        }
    }
    let (mut waste_top, mut ends) = (None, [Vec::new(), Vec::new()]);
    if is_aimed {
        waste_top = Some(take(RANKS, suits[0])?);
        ends = [vec![take(1, suits[1])?, take(1, suits[0])?], vec![take(1, suits[1])?]];
        ends[1].push(left.pop()?);
    }
    let mut parts = [const { Vec::new() }; COLUMNS + 2];
    for card in left {
        parts[below(COLUMNS + 2)].push(card);
    }
    for (part, end) in parts.iter_mut().zip(ends) {
        part.extend(end);
    }
    parts[COLUMNS].extend(waste_top);
    let cards = |cards: &[Card]| cards.iter().map(|card| format!(" {card}")).collect::<String>();
    let mut text = String::new();
    for (i, part) in parts[..COLUMNS].iter().enumerate() {
        text += &format!("c{}:", i + 1);
        if let [down @ .., last] = &part[..] {
            down.iter().for_each(|card| text += &format!(" [{card}]"));
            text += &format!(" {last}");
        }
        text += "\n";
    }
    text += &format!("foundations:{}\n", cards(&foundations));
    text += &format!("waste:{}\ntalon:{}\n", cards(&parts[COLUMNS]), cards(&parts[COLUMNS + 1]));
    text += "pass: 1\nmust-play: 0\n";
    game.read(&Layout::parse(&text).ok()?).ok()
}

/// Compares positions under all rules, most of them under force and four piles.
fn compare(seeds: Range<u64>, most: usize) -> [usize; 4] {
    let compare = |seed: u64| {
        let four = seed % 4 > 0;
        let i = seed as usize / 4;
        let sets: Sets<'_> = vec![
            ("ranks", "5"),
            ("suits", "CDH"),
            ("columns", "3"),
            ("rows", "9"),
            ("passes", PASSES[i % 4]),
            ("spaces", SPACES[i / 4 % 2]),
            ("talon-play", TALON_PLAY[usize::from(i / 8 % 4 == 0)]),
            ("foundations", FOUNDATIONS[usize::from(four)]),
        ];
        let game = Game::new(RuleSet::EightByEight, &sets).unwrap();
        let Some(position) = draw(&game, if four { 1 } else { 2 }, seed) else { return [0; 4] };
        compare_position(&position, most, &format!("seed {seed}, {sets:?}:\n{}", position.layout()))
    };
    let add = |a: [usize; 4], b: [usize; 4]| std::array::from_fn(|i| a[i] + b[i]);
    seeds.into_par_iter().map(compare).reduce(|| [0; 4], add)
}

#[test]
fn drawn_positions_have_the_verdict_of_brute_force() {
    let [won, lost, too_big, _] = compare(0..800, 4_000);
    assert!(won > 100 && lost > 100, "{won} won, {lost} lost, {too_big} too large");
}

/// An outside reader's: the King of hearts on the waste lets the Ace of column 1 fit, which has to wait for another Ace
/// of clubs. Until 2026-11-29 the search over free cards called it unwinnable.
#[test]
fn king_that_goes_up_forces_an_ace_only_later() {
    let sets = [
        ("ranks", "5"),
        ("suits", "CDH"),
        ("passes", "1"),
        ("foundations", "four"),
        ("columns", "3"),
        ("rows", "6"),
    ];
    let game = Game::new(RuleSet::EightByEight, &sets).unwrap();
    let text = "c1: [5C] [4H] [3C] [AC] AH\nc2: [2C] [5C] [5H] [3H] [AC] 2H\nc3: 3C\n\
                foundations: 5D 4H\nwaste: 5H\ntalon: 4C 2C 4C\npass: 1\nmust-play: 0\n";
    let position = game.read(&Layout::parse(text).unwrap()).unwrap();
    assert_eq!(compare_position(&position, 1_000, text)[..2], [1, 0]);
}

#[test]
#[ignore = "thorough: run in release"]
fn thousands_of_drawn_positions_have_the_verdict_of_brute_force() {
    let [won, lost, too_big, _] = compare(37_000..37_000 + as_thorough(1_500), 20_000);
    assert!(won > 100 && lost > 100, "{won} won, {lost} lost, {too_big} too large");
}
