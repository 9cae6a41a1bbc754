//! Best-first search of the last deal, or of what is left of it.

use std::collections::BinaryHeap;

use gehtauf_rules::Move;
use gehtauf_search::{Budget, Outcome, Space, Stop, Visited};

use super::exhaustive::Exhaustive;
use super::state::{NONE, Rules, State, kind};

/// How promising a state is. What lies on the foundations counts most, then cards packed on the next
/// higher one; then empty stacks, talon cards dealt, few cards over a lower one of their suit, and
/// few cards over those that the foundations take next.
fn score(rules: &Rules, state: &State) -> i32 {
    let wanted = state.wanted(rules);
    let (mut packed, mut inverted, mut covering, mut empty) = (0, 0, 0, 0);
    for stack in 0..rules.stacks {
        let mut id = state.top(stack);
        empty += i32::from(id == NONE);
        let mut above = 0_u64;
        let mut height = 0;
        while id != NONE {
            let (kind_here, below) = (kind(id), state.below(id));
            packed += i32::from(below != NONE && kind(below) == kind_here + 1);
            let higher = (0xffff << (kind_here & 48)) & !((2 << kind_here) - 1);
            inverted += (above & higher).count_ones() as i32;
            if wanted >> kind_here & 1 == 1 {
                covering += height;
            }
            above |= 1 << kind_here;
            height += 1;
            id = below;
        }
    }
    let out: u32 = state.out().iter().map(|kinds| kinds.count_ones()).sum();
    let talon = state.talon().len() as i32;
    10 * (out as i32 + empty - talon) + 5 * (packed - inverted - covering)
}

/// Looks at the most promising state first. `Unwinnable` is exact.
///
/// It keeps every state it has visited, so it is for a budget of at most some 100,000.
///
/// # Errors
/// The budget is spent.
pub fn best_first(
    space: &Exhaustive<'_>,
    start: &State,
    budget: &mut Budget<'_>,
) -> Result<Outcome<Move>, Stop> {
    let rules = space.rules;
    if start.is_won(rules) {
        return Ok(Outcome::Won(Vec::new()));
    }
    let mut seen = Visited::new(budget.memory());
    seen.insert(space.key(start))?;
    // Each state with the number of the state before it and the move between them.
    let mut states = vec![(start.clone(), 0, Move::Redeal)];
    let mut open = BinaryHeap::from([(0, 0)]);
    let mut moves = Vec::new();
    while let Some((_, i)) = open.pop() {
        moves.clear();
        space.moves(&states[i].0, &mut moves);
        for &m in &moves {
            let mut state = states[i].0.clone();
            space.play(&mut state, m);
            if !seen.insert(space.key(&state))? {
                continue;
            }
            budget.visit()?;
            if state.is_won(rules) {
                let mut path = vec![m];
                let mut at = i;
                while at != 0 {
                    path.push(states[at].2);
                    at = states[at].1;
                }
                path.reverse();
                return Ok(Outcome::Won(path));
            }
            open.push((score(rules, &state), states.len()));
            states.push((state, i, m));
        }
    }
    Ok(Outcome::Unwinnable)
}
