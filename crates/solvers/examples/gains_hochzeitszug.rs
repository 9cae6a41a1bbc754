//! What each pruning and each search of the Hochzeitszug solver gains: the table in docs/experiments/hochzeitszug.md.
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
        ("default, without last rounds", default, 1_000, Prunings { last_rounds: false, ..all }),
        ("default, without roll-outs", default, 1_000, Prunings { roll_outs: false, ..all }),
        ("redeals=1", one, 100, all),
        ("redeals=1, without last rounds", one, 100, Prunings { last_rounds: false, ..all }),
        (
            "redeals=1, without safe foundation moves",
            one,
            100,
            Prunings { safe_foundation_moves: false, ..all },
        ),
        (
            "redeals=1, without symmetric stacks",
            one,
            100,
            Prunings { symmetric_stacks: false, ..all },
        ),
        ("redeal=blocked", blocked, 100, all),
        (
            "redeal=blocked, without safe foundation moves",
            blocked,
            100,
            Prunings { safe_foundation_moves: false, ..all },
        ),
        (
            "redeal=blocked, without belief sets",
            blocked,
            100,
            Prunings { belief_sets: false, ..all },
        ),
        (
            "redeal=blocked, without last rounds",
            blocked,
            100,
            Prunings { last_rounds: false, ..all },
        ),
        ("redeals=0", none, 100, all),
        (
            "redeals=0, without safe foundation moves",
            none,
            100,
            Prunings { safe_foundation_moves: false, ..all },
        ),
        (
            "redeals=0, without dominated nodes",
            none,
            100,
            Prunings { dominated_nodes: false, ..all },
        ),
        ("redeals=0, without single suits", none, 100, Prunings { single_suits: false, ..all }),
        ("redeals=0, without retrograde", none, 100, Prunings { retrograde: false, ..all }),
        ("redeals=0, without satisfiability", none, 100, Prunings { sat: false, ..all }),
        (
            "redeals=0, without foundation clauses",
            none,
            100,
            Prunings { foundation_clauses: false, ..all },
        ),
        ("redeals=0, without host clauses", none, 100, Prunings { host_clauses: false, ..all }),
        ("redeals=0, without belief sets", none, 100, Prunings { belief_sets: false, ..all }),
    ];
    println!(
        "| options and switches | deals | won | lost | unknown | states a deal | decided by |"
    );
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
