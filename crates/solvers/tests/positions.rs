//! Solving from the middle of a game: positions reached by random play have the verdict of brute
//! force, and full-size positions built backwards from a win are won.

use gehtauf_cards::{Card, Pack, seeded_deck};
use gehtauf_rules::{AnyPosition, BruteForce, Game, Layout, Position, RuleSet, brute_force};
use gehtauf_search::{Limits, Verdict};
use gehtauf_solvers::solve;
use rand_core::Rng;
use rand_pcg::Pcg64;

/// Reduced games of every rule set in which both verdicts are frequent.
const CASES: &[(RuleSet, &[(&str, &str)])] = &[
    (
        RuleSet::AchtMalAcht,
        &[("ranks", "4"), ("suits", "CH"), ("columns", "3"), ("rows", "4"), ("passes", "2")],
    ),
    (
        RuleSet::AchtMalAcht,
        &[
            ("ranks", "4"),
            ("suits", "CH"),
            ("columns", "2"),
            ("foundation-return", "yes"),
            ("rows", "5"),
        ],
    ),
    (
        RuleSet::EightByEight,
        &[("ranks", "4"), ("suits", "CH"), ("columns", "3"), ("rows", "4"), ("passes", "2")],
    ),
    (
        RuleSet::EightByEight,
        &[
            ("ranks", "4"),
            ("suits", "CH"),
            ("columns", "2"),
            ("foundations", "four"),
            ("rows", "5"),
        ],
    ),
    (RuleSet::EkligeElfer, &[("ranks", "4"), ("suits", "CH"), ("columns", "3")]),
    (
        RuleSet::EkligeElfer,
        &[("ranks", "4"), ("suits", "CH"), ("columns", "3"), ("take-out", "forced")],
    ),
    (RuleSet::Domino, &[("ranks", "5"), ("suits", "CH"), ("redeals", "1")]),
    (
        RuleSet::Domino,
        &[("ranks", "5"), ("suits", "CH"), ("redeals", "1"), ("fill", "left"), ("aces", "free")],
    ),
    (
        RuleSet::Hochzeitszug,
        &[("ranks", "6"), ("suits", "C"), ("upper", "1"), ("lower", "1"), ("redeals", "1")],
    ),
    (
        RuleSet::Hochzeitszug,
        &[("ranks", "4"), ("suits", "CH"), ("upper", "1"), ("lower", "1"), ("redeal", "blocked")],
    ),
];

fn below(rng: &mut Pcg64, bound: usize) -> usize {
    (rng.next_u64() % bound as u64) as usize
}

#[test]
fn positions_from_the_middle_have_the_verdict_of_brute_force() {
    for &(rule_set, options) in CASES {
        let game = Game::new(rule_set, options).unwrap();
        let (mut won, mut unwinnable) = (0, 0);
        for seed in 0..200_u64 {
            let mut rng = Pcg64::new(seed.into(), 0);
            let mut position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            for _ in 0..below(&mut rng, 12) {
                let moves = position.legal_moves();
                if !moves.is_empty() {
                    position.play(moves[below(&mut rng, moves.len())]);
                }
            }
            let place = || format!("{rule_set} {options:?} seed {seed}\n{}", position.layout());
            let verdict = || solve(&position, Limits::default(), None).unwrap().verdict;
            match brute_force(&position, 5_000) {
                BruteForce::TooBig => {}
                BruteForce::Won(_) => {
                    assert!(matches!(verdict(), Verdict::Won(_)), "{}", place());
                    won += 1;
                }
                BruteForce::Unwinnable => {
                    assert_eq!(verdict(), Verdict::Unwinnable, "{}", place());
                    unwinnable += 1;
                }
            }
        }
        assert!(won >= 20 && unwinnable >= 20, "{rule_set} {options:?}: {won} {unwinnable}");
    }
}

fn line(label: &str, cards: &[Card]) -> String {
    let words: Vec<String> = cards.iter().map(Card::to_string).collect();
    format!("{label}: {}\n", words.join(" "))
}

fn assert_won(rule_set: RuleSet, text: &str) {
    let game = Game::new(rule_set, &[]).unwrap();
    let position: AnyPosition = game.read(&Layout::parse(text).unwrap()).expect(text);
    let solution = solve(&position, Limits::default(), None).unwrap();
    assert!(matches!(solution.verdict, Verdict::Won(_)), "{:?}\n{text}", solution.verdict);
}

/// Foundations unbuilt: each step takes a pile's top card onto a random column. Back they can go.
#[test]
fn unbuilt_foundations_are_built_again() {
    for seed in 0..20 {
        let mut rng = Pcg64::new(seed, 1);
        // Two piles per suit, A to K.
        let mut piles: Vec<Vec<Card>> =
            Pack::DOUBLE.cards().collect::<Vec<_>>().chunks(13).map(<[Card]>::to_vec).collect();
        let mut columns = vec![Vec::new(); 8];
        for _ in 0..20 + 4 * seed {
            let pile = below(&mut rng, piles.len());
            let column = below(&mut rng, columns.len());
            columns[column].extend(piles[pile].pop());
        }
        let mut text: String =
            columns.iter().enumerate().map(|(i, c)| line(&format!("c{}", i + 1), c)).collect();
        let tops: Vec<Card> = piles.iter().filter_map(|pile| pile.last().copied()).collect();
        text += &line("foundations", &tops);
        text += "waste:\ntalon:\npass: 3\n";
        assert_won(RuleSet::AchtMalAcht, &text);
    }
}

/// As above, on the two-step foundations and sixteen stacks of the last deal.
#[test]
fn unbuilt_wedding_procession_is_built_again() {
    for seed in 0..20 {
        let mut rng = Pcg64::new(seed, 2);
        let mut piles: Vec<Vec<Card>> = Vec::new();
        for suit in Pack::DOUBLE.cards().collect::<Vec<_>>().chunks(13) {
            piles.push(suit.iter().copied().step_by(2).collect());
            piles.push(suit.iter().copied().skip(1).step_by(2).collect());
        }
        let mut stacks = vec![Vec::new(); 16];
        for _ in 0..20 + 4 * seed {
            let pile = below(&mut rng, piles.len());
            let stack = below(&mut rng, stacks.len());
            stacks[stack].extend(piles[pile].pop());
        }
        let mut text: String =
            stacks.iter().enumerate().map(|(i, s)| line(&format!("s{}", i + 1), s)).collect();
        let tops: Vec<Card> = piles.iter().filter_map(|pile| pile.last().copied()).collect();
        text += &line("talon", &[]);
        text += &line("foundations", &tops);
        text += "redeals-used: 2\n";
        assert_won(RuleSet::Hochzeitszug, &text);
    }
}

/// Runs broken up: each step takes the end of a run onto another column. Back it can go.
#[test]
fn broken_runs_are_put_together_again() {
    let runs: Vec<Vec<Card>> = ["C H", "C H", "S D", "S D", "H C", "H C", "D S", "D S"]
        .iter()
        .map(|suits| {
            let suits: Vec<&str> = suits.split(' ').collect();
            let ranks = ["K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
            let cards = ranks.iter().enumerate().map(|(i, rank)| format!("{rank}{}", suits[i % 2]));
            cards.map(|card| card.parse().unwrap()).collect()
        })
        .collect();
    let aces: Vec<Card> = Pack::DOUBLE.cards().filter(|card| card.index() % 13 == 0).collect();
    for seed in 0..20 {
        let mut rng = Pcg64::new(seed, 3);
        let mut columns = vec![Vec::new(); 11];
        for (column, run) in columns.iter_mut().zip(&runs) {
            column.extend(run);
        }
        for _ in 0..2 * seed {
            let (from, to) = (below(&mut rng, 11), below(&mut rng, 11));
            let run = columns[from]
                .windows(2)
                .rev()
                .take_while(|pair: &&[Card]| {
                    pair[1].rank.up() == Some(pair[0].rank) && pair[0].colour() != pair[1].colour()
                })
                .count();
            if run > 0 && from != to && !columns[to].is_empty() {
                let keep = columns[from].len() - 1 - below(&mut rng, run);
                let cards = columns[from].split_off(keep);
                columns[to].extend(cards);
            }
        }
        let mut text: String =
            columns.iter().enumerate().map(|(i, c)| line(&format!("c{}", i + 1), c)).collect();
        text += &line("talon", &[]);
        text += &line("aces", &aces);
        text += &line("out", &[]);
        assert_won(RuleSet::EkligeElfer, &text);
    }
}

/// Rows disordered: each step takes a card that lies beside its neighbour into a gap elsewhere.
#[test]
fn disordered_rows_are_put_in_order_again() {
    for seed in 0..20 {
        let mut rng = Pcg64::new(seed, 4);
        let mut rows: Vec<Vec<Option<Card>>> = [0, 3, 2, 1] // C S H D
            .map(|suit| {
                let suit = Pack::SINGLE.cards().skip(13 * suit).take(13);
                suit.map(Some).chain([None]).collect()
            })
            .to_vec();
        let mut steps = 0;
        while steps < seed.min(10) {
            let (row, place) = (below(&mut rng, 4), 1 + below(&mut rng, 13));
            let (gap_row, gap) = (below(&mut rng, 4), 1 + below(&mut rng, 13));
            let Some(card) = rows[row][place] else { continue };
            let above_left = rows[row][place - 1]
                .is_some_and(|left| left.suit == card.suit && left.rank.up() == Some(card.rank));
            if above_left && rows[gap_row][gap].is_none() {
                rows[gap_row][gap] = rows[row][place].take();
                steps += 1;
            }
        }
        let mut text = String::new();
        for (i, row) in rows.iter().enumerate() {
            let words: Vec<String> =
                row.iter().map(|slot| slot.map_or("--".into(), |card| card.to_string())).collect();
            text += &format!("r{}: {}\n", i + 1, words.join(" "));
        }
        text += "redeals-used: 3\n";
        assert_won(RuleSet::Domino, &text);
    }
}

#[test]
fn a_won_position_is_won_without_any_memory() {
    let limits = Limits { max_bytes: 0, max_states: 0, ..Limits::default() };
    for &(rule_set, sets) in CASES {
        let game = Game::new(rule_set, sets).unwrap();
        let won = (0..100).find_map(|seed| {
            let mut position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let solution = solve(&position, Limits::default(), None).unwrap();
            let Verdict::Won(moves) = solution.verdict else { return None };
            moves.into_iter().for_each(|m| position.play(m));
            Some(position)
        });
        let solution = solve(&won.unwrap(), limits, None).unwrap();
        assert_eq!(solution.verdict, Verdict::Won(Vec::new()), "{rule_set:?}");
    }
}
