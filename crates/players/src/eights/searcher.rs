//! A player of 8x8 who asks a weak solver about sampled completions.
//!
//! The solver sees the sampled cards, which the player at the table does not (strategy fusion): its wins are
//! an upper limit, and turning up a card for its own sake is worth nothing to it. That it is weak is what
//! makes it a judge: it wins about half of the completions at the start, and more of those with more
//! room. So a plan that turns up a face-down card counts for more than its wins, and where the solver wins
//! none the player goes on as the planner does.

use std::collections::HashSet;

use gehtauf_rules::{AnyPosition, Move, Position, View};
use rand_core::Rng;

use super::planner::PLANNER;
use super::win;
use crate::player::{About, Player};
use crate::seed::Seed;

/// Judges plans by how many sampled completions a weak solver wins after them.
#[derive(Debug)]
pub(crate) struct Searcher;

/// How many completions are solved to find plans.
const DRAWN: usize = 16;

/// How many of the plans that their wins begin with are judged.
const PLANS: usize = 6;

/// How many moves ahead a face-down card is looked for that none of these turns up.
const AHEAD: usize = 3;

/// How many further completions judge the plans; half of them are left after a quarter and after a half of these.
const JUDGED: usize = 24;

/// How many states the judge looks at.
const STATES: u64 = 10_000;

/// What share of the completions a face-down card is worth that is turned up.
const BONUS: f64 = 0.3;

/// How many states it looks at for a win when it knows all cards.
const MAX_STATES: u64 = 1_000_000;

/// How many views are looked at for face-down cards to turn up.
const MAX_VIEWS: usize = 400;

const ABOUT: About = About {
    name: "searcher",
    en: "Solves sampled completions of what it sees, and takes the plans that their wins begin with and those that \
         turn up a face-down card soon. It plays the one after which most of further completions are won, and \
         goes on as planner does where none is.",
    de: "Löst ausgeloste Anordnungen der Karten, die er nicht sieht, und nimmt die Pläne, mit denen ihre Lösungen \
         beginnen, und die, die bald eine verdeckte Karte aufdecken. Er spielt den, nach dem die meisten weiteren \
         Anordnungen aufgehen, und macht weiter wie `planner`, wenn keine aufgeht.",
};

impl Player for Searcher {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn uses_chance(&self) -> bool {
        true
    }

    fn is_cheap(&self) -> bool {
        false
    }

    fn plan(&self, view: &View, seed: &Seed) -> Vec<Move> {
        let AnyPosition::EightByEight(_) = view.position() else { return Vec::new() };
        if let Some(position) = view.certain() {
            return win(position, MAX_STATES);
        }
        let legal = view.legal_moves();
        if legal.len() == 1 {
            return legal;
        }
        let mut generator = seed.generator(self.name(), view);
        let mut plans = begun_wins(view, &mut generator);
        if plans.is_empty() {
            return PLANNER.plan(view, seed);
        }
        push_unturned(view, &mut plans);
        best(view, plans, &mut generator)
    }
}

/// Moves up to one that turns up a card.
struct Plan {
    moves: Vec<Move>,
    /// What is seen before the last one.
    before: View,
    /// How many completions are won after it.
    wins: usize,
}

impl Plan {
    fn new(view: &View, moves: &[Move]) -> Plan {
        let mut before = view.clone();
        for (i, &m) in moves.iter().enumerate() {
            match before.after(m) {
                Some(after) => before = after,
                None => return Plan { moves: moves[..=i].to_vec(), before, wins: 0 },
            }
        }
        Plan { moves: moves.to_vec(), before, wins: 0 }
    }

    fn last(&self) -> Option<Move> {
        self.moves.last().copied()
    }

    /// The column whose face-down card the plan turns up.
    fn column(&self) -> Option<u8> {
        match self.last()? {
            Move::ColumnToColumn { from, .. } | Move::ColumnToFoundation { from } => Some(from),
            _ => None,
        }
    }
}

/// The plans that wins of sampled completions begin with, the most frequent ones.
fn begun_wins(view: &View, generator: &mut impl Rng) -> Vec<Plan> {
    let mut plans: Vec<Plan> = Vec::new();
    for _ in 0..DRAWN {
        let moves = win(&view.sample(generator), STATES);
        if moves.is_empty() {
            continue;
        }
        let plan = Plan::new(view, &moves);
        let is_same =
            |other: &&mut Plan| other.before == plan.before && other.last() == plan.last();
        match plans.iter_mut().find(is_same) {
            Some(other) => other.wins += 1,
            None => plans.push(plan),
        }
    }
    plans.sort_by_key(|plan| std::cmp::Reverse(plan.wins));
    plans.truncate(PLANS);
    plans
}

/// For each column that no plan turns up a card of, one with the fewest moves that does.
fn push_unturned(view: &View, plans: &mut Vec<Plan>) {
    let mut columns: HashSet<u8> = plans.iter().filter_map(Plan::column).collect();
    let mut seen = HashSet::from([view.clone()]);
    let mut open = vec![(view.clone(), Vec::new())];
    for _ in 0..AHEAD {
        let mut next = Vec::new();
        for (here, way) in &open {
            for m in here.legal_moves() {
                let moves = [&way[..], &[m]].concat();
                match here.after(m) {
                    Some(after) => {
                        if seen.len() < MAX_VIEWS && seen.insert(after.clone()) {
                            next.push((after, moves));
                        }
                    }
                    None => {
                        let plan = Plan { moves, before: here.clone(), wins: 0 };
                        if plan.column().is_some_and(|column| columns.insert(column)) {
                            plans.push(plan);
                        }
                    }
                }
            }
        }
        open = next;
    }
}

/// The plan after which most of further completions, the same for all, are won.
fn best(view: &View, mut plans: Vec<Plan>, generator: &mut impl Rng) -> Vec<Move> {
    plans.iter_mut().for_each(|plan| plan.wins = 0);
    for judged in 1..=JUDGED {
        if plans.len() == 1 {
            break;
        }
        let sample = view.sample(generator);
        for plan in &mut plans {
            plan.wins += usize::from(wins_after(plan, sample.clone()));
        }
        let value = |plan: &Plan| {
            let bonus = if plan.column().is_some() { BONUS } else { 0.0 };
            plan.wins as f64 / judged as f64 + bonus
        };
        if [JUDGED / 4, JUDGED / 2, JUDGED].contains(&judged) {
            plans.sort_by(|a, b| value(b).total_cmp(&value(a)));
            plans.truncate(plans.len().div_ceil(2));
        }
    }
    plans.swap_remove(0).moves
}

fn wins_after(plan: &Plan, mut position: AnyPosition) -> bool {
    plan.moves.iter().for_each(|&m| position.play(m));
    position.is_won() || !win(&position, STATES).is_empty()
}
