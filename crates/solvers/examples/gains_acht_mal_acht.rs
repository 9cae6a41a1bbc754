//! What each stage of the portfolio of Acht mal Acht and 8x8 decides, and what each pruning saves: the
//! tables in docs/experiments/acht-mal-acht.md and 8x8.md.
//!
//! `cargo run --release -p gehtauf-solvers --example gains_acht_mal_acht`

use std::collections::BTreeMap;

use gehtauf_cards::seeded_deck;
use gehtauf_rules::eights::Table;
use gehtauf_rules::{AnyPosition, Game, RuleSet};
use gehtauf_search::{Budget, Limits, Verdict};
use gehtauf_solvers::GameSolver;
use gehtauf_solvers::eights::{Prunings, Solver, exhaust_with};

fn main() {
    for rule_set in [RuleSet::AchtMalAcht, RuleSet::EightByEight] {
        stages(rule_set, 200);
    }
    let none = Prunings::NONE;
    let free_cards = Prunings { free_cards: true, ..none };
    for (name, prunings) in [
        ("none", none),
        ("symmetric columns", Prunings { symmetric_columns: true, ..none }),
        ("macro moves of the talon", Prunings { talon_macro_moves: true, ..none }),
        ("safe foundation moves", Prunings { safe_foundation_moves: true, ..none }),
        ("chain-counting relaxation", Prunings { chain_counting: true, ..none }),
        ("dead-end detection", Prunings { dead_ends: true, ..none }),
        ("abstraction refinement", Prunings { tracked_cards: true, ..none }),
        ("free cards", free_cards),
        ("and safe foundation moves", Prunings { safe_foundation_moves: true, ..free_cards }),
        ("and the delete relaxation", Prunings { delete_relaxation: true, ..free_cards }),
        ("all", Prunings::ALL),
    ] {
        states_of_small_deals(name, prunings);
    }
}

fn tables(rule_set: RuleSet, sets: &[(&str, &str)], deals: u64) -> Vec<Table> {
    let game = Game::new(rule_set, sets).unwrap();
    let deal = |seed| match game.deal(&seeded_deck(seed, game.pack())).unwrap() {
        AnyPosition::AchtMalAcht(position) => position.table().clone(),
        AnyPosition::EightByEight(position) => position.table().clone(),
        _ => unreachable!(),
    };
    (0..deals).map(deal).collect()
}

/// Which stage decides how many deals, and with how many states each.
fn stages(rule_set: RuleSet, deals: u64) {
    let mut rows: BTreeMap<(&str, &str), (u64, u64)> = BTreeMap::new();
    for table in tables(rule_set, &[], deals) {
        let mut budget = Budget::new(Limits::default(), None);
        let (verdict, method) = Solver::solve(&table, &mut budget);
        let verdict = match verdict {
            Verdict::Won(_) => "won",
            Verdict::Unwinnable => "unwinnable",
            Verdict::Unknown(_) => "unknown",
        };
        let row = rows.entry((verdict, method)).or_default();
        row.0 += 1;
        row.1 += budget.states_visited();
    }
    println!("{rule_set}, seeds 0..{deals}: verdict, method, deals, states a deal");
    for ((verdict, method), (count, states)) in rows {
        println!("{verdict:10} {method:25} {count:4} {:9}", states / count);
    }
}

/// How many states the exhaustive search visits on small deals that do not come out.
fn states_of_small_deals(name: &str, prunings: Prunings) {
    let sets = [("ranks", "5"), ("suits", "CH"), ("columns", "3"), ("rows", "4")];
    let mut states = 0;
    for table in tables(RuleSet::AchtMalAcht, &sets, 200) {
        let mut budget = Budget::new(Limits::default(), None);
        if exhaust_with(&table, prunings, &mut budget).0 == Verdict::Unwinnable {
            states += budget.states_visited();
        }
    }
    println!("{name:28} {states:9} states on unwinnable small deals");
}
