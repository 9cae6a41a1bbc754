//! Macro moves: some cards to the foundations, then one move of another kind.
//!
//! Each card goes to a foundation once, so that wins differ in their other moves alone. A beam that counts only these has some
//! ten levels in place of more than a hundred, and its states do not differ in what has gone to the foundations already.

use gehtauf_rules::Move;
use gehtauf_search::{Bounded, Evaluated, Space, Stratified, bits};

use crate::hochzeitszug::evaluation::lower_bound::others_left;
use crate::hochzeitszug::evaluation::shortest::evaluate;
use crate::hochzeitszug::space::StateSpace;
use crate::hochzeitszug::state::{NONE, State, card_type};

/// So many cards to the foundations, each the first that can go and is not held, then another move.
#[derive(Clone, Copy)]
pub struct MacroMove {
    to_foundations: u8,
    /// The card types that stay, a bit each.
    held: u64,
    then: Move,
}

/// A state, and what becomes of it when all cards that can go to the foundations go there.
#[derive(Clone)]
pub struct Node {
    state: State,
    rest: State,
}

/// The space of macro moves. Of the cards that can go to the foundations before a move at most two types are held, and else
/// they go in one order, so that it does not have all wins.
pub struct MacroSpace<'v>(pub StateSpace<'v>);

impl MacroSpace<'_> {
    /// The node of a state.
    pub fn node(&self, state: State) -> Node {
        let mut rest = state.clone();
        while let Some(next) = self.next_to_foundation(&rest, 0) {
            self.0.play(&mut rest, next);
        }
        Node { state, rest }
    }

    /// The moves of the rules of a win.
    pub fn to_rules(&self, start: &State, win: &[MacroMove]) -> Vec<Move> {
        let mut state = start.clone();
        let mut moves = Vec::new();
        for &m in win {
            self.play_each(&mut state, m, |m| moves.push(m));
        }
        while let Some(next) = self.next_to_foundation(&state, 0) {
            moves.push(next);
            self.0.play(&mut state, next);
        }
        moves
    }

    fn next_to_foundation(&self, state: &State, held: u64) -> Option<Move> {
        let fitting = state.tops()[0] & state.wanted(self.0.tables) & !held;
        let from = state.stacks_of(bits(fitting).next()?).next();
        Some(Move::StackToFoundation { from: from.expect("the card is a top card") })
    }

    fn play_each(&self, state: &mut State, m: MacroMove, mut tell: impl FnMut(Move)) {
        for _ in 0..m.to_foundations {
            let next = self.next_to_foundation(state, m.held).expect("so many can go");
            tell(next);
            self.0.play(state, next);
        }
        tell(m.then);
        self.0.play(state, m.then);
    }

    /// Appends the macro moves with these types held; says which types go to the foundations.
    fn moves_with_held(&self, state: &State, held: u64, moves: &mut Vec<MacroMove>) -> u64 {
        let mut state = state.clone();
        let (mut before, mut here) = (Vec::new(), Vec::new());
        let (mut played_from, mut played) = (NONE, 0);
        for to_foundations in 0.. {
            here.clear();
            self.0.moves(&state, &mut here);
            here.retain(|m| !matches!(m, Move::StackToFoundation { .. }));
            let next = self.next_to_foundation(&state, held);
            // What is there with fewer cards on the foundations or none held is enough.
            let is_new = |then: &Move| match *then {
                Move::Redeal => held == 0 || next.is_none(),
                Move::StackToStack { from, to, .. } => {
                    let host = state.top(to.into());
                    (from == played_from || to == played_from || !before.contains(then))
                        && (held == 0 || host != NONE && held >> card_type(host) & 1 == 1)
                }
                _ => held == 0 && !before.contains(then),
            };
            let new = here.iter().copied().filter(is_new);
            moves.extend(new.map(|then| MacroMove { to_foundations, held, then }));
            std::mem::swap(&mut before, &mut here);
            let Some(next @ Move::StackToFoundation { from }) = next else { break };
            played |= 1 << card_type(state.top(from.into()));
            played_from = from;
            self.0.play(&mut state, next);
        }
        played
    }
}

impl Space for MacroSpace<'_> {
    type State = Node;
    type Move = MacroMove;
    type Key = u128;

    fn key(&self, node: &Node) -> u128 {
        self.0.key(&node.rest)
    }

    fn is_won(&self, node: &Node) -> bool {
        self.0.is_won(&node.rest)
    }

    fn moves(&self, node: &Node, moves: &mut Vec<MacroMove>) {
        let state = &node.state;
        let played = self.moves_with_held(state, 0, moves);
        for one in bits(played) {
            let played = self.moves_with_held(state, 1 << one, moves);
            // The cards of a redeal lie otherwise for each choice.
            if state.redeals_left > 0 {
                for two in bits(played).filter(|&two| two > one) {
                    self.moves_with_held(state, 1 << one | 1 << two, moves);
                }
            }
        }
    }

    fn play(&self, node: &mut Node, m: MacroMove) {
        let mut state = node.state.clone();
        self.play_each(&mut state, m, |_| {});
        *node = self.node(state);
    }
}

impl Bounded for MacroSpace<'_> {
    fn moves_left(&self, node: &Node) -> u32 {
        others_left(self.0.tables, &node.state, 0)
    }
}

impl Evaluated for MacroSpace<'_> {
    fn evaluate(&self, node: &Node) -> i32 {
        evaluate(self.0.tables, &node.rest)
    }
}

impl Stratified for MacroSpace<'_> {
    fn strata(&self) -> usize {
        usize::from(self.0.tables.variant.redeals) + 1
    }

    fn stratum(&self, node: &Node) -> usize {
        node.state.redeals_left.into()
    }
}
