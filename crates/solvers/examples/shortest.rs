//! A row of the table of docs/shortest.md.
//!
//! `cargo run --release -p gehtauf-solvers --example shortest -- GAME DEALS MAX_STATES [NAME=VALUE ...]`: the first win,
//! the shortened one, the best one and its bound, on average, of the first so many deals of the seeds from 10,000,000 on
//! that are won within 300,000 states; then the median of how far the best is above the bound, and how many are proven.

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{Game, replay};
use gehtauf_search::{Budget, Limits, Verdict};
use gehtauf_solvers::{shorten, shortest_win, solve};

const FIRST_SEED: u64 = 10_000_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, deals, max_states, options @ ..] = words.as_slice() else {
        return Err("usage: shortest GAME DEALS MAX_STATES [NAME=VALUE ...]".into());
    };
    let (deals, max_states): (usize, u64) = (deals.parse()?, max_states.parse()?);
    let sets: Vec<(&str, &str)> = options.iter().filter_map(|set| set.split_once('=')).collect();
    let rules = Game::new(game.parse()?, &sets)?;
    let (mut sums, mut gaps, mut proven) = ([0; 4], Vec::new(), 0);
    for seed in FIRST_SEED.. {
        let position = rules.deal(&seeded_deck(seed, rules.pack()))?;
        let limits = Limits { max_states: 300_000, ..Limits::default() };
        let Verdict::Won(first) = solve(&position, limits, None)?.verdict else { continue };
        let mut budget = Budget::new(Limits { max_states, ..limits }, None);
        let short = shorten(&position, &first, &budget).moves;
        let best = shortest_win(&position, &short, &mut budget);
        replay(&position, &best.moves)?;
        let lengths = [first.len(), short.len(), best.moves.len(), best.at_least as usize];
        eprintln!("{seed}: {lengths:?} {:?}, {} states", best.unproven, budget.states_visited());
        sums = std::array::from_fn(|i| sums[i] + lengths[i]);
        gaps.push(100.0 * (lengths[2] as f64 / lengths[3] as f64 - 1.0));
        proven += u32::from(best.unproven.is_none());
        if gaps.len() == deals {
            break;
        }
    }
    gaps.sort_by(f64::total_cmp);
    let options = options.join(" ");
    let [first, short, best, bound] = sums.map(|sum| sum as f64 / deals as f64);
    println!(
        "| {game} | {options} | {deals} | {first:.1} | {short:.1} | {best:.1} | {bound:.1} | {:.1} % | {proven} |",
        gaps[deals / 2]
    );
    Ok(())
}
