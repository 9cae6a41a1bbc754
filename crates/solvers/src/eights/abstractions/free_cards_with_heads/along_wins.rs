//! Persistent sets along wins of whole deals: as the proof has it, the first near step can be made first.

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, Game, Position, RuleSet};
use gehtauf_search::{Budget, Limits, Verdict};

use super::column_play::{ColumnPlay, Memo};
use super::persistent_sets::Near;
use super::sets;
use super::state::{Deal, State, Talon};
use super::steps::Step;
use super::tests::{Sets, description, table};
use crate::GameSolver;
use crate::eights::Solver;
use crate::eights::card_types::bit;
use crate::thorough::as_thorough;

/// A deal, and the states of a win of it with the step that each begins.
struct Win {
    deal: Deal,
    states: Vec<State>,
    steps: Vec<Step>,
}

fn win(game: &Game, seed: u64) -> Option<Win> {
    let mut position: AnyPosition = game.deal(&seeded_deck(seed, game.pack())).unwrap();
    let limits = Limits { max_states: 100_000, ..Limits::default() };
    let verdict = Solver::solve(table(&position), &mut Budget::new(limits, None)).0;
    let Verdict::Won(moves) = verdict else { return None };
    let (deal, mut state) = Deal::new(table(&position), Talon::CardByCard, false).unwrap();
    let (mut states, mut steps) = (vec![state], Vec::new());
    let mut moves = moves.into_iter();
    while let Some(m) = moves.next() {
        position.play(m);
        if table(&position).must_play {
            position.play(moves.next().unwrap());
        }
        let (_, after) = Deal::new(table(&position), Talon::CardByCard, false).unwrap();
        if description(&after) != description(&state) {
            let leads_there =
                |step: &Step| description(&play(&deal, state, *step)) == description(&after);
            let step = legal(&deal, &state).into_iter().find(leads_there).unwrap();
            state = play(&deal, state, step);
            steps.push(step);
            states.push(state);
        }
    }
    Some(Win { deal, states, steps })
}

fn legal(deal: &Deal, state: &State) -> Vec<Step> {
    let mut steps = Vec::new();
    deal.steps(state, &sets::Sets::new(deal, state), Near::ALL, &mut steps);
    steps
}

fn play(deal: &Deal, mut state: State, step: Step) -> State {
    deal.play(&mut state, step);
    state
}

fn has_forced_aces(deal: &Deal, state: &State) -> bool {
    deal.forced_aces(state, &sets::Sets::new(deal, state), &mut Vec::new())
}

fn is_near(near: Near, step: Step) -> bool {
    match step {
        Step::Uncover { column } | Step::BaseToFoundation { column } => {
            near.columns >> column & 1 == 1
        }
        Step::FollowerToFoundation { card } => near.suits & bit(card) != 0,
        _ => true,
    }
}

impl Win {
    /// What the persistent set of a state puts first, and the other steps of the win until the states are the same
    /// again; nothing where there is no such set.
    fn put_first(&self, i: usize) -> Option<(Vec<Step>, usize)> {
        let (deal, state) = (&self.deal, &self.states[i]);
        let has_set = state.spaces == 0 && state.stock != 0 && !state.must_play;
        if !has_set || has_forced_aces(deal, state) {
            return None;
        }
        let columns = ColumnPlay::new(deal, &sets::Sets::new(deal, state));
        match Near::new(deal, state, &columns) {
            Ok(near) => {
                let t = (i..).find(|&j| is_near(near, self.steps[j])).unwrap();
                let mut end = t + 1;
                let mut after = play(deal, *state, self.steps[t]);
                while has_forced_aces(deal, &after) {
                    after = play(deal, after, self.steps[end]);
                    end += 1;
                }
                let order = (t..end).chain(i..t).map(|j| self.steps[j]);
                Some((order.collect(), end))
            }
            Err(turn) => {
                let turn = turn.expect("a state of a win has a step");
                let there = play(deal, *state, turn);
                let is_there = |&j: &usize| {
                    let State { turned, pass, .. } = self.states[j];
                    (turned, pass) == (there.turned, there.pass)
                };
                let end = (i..self.states.len()).find(is_there).unwrap();
                let others = self.steps[i..end].iter().copied();
                let others = others.filter(|step| !matches!(step, Step::Turn | Step::Redeal));
                Some((std::iter::once(turn).chain(others).collect(), end))
            }
        }
    }
}

/// How many states of wins have a persistent set, and of how many the win begins with another step.
fn put_near_steps_first(seeds: std::ops::Range<u64>, options: &Sets<'_>) -> [usize; 2] {
    let game = Game::new(RuleSet::EightByEight, options).unwrap();
    let mut counts = [0; 2];
    for win in seeds.filter_map(|seed| win(&game, seed)) {
        for i in 0..win.steps.len() {
            let Some((order, end)) = win.put_first(i) else { continue };
            let mut state = win.states[i];
            let place = format!("{options:?}, state {i}: {state:?}, {order:?}");
            for &step in &order {
                let is_legal =
                    matches!(step, Step::TurnTo { .. }) || legal(&win.deal, &state).contains(&step);
                assert!(is_legal, "{step:?} of {place}");
                state = play(&win.deal, state, step);
            }
            assert_eq!(state, win.states[end], "{place}");
            counts[0] += 1;
            counts[1] += usize::from(order[0] != win.steps[i]);
        }
    }
    counts
}

#[test]
fn the_memo_gives_what_is_worked_out_afresh() {
    let game = Game::new(RuleSet::EightByEight, &[]).unwrap();
    for win in (0..10).filter_map(|seed| win(&game, seed)) {
        let (deal, mut memo) = (&win.deal, Memo::default());
        let mut plays: Vec<ColumnPlay> = Vec::new();
        for state in win.states.iter().filter(|state| state.spaces == 0) {
            let sets = sets::Sets::new(deal, state);
            let afresh = ColumnPlay::new(deal, &sets);
            assert_eq!(memo.play(deal, &sets), &afresh);
            assert_eq!(memo.play(deal, &sets), &afresh);
            plays.push(afresh);
        }
        plays.dedup();
        assert!(plays.len() > 10);
    }
}

#[test]
fn near_steps_can_be_put_first() {
    let [states, others] = put_near_steps_first(0..10, &vec![]);
    assert!(states > 500 && others > 50, "{states} states, {others} with another first");
}

#[test]
#[ignore = "thorough: run in release"]
fn near_steps_can_be_put_first_in_many_wins() {
    for spaces in ["one-card", "any-run"] {
        for foundations in ["eight", "four"] {
            for passes in ["1", "3", "unlimited"] {
                let options =
                    vec![("spaces", spaces), ("foundations", foundations), ("passes", passes)];
                let [states, others] =
                    put_near_steps_first(51_000..51_000 + as_thorough(40), &options);
                assert!(states > 100 && others > 10, "{options:?}: {states}, {others}");
            }
        }
    }
}
