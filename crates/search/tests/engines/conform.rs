//! What every engine must answer on a space whose truth is known.

use gehtauf_search::{
    Beam, BeamTables, Bounded, Budget, Candidates, DepthFirst, Evaluated, LevelWise, Leveled,
    Levels, Limits, Memory, Outcome, Paths, RunSearch, Shortest, Space, Stage, Stop, Stratified,
    Verdict, Visited, a_star, best_first, depth_first, hashing, path_to, run_portfolio,
    strata_beam, tie_break,
};
use rand_pcg::Pcg64;

/// What is known of a start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// The shortest win has so many moves.
    Won(usize),
    Unwinnable,
}

pub fn budget(max_states: u64) -> Budget<'static> {
    Budget::new(Limits { max_states, ..Limits::default() }, None)
}

/// Whether the moves are legal and win.
pub fn wins<S: Space<Move: PartialEq>>(space: &S, start: &S::State, moves: &[S::Move]) -> bool {
    let mut state = start.clone();
    for &m in moves {
        let mut legal = Vec::new();
        space.moves(&state, &mut legal);
        assert!(legal.contains(&m));
        space.play(&mut state, m);
    }
    space.is_won(&state)
}

/// Runs all engines from a start.
pub fn conform<S>(space: &S, start: &S::State, truth: Truth)
where
    S: Evaluated + Bounded,
    S::Move: PartialEq + std::fmt::Debug,
{
    let check = |engine: &str, outcome: Outcome<S::Move>, is_complete: bool| match outcome {
        Outcome::Won(moves) => {
            assert!(wins(space, start, &moves), "{engine}");
            assert_ne!(truth, Truth::Unwinnable, "{engine}");
        }
        Outcome::Unwinnable => assert!(is_complete && truth == Truth::Unwinnable, "{engine}"),
        Outcome::Open => assert!(!is_complete, "{engine}"),
    };
    let all = u64::MAX;
    check("depth-first", depth_first(space, start, &mut budget(all)).unwrap(), true);
    check("in parts", in_parts(space, start), true);
    check("best-first", best_first(space, start, &mut budget(all)).unwrap(), true);
    check("complete beam", complete_beam(space, start, 2).unwrap(), true);
    check("level-wise", level_wise(space, start, usize::MAX), true);
    for width in [1, 2, 5] {
        match level_wise(space, start, width) {
            Outcome::Won(moves) => assert!(wins(space, start, &moves)),
            // A narrow beam that left out nothing has proven it.
            Outcome::Unwinnable => assert_eq!(truth, Truth::Unwinnable),
            Outcome::Open => {}
        }
    }
    check("beam", beam(space, start, 10, &mut budget(all)).unwrap(), false);
    let shortest = match a_star(space, start, u32::MAX, &mut budget(all), |_, _| {}).unwrap() {
        Shortest::Minimal(moves) => {
            assert!(wins(space, start, &moves));
            Truth::Won(moves.len())
        }
        Shortest::NoShorter => Truth::Unwinnable,
    };
    assert_eq!(shortest, truth);
    if let Truth::Won(moves) = truth {
        let mut bounds = vec![0];
        let proven = |bound, _: &Budget<'_>| bounds.push(bound);
        let found = a_star(space, start, moves as u32, &mut budget(all), proven);
        assert_eq!(found, Ok(Shortest::NoShorter), "no win is shorter than the shortest");
        assert!(bounds.is_sorted_by(|a, b| a < b) && bounds.last() <= Some(&(moves as u32)));
    }
    strata_beams(space, start, truth);
    portfolio(space, start, truth);
}

/// One level for all states: no move lowers it.
struct OneLevel<'s, S>(&'s S);

impl<S: Evaluated> Leveled<S> for OneLevel<'_, S> {
    const EACH_MOVE_RAISES: bool = false;

    fn level(&self, _: &S::State) -> u32 {
        0
    }

    fn evaluation(&self, state: &S::State) -> i32 {
        self.0.evaluate(state)
    }
}

/// A level-wise beam with so many states a level.
fn level_wise<S: Evaluated>(space: &S, start: &S::State, width: usize) -> Outcome<S::Move> {
    let (mut budget, mut rng) = (budget(u64::MAX), Pcg64::new(1, 1));
    let leveled = OneLevel(space);
    let mut beam = LevelWise::new(space, &leveled, budget.memory());
    beam.search(start, width, &mut rng, &mut budget).unwrap()
}

/// One stratum for all states.
struct OneStratum<'s, S>(&'s S);

impl<S: Space> Space for OneStratum<'_, S> {
    type State = S::State;
    type Move = S::Move;
    type Key = S::Key;

    fn key(&self, state: &S::State) -> S::Key {
        self.0.key(state)
    }

    fn is_won(&self, state: &S::State) -> bool {
        self.0.is_won(state)
    }

    fn moves(&self, state: &S::State, moves: &mut Vec<S::Move>) {
        self.0.moves(state, moves);
    }

    fn play(&self, state: &mut S::State, m: S::Move) {
        self.0.play(state, m);
    }
}

impl<S: Bounded> Bounded for OneStratum<'_, S> {
    fn moves_left(&self, state: &S::State) -> u32 {
        self.0.moves_left(state)
    }
}

impl<S: Evaluated> Evaluated for OneStratum<'_, S> {
    fn evaluate(&self, state: &S::State) -> i32 {
        self.0.evaluate(state)
    }
}

impl<S: Bounded + Evaluated> Stratified for OneStratum<'_, S> {
    fn strata(&self) -> usize {
        1
    }

    fn stratum(&self, _: &S::State) -> usize {
        0
    }
}

/// A beam that keeps all states finds a shortest win, or that there is none; a narrow one no shorter win.
fn strata_beams<S: Bounded + Evaluated>(space: &S, start: &S::State, truth: Truth)
where
    S::Move: PartialEq + std::fmt::Debug,
{
    let beam = |width, fewer_than| {
        let space = OneStratum(space);
        strata_beam(&space, start, fewer_than, width, &mut budget(u64::MAX)).unwrap()
    };
    match truth {
        Truth::Won(0) => {}
        Truth::Won(shortest) => {
            let shortest = shortest as u32;
            assert_eq!(beam(usize::MAX, shortest), Outcome::Unwinnable);
            for (width, fewer_than) in [(usize::MAX, shortest + 1), (3, shortest + 10)] {
                match beam(width, fewer_than) {
                    Outcome::Won(moves) => {
                        assert!(wins(space, start, &moves));
                        assert!((shortest as usize..fewer_than as usize).contains(&moves.len()));
                    }
                    other => assert_eq!((width, other), (3, Outcome::Open)),
                }
            }
        }
        Truth::Unwinnable => assert_eq!(beam(usize::MAX, 1_000), Outcome::Unwinnable),
    }
}

/// A depth-first search that is broken off after every seventh state; it visits as many as one that is not.
fn in_parts<S: Space>(space: &S, start: &S::State) -> Outcome<S::Move> {
    let mut whole = budget(u64::MAX);
    depth_first(space, start, &mut whole).unwrap();
    let mut budget = budget(u64::MAX);
    let mut search = DepthFirst::new(start, &budget.memory().clone());
    loop {
        match budget.stage(7, |budget| search.run(space, budget)) {
            Err(Stop::Stage) => {}
            result => {
                assert_eq!(budget.states_visited(), whole.states_visited());
                return result.unwrap();
            }
        }
    }
}

/// A complete beam search; what is expanded is broken off now and then. The level of a state is its evaluation
/// modulo `levels`: any will do for being complete.
fn complete_beam<S: Evaluated>(
    space: &S,
    start: &S::State,
    levels: i32,
) -> Result<Outcome<S::Move>, Stop> {
    let memory = Memory::new(usize::MAX);
    let mut nodes = vec![(start.clone(), None)];
    let mut visited = Visited::new(&memory);
    visited.insert(space.key(start))?;
    if space.is_won(start) {
        return Ok(Outcome::Won(Vec::new()));
    }
    let mut waiting = Levels::new(levels as usize, &memory);
    waiting.push(0, 0, 0)?;
    let (mut moves, mut calls) = (Vec::new(), 0);
    loop {
        let found = waiting.search(
            |_, round| 3 + round,
            |waiting, node| {
                calls += 1;
                if calls % 100 == 0 {
                    return Err(Stop::Stage);
                }
                let state = nodes[node as usize].0.clone();
                moves.clear();
                space.moves(&state, &mut moves);
                for &m in &moves {
                    let mut child = state.clone();
                    space.play(&mut child, m);
                    if !visited.insert(space.key(&child))? {
                        continue;
                    }
                    let is_won = space.is_won(&child);
                    let evaluation = space.evaluate(&child);
                    let new = nodes.len() as u32;
                    waiting.push(evaluation.rem_euclid(levels) as usize, evaluation, new)?;
                    nodes.push((child, Some((node, m))));
                    if is_won {
                        return Ok(Some(new));
                    }
                }
                Ok(None)
            },
        );
        match found {
            Ok(None) => return Ok(Outcome::Unwinnable),
            Ok(Some(win)) => {
                return Ok(Outcome::Won(path_to(win, |&node| nodes[node as usize].1)));
            }
            Err(_) => {}
        }
    }
}

/// A beam over a space: the diversity key is the whole key, and what was kept once is not kept again.
struct PlainBeam<'s, S: Space> {
    space: &'s S,
    kept: Visited<u64>,
    paths: Paths<S::Move>,
    rng: Pcg64,
}

impl<S: Evaluated> Beam for PlainBeam<'_, S> {
    type Node = (S::State, u32);
    type Candidate = (S::State, S::Move);
    type Move = S::Move;

    fn expand(
        &mut self,
        (state, node): &Self::Node,
        parent: u32,
        candidates: &mut Candidates<Self::Candidate>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<S::Move>>, Stop> {
        let mut moves = Vec::new();
        self.space.moves(state, &mut moves);
        for m in moves {
            let mut child = state.clone();
            self.space.play(&mut child, m);
            budget.visit()?;
            if self.space.is_won(&child) {
                let win = self.paths.push(*node, m)?;
                return Ok(Some(self.paths.path_to(win)));
            }
            let evaluation = self.space.evaluate(&child) + tie_break(&mut self.rng, 2);
            candidates.push(evaluation, parent, (child, m))?;
        }
        Ok(None)
    }

    fn keep(
        &mut self,
        (_, parent): &Self::Node,
        (state, m): &Self::Candidate,
    ) -> Result<Option<Self::Node>, Stop> {
        let key = hashing::hash_state().hash_one(self.space.key(state));
        if !self.kept.insert(key)? {
            return Ok(None);
        }
        Ok(Some((state.clone(), self.paths.push(*parent, *m)?)))
    }

    fn begin_level(&mut self) {}
}

pub fn beam<S: Evaluated>(
    space: &S,
    start: &S::State,
    width: usize,
    budget: &mut Budget<'_>,
) -> Result<Outcome<S::Move>, Stop> {
    if space.is_won(start) {
        return Ok(Outcome::Won(Vec::new()));
    }
    let memory = budget.memory().clone();
    let mut beam = PlainBeam {
        space,
        kept: Visited::new(&memory),
        paths: Paths::new(&memory),
        rng: Pcg64::new(1, 1),
    };
    let node = (start.clone(), Paths::<S::Move>::START);
    BeamTables::new(&memory).search(&mut beam, node, width, budget)
}

/// The searches of a portfolio.
enum Search {
    Beam { width: usize },
    DepthFirst,
}

struct From<'s, S: Space>(&'s S, &'s S::State);

impl<S: Evaluated> RunSearch for From<'_, S> {
    type Search = Search;
    type Move = S::Move;

    fn run(&mut self, search: &Search, budget: &mut Budget<'_>) -> Result<Outcome<S::Move>, Stop> {
        match *search {
            Search::Beam { width } => beam(self.0, self.1, width, budget),
            Search::DepthFirst => depth_first(self.0, self.1, budget),
        }
    }
}

/// The second stage decides what the first, a narrow beam, leaves open.
fn portfolio<S: Evaluated>(space: &S, start: &S::State, truth: Truth) {
    let stages = [
        Stage { method: "beam", search: Search::Beam { width: 1 }, max_states: 50 },
        Stage::unlimited("exhaustive", Search::DepthFirst),
    ];
    let (verdict, method) = run_portfolio(&mut From(space, start), stages, &mut budget(u64::MAX));
    assert_eq!(matches!(verdict, Verdict::Won(_)), truth != Truth::Unwinnable);
    assert!(method == "exhaustive" || truth != Truth::Unwinnable);
}
