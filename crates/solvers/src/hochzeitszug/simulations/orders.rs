//! The order of each win fulfils the clauses, and no suit has a nogood in it.

use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_rules::{Move, Position};
use gehtauf_search::{Budget, Stop};

use crate::hochzeitszug::abstractions::belief_sets::configuration::SUIT_CARDS;
use crate::hochzeitszug::prunings::Prunings;
use crate::hochzeitszug::sat::dealt::{CardId, Dealt, Opening};
use crate::hochzeitszug::sat::encoding::Encoding;
use crate::hochzeitszug::sat::projection::{Answer, OpensAfter, Projection, RANKS};
use crate::sat::solver::Solver;
use crate::simulations::{fix, order_of_a_win};
use crate::{Followed, MoveAnswer, Simulation};

/// What a question about nogoods may take.
const POSITIONS: usize = 5_000;

type Check = fn(&EventsOfPlay, &mut Budget<'_>) -> Result<Option<bool>, Stop>;

/// Those that hold for a position.
pub fn simulations(start: &Hochzeitszug) -> Vec<Simulation<Hochzeitszug>> {
    let all: [(_, Check); 2] =
        [("satisfiability", fulfils_clauses), ("satisfiability, nogoods", has_no_nogood)];
    all.into_iter().map(|(name, check)| along(start, name, check)).collect()
}

/// Asks at the end of a play that wins.
fn along(start: &Hochzeitszug, name: &'static str, check: Check) -> Simulation<Hochzeitszug> {
    let mut order = EventsOfPlay::new(start);
    Simulation::new(name, move |m, after: &Hochzeitszug| -> MoveAnswer {
        if m == Move::Redeal {
            return Ok(Followed::Ended);
        }
        order.follow(m)?;
        if !after.is_won() {
            return Ok(Followed::Unasked);
        }
        order_of_a_win(|budget| check(&order, budget))
    })
}

/// The events of a play in their order, as [`Encoding`] numbers them.
pub struct EventsOfPlay {
    pub dealt: Dealt,
    stacks: Vec<Vec<CardId>>,
    next_block: usize,
    has_left: Vec<bool>,
    pub events: Vec<usize>,
}

impl EventsOfPlay {
    pub fn new(start: &Hochzeitszug) -> EventsOfPlay {
        let dealt = Dealt::new(start);
        let mut stacks = vec![Vec::new(); start.variant().stacks()];
        for (pile, &stack) in dealt.stacks.iter().enumerate() {
            stacks[usize::from(stack)] = dealt.piles[pile].clone();
        }
        let has_left = vec![false; dealt.cards.len()];
        EventsOfPlay { dealt, stacks, next_block: 0, has_left, events: Vec::new() }
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

fn fulfils_clauses(order: &EventsOfPlay, budget: &mut Budget<'_>) -> Result<Option<bool>, Stop> {
    let mut encoding = Encoding::new(&order.dealt, Prunings::ALL);
    fix(&mut encoding.formula, &encoding.events.order, &order.events);
    Solver::new(&encoding.formula, &encoding.events.order, budget)?.solve().map(Some)
}

fn has_no_nogood(order: &EventsOfPlay, budget: &mut Budget<'_>) -> Result<Option<bool>, Stop> {
    for suit in 0..4 {
        let after = order.opens_after(suit);
        let projection = Projection::new(&order.dealt, suit);
        for ranks in 1..=RANKS {
            for window in projection.windows(ranks) {
                if let Answer::Lost(_) = window.search(&after, POSITIONS, budget)? {
                    return Ok(Some(false));
                }
            }
        }
    }
    Ok(Some(true))
}
