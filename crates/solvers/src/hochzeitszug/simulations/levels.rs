//! Belief sets, from both ends, along a play: its own order of steps leads through the levels.

use gehtauf_rules::hochzeitszug::Hochzeitszug;
use gehtauf_rules::{Move, Position};
use gehtauf_search::{Budget, Limits, Stop, bits};

use super::along::{Along, Configurations};
use crate::hochzeitszug::abstractions::belief_sets::configuration::{Configuration, Shape, length};
use crate::hochzeitszug::abstractions::belief_sets::levels::Levels;
use crate::hochzeitszug::abstractions::belief_sets::piles::Node;
use crate::hochzeitszug::abstractions::belief_sets::table::{EMPTY, contains};
use crate::hochzeitszug::prunings::Prunings;
use crate::hochzeitszug::prunings::dominated_nodes::drop_dominated;
use crate::hochzeitszug::state::{State, VariantTables};
use crate::simulations::SaidLost;
use crate::{Followed, MoveAnswer, Simulation};

/// What the sets of a play may take; the play is followed as far as that goes.
const STATES: u64 = 300_000;
const ENDINGS: usize = 200;

/// After so many steps the play's own position takes the place of the second node.
const STEPS_OF_A_NODE: u32 = 5;

const PLAIN: Prunings = Prunings { safe_foundation_moves: false, ..Prunings::ALL };

type Check = fn(&mut OnLevels, &Hochzeitszug) -> Result<MoveAnswer, Stop>;

/// Those that hold for a position.
pub fn simulations(start: &Hochzeitszug) -> Vec<Simulation<Hochzeitszug>> {
    let all: [(_, _, Check); 5] = [
        ("belief sets", PLAIN, OnLevels::has_configuration),
        ("belief sets, safe foundation moves", Prunings::ALL, OnLevels::has_one_ahead),
        ("dominated nodes", Prunings::ALL, OnLevels::contain_what_they_dropped),
        ("single suits", Prunings::ALL, OnLevels::suits_alone),
        ("retrograde", Prunings::ALL, OnLevels::endings),
    ];
    all.into_iter()
        .filter_map(|(name, prunings, check)| along(start, name, prunings, check))
        .collect()
}

fn along(
    start: &Hochzeitszug,
    name: &'static str,
    prunings: Prunings,
    check: Check,
) -> Option<Simulation<Hochzeitszug>> {
    let mut play = OnLevels::new(start, prunings).ok()?;
    // What is said of the start counts as well.
    check(&mut play, start).ok()?.ok()?;
    Some(Simulation::new(name, move |m, after| match play.follow(m, after) {
        Ok(Ok(Followed::Answered)) => check(&mut play, after).unwrap_or(Ok(Followed::Ended)),
        Ok(answer) => answer,
        Err(_) => Ok(Followed::Ended),
    }))
}

/// The node to which the steps of a play lead.
struct OnLevels {
    along: Along,
    levels: Levels,
    budget: Budget<'static>,
    node: Node,
    steps: u32,
    steps_left: usize,
    /// Another node with the same units left, and which of the two contains the other: the first, the second.
    other: Node,
    contains: [bool; 2],
    said_lost: SaidLost,
}

impl OnLevels {
    fn new(start: &Hochzeitszug, prunings: Prunings) -> Result<OnLevels, Stop> {
        let tables = VariantTables::new(start.variant());
        let state = State::new(&tables, start);
        let limits = Limits { max_states: STATES, ..Limits::default() };
        let mut budget = Budget::new(limits, None);
        let mut levels = Levels::new(&tables, &state, prunings, &mut budget)?;
        // As far as it gets; the sets have states of their own.
        let _ = levels.add_before_the_win(ENDINGS, &mut budget);
        Ok(OnLevels {
            along: Along::new(start),
            node: levels.start,
            other: levels.start,
            steps_left: levels.steps,
            levels,
            budget: Budget::new(limits, None),
            steps: 0,
            contains: [false; 2],
            said_lost: SaidLost::default(),
        })
    }

    /// Takes the step of a move, if it makes one.
    fn follow(&mut self, m: Move, after: &Hochzeitszug) -> Result<MoveAnswer, Stop> {
        if m == Move::Redeal {
            return Ok(Ok(Followed::Ended));
        }
        let (pile, step) = match self.along.follow(m, after) {
            Ok(Some(step)) => step,
            Ok(None) => return Ok(Ok(Followed::Answered)),
            Err(problem) => return Ok(Err(problem)),
        };
        let (suit, unit) = step.leaving;
        if self.levels.suits[suit].can_leave(self.node.sets[suit]) >> unit.head & 1 == 0 {
            return Ok(Err(format!("the head of pile {pile} cannot leave")));
        }
        self.node = self.levels.after(self.node, step, &mut self.budget)?;
        if self.node.sets.contains(&EMPTY) {
            return Ok(Err("a belief set is empty".to_string()));
        }
        let other = self.other.sets[suit];
        let can_leave =
            |set| set != EMPTY && self.levels.suits[suit].can_leave(set) >> unit.head & 1 == 1;
        if self.other.sets.contains(&EMPTY) || !can_leave(other) {
            self.other.sets[suit] = EMPTY;
        } else {
            self.other = self.levels.after(self.other, step, &mut self.budget)?;
        }
        self.steps += 1;
        self.steps_left -= 1;
        Ok(Ok(Followed::Answered))
    }

    /// Whether the sets have a configuration of each suit that is in this relation to that of the rules.
    fn have(
        &self,
        position: &Hochzeitszug,
        fits: fn(Shape, Configuration, Configuration) -> bool,
    ) -> MoveAnswer {
        let shown =
            self.along.configurations(position).ok_or("the piles are not those of the rules")?;
        for (suit, (shape, shown)) in shown.into_iter().enumerate() {
            let table = &self.levels.suits[suit].table;
            let set = self.node.sets[suit];
            if table.shape(set) != shape {
                return Err("other cards have left".to_string());
            }
            if !table
                .configurations(set)
                .iter()
                .any(|&configuration| fits(shape, configuration, shown))
            {
                return Err("the configuration is in no belief set".to_string());
            }
        }
        Ok(Followed::Answered)
    }

    /// The invariant of the belief sets.
    fn has_configuration(&mut self, position: &Hochzeitszug) -> Result<MoveAnswer, Stop> {
        Ok(self.have(position, |_, configuration, shown| configuration == shown))
    }

    /// The invariant of the safe foundation moves: each pile is that of the play without cards from its top.
    fn has_one_ahead(&mut self, position: &Hochzeitszug) -> Result<MoveAnswer, Stop> {
        Ok(self.have(position, |shape, ahead, shown| {
            bits(shape.heads).all(|head| length(ahead, head) <= length(shown, head))
        }))
    }

    /// The invariant of dominated nodes, of two nodes of which one is dropped.
    fn contain_what_they_dropped(&mut self, position: &Hochzeitszug) -> Result<MoveAnswer, Stop> {
        let pair = [self.node, self.other];
        for (large, small) in [(0, 1), (1, 0)] {
            let holds = (0..4).all(|suit| {
                let table = &self.levels.suits[suit].table;
                let [large, small] = [pair[large].sets[suit], pair[small].sets[suit]];
                small == EMPTY
                    || large != EMPTY
                        && contains(table.configurations(large), table.configurations(small))
            });
            let is_empty = pair[small].sets.contains(&EMPTY);
            if self.contains[large] && !holds && !is_empty {
                return Ok(Err("a node was dropped for one that has less choice".to_string()));
            }
        }
        if self.steps.is_multiple_of(STEPS_OF_A_NODE) {
            let Some(shown) = self.along.configurations(position) else {
                return Ok(Err("the piles are not those of the rules".to_string()));
            };
            self.other = self.node_of(&shown)?;
            self.contains = self.drops_other_of([self.node, self.other])?;
        }
        Ok(Ok(Followed::Answered))
    }

    /// The node of a position whose own moves alone have been seen.
    fn node_of(&mut self, shown: &Configurations) -> Result<Node, Stop> {
        let mut node = self.node;
        for (suit, &(shape, configuration)) in shown.iter().enumerate() {
            node.sets[suit] =
                self.levels.suits[suit].following(shape, configuration, &mut self.budget)?;
        }
        Ok(node)
    }

    /// Whether the other is dropped for the first, and for the second.
    fn drops_other_of(&self, nodes: [Node; 2]) -> Result<[bool; 2], Stop> {
        let mut kept = nodes.map(|node| (0, node, (0, 0))).to_vec();
        let contains = |suit: usize, large, small| self.levels.suits[suit].contains(large, small);
        drop_dominated(&mut kept, contains, &self.budget)?;
        let is_alone = |node: Node| kept.len() == 1 && kept[0].1 == node && nodes[0] != nodes[1];
        Ok(nodes.map(is_alone))
    }

    /// A win comes through no set from which a suit is not won alone.
    fn suits_alone(&mut self, position: &Hochzeitszug) -> Result<MoveAnswer, Stop> {
        let mut is_lost = false;
        for suit in 0..4 {
            let set = self.node.sets[suit];
            is_lost |= !self.levels.suits[suit].may_be_won(set, &mut self.budget)?;
        }
        Ok(self.said_lost.answer(is_lost, position.is_won()))
    }

    /// A win comes by a frontier target, and through the meeting level by an ending.
    fn endings(&mut self, position: &Hochzeitszug) -> Result<MoveAnswer, Stop> {
        let Levels { retrograde, suits, dealt, .. } = &self.levels;
        let (mut units_left, mut targets) = (Vec::new(), Vec::new());
        dealt.piles.units_left(self.node.left, &mut units_left);
        let mut is_lost = false;
        if self.steps_left >= retrograde.depth() {
            retrograde.targets().reachable(&units_left, &mut targets);
            is_lost = targets.iter().all(|&targets| targets == 0);
        }
        if self.steps_left == retrograde.depth() {
            let sets = self.node.sets;
            let ending = retrograde
                .from(&self.node, |suit: usize| suits[suit].table.configurations(sets[suit]));
            is_lost |= ending.is_none();
        }
        Ok(self.said_lost.answer(is_lost, position.is_won()))
    }
}
