//! The last phase under `fill=both`: sweeps through the levels of links.

use std::cmp::Reverse;

use gehtauf_search::{Budget, Levels, List, Memory, Stop, Visited, path_to};

use super::Prunings;
use super::backward::{Backward, Fate};
use super::phases;
use super::state::{Rows, Rules, State, Step, rank};

/// How many states of a level, on average, the first sweep sets out from.
const FIRST_WIDTH: usize = 100;

/// What the best states of a level are close to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
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
    /// See [`Fate::Open`]; up to date in open nodes.
    needed: u8,
}

/// What the value of a state counts, each with its weight. Learned by pairwise ranking, for states
/// of won plays of other deals against random and against promising states of the same links, and
/// then by hand on the number of deals that 400,000 states leave open.
mod weight {
    /// For each doubling of the number of minimal sets of diagonals still in use, in eighths.
    pub(super) const NEEDED: i32 = 60;
    /// For each card of an ordered prefix.
    pub(super) const PREFIX: i32 = 100;
    /// For each card of the longest ordered prefix, once more.
    pub(super) const LONGEST_PREFIX: i32 = 300;
    /// For each link between cards in their places beyond the ordered prefixes.
    pub(super) const LINK_AT_HOME: i32 = 180;
    /// For each row whose next place is empty.
    pub(super) const NEXT_IS_GAP: i32 = 80;
    /// For each 2 in the place of a 2.
    pub(super) const TWO_AT_HOME: i32 = 200;
    /// For each King at the right end of a row, where no gap can follow it.
    pub(super) const KING_AT_END: i32 = 400;
    /// For each move that adds a link.
    pub(super) const LINKING_MOVE: i32 = 90;
    /// For each gap to the right of a gap.
    pub(super) const GAP_AFTER_GAP: i32 = -30;
    /// For each gap to the right of a King.
    pub(super) const GAP_AFTER_KING: i32 = -250;
    /// For each gap to the left of a 2.
    pub(super) const GAP_BEFORE_TWO: i32 = -60;
}

/// What the value of a state counts where the aim is that no card can move.
mod blocked_weight {
    /// For each move.
    pub(super) const MOVE: i32 = -1;
    /// For each card of an ordered prefix, which stays in the redeal.
    pub(super) const PREFIX: i32 = 1;
}

/// Takes the best states of every level of links in turn, from the lowest level to the highest, again
/// and again with growing width. Nothing is dropped but dead states, so the search is exhaustive in
/// the end.
pub(super) struct Sweeps<'r> {
    /// The nodes not yet played from, by links.
    open: Levels,
    tree: Tree<'r>,
}

/// The states that the sweeps have found.
struct Tree<'r> {
    rules: &'r Rules,
    start: State,
    aim: Aim,
    backward: Backward,
    nodes: List<Node>,
    seen: Visited<u128>,
    /// The nodes in which no card can move.
    blocked: List<u32>,
}

impl<'r> Sweeps<'r> {
    /// Sweeps from a start without redeals, of which [`Sweeps::grow`] finds out whether it is won already.
    ///
    /// # Errors
    /// The tables do not fit into the bytes.
    pub(super) fn new(
        rules: &'r Rules,
        start: &State,
        aim: Aim,
        prunings: Prunings,
        memory: &Memory,
    ) -> Result<Sweeps<'r>, Stop> {
        let mut open = Levels::new(usize::from(rules.all_links()) + 1, memory);
        open.push(start.links().into(), 0, 0)?;
        let mut seen = Visited::new(memory);
        seen.insert(start.key())?;
        let mut nodes = List::new(memory);
        let (rows, parent, step) = (start.rows(), u32::MAX, Step::REDEAL);
        nodes.push(Node { rows, parent, step, needed: 0 })?;
        let backward = Backward::new(rules, start, prunings, memory)?;
        let blocked = List::new(memory);
        let tree = Tree { rules, start: *start, aim, backward, nodes, seen, blocked };
        Ok(Sweeps { open, tree })
    }

    /// Goes on backwards from the win, so many states, and looks at all open states again: the win
    /// if one of them is known to be won.
    ///
    /// # Errors
    /// A limit strikes.
    pub(super) fn grow(
        &mut self,
        states: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Step>>, Stop> {
        let tree = &mut self.tree;
        let lowest = usize::from(tree.start.links());
        match budget.stage(states, |budget| tree.backward.grow(tree.rules, lowest, budget)) {
            Ok(()) | Err(Stop::Stage) => {}
            Err(stop) => return Err(stop),
        }
        for level in 0..self.open.len() {
            for node in self.open.take_all(level) {
                let state = tree.state(node);
                let fate = tree.backward.fate(tree.rules, &state);
                if fate == Fate::Won {
                    return Ok(Some(tree.win(node, &state)));
                }
                tree.queue(&mut self.open, node, &state, fate)?;
            }
        }
        Ok(None)
    }

    /// Sweeps until a win is found; nothing if there is none.
    ///
    /// # Errors
    /// The budget is spent, or the tables would outgrow their bytes.
    pub(super) fn sweep(&mut self, budget: &mut Budget<'_>) -> Result<Option<Vec<Step>>, Stop> {
        let (levels, aim) = (self.open.len(), self.tree.aim);
        let width = |level, round| {
            let width = (0..round).fold(FIRST_WIDTH, |width, _| width + width / 2);
            match aim {
                Aim::Win => 2 * width * (level + 1) / levels + 1,
                Aim::Blocked => width,
            }
        };
        self.open.search(width, |open, node| self.tree.expand(open, node, budget))
    }

    /// The most promising states found in which no card can move, at most so many, each with the
    /// steps to there.
    pub(super) fn blocked_states(&self, count: usize) -> Vec<(State, Vec<Step>)> {
        let tree = &self.tree;
        let states = tree.blocked.iter().map(|&node| (tree.state(node), node));
        let mut states: Vec<(State, u32)> = states.collect();
        states.sort_by_key(|(state, _)| Reverse(phases::value(state, tree.rules)));
        states.truncate(count);
        states.into_iter().map(|(state, node)| (state, tree.path(node))).collect()
    }
}

impl Tree<'_> {
    /// Enters the states a move after a node. If that is broken off, it can be done again.
    fn expand(
        &mut self,
        open: &mut Levels,
        parent: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Step>>, Stop> {
        let state = self.state(parent);
        // The card that moved last need not move on: where it can go it could have gone at once, by
        // another move from the state before, or it came from there.
        let moved = self.nodes[parent as usize].step.card;
        let mut steps = [Step::REDEAL; 8];
        let mut count = 0;
        state.for_each_card_step(self.rules, |step| {
            steps[count] = step;
            count += usize::from(step.card != moved);
        });
        for &step in &steps[..count] {
            if !self.seen.insert(state.key_after(step))? {
                continue;
            }
            let mut child = state;
            child.move_card(step);
            let fate = if child.links() == state.links() {
                self.backward.fate_beside(&child, self.nodes[parent as usize].needed)
            } else {
                self.backward.fate(self.rules, &child)
            };
            if let Some(win) = self.enter(open, &child, fate, parent, step)? {
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
        fate: Fate,
        parent: u32,
        step: Step,
    ) -> Result<Option<Vec<Step>>, Stop> {
        if fate == Fate::Dead {
            return Ok(None);
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { rows: state.rows(), parent, step, needed: 0 })?;
        if fate == Fate::Won {
            return Ok(Some(self.win(node, state)));
        }
        self.queue(open, node, state, fate)?;
        if state.is_blocked(self.rules) {
            self.blocked.push(node)?;
        }
        Ok(None)
    }

    /// Puts a node among the open ones unless its fate is known.
    fn queue(
        &mut self,
        open: &mut Levels,
        node: u32,
        state: &State,
        fate: Fate,
    ) -> Result<(), Stop> {
        let Fate::Open(needed) = fate else { return Ok(()) };
        self.nodes[node as usize].needed = needed;
        let value = match self.aim {
            Aim::Win => value(self.rules, state, needed),
            Aim::Blocked => blocked_value(self.rules, state),
        };
        open.push(state.links().into(), value, node)
    }

    /// The win through a node that is known to be won.
    fn win(&self, node: u32, state: &State) -> Vec<Step> {
        let mut steps = self.path(node);
        steps.extend(self.backward.steps_to_win(self.rules, state));
        steps
    }

    fn state(&self, node: u32) -> State {
        self.start.with_rows(self.rules, &self.nodes[node as usize].rows)
    }

    /// The steps from the start to a node.
    fn path(&self, node: u32) -> Vec<Step> {
        path_to(node, |&node| {
            let Node { parent, step, .. } = self.nodes[node as usize];
            (parent != u32::MAX).then_some((parent, step))
        })
    }
}

/// How promising a state is among those of its level.
fn value(rules: &Rules, state: &State, needed: u8) -> i32 {
    let mut value = weight::NEEDED * i32::from(needed);
    let mut longest_prefix = 0;
    for row in 0..rules.rows {
        let start = 16 * row;
        let ace = state.card(start);
        let prefix = state.prefix(row);
        longest_prefix = longest_prefix.max(prefix);
        value += weight::PREFIX * i32::from(prefix);
        if prefix <= rules.top && state.card(start + prefix) == 0 {
            value += weight::NEXT_IS_GAP;
        }
        let is_home = |place| state.card(start + place) == ace + place;
        let links = (prefix + 1..rules.top).filter(|&place| is_home(place - 1) && is_home(place));
        value += weight::LINK_AT_HOME * links.count() as i32;
        if state.spot(ace + 1) & 15 == 1 {
            value += weight::TWO_AT_HOME;
        }
        if state.spot(ace + rules.top - 1) & 15 == rules.top {
            value += weight::KING_AT_END;
        }
    }
    value += weight::LONGEST_PREFIX * i32::from(longest_prefix);
    for &gap in state.gaps(rules) {
        value += weight::LINKING_MOVE * state.linking_moves(rules, gap);
        let left = state.card(gap - 1);
        if left == 0 {
            value += weight::GAP_AFTER_GAP;
        } else if rank(left) == rules.top {
            value += weight::GAP_AFTER_KING;
        }
        if rank(state.card(gap + 1)) == 2 {
            value += weight::GAP_BEFORE_TWO;
        }
    }
    value
}

/// How promising a state is among those of its level where the aim is that no card can move.
fn blocked_value(rules: &Rules, state: &State) -> i32 {
    let mut value = 0;
    state.for_each_card_step(rules, |_| value += blocked_weight::MOVE);
    for row in 0..rules.rows {
        value += blocked_weight::PREFIX * i32::from(state.prefix(row));
    }
    value
}
