//! Shorter solutions: what a win does not need is left out of it.

use gehtauf_rules::{Move, Position, replay};
use gehtauf_search::hashing::{self, key_of};
use gehtauf_search::{Budget, Limit, path_to};

/// How many positions are looked at for a shortcut from one position of the win: few until they
/// help no more, then many.
const WINDOWS: [usize; 2] = [100, 300];

/// The window of the positions one move away. The win of a depth-first search passes by most of
/// them later.
const NEIGHBOURS: usize = 2;

/// No move of a longer win is left out, as that looks at about half the square of its length.
const LONGEST_TO_LEAVE_OUT: usize = 1000;

/// How many positions are looked at in all. Wins of some hundred moves need a tenth of them.
const MAX_POSITIONS: u64 = 1_000_000;

/// A win without the moves that it does not need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortened {
    /// The win, never longer than the one given.
    pub moves: Vec<Move>,
    /// The limit that broke the work off: the time or an interrupt. None if it came to its end.
    pub broken_off: Option<Limit>,
}

/// A win from `start` of at most as many moves as `moves`, a win too.
///
/// Two steps, repeated until none helps: from each position a small breadth-first search looks for
/// a quicker way to a position of which a win is known; each move is left out in turn, with all that
/// are then no longer legal, and stays out if the rest still wins. The result need not be the
/// shortest win; [`crate::shortest_win`] looks for that.
///
/// The work ends after a fixed number of positions looked at, so that the result is the same
/// everywhere, unless the budget's time or an interrupt breaks it off. It visits no state of the
/// budget.
///
/// # Panics
/// `moves` is no win from `start`.
pub fn shorten<P: Position>(start: &P, moves: &[Move], budget: &Budget<'_>) -> Shortened {
    let mut shortening = Shortening {
        start,
        budget,
        positions_left: MAX_POSITIONS,
        moves: moves.to_vec(),
        known: hashing::map(),
    };
    let broken_off = match shortening.run() {
        Ok(()) | Err(End::Positions) => None,
        Err(End::Limit(limit)) => Some(limit),
    };
    let moves = shortening.moves;
    assert_eq!(replay(start, &moves), Ok(()), "what is left out was not needed");
    Shortened { moves, broken_off }
}

/// Why the work ends before nothing helps any more.
enum End {
    /// [`MAX_POSITIONS`] have been looked at.
    Positions,
    Limit(Limit),
}

struct Shortening<'s, 'b, P> {
    start: &'s P,
    budget: &'s Budget<'b>,
    positions_left: u64,
    /// The shortest win so far.
    moves: Vec<Move>,
    /// Of positions, by [`key_of`], the number of moves of the shortest win known from there and its first
    /// move. From each that is not won, that move leads to another of them with fewer moves left.
    known: hashing::Map<u128, (usize, Option<Move>)>,
}

impl<P: Position> Shortening<'_, '_, P> {
    fn run(&mut self) -> Result<(), End> {
        self.learn(&self.start.clone(), &self.moves.clone(), 0)?;
        self.take_shortcuts(NEIGHBOURS)?;
        self.leave_out()?;
        for window in WINDOWS {
            while self.take_shortcuts(window)? {
                self.leave_out()?;
            }
        }
        Ok(())
    }

    /// Counts a position to be looked at.
    fn look(&mut self) -> Result<(), End> {
        self.budget.check().map_err(End::Limit)?;
        self.positions_left = self.positions_left.checked_sub(1).ok_or(End::Positions)?;
        Ok(())
    }

    /// Remembers what is left to be done from each position of these moves, after the last of which
    /// `left` more win. All or nothing: a known position leads to known ones.
    fn learn(&mut self, from: &P, moves: &[Move], left: usize) -> Result<(), End> {
        let mut position = from.clone();
        let mut steps = Vec::with_capacity(moves.len() + 1);
        for &m in moves {
            self.look()?;
            steps.push((key_of(&position), Some(m)));
            position.play(m);
        }
        if left == 0 {
            steps.push((key_of(&position), None));
        }
        for (i, (key, m)) in steps.into_iter().enumerate() {
            let left = left + moves.len() - i;
            let entry = self.known.entry(key).or_insert((usize::MAX, None));
            if left < entry.0 {
                *entry = (left, m);
            }
        }
        Ok(())
    }

    /// Plays the win through, and from each position on the quickest way that is found from there.
    /// Says whether the win is shorter now.
    fn take_shortcuts(&mut self, window: usize) -> Result<bool, End> {
        let before = self.moves.len();
        let mut position = self.start.clone();
        let mut moves = Vec::new();
        let mut end = Ok(());
        loop {
            if end.is_ok() {
                end = self.find_shortcut(&position, window);
            }
            let Some(m) = self.known[&key_of(&position)].1 else { break };
            moves.push(m);
            position.play(m);
        }
        self.moves = moves;
        end.map(|()| self.moves.len() < before)
    }

    /// Looks for the quickest way from a position of which a win is known to another one, and
    /// remembers it.
    fn find_shortcut(&mut self, from: &P, window: usize) -> Result<(), End> {
        let mut nodes = vec![Node { position: from.clone(), depth: 0, from: None }];
        let mut seen = hashing::set();
        seen.insert(key_of(from));
        let mut fewest = self.known[&key_of(from)].0;
        let mut best = None;
        let mut next = 0;
        while next < nodes.len() && nodes.len() < window {
            let depth = nodes[next].depth + 1;
            for m in nodes[next].position.legal_moves() {
                self.look()?;
                let mut child = nodes[next].position.clone();
                child.play(m);
                let child_key = key_of(&child);
                if !seen.insert(child_key) {
                    continue;
                }
                if let Some((left, _)) = self.known.get(&child_key)
                    && depth + left < fewest
                {
                    fewest = depth + left;
                    best = Some((nodes.len(), *left));
                }
                nodes.push(Node { position: child, depth, from: Some((next, m)) });
            }
            next += 1;
        }
        let Some((node, left)) = best else { return Ok(()) };
        let moves = path_to(node, |&node: &usize| nodes[node].from);
        self.learn(from, &moves, left)
    }

    /// Leaves out what the rest of the win does without.
    fn leave_out(&mut self) -> Result<(), End> {
        if self.moves.len() > LONGEST_TO_LEAVE_OUT {
            return Ok(());
        }
        let mut position = self.start.clone();
        let mut i = 0;
        while i < self.moves.len() {
            match self.rest_without(&position, i)? {
                Some(rest) => {
                    self.learn(&position, &rest, 0)?;
                    self.moves.truncate(i);
                    self.moves.extend(rest);
                }
                None => {
                    position.play(self.moves[i]);
                    i += 1;
                }
            }
        }
        Ok(())
    }

    /// The moves after the `i`-th that are legal without it, if they win from the position before it.
    fn rest_without(&mut self, position: &P, i: usize) -> Result<Option<Vec<Move>>, End> {
        let mut position = position.clone();
        let mut rest = Vec::new();
        for j in i + 1..self.moves.len() {
            let m = self.moves[j];
            self.look()?;
            if position.is_legal(m) {
                position.play(m);
                rest.push(m);
            }
        }
        Ok(position.is_won().then_some(rest))
    }
}

struct Node<P> {
    position: P,
    depth: usize,
    from: Option<(usize, Move)>,
}
