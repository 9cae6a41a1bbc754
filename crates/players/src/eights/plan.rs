//! Beam search over what can be done without turning a card of the talon.

use gehtauf_rules::Move;

use super::evaluation::{Part, TURNED_TALON, Values, Weights};
use super::seen::{Seen, State};
use crate::fingerprints::Fingerprints;

/// How a plan is looked for.
#[derive(Debug, Clone, Copy)]
pub struct Planning<'w> {
    /// What tables are judged by.
    pub weights: &'w Weights,
    /// How many tables the beam keeps after each move.
    pub width: usize,
    /// How many moves it looks ahead.
    pub depth: usize,
}

/// A table that some moves lead to.
struct Node {
    state: State,
    value: i32,
    /// Where the table before it stands, and the move from there.
    parent: usize,
    by: Move,
}

impl Planning<'_> {
    /// The moves to the table that is worth most, up to the first card that they turn up; none if this table is. Of equal
    /// ones the fewest. Where a card cannot be turned, only those that change more than which card lies on which.
    pub fn moves(&self, seen: &Seen, can_turn: bool) -> Vec<Move> {
        let values = Values::new(seen, self.weights);
        let start = seen.start;
        let width = seen.width;
        let wanted = start.wanted(seen);
        // The columns of the tables, one table after the other.
        let mut parts: Vec<Part> = (0..width).map(|c| values.part(&start, c, wanted)).collect();
        let root =
            Node { state: start, value: values.of(&start, &parts), parent: 0, by: Move::Turn };
        let as_is = root.value;
        let must_move = start.must_play || !can_turn;
        let mut best = (if must_move { i32::MIN } else { as_is + self.weights[TURNED_TALON] }, 0);
        let mut nodes = vec![root];
        let mut met = Fingerprints::default();
        met.clear(64 * self.width);
        met.insert(start.key);
        let mut moves = Vec::new();
        let mut layer = vec![0];
        for _ in 0..self.depth {
            let first = nodes.len();
            for &parent in &layer {
                let before: State = nodes[parent].state;
                moves.clear();
                before.push_moves(seen, &mut moves);
                for &by in &moves {
                    let mut state = before;
                    state.play(seen, by);
                    if !met.insert(state.key) {
                        continue;
                    }
                    let first = parts.len();
                    parts.extend_from_within(parent * width..(parent + 1) * width);
                    update(&mut parts[first..], &values, seen, &before, by, &state);
                    let value = values.of(&state, &parts[first..]);
                    nodes.push(Node { state, value, parent, by });
                }
            }
            for (i, node) in nodes.iter().enumerate().skip(first) {
                let is_for_good = node.state.turned_up.is_some()
                    || (node.state.piles, node.state.waste) != (start.piles, start.waste);
                // Cards that only lie otherwise are worth it for more than is there, or the game would go round.
                let is_better = is_for_good || can_turn && node.value > as_is;
                if is_better && node.value > best.0 {
                    best = (node.value, i);
                }
            }
            layer.clear();
            layer.extend((first..nodes.len()).filter(|&i| nodes[i].state.turned_up.is_none()));
            layer.sort_unstable_by_key(|&i| (-nodes[i].value, i));
            layer.truncate(self.width);
        }
        let mut at = best.1;
        moves.clear();
        while at > 0 {
            moves.push(nodes[at].by);
            at = nodes[at].parent;
        }
        moves.reverse();
        moves
    }
}

/// Makes the columns of a table those after a move.
fn update(
    parts: &mut [Part],
    values: &Values<'_>,
    seen: &Seen,
    before: &State,
    by: Move,
    after: &State,
) {
    let wanted = after.wanted(seen);
    for (column, part) in parts.iter_mut().enumerate() {
        // What is founded counts in each column.
        if before.piles != after.piles || touches(by, column) {
            *part = values.part(after, column, wanted);
        }
    }
}

/// Whether a move changes what lies in a column, but for Aces that go up by themselves.
fn touches(m: Move, column: usize) -> bool {
    match m {
        Move::ColumnToColumn { from, to, .. } => [from, to].map(usize::from).contains(&column),
        Move::WasteToColumn { to } => usize::from(to) == column,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{Game, Referee, RuleSet};

    use super::super::evaluation::weights_at;
    use super::super::weights::EIGHT_BY_EIGHT;
    use super::*;

    fn parts(values: &Values<'_>, seen: &Seen, state: &State) -> Vec<Part> {
        (0..seen.width).map(|column| values.part(state, column, state.wanted(seen))).collect()
    }

    #[test]
    fn only_the_columns_that_a_move_changes_are_counted_anew() {
        let game = Game::new(RuleSet::EightByEight, &[]).unwrap();
        let mut tried = 0;
        for seed in 0..60 {
            let mut referee = Referee::new(game.deal(&seeded_deck(seed, game.pack())).unwrap());
            for turn in 0..300 {
                let seen = Seen::new(referee.view()).unwrap();
                let weights = weights_at(&EIGHT_BY_EIGHT, &seen);
                let values = Values::new(&seen, &weights);
                let mut moves = Vec::new();
                seen.start.push_moves(&seen, &mut moves);
                for &m in &moves {
                    let mut after = seen.start;
                    after.play(&seen, m);
                    let mut changed = parts(&values, &seen, &seen.start);
                    update(&mut changed, &values, &seen, &seen.start, m, &after);
                    assert_eq!(changed, parts(&values, &seen, &after), "{m}");
                    tried += 1;
                }
                let legal = referee.view().legal_moves();
                let Some(&m) = legal.get(turn % legal.len().max(1)) else { break };
                referee.play(m);
            }
        }
        assert!(tried > 5_000, "{tried}");
    }
}
