//! Shorter solutions: what a win does not need is left out of it.

use std::collections::{HashMap, HashSet};

use gehtauf_rules::{Move, Position, replay};

/// How many positions are looked at for a shortcut from one position of the win.
const WINDOW_POSITIONS: usize = 300;

/// A win from `start` of at most as many moves as `moves`.
///
/// Three steps, repeated until none helps: a stretch between two equal positions is cut out; each
/// move is left out in turn, with all that are then no longer legal, and stays out if the rest still
/// wins; from each position a small breadth-first search looks for a quicker way to a later one.
/// The result need not be the shortest win; [`crate::shortest`] looks for that.
///
/// # Panics
/// `moves` is no win from `start`.
pub fn shorten<P: Position>(start: &P, moves: &[Move]) -> Vec<Move> {
    assert_eq!(replay(start, moves), Ok(()), "only a win can be shortened");
    let mut moves = moves.to_vec();
    loop {
        let before = moves.len();
        cut_loops(start, &mut moves);
        leave_out(start, &mut moves);
        take_shortcuts(start, &mut moves);
        if moves.len() == before {
            return moves;
        }
    }
}

/// The positions before each move and after the last.
fn positions_along<P: Position>(start: &P, moves: &[Move]) -> Vec<P> {
    let mut positions = vec![start.clone()];
    for &m in moves {
        let mut next = positions[positions.len() - 1].clone();
        next.play(m);
        positions.push(next);
    }
    positions
}

fn cut_loops<P: Position>(start: &P, moves: &mut Vec<Move>) {
    let positions = positions_along(start, moves);
    let last_time: HashMap<&P, usize> =
        positions.iter().enumerate().map(|(i, position)| (position, i)).collect();
    let mut kept = Vec::new();
    let mut i = 0;
    while i < moves.len() {
        i = last_time[&positions[i]];
        if let Some(&m) = moves.get(i) {
            kept.push(m);
        }
        i += 1;
    }
    *moves = kept;
}

fn leave_out<P: Position>(start: &P, moves: &mut Vec<Move>) {
    let mut position = start.clone();
    let mut i = 0;
    while i < moves.len() {
        match rest_without_first(&position, &moves[i..]) {
            Some(rest) => {
                moves.truncate(i);
                moves.extend(rest);
            }
            None => {
                position.play(moves[i]);
                i += 1;
            }
        }
    }
}

/// The moves after the first that are legal without it, if they win.
fn rest_without_first<P: Position>(position: &P, moves: &[Move]) -> Option<Vec<Move>> {
    let mut position = position.clone();
    let mut rest = Vec::new();
    for &m in &moves[1..] {
        if position.legal_moves().contains(&m) {
            position.play(m);
            rest.push(m);
        }
    }
    position.is_won().then_some(rest)
}

fn take_shortcuts<P: Position>(start: &P, moves: &mut Vec<Move>) {
    let mut i = 0;
    while i < moves.len() {
        let positions = positions_along(start, moves);
        if let Some((end, shortcut)) = shortcut(&positions, i) {
            moves.splice(i..end, shortcut);
        }
        i += 1;
    }
}

struct Node<P> {
    position: P,
    depth: usize,
    from: Option<(usize, Move)>,
}

/// The way from the `i`-th position to a later one that saves most moves, if any saves one: the
/// later position's place and the moves.
fn shortcut<P: Position>(positions: &[P], i: usize) -> Option<(usize, Vec<Move>)> {
    let later: HashMap<&P, usize> =
        positions.iter().enumerate().skip(i + 2).map(|(j, position)| (position, j)).collect();
    let mut nodes = vec![Node { position: positions[i].clone(), depth: 0, from: None }];
    let mut seen = HashSet::from([positions[i].clone()]);
    let mut best: Option<(usize, usize, usize)> = None; // (moves saved, later place, node)
    let mut next = 0;
    while next < nodes.len() && nodes.len() < WINDOW_POSITIONS {
        let (position, depth) = (nodes[next].position.clone(), nodes[next].depth + 1);
        for m in position.legal_moves() {
            let mut child = position.clone();
            child.play(m);
            if !seen.insert(child.clone()) {
                continue;
            }
            if let Some(&j) = later.get(&child)
                && j - i > depth
                && best.is_none_or(|(saved, ..)| j - i - depth > saved)
            {
                best = Some((j - i - depth, j, nodes.len()));
            }
            nodes.push(Node { position: child, depth, from: Some((next, m)) });
        }
        next += 1;
    }
    let (_, end, mut node) = best?;
    let mut way = Vec::new();
    while let Some((parent, m)) = nodes[node].from {
        way.push(m);
        node = parent;
    }
    way.reverse();
    Some((end, way))
}
