//! What each pruning of the solver of Eklige Elfer gains: the table in docs/experiments/eklige-elfer.md.
//!
//! `cargo run --release -p gehtauf-solvers --example gains_eklige_elfer`

use std::ops::Range;

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, Game, RuleSet};
use gehtauf_search::{Budget, Limits, Verdict};
use gehtauf_solvers::eklige_elfer::{Prunings, solve_with};

fn main() {
    let reduced = [("ranks", "4"), ("columns", "3")];
    println!(
        "| game and switches | deals | won | unwinnable | unknown | states a deal: median, mean |"
    );
    println!("|---|---|---|---|---|---|");
    let all = Prunings::ALL;
    for (name, prunings) in [
        ("all on", all),
        ("without delete relaxation", Prunings { delete_relaxation: false, ..all }),
        ("without host count", Prunings { host_count: false, ..all }),
        ("without equal steps", Prunings { equal_steps: false, ..all }),
        ("all off", Prunings::NONE),
    ] {
        row(&format!("default, {name}"), &[], 100_000..100_200, prunings);
        row(&format!("reduced, {name}"), &reduced, 0..400, prunings);
    }
}

fn row(name: &str, options: &[(&str, &str)], seeds: Range<u64>, prunings: Prunings) {
    let rules = Game::new(RuleSet::EkligeElfer, options).expect("the options are right");
    let limits = Limits { max_states: 100_000, ..Limits::default() };
    let (mut won, mut unwinnable, mut unknown) = (0, 0, 0);
    let mut states = Vec::new();
    for seed in seeds {
        let deal = rules.deal(&seeded_deck(seed, rules.pack()));
        let Ok(AnyPosition::EkligeElfer(position)) = deal else { panic!("the deck is right") };
        let mut budget = Budget::new(limits, None);
        match solve_with(&position, prunings, &mut budget).0 {
            Verdict::Won(_) => won += 1,
            Verdict::Unwinnable => unwinnable += 1,
            Verdict::Unknown(_) => unknown += 1,
        }
        states.push(budget.states_visited());
    }
    states.sort_unstable();
    let deals = states.len();
    let (median, mean) =
        (states[states.len() / 2], states.iter().sum::<u64>() / states.len() as u64);
    println!("| {name} | {deals} | {won} | {unwinnable} | {unknown} | {median}, {mean} |");
}
