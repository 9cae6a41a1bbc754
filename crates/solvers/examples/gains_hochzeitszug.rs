//! What each pruning and each rung of the Hochzeitszug solver gains: the table in the module's docs.
//!
//! `cargo run --release -p gehtauf-solvers --example gains_hochzeitszug`

use std::collections::BTreeMap;

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, Game, RuleSet};
use gehtauf_search::{Budget, Limits, Verdict};
use gehtauf_solvers::hochzeitszug::{Prunings, solve_with};

type Sets = &'static [(&'static str, &'static str)];

fn main() {
    let all = Prunings::ALL;
    let default: Sets = &[];
    let one: Sets = &[("redeals", "1")];
    let blocked: Sets = &[("redeal", "blocked")];
    let none: Sets = &[("redeals", "0")];
    let rows = [
        ("default", default, 1_000, all),
        ("default, without last deals", default, 1_000, Prunings { last_deals: false, ..all }),
        ("default, without roll-outs", default, 1_000, Prunings { roll_outs: false, ..all }),
        ("redeals=1", one, 100, all),
        ("redeals=1, without last deals", one, 100, Prunings { last_deals: false, ..all }),
        ("redeals=1, without safe cards", one, 100, Prunings { safe_cards: false, ..all }),
        ("redeals=1, without equal stacks", one, 100, Prunings { equal_stacks: false, ..all }),
        ("redeal=blocked", blocked, 100, all),
        ("redeal=blocked, without safe cards", blocked, 100, Prunings { safe_cards: false, ..all }),
        ("redeal=blocked, without layers", blocked, 100, Prunings { layers: false, ..all }),
        ("redeal=blocked, without last deals", blocked, 100, Prunings { last_deals: false, ..all }),
        ("redeals=0", none, 100, all),
        ("redeals=0, without safe cards", none, 100, Prunings { safe_cards: false, ..all }),
        ("redeals=0, without subsets", none, 100, Prunings { subsets: false, ..all }),
        ("redeals=0, without lone suits", none, 100, Prunings { lone_suits: false, ..all }),
        ("redeals=0, without endings", none, 100, Prunings { endings: false, ..all }),
        ("redeals=0, without layers", none, 100, Prunings { layers: false, ..all }),
    ];
    println!("| options and means | deals | won | lost | unknown | states a deal | decided by |");
    println!("|---|---|---|---|---|---|---|");
    for (name, sets, deals, prunings) in rows {
        print_row(name, sets, deals, prunings);
    }
}

fn print_row(name: &str, sets: Sets, deals: u64, prunings: Prunings) {
    let game = Game::new(RuleSet::Hochzeitszug, sets).unwrap();
    let (mut won, mut lost, mut unknown, mut states) = (0, 0, 0, 0);
    let mut methods = BTreeMap::new();
    for seed in 0..deals {
        let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
        let AnyPosition::Hochzeitszug(position) = position else { unreachable!() };
        let limits = Limits { max_states: 300_000, ..Limits::default() };
        let mut budget = Budget::new(limits, None);
        let (verdict, method) = solve_with(&position, prunings, &mut budget);
        states += budget.states_visited();
        match verdict {
            Verdict::Won(_) => won += 1,
            Verdict::Unwinnable => lost += 1,
            Verdict::Unknown(_) => unknown += 1,
        }
        if !matches!(verdict, Verdict::Unknown(_)) {
            *methods.entry(method).or_insert(0) += 1;
        }
    }
    let methods: Vec<String> = methods.iter().map(|(name, n)| format!("{name} {n}")).collect();
    println!(
        "| {name} | {deals} | {won} | {lost} | {unknown} | {} | {} |",
        states / deals,
        methods.join(", ")
    );
}
