//! A player of Acht mal Acht and 8x8 who asks a weak solver about sampled completions.
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
use super::scout::win;
use crate::player::{About, Player};
use crate::seed::Seed;

/// Judges plans by how many sampled completions a weak solver wins after them.
#[derive(Debug)]
pub(crate) struct Searcher {
    pub about: About,
    /// How many completions are solved to find plans.
    pub drawn: usize,
    /// How many of the plans that their wins begin with are judged.
    pub plans: usize,
    /// How many moves ahead a face-down card is looked for that none of these turns up.
    pub ahead: usize,
    /// How many further completions judge the plans; half of them are left after a quarter and after a half of these.
    pub judged: usize,
    /// How many states the judge looks at.
    pub states: u64,
    /// What share of the completions a face-down card is worth that is turned up.
    pub bonus: f64,
}

/// How many states it looks at for a win when it knows all cards.
const MAX_STATES: u64 = 1_000_000;

/// How many views are looked at for face-down cards to turn up.
const MOST_VIEWS: usize = 400;

impl Player for Searcher {
    fn about(&self) -> &About {
        &self.about
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
        let mut plans = self.begun_wins(view, &mut generator);
        if plans.is_empty() {
            return PLANNER.plan(view, seed);
        }
        self.push_unturned(view, &mut plans);
        self.best(view, plans, &mut generator)
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

impl Searcher {
    /// The plans that wins of sampled completions begin with, the most frequent ones.
    fn begun_wins(&self, view: &View, generator: &mut impl Rng) -> Vec<Plan> {
        let mut plans: Vec<Plan> = Vec::new();
        for _ in 0..self.drawn {
            let moves = win(&view.sample(generator), self.states);
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
        plans.truncate(self.plans);
        plans
    }

    /// For each column that no plan turns up a card of, one with the fewest moves that does.
    fn push_unturned(&self, view: &View, plans: &mut Vec<Plan>) {
        let mut columns: HashSet<u8> = plans.iter().filter_map(Plan::column).collect();
        let mut seen = HashSet::from([view.clone()]);
        let mut open = vec![(view.clone(), Vec::new())];
        for _ in 0..self.ahead {
            let mut next = Vec::new();
            for (here, way) in &open {
                for m in here.legal_moves() {
                    let moves = [&way[..], &[m]].concat();
                    match here.after(m) {
                        Some(after) => {
                            if seen.len() < MOST_VIEWS && seen.insert(after.clone()) {
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
    fn best(&self, view: &View, mut plans: Vec<Plan>, generator: &mut impl Rng) -> Vec<Move> {
        plans.iter_mut().for_each(|plan| plan.wins = 0);
        for judged in 1..=self.judged {
            if plans.len() == 1 {
                break;
            }
            let sample = view.sample(generator);
            for plan in &mut plans {
                plan.wins += usize::from(self.wins_after(plan, sample.clone()));
            }
            let value = |plan: &Plan| {
                let bonus = if plan.column().is_some() { self.bonus } else { 0.0 };
                plan.wins as f64 / judged as f64 + bonus
            };
            if [self.judged / 4, self.judged / 2, self.judged].contains(&judged) {
                plans.sort_by(|a, b| value(b).total_cmp(&value(a)));
                plans.truncate(plans.len().div_ceil(2));
            }
        }
        plans.swap_remove(0).moves
    }

    fn wins_after(&self, plan: &Plan, mut position: AnyPosition) -> bool {
        plan.moves.iter().for_each(|&m| position.play(m));
        position.is_won() || !win(&position, self.states).is_empty()
    }
}
