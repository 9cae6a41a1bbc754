//! The last round under `fill=both`: complete beam search by links, with the positions that retrograde analysis
//! knows as targets.

use std::cmp::Reverse;

use gehtauf_search::{Budget, Levels, List, Memory, Stop, Visited, path_to};

use super::abstractions::retrograde::{Retrograde, Status};
use super::evaluation::complete_beam::{evaluate, evaluate_blocked};
use super::evaluation::rounds::{self, Weights};
use super::moves::Step;
use super::prunings::Prunings;
use super::state::{Rows, State, VariantTables};

/// How many states of a level, on average, are expanded in the first round over the levels.
const FIRST_WIDTH: usize = 100;

/// Nodes between two looks at the clock where no states are visited.
const LOOK_EVERY: usize = 1024;

/// What the best states of a level are close to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// A win.
    Win,
    /// A position in which no card can move, to redeal from.
    Blocked,
}

/// A state that was found, in 60 bytes.
#[derive(Clone, Copy)]
struct Node {
    rows: Rows,
    parent: u32,
    step: Step,
    /// See [`Status::Open`]; up to date in open nodes.
    needed: u8,
}

/// Expands the best states of every level of links in turn, from the lowest level to the highest, again
/// and again with growing width. Nothing is dropped but dead states, so the search is exhaustive in
/// the end: see [`Levels::search`].
pub struct CompleteBeam<'r> {
    /// The nodes not yet played from, by links.
    open: Levels,
    tree: Tree<'r>,
    /// The limit that struck. A state may be among those seen then and not among the open ones.
    stopped: Option<Stop>,
}

/// The states that were found.
struct Tree<'r> {
    tables: &'r VariantTables,
    start: State,
    aim: Aim,
    /// [`last_mover`](super::prunings::last_mover).
    last_mover: bool,
    retrograde: Retrograde,
    nodes: List<Node>,
    seen: Visited<u128>,
    /// The nodes in which no card can move.
    blocked: List<u32>,
}

impl<'r> CompleteBeam<'r> {
    /// A search from a start without redeals, of which [`CompleteBeam::grow`] finds out whether it is won already.
    ///
    /// # Errors
    /// The tables do not fit into the bytes.
    pub fn new(
        tables: &'r VariantTables,
        start: &State,
        aim: Aim,
        prunings: Prunings,
        memory: &Memory,
    ) -> Result<CompleteBeam<'r>, Stop> {
        let mut open = Levels::new(usize::from(tables.all_links()) + 1, memory);
        open.push(start.links().into(), 0, 0)?;
        let mut seen = Visited::new(memory);
        seen.insert(start.key())?;
        let mut nodes = List::new(memory);
        let (rows, parent, step) = (start.rows(), u32::MAX, Step::REDEAL);
        nodes.push(Node { rows, parent, step, needed: 0 })?;
        let retrograde = Retrograde::new(tables, start, prunings, memory)?;
        let blocked = List::new(memory);
        let last_mover = prunings.last_mover;
        let tree =
            Tree { tables, start: *start, aim, last_mover, retrograde, nodes, seen, blocked };
        Ok(CompleteBeam { open, tree, stopped: None })
    }

    /// Goes on backwards from the win, so many states, and looks at all open states again: the win
    /// if one of them is known to be won.
    ///
    /// # Errors
    /// A limit strikes, or has struck before.
    pub fn grow(
        &mut self,
        states: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Step>>, Stop> {
        self.unless_stopped(|beam| beam.look_at_open(states, budget))
    }

    fn look_at_open(
        &mut self,
        states: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Step>>, Stop> {
        let tree = &mut self.tree;
        let lowest = usize::from(tree.start.links());
        budget.within(states, |budget| tree.retrograde.grow(tree.tables, lowest, budget))?;
        for level in 0..self.open.len() {
            for (i, node) in self.open.take_all(level).into_iter().enumerate() {
                if i % LOOK_EVERY == 0 {
                    budget.check().map_err(Stop::Limit)?;
                }
                let state = tree.state(node);
                let status = tree.retrograde.status(tree.tables, &state);
                if status == Status::Won {
                    return Ok(Some(tree.win(node, &state)));
                }
                tree.queue(&mut self.open, node, &state, status)?;
            }
        }
        Ok(None)
    }

    /// Goes on ahead until a win is found; nothing if there is none.
    ///
    /// # Errors
    /// The budget is spent, or the tables would outgrow their bytes. After [`Stop::Stage`] it can be gone on with; a limit
    /// that has struck before strikes again.
    pub fn search(&mut self, budget: &mut Budget<'_>) -> Result<Option<Vec<Step>>, Stop> {
        let (levels, aim) = (self.open.len(), self.tree.aim);
        let width = |level, round| {
            let width = (0..round).fold(FIRST_WIDTH, |width, _| width + width / 2);
            match aim {
                Aim::Win => 2 * width * (level + 1) / levels + 1,
                Aim::Blocked => width,
            }
        };
        self.unless_stopped(|beam| {
            beam.open.search(width, |open, node| beam.tree.expand(open, node, budget))
        })
    }

    /// Does it unless a limit has struck before; keeps the one that strikes.
    fn unless_stopped<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        if let Some(stop) = self.stopped {
            return Err(stop);
        }
        let done = work(self);
        self.stopped = done.as_ref().err().copied().filter(|&stop| stop != Stop::Stage);
        done
    }

    /// The most promising states found in which no card can move, at most so many, each with the
    /// steps to there.
    pub fn blocked_states(&self, count: usize) -> Vec<(State, Vec<Step>)> {
        let tree = &self.tree;
        let states = tree.blocked.iter().map(|&node| (tree.state(node), node));
        let mut states: Vec<(State, u32)> = states.collect();
        let value = |state: &State| rounds::evaluate(&Weights::BEFORE_REDEAL, tree.tables, state);
        states.sort_by_key(|(state, _)| Reverse(value(state)));
        states.truncate(count);
        states.into_iter().map(|(state, node)| (state, tree.path(node))).collect()
    }
}

impl Tree<'_> {
    /// Enters the states a move after a node. If that is broken off by the end of a stage, it can be done again.
    fn expand(
        &mut self,
        open: &mut Levels,
        parent: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Step>>, Stop> {
        let state = self.state(parent);
        let moved = match self.last_mover {
            true => self.nodes[parent as usize].step.card,
            false => Step::REDEAL.card,
        };
        let mut steps = [Step::REDEAL; 8];
        let mut count = 0;
        state.for_each_card_step(self.tables, |step| {
            steps[count] = step;
            count += usize::from(step.card != moved);
        });
        for &step in &steps[..count] {
            if !self.seen.insert(state.key_after(step))? {
                continue;
            }
            let mut child = state;
            child.move_card(step);
            let status = if child.links() == state.links() {
                self.retrograde.status_beside(&child, self.nodes[parent as usize].needed)
            } else {
                self.retrograde.status(self.tables, &child)
            };
            if let Some(win) = self.enter(open, &child, status, parent, step)? {
                return Ok(Some(win));
            }
            budget.visit()?;
        }
        Ok(None)
    }

    /// Keeps a new state unless it is dead; the win if it is known to be won.
    fn enter(
        &mut self,
        open: &mut Levels,
        state: &State,
        status: Status,
        parent: u32,
        step: Step,
    ) -> Result<Option<Vec<Step>>, Stop> {
        if status == Status::Dead {
            return Ok(None);
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { rows: state.rows(), parent, step, needed: 0 })?;
        if status == Status::Won {
            return Ok(Some(self.win(node, state)));
        }
        self.queue(open, node, state, status)?;
        if state.is_blocked(self.tables) {
            self.blocked.push(node)?;
        }
        Ok(None)
    }

    /// Puts a node among the open ones unless it is known to be won or dead.
    fn queue(
        &mut self,
        open: &mut Levels,
        node: u32,
        state: &State,
        status: Status,
    ) -> Result<(), Stop> {
        let Status::Open(needed) = status else { return Ok(()) };
        self.nodes[node as usize].needed = needed;
        let value = match self.aim {
            Aim::Win => evaluate(self.tables, state, needed),
            Aim::Blocked => evaluate_blocked(self.tables, state),
        };
        open.push(state.links().into(), value, node)
    }

    /// The win through a node that is known to be won.
    fn win(&self, node: u32, state: &State) -> Vec<Step> {
        let mut steps = self.path(node);
        steps.extend(self.retrograde.steps_to_win(self.tables, state));
        steps
    }

    fn state(&self, node: u32) -> State {
        self.start.with_rows(self.tables, &self.nodes[node as usize].rows)
    }

    /// The steps from the start to a node.
    fn path(&self, node: u32) -> Vec<Step> {
        path_to(node, |&node| {
            let Node { parent, step, .. } = self.nodes[node as usize];
            (parent != u32::MAX).then_some((parent, step))
        })
    }
}
