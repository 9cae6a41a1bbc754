//! What the switches of a game's solver gain: the tables of docs/experiments in their form.
//!
//! `cargo run --release -p gehtauf-solvers --example gains -- GAME`

use std::collections::BTreeMap;
use std::ops::Range;

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, Game, Move, RuleSet};
use gehtauf_search::{Budget, Limits, Verdict};
use gehtauf_solvers::{GameSolver, domino, eights, eklige_elfer, hochzeitszug};

type Solve = Box<dyn Fn(&AnyPosition, &mut Budget<'_>) -> (Verdict<Move>, &'static str)>;

/// A row: the switches, and what solves with them.
type Row = (&'static str, Solve);

/// Deals of a game under some options, and the rows that they make.
struct Block {
    options: &'static str,
    seeds: Range<u64>,
    max_states: u64,
    rows: Vec<Row>,
}

/// The row of these prunings, by a function of the game that solves with them.
macro_rules! row {
    ($game:ident, $variant:ident, $switches:expr, $prunings:expr) => {{
        let prunings = $prunings;
        let solve: Solve = Box::new(move |position, budget| {
            let AnyPosition::$variant(position) = position else { unreachable!("another game") };
            $game::solve_with(position, prunings, budget)
        });
        ($switches, solve)
    }};
}

/// A row with all switches on, then one without each of these.
macro_rules! without {
    ($game:ident, $variant:ident $(, $switches:literal: $field:ident)*) => {
        vec![
            row!($game, $variant, "", $game::Prunings::ALL)
            $(, row!(
                $game,
                $variant,
                concat!("without ", $switches),
                $game::Prunings { $field: false, ..$game::Prunings::ALL }
            ))*
        ]
    };
}

fn main() {
    let game = std::env::args().nth(1).expect("the name of a game");
    let rule_set: RuleSet = game.parse().expect("a game");
    let blocks = match rule_set {
        RuleSet::AchtMalAcht => acht_mal_acht(),
        RuleSet::EightByEight => eight_by_eight(),
        RuleSet::EkligeElfer => eklige_elfer(),
        RuleSet::Domino => domino(),
        RuleSet::Hochzeitszug => hochzeitszug(),
    };
    println!(
        "| options | switches | deals | won | lost | unknown | states a deal | a lost one | decided by |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for block in blocks {
        let sets: Vec<(&str, &str)> = block
            .options
            .split_whitespace()
            .map(|option| option.split_once('=').expect("an option and its value"))
            .collect();
        let game = Game::new(rule_set, &sets).expect("options of the game");
        for (switches, solve) in &block.rows {
            print_row(&game, &block, switches, solve);
        }
    }
}

fn print_row(game: &Game, block: &Block, switches: &str, solve: &Solve) {
    let limits = Limits { max_states: block.max_states, ..Limits::default() };
    let (mut won, mut lost, mut states, mut states_of_lost) = (0, 0, 0, 0);
    let mut methods: BTreeMap<&str, u64> = BTreeMap::new();
    for seed in block.seeds.clone() {
        let position = game.deal(&seeded_deck(seed, game.pack())).expect("the pack is the game's");
        let mut budget = Budget::new(limits, None);
        let (verdict, method) = solve(&position, &mut budget);
        states += budget.states_visited();
        match verdict {
            Verdict::Won(_) => won += 1,
            Verdict::Unwinnable => {
                lost += 1;
                states_of_lost += budget.states_visited();
            }
            Verdict::Unknown(_) => continue,
        }
        *methods.entry(method).or_default() += 1;
    }
    let deals = block.seeds.end - block.seeds.start;
    let methods: Vec<String> = methods.iter().map(|(name, n)| format!("{name} {n}")).collect();
    let options = if block.options.is_empty() { "default" } else { block.options };
    let switches = if switches.is_empty() { "all" } else { switches };
    println!(
        "| {options} | {switches} | {deals} | {won} | {lost} | {} | {} | {} | {} |",
        deals - won - lost,
        states / deals,
        states_of_lost.checked_div(lost).map_or("-".to_owned(), |states| states.to_string()),
        methods.join(", ")
    );
}

/// The whole portfolio of Acht mal Acht or 8x8.
fn portfolio_of_eights() -> Block {
    let solve: Solve = Box::new(|position, budget| match position {
        AnyPosition::AchtMalAcht(position) => eights::Solver::solve(position.table(), budget),
        AnyPosition::EightByEight(position) => eights::Solver::solve(position.table(), budget),
        _ => unreachable!("another game"),
    });
    let max_states = Limits::default().max_states;
    Block { options: "", seeds: 0..200, max_states, rows: vec![("", solve)] }
}

/// The portfolio, then the complete searches of small deals with some prunings alone.
fn acht_mal_acht() -> Vec<Block> {
    use eights::Prunings;

    let none = Prunings::NONE;
    let free_cards = Prunings { free_cards: true, ..none };
    let alone = [
        ("none", none),
        ("symmetric columns", Prunings { symmetric_columns: true, ..none }),
        ("macro moves of the talon", Prunings { talon_macro_moves: true, ..none }),
        ("safe foundation moves", Prunings { safe_foundation_moves: true, ..none }),
        ("chain-counting relaxation", Prunings { chain_counting: true, ..none }),
        ("dead-end detection", Prunings { dead_ends: true, ..none }),
        ("abstraction refinement", Prunings { tracked_cards: true, ..none }),
        ("satisfiability", Prunings { sat: true, ..none }),
        ("free cards", free_cards),
        (
            "free cards, safe foundation moves",
            Prunings { safe_foundation_moves: true, ..free_cards },
        ),
        ("free cards, delete relaxation", Prunings { delete_relaxation: true, ..free_cards }),
        ("all of the complete search", Prunings::ALL),
    ];
    let row = |(switches, prunings)| {
        let solve: Solve = Box::new(move |position, budget| {
            let AnyPosition::AchtMalAcht(position) = position else { unreachable!("another game") };
            eights::exhaust_with(position.table(), prunings, budget)
        });
        (switches, solve)
    };
    let small = Block {
        options: "ranks=5 suits=CH columns=3 rows=4",
        seeds: 0..200,
        max_states: Limits::default().max_states,
        rows: alone.into_iter().map(row).collect(),
    };
    vec![portfolio_of_eights(), small]
}

/// The portfolio, then the complete searches of small deals over free cards with heads, with each pruning alone, and the
/// relaxation without heads, which proves losses only.
fn eight_by_eight() -> Vec<Block> {
    let names = [
        "free cards with heads",
        "free cards with heads, dead ends",
        "free cards with heads, persistent sets",
        "free cards with heads, foundation moves under force",
        "free cards with heads, macro and safe moves",
        "free cards with heads, all",
        "without heads",
        "without heads, dead ends",
        "without heads, persistent sets",
        "without heads, chain counting",
        "without heads, macro moves",
    ];
    let row = |name| {
        let solve: Solve = Box::new(move |position, budget| {
            let AnyPosition::EightByEight(position) = position else {
                unreachable!("another game")
            };
            let mut proofs = eights::Solver::proofs(position.table());
            proofs.retain(|proof| proof.name == name);
            (proofs.first().expect("a proof of that name").ask(budget), name)
        });
        (name, solve)
    };
    let small = |options| Block {
        options,
        seeds: 0..200,
        max_states: 1_000_000,
        rows: names.into_iter().map(row).collect(),
    };
    vec![
        portfolio_of_eights(),
        small("ranks=7 suits=CH columns=3 rows=4"),
        small("ranks=7 suits=CH columns=3 rows=4 talon-play=free"),
    ]
}

fn eklige_elfer() -> Vec<Block> {
    let rows = || {
        let mut rows = without!(
            eklige_elfer, EkligeElfer,
            "delete relaxation": delete_relaxation,
            "host count": host_count,
            "host arrivals": host_arrivals,
            "equal steps": equal_steps,
            "safe pops": safe_pops,
            "satisfiability": sat
        );
        rows.push(row!(eklige_elfer, EkligeElfer, "none", eklige_elfer::Prunings::NONE));
        rows
    };
    let block = |options, seeds| Block { options, seeds, max_states: 100_000, rows: rows() };
    vec![block("", 100_000..100_200), block("ranks=4 columns=3", 0..400)]
}

fn domino() -> Vec<Block> {
    let block =
        |options, deals, rows| Block { options, seeds: 0..deals, max_states: 1_000_000, rows };
    let all = || without!(domino, Domino);
    vec![
        block("", 1_000, all()),
        block("pickup=lifo", 500, all()),
        block("redeals=1", 200, all()),
        block("redeal=blocked", 50, all()),
        block("fill=left redeals=1", 200, without!(domino, Domino, "rounds": rounds)),
        block(
            "redeals=0",
            50,
            without!(
                domino, Domino,
                "diagonals in use": diagonals_in_use,
                "the order of rows": row_order,
                "retrograde analysis": retrograde,
                "the last mover left out": last_mover
            ),
        ),
        Block {
            max_states: 5_000_000,
            ..block(
                "fill=left redeals=0",
                50,
                without!(
                    domino, Domino,
                    "persistent sets": persistent_sets,
                    "sleep sets": sleep_sets,
                    "dead positions of the delete relaxation": delete_relaxation
                ),
            )
        },
    ]
}

fn hochzeitszug() -> Vec<Block> {
    let block =
        |options, deals, rows| Block { options, seeds: 0..deals, max_states: 300_000, rows };
    vec![
        block(
            "",
            1_000,
            without!(hochzeitszug, Hochzeitszug, "last rounds": last_rounds, "roll-outs": roll_outs),
        ),
        block(
            "redeals=1",
            100,
            without!(
                hochzeitszug, Hochzeitszug,
                "last rounds": last_rounds,
                "safe foundation moves": safe_foundation_moves,
                "symmetric stacks": symmetric_stacks
            ),
        ),
        block(
            "redeal=blocked",
            100,
            without!(
                hochzeitszug, Hochzeitszug,
                "persistent sets": persistent_sets,
                "reversible packings": reversible_packings,
                "symmetric stacks": symmetric_stacks,
                "safe foundation moves": safe_foundation_moves,
                "last rounds": last_rounds
            ),
        ),
        block(
            "redeals=0",
            100,
            without!(
                hochzeitszug, Hochzeitszug,
                "safe foundation moves": safe_foundation_moves,
                "dominated nodes": dominated_nodes,
                "single suits": single_suits,
                "retrograde": retrograde,
                "satisfiability": sat,
                "foundation clauses": foundation_clauses,
                "host clauses": host_clauses,
                "belief sets": belief_sets
            ),
        ),
    ]
}
