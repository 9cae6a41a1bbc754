//! On games small enough: no player wins more of the completions of a view than the best blind play does.

use std::collections::{HashMap, HashSet};

use gehtauf_cards::{Card, seeded_deck};
use gehtauf_players::{play_game, players};
use gehtauf_rules::{AnyPosition, BruteForce, Game, Move, Position, RuleSet, View, brute_force};

type Case = (RuleSet, &'static [(&'static str, &'static str)]);

const EIGHTS: &[(&str, &str)] = &[
    ("ranks", "4"),
    ("suits", "CH"),
    ("decks", "1"),
    ("columns", "2"),
    ("rows", "2"),
    ("passes", "1"),
];

const CASES: &[Case] = &[
    (RuleSet::EkligeElfer, &[("ranks", "4"), ("suits", "CH"), ("decks", "1"), ("columns", "2")]),
    (RuleSet::AchtMalAcht, EIGHTS),
    (RuleSet::EightByEight, EIGHTS),
    (
        RuleSet::Hochzeitszug,
        &[
            ("ranks", "4"),
            ("suits", "C"),
            ("upper", "1"),
            ("lower", "1"),
            ("depth", "2"),
            ("redeals", "1"),
        ],
    ),
];

/// All positions that look like a view, as often as the orders of its unseen cards make them.
fn completions(view: &View) -> Vec<AnyPosition> {
    let mut orders = Vec::new();
    push_orders(&mut view.unseen_cards(), 0, &mut orders);
    orders.iter().map(|order| view.completed(order)).collect()
}

fn push_orders(cards: &mut Vec<Card>, settled: usize, orders: &mut Vec<Vec<Card>>) {
    if settled + 1 >= cards.len() {
        orders.push(cards.clone());
        return;
    }
    for i in settled..cards.len() {
        cards.swap(settled, i);
        push_orders(cards, settled + 1, orders);
        cards.swap(settled, i);
    }
}

/// The share of the completions of a view that the best play wins which decides by what is seen.
fn best_blind(view: &View, known: &mut HashMap<View, f64>) -> f64 {
    if let Some(&share) = known.get(view) {
        return share;
    }
    // What can be reached without turning up a card can be reached in any order: the best of its ways on.
    let mut seen = HashSet::from([view.clone()]);
    let mut open = vec![view.clone()];
    let mut best = 0.0_f64;
    while let Some(here) = open.pop() {
        if here.is_won() {
            best = 1.0;
            break;
        }
        for m in here.legal_moves() {
            match here.after(m) {
                Some(after) if seen.insert(after.clone()) => open.push(after),
                Some(_) => {}
                None => best = best.max(expected(&here, m, known)),
            }
        }
    }
    known.insert(view.clone(), best);
    best
}

/// The mean of what may be seen after a move that turns up cards.
fn expected(view: &View, m: Move, known: &mut HashMap<View, f64>) -> f64 {
    let mut outcomes: HashMap<View, u32> = HashMap::new();
    let all = completions(view);
    let count = all.len() as f64;
    for mut position in all {
        position.play(m);
        *outcomes.entry(View::of(&position)).or_default() += 1;
    }
    let shares = outcomes.iter().map(|(view, &n)| f64::from(n) * best_blind(view, known));
    shares.sum::<f64>() / count
}

#[test]
fn no_player_wins_more_than_the_best_blind_play() {
    for &(rule_set, sets) in CASES {
        let game = Game::new(rule_set, sets).unwrap();
        let mut known = HashMap::new();
        let mut best = 0.0;
        for seed in 0..6 {
            let view = View::of_deal(&game.deal(&seeded_deck(seed, game.pack())).unwrap());
            let all = completions(&view);
            let share = best_blind(&view, &mut known);
            best += share;
            let is_won = |position: &&AnyPosition| {
                matches!(brute_force(*position, 100_000), BruteForce::Won(_))
            };
            let of_all = |count: usize| count as f64 / all.len() as f64;
            let thoughtful = of_all(all.iter().filter(is_won).count());
            assert!(share <= thoughtful + 1e-9, "{rule_set}: {share} of {thoughtful}");
            for player in players(rule_set) {
                let wins = all.iter().filter(|deal| play_game(deal, *player, seed).unwrap().won);
                let wins = of_all(wins.count());
                assert!(
                    wins <= share + 1e-9,
                    "{rule_set} {}: {wins} of {share}\n{}",
                    player.name(),
                    view.layout()
                );
            }
        }
        assert!(best > 0.5, "{rule_set}: {best}");
    }
}
