//! What each stage of a game's portfolio decides and what part of the time it takes: the tables of docs/experiments in
//! their form.
//!
//! `cargo run --release -p gehtauf-solvers --example stages -- GAME FROM TO [NAME=VALUE...]`
//!
//! One deal after another on one thread, default limits. Stages of one method that follow each other are one row. The
//! time is that of the clock.

use std::time::{Duration, Instant};

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{Game, RuleSet};
use gehtauf_search::{Budget, Limits, Progress, Verdict};
use gehtauf_solvers::solve_within;

/// A row of the table.
struct Row {
    method: &'static str,
    /// How many rows of the method come before it.
    number: usize,
    reached: u64,
    won: u64,
    lost: u64,
    time: Duration,
}

fn main() {
    let mut args = std::env::args().skip(1);
    let mut next = |what: &str| args.next().unwrap_or_else(|| panic!("{what} is missing"));
    let rule_set: RuleSet = next("the game").parse().expect("a game");
    let [from, to]: [u64; 2] = ["the first seed", "the end of the seeds"]
        .map(|what| next(what).parse().expect("a number"));
    let options: Vec<String> = args.collect();
    let sets: Vec<(&str, &str)> =
        options.iter().map(|set| set.split_once('=').expect("an option and its value")).collect();
    let game = Game::new(rule_set, &sets).expect("options of the game");

    let mut rows: Vec<Row> = Vec::new();
    let (mut won, mut lost, mut open) = (0, 0, Duration::ZERO);
    for seed in from..to {
        let position = game.deal(&seeded_deck(seed, game.pack())).expect("the pack is the game's");
        let progress = Progress::default();
        let mut budget = Budget::new(Limits::default(), None).watched(Some(&progress));
        let started = Instant::now();
        let verdict =
            solve_within(&position, &mut budget).expect("the rules allow its wins").verdict;
        let ended = Instant::now();
        let here = stages(&progress.begun(), ended, &mut rows);
        let Some(&last) = here.last() else { continue };
        match verdict {
            Verdict::Won(_) => (won, rows[last].won) = (won + 1, rows[last].won + 1),
            Verdict::Unwinnable => (lost, rows[last].lost) = (lost + 1, rows[last].lost + 1),
            Verdict::Unknown(_) => open += ended - started,
        }
    }
    print_table(&rows, to - from, won, lost, open);
}

/// Adds a deal's stages to their rows; gives the rows, in order.
fn stages(begun: &[(&'static str, Instant)], ended: Instant, rows: &mut Vec<Row>) -> Vec<usize> {
    let stages: Vec<_> = begun.chunk_by(|a, b| a.0 == b.0).map(|stage| stage[0]).collect();
    let ends = stages.iter().skip(1).map(|&(_, start)| start).chain([ended]);
    let mut here: Vec<usize> = Vec::new();
    for (&(method, start), end) in stages.iter().zip(ends) {
        let number = here.iter().filter(|&&row| rows[row].method == method).count();
        let row = rows.iter().position(|row| (row.method, row.number) == (method, number));
        let row = row.unwrap_or_else(|| {
            // Right after the stage before, which is where the portfolio has it.
            let place = here.last().map_or(0, |&row| row + 1);
            let (won, lost, time) = (0, 0, Duration::ZERO);
            rows.insert(place, Row { method, number, reached: 0, won, lost, time });
            place
        });
        rows[row].reached += 1;
        rows[row].time += end - start;
        here.push(row);
    }
    here
}

fn print_table(rows: &[Row], deals: u64, won: u64, lost: u64, open: Duration) {
    let all: Duration = rows.iter().map(|row| row.time).sum();
    let share = |time: Duration| 100.0 * time.as_secs_f64() / all.as_secs_f64();
    let millis = |time: Duration, of: u64| time.as_secs_f64() * 1000.0 / of as f64;
    println!("| stage | reached by | won | lost | of the time | ms a decision |");
    println!("|---|---|---|---|---|---|");
    for row in rows {
        let decided = row.won + row.lost;
        let each =
            if decided == 0 { String::new() } else { format!("{:.0}", millis(row.time, decided)) };
        println!(
            "| {} | {} | {} | {} | {:.1} % | {each} |",
            row.method,
            row.reached,
            row.won,
            row.lost,
            share(row.time)
        );
    }
    println!("| all | {deals} | {won} | {lost} | {:.1} ms a deal | |", millis(all, deals));
    println!();
    println!("The {} open deals take {:.0} % of the time.", deals - won - lost, share(open));
}
