//! What each switch of the Domino solver gains: the table of docs/experiments/domino.md.
//!
//! `cargo run --release -p gehtauf-solvers --example gains_domino`

use std::collections::BTreeMap;

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, Game, RuleSet};
use gehtauf_search::{Budget, Limits, Verdict};
use gehtauf_solvers::domino::{Prunings, solve_with};

type Sets = &'static [(&'static str, &'static str)];

fn main() {
    let all = Prunings::ALL;
    let rows: [(&str, Sets, u64, u64, Prunings); 13] = [
        ("default", &[], 1_000, 1_000_000, all),
        ("pickup=lifo", &[("pickup", "lifo")], 500, 1_000_000, all),
        ("redeals=1", &[("redeals", "1")], 200, 1_000_000, all),
        ("redeal=blocked", &[("redeal", "blocked")], 50, 1_000_000, all),
        ("fill=left redeals=1", &[("fill", "left"), ("redeals", "1")], 200, 1_000_000, all),
        ("redeals=0", &[("redeals", "0")], 50, 1_000_000, all),
        (
            "redeals=0, without diagonals in use",
            &[("redeals", "0")],
            50,
            1_000_000,
            Prunings { diagonals_in_use: false, ..all },
        ),
        (
            "redeals=0, without the order of rows",
            &[("redeals", "0")],
            50,
            1_000_000,
            Prunings { row_order: false, ..all },
        ),
        (
            "redeals=0, depth-first search only",
            &[("redeals", "0")],
            50,
            1_000_000,
            Prunings { retrograde: false, ..all },
        ),
        ("fill=left redeals=0", &[("fill", "left"), ("redeals", "0")], 50, 5_000_000, all),
        (
            "fill=left redeals=0, without persistent sets",
            &[("fill", "left"), ("redeals", "0")],
            50,
            5_000_000,
            Prunings { persistent_sets: false, ..all },
        ),
        (
            "fill=left redeals=0, without sleep sets",
            &[("fill", "left"), ("redeals", "0")],
            50,
            5_000_000,
            Prunings { sleep_sets: false, ..all },
        ),
        (
            "fill=left redeals=0, without dead positions of the delete relaxation",
            &[("fill", "left"), ("redeals", "0")],
            50,
            5_000_000,
            Prunings { delete_relaxation: false, ..all },
        ),
    ];
    println!(
        "| options and switches | deals | won | lost | unknown | states a deal | decided by |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (name, sets, deals, max_states, prunings) in rows {
        print_row(name, sets, deals, Limits { max_states, ..Limits::default() }, prunings);
    }
}

fn print_row(name: &str, sets: Sets, deals: u64, limits: Limits, prunings: Prunings) {
    let game = Game::new(RuleSet::Domino, sets).expect("the options exist");
    let (mut won, mut lost, mut states) = (0, 0, 0);
    let mut methods = BTreeMap::new();
    for seed in 0..deals {
        let position = game.deal(&seeded_deck(seed, game.pack())).expect("the pack is the game's");
        let AnyPosition::Domino(position) = position else { unreachable!() };
        let mut budget = Budget::new(limits, None);
        let (verdict, method) = solve_with(&position, prunings, &mut budget);
        states += budget.states_visited();
        match verdict {
            Verdict::Won(_) => won += 1,
            Verdict::Unwinnable => lost += 1,
            Verdict::Unknown(_) => continue,
        }
        *methods.entry(method).or_insert(0) += 1;
    }
    let unknown = deals - won - lost;
    let methods: Vec<String> =
        methods.into_iter().map(|(method, count)| format!("{method} {count}")).collect();
    println!(
        "| {name} | {deals} | {won} | {lost} | {unknown} | {} | {} |",
        states / deals,
        methods.join(", ")
    );
}
