//! The order of each win fulfils the clauses, and no suit has a nogood in it.

use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_rules::{Move, Position};
use gehtauf_search::{Budget, Limits, Stop};

use crate::hochzeitszug::abstractions::belief_sets::configuration::SUIT_CARDS;
use crate::hochzeitszug::prunings::Prunings;
use crate::hochzeitszug::sat::dealt::{CardId, Dealt, Opening};
use crate::hochzeitszug::sat::encoding::Encoding;
use crate::hochzeitszug::sat::projection::{Answer, OpensAfter, Projection, RANKS};
use crate::sat::solver::Solver;
use crate::{Followed, MoveAnswer, Simulation};

/// What a question may take.
const STATES: u64 = 300_000;
const POSITIONS: usize = 5_000;

type Check = fn(&Order, &mut Budget<'_>) -> Result<Result<(), String>, Stop>;

/// Those that hold for a position.
pub fn simulations(start: &Hochzeitszug) -> Vec<Simulation<Hochzeitszug>> {
    let all: [(_, Check); 2] =
        [("satisfiability", fulfils_clauses), ("satisfiability, nogoods", has_no_nogood)];
    all.into_iter().map(|(name, check)| along(start, name, check)).collect()
}

/// Asks at the end of a play that wins.
fn along(start: &Hochzeitszug, name: &'static str, check: Check) -> Simulation<Hochzeitszug> {
    let mut order = Order::new(start);
    Simulation::new(name, move |m, after: &Hochzeitszug| -> MoveAnswer {
        if m == Move::Redeal {
            return Ok(Followed::Ended);
        }
        order.follow(m)?;
        if !after.is_won() {
            return Ok(Followed::Unasked);
        }
        let limits = Limits { max_states: STATES, ..Limits::default() };
        match check(&order, &mut Budget::new(limits, None)) {
            Ok(answer) => answer.map(|()| Followed::Answered),
            Err(_) => Ok(Followed::Ended),
        }
    })
}

/// The events of a play in their order, as [`Encoding`] numbers them.
pub struct Order {
    pub dealt: Dealt,
    stacks: Vec<Vec<CardId>>,
    next_block: usize,
    has_left: Vec<bool>,
    pub events: Vec<usize>,
}

impl Order {
    pub fn new(start: &Hochzeitszug) -> Order {
        let dealt = Dealt::new(start);
        let mut stacks = vec![Vec::new(); start.variant().stacks()];
        for (pile, &stack) in dealt.stacks.iter().enumerate() {
            stacks[usize::from(stack)] = dealt.piles[pile].clone();
        }
        let has_left = vec![false; dealt.cards.len()];
        Order { dealt, stacks, next_block: 0, has_left, events: Vec::new() }
    }

    /// Plays a move of the first round.
    ///
    /// # Errors
    /// No card lies where one moves.
    pub fn follow(&mut self, m: Move) -> Result<(), String> {
        let (from, to) = match m {
            Move::StackToFoundation { from } => (from, None),
            Move::StackToStack { from, to, count: 1 } => (from, Some(to)),
            _ => return Err("no move of one card".to_string()),
        };
        let from = usize::from(from);
        let card = self.stacks[from].pop().ok_or("no card lies there")?;
        if !std::mem::replace(&mut self.has_left[card], true) {
            self.events.push(card);
        }
        if let Some(to) = to {
            self.stacks[usize::from(to)].push(card);
        }
        if self.stacks[from].is_empty() && self.next_block < self.dealt.blocks() {
            self.stacks[from] = self.dealt.piles[self.dealt.stacks.len() + self.next_block].clone();
            self.events.push(self.dealt.cards.len() + self.next_block);
            self.next_block += 1;
        }
        Ok(())
    }

    /// By card of a suit, the other cards of the suit that leave no later than it opens.
    fn opens_after(&self, suit: usize) -> OpensAfter {
        let when = |event: usize| self.events.iter().position(|&other| other == event);
        let mut after = [0; SUIT_CARDS];
        for opens in self.dealt.of_suit(suit) {
            let card = self.dealt.cards[opens];
            let opened = match card.opening {
                Opening::Start => continue,
                Opening::Leaves(over) => when(over),
                Opening::Block(block) => when(self.dealt.cards.len() + block),
            };
            for leaves in self.dealt.of_suit(suit).filter(|&leaves| when(leaves) <= opened) {
                after[usize::from(card.number)] |= 1 << self.dealt.cards[leaves].number;
            }
        }
        after
    }
}

fn fulfils_clauses(order: &Order, budget: &mut Budget<'_>) -> Result<Result<(), String>, Stop> {
    let encoding = Encoding::new(&order.dealt, Prunings::ALL);
    let mut solver = Solver::new(&encoding.formula, &encoding.events.order, budget)?;
    for pair in order.events.windows(2) {
        solver.add(&[encoding.events.before(pair[0], pair[1])])?;
    }
    Ok(match solver.solve()? {
        true => Ok(()),
        false => Err("the order of a win breaks clauses".to_string()),
    })
}

fn has_no_nogood(order: &Order, budget: &mut Budget<'_>) -> Result<Result<(), String>, Stop> {
    for suit in 0..4 {
        let after = order.opens_after(suit);
        let projection = Projection::new(&order.dealt, suit);
        for ranks in 1..=RANKS {
            for (low, window) in projection.windows(ranks).enumerate() {
                if let Answer::Lost(_) = window.search(&after, POSITIONS, budget)? {
                    return Ok(Err(format!("{ranks} ranks from {low} up are a nogood of a win")));
                }
            }
        }
    }
    Ok(Ok(()))
}
