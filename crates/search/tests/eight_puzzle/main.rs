//! Every engine on the eight-puzzle, whose numbers are known: 181,440 positions can be reached, the
//! farthest are 31 moves away, and half of all arrangements cannot be solved.

mod space;

use gehtauf_search::{
    Beam, Budget, Limit, Limits, Outcome, Searches, Shortest, Space, Stage, Stop, Verdict, a_star,
    beam, depth_first, run_portfolio,
};
use rand_pcg::Pcg64;
use space::{Board, EightPuzzle, FARTHEST, UNSOLVABLE};

/// Two moves from the end.
const NEAR: Board = [1, 2, 3, 4, 5, 6, 0, 7, 8];

fn budget(max_states: u64) -> Budget<'static> {
    Budget::new(Limits { max_states, ..Limits::default() }, None)
}

fn leads_to_win(mut board: Board, moves: &[usize]) -> bool {
    for &m in moves {
        let mut legal = Vec::new();
        EightPuzzle.moves(&board, &mut legal);
        assert!(legal.contains(&m));
        EightPuzzle.play(&mut board, m);
    }
    EightPuzzle.is_won(&board)
}

#[test]
fn exhaust_visits_every_state_once_and_proves_the_unsolvable() {
    let mut budget = budget(u64::MAX);
    assert_eq!(depth_first(&EightPuzzle, &UNSOLVABLE, &mut budget), Ok(Outcome::Unwinnable));
    assert_eq!(budget.states_visited(), 181_440);
}

#[test]
fn exhaust_finds_a_win_that_replays() {
    let Ok(Outcome::Won(moves)) = depth_first(&EightPuzzle, &FARTHEST, &mut budget(u64::MAX))
    else {
        panic!("the position can be solved");
    };
    assert!(leads_to_win(FARTHEST, &moves));
}

#[test]
fn exhaust_stops_at_states_bytes_time_and_interrupt() {
    let stop =
        |limits, flag| depth_first(&EightPuzzle, &UNSOLVABLE, &mut Budget::new(limits, flag));
    let unlimited = Limits { max_states: u64::MAX, max_bytes: usize::MAX, time: None };
    let cases = [
        (Limits { max_states: 181_439, ..unlimited }, Limit::States),
        (Limits { max_bytes: 1 << 20, ..unlimited }, Limit::Memory),
        (Limits { time: Some(std::time::Duration::ZERO), ..unlimited }, Limit::Time),
    ];
    for (limits, limit) in cases {
        assert_eq!(stop(limits, None), Err(Stop::Limit(limit)));
    }
    let flag = std::sync::atomic::AtomicBool::new(true);
    assert_eq!(
        depth_first(&EightPuzzle, &UNSOLVABLE, &mut Budget::new(unlimited, Some(&flag))),
        Err(Stop::Limit(Limit::Interrupted))
    );
    assert_eq!(stop(Limits { max_states: 181_440, ..unlimited }, None), Ok(Outcome::Unwinnable));
}

#[test]
fn shortest_finds_the_known_distances() {
    for (board, distance) in [(NEAR, 2), (FARTHEST, 31)] {
        let found = a_star(&EightPuzzle, &board, u32::MAX, &mut budget(u64::MAX));
        let Ok(Shortest::Minimal(moves)) = found else { panic!("the position can be solved") };
        assert_eq!(moves.len(), distance);
        assert!(leads_to_win(board, &moves));
    }
}

#[test]
fn shortest_proves_that_nothing_is_shorter() {
    let found = a_star(&EightPuzzle, &FARTHEST, 31, &mut budget(u64::MAX));
    assert_eq!(found, Ok(Shortest::NoShorter));
    let found = a_star(&EightPuzzle, &FARTHEST, 32, &mut budget(100));
    assert_eq!(found, Err(Stop::Limit(Limit::States)));
    let few_bytes = Limits { max_bytes: 10_000, ..Limits::default() };
    let found = a_star(&EightPuzzle, &FARTHEST, 32, &mut Budget::new(few_bytes, None));
    assert_eq!(found, Err(Stop::Limit(Limit::Memory)));
}

#[test]
fn beam_wins_and_never_calls_a_position_unwinnable() {
    let settings = Beam { width: 100, patience: 50, noise: 2 };
    let run =
        |board| beam(&EightPuzzle, &board, settings, &mut Pcg64::new(1, 1), &mut budget(u64::MAX));
    let Ok(Outcome::Won(moves)) = run(FARTHEST) else { panic!("wide enough") };
    assert!(leads_to_win(FARTHEST, &moves));
    assert_eq!(run(UNSOLVABLE), Ok(Outcome::Open));
}

/// The searches of the portfolio below.
enum Search {
    Beam(Beam),
    DepthFirst,
}

struct Puzzle(Board);

impl Searches for Puzzle {
    type Search = Search;
    type Move = usize;

    fn run(&mut self, search: &Search, budget: &mut Budget<'_>) -> Result<Outcome<usize>, Stop> {
        match search {
            Search::Beam(settings) => {
                beam(&EightPuzzle, &self.0, *settings, &mut Pcg64::new(1, 1), budget)
            }
            Search::DepthFirst => depth_first(&EightPuzzle, &self.0, budget),
        }
    }
}

#[test]
fn portfolio_goes_on_where_a_stage_gives_up() {
    let narrow = Beam { width: 1, patience: 5, noise: 0 };
    let run_from = |board: Board, limits: Limits| {
        let stages = [
            Stage { method: "beam", search: Search::Beam(narrow), max_states: 1_000 },
            Stage::unlimited("exhaustive", Search::DepthFirst),
        ];
        run_portfolio(&mut Puzzle(board), stages, &mut Budget::new(limits, None))
    };
    let limits = Limits::default();
    assert_eq!(run_from(UNSOLVABLE, limits), (Verdict::Unwinnable, "exhaustive"));
    assert!(matches!(run_from(NEAR, limits), (Verdict::Won(_), "beam")));
    assert!(matches!(run_from(FARTHEST, limits), (Verdict::Won(_), "exhaustive")));
    let few = Limits { max_states: 10, ..limits };
    assert!(matches!(run_from(UNSOLVABLE, few).0, Verdict::Unknown(Limit::States)));
}
