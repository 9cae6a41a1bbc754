//! What learning the weights needs; see `examples/train_eights.rs`.

use std::collections::HashMap;

use gehtauf_rules::eights::Table;
use gehtauf_search::{Budget, LevelWise, Leveled, Limits, Outcome, Space, Stop};
use rand_core::Rng;
use rand_pcg::Pcg64;

use super::features::{band, features};
use super::free_cards::{FreeCardEvaluator, band as free_card_band};
use super::free_cards_with_heads::HeadsEvaluator;
use super::tables::Evaluator;
use crate::eights::abstractions::free_cards::FreeCardSpace;
use crate::eights::abstractions::free_cards_with_heads::{self as heads, space::HeadsSpace};
use crate::eights::beam::{Beam, Beams};
use crate::eights::fingerprint::DiversityKey;
use crate::eights::prunings::Prunings;
use crate::eights::state::{Deal, MacroMove, State};

pub use super::features::{BANDS, FEATURES, ROWS, Row, Weights};
pub use super::free_cards::{FREE_CARD_FEATURES, FREE_CARD_ROWS, FreeCardWeights};
pub use super::free_cards_with_heads::{
    HEADS_FEATURES, HEADS_ROWS, HeadsWeights, heads_first_guess,
};
pub use super::weights::{FIRST_GUESS, FREE_CARDS, read, weights, with_heads, write};

/// The features of one state less those of another, by `band * FEATURES + feature`, without zeros.
pub type Difference = Vec<(u16, i16)>;

/// How many levels of a win are learned from by labels.
const LABELLED_LEVELS: usize = 8;
/// The beam whose wins are the labels.
const LABEL_WIDTH: usize = 5;

/// Which wins are learned from.
#[derive(Debug, Clone, Copy)]
pub struct Wins<'a> {
    /// A deal that a beam of one of these widths wins is left out.
    pub easy: &'a [usize],
    /// The beams that look for a win.
    pub widths: &'a [usize],
    /// With how many states of the same level each state of a win is compared.
    pub rivals: usize,
}

impl Wins<'_> {
    /// The win of the first width that has one; none if an easy one has.
    fn find<M>(&self, mut search: impl FnMut(usize) -> Option<Vec<M>>) -> Option<Vec<M>> {
        if self.easy.iter().any(|&width| search(width).is_some()) {
            return None;
        }
        self.widths.iter().find_map(|&width| search(width))
    }
}

/// The beams of a deal, and the moves of a win with the states that the beam kept level by level; none without a win.
type Won<'d> = (Beams<'d>, Vec<MacroMove>, Vec<Vec<State>>);

fn won_beam<'d>(
    deal: &'d Deal,
    start: &State,
    weights: &Weights,
    wins: Wins<'_>,
) -> Option<Won<'d>> {
    let mut budget = Budget::new(Limits::default(), None);
    let rng = Pcg64::new(deal.seed().into(), 2);
    let mut beams = Beams::new(deal, Evaluator::new(deal, weights), rng, budget.memory());
    let moves = wins.find(|width| won(beams.search(start, narrow(width), &mut budget)))?;
    let levels = beams.levels(start);
    Some((beams, moves, levels))
}

fn narrow(width: usize) -> Beam {
    Beam { width, diversity: DiversityKey::Dealt, is_wide: false }
}

/// Each state of a win against some others that the beam kept in the same level: what the state of the win has more.
pub fn pairs(table: &Table, weights: &Weights, wins: Wins<'_>) -> Vec<Difference> {
    let mut pairs = Vec::new();
    let Some((deal, start)) = Deal::new(table) else { return pairs };
    let Some((_, moves, levels)) = won_beam(&deal, &start, weights, wins) else { return pairs };
    let mut rng = Pcg64::new(deal.seed().into(), 3);
    let mut state = start;
    let mut next = deal.begin_closed(&mut state, |_, _| {});
    for (m, level) in moves.into_iter().zip(&levels) {
        next = deal.play_closed(&mut state, &next, m, |_, _| {});
        for _ in 0..wins.rivals.min(level.len()) {
            let rival = &level[rng.next_u32() as usize % level.len()];
            if *rival != state {
                pairs.push(beam_difference(&deal, &state, rival));
            }
        }
    }
    pairs
}

/// In some levels of a win, its state and others out of the best candidates, before a diversity key leaves any out: each is
/// labelled by whether a beam of five wins from it. Of two with different labels what the better one has more, twice
/// unless the worse one is on the win: that state counts for one half if the beam of five does not win from it.
pub fn labelled_pairs(table: &Table, weights: &Weights, wins: Wins<'_>) -> Vec<Difference> {
    let mut pairs = Vec::new();
    let Some((deal, start)) = Deal::new(table) else { return pairs };
    let Some((mut beams, moves, levels)) = won_beam(&deal, &start, weights, wins) else {
        return pairs;
    };
    let mut budget = Budget::new(Limits::default(), None);
    let mut rng = Pcg64::new(deal.seed().into(), 3);
    let mut state = start;
    let mut next = deal.begin_closed(&mut state, |_, _| {});
    let mut before = vec![state];
    let share = moves.len().div_ceil(LABELLED_LEVELS);
    let mut chosen = 0;
    for (i, (m, level)) in moves.into_iter().zip(levels).enumerate() {
        if i % share == 0 {
            chosen = i + rng.next_u32() as usize % share;
        }
        next = deal.play_closed(&mut state, &next, m, |_, _| {});
        if i == chosen && !state.is_won() {
            let count = 4 * before.len() + 8;
            let rivals = beams.candidates(&before, count, &mut budget).unwrap_or_default();
            let others = (0..wins.rivals.min(rivals.len()))
                .map(|_| rivals[rng.next_u32() as usize % rivals.len()]);
            let states = std::iter::once(state).chain(others.filter(|&rival| rival != state));
            let label = |(i, state): (usize, State)| {
                let is_won = won(beams.search(&state, narrow(LABEL_WIDTH), &mut budget)).is_some();
                (if is_won { 2 } else { usize::from(i == 0) }, state)
            };
            let labelled: Vec<(usize, State)> = states.enumerate().map(label).collect();
            for (better, a) in &labelled {
                for (worse, b) in &labelled {
                    let difference = || beam_difference(&deal, a, b);
                    pairs.extend((*worse..*better).map(|_| difference()));
                }
            }
        }
        before = level;
    }
    pairs
}

fn beam_difference(deal: &Deal, state: &State, rival: &State) -> Difference {
    difference::<_, FEATURES>(state, rival, |state, add| {
        features(deal, state, add);
        band(deal, state)
    })
}

fn won<M>(outcome: Result<Outcome<M>, Stop>) -> Option<Vec<M>> {
    if let Ok(Outcome::Won(moves)) = outcome { Some(moves) } else { None }
}

/// The features of a state less those of a rival. `features` adds those of a state and says its band.
fn difference<S, const N: usize>(
    state: &S,
    rival: &S,
    features: impl Fn(&S, &mut dyn FnMut(usize, i32)) -> usize,
) -> Difference {
    let mut all = [[0; N]; BANDS];
    for (state, sign) in [(state, 1), (rival, -1)] {
        let mut of_state = [0; N];
        let band = features(state, &mut |feature, n| of_state[feature] += sign * n);
        all[band].iter_mut().zip(of_state).for_each(|(sum, n)| *sum += n);
    }
    let numbers = all.as_flattened().iter().enumerate().filter(|&(_, &n)| n != 0);
    numbers.map(|(feature, &n)| (feature as u16, n as i16)).collect()
}

/// The same for level-wise beams over free-card states, by `band * FREE_CARD_FEATURES + feature`: against others that
/// the beam expanded on the same level.
pub fn free_card_pairs(
    table: &Table,
    weights: &FreeCardWeights,
    wins: Wins<'_>,
) -> Vec<Difference> {
    let Some((deal, start)) = Deal::new(table) else { return Vec::new() };
    let Some(space) = FreeCardSpace::new(&deal, Prunings::ALL) else { return Vec::new() };
    let evaluator = FreeCardEvaluator::new(&space, weights);
    let start = space.start(&start);
    level_wise_pairs(&space, &evaluator, start, deal.seed(), wins, |state, rival| {
        difference::<_, FREE_CARD_FEATURES>(state, rival, |state, add| {
            evaluator.features(state, add);
            free_card_band(&space, state)
        })
    })
}

/// The same for level-wise beams over free cards with heads, by `band * HEADS_FEATURES + feature`.
pub fn heads_pairs(table: &Table, weights: &HeadsWeights, wins: Wins<'_>) -> Vec<Difference> {
    let Some((packed, _)) = Deal::new(table) else { return Vec::new() };
    let Some((deal, start)) = heads::state::Deal::new(table, heads::state::Talon::MacroMoves, true)
    else {
        return Vec::new();
    };
    let space = HeadsSpace::new(deal, heads::Switches::ALL);
    let evaluator = HeadsEvaluator::new(&space.deal, weights);
    level_wise_pairs(&space, &evaluator, start, packed.seed(), wins, |state, rival| {
        difference::<_, HEADS_FEATURES>(state, rival, |state, add| {
            evaluator.features(state, add);
            evaluator.band(state)
        })
    })
}

fn level_wise_pairs<S: Space, L: Leveled<S>>(
    space: &S,
    evaluator: &L,
    mut state: S::State,
    seed: u64,
    wins: Wins<'_>,
    difference: impl Fn(&S::State, &S::State) -> Difference,
) -> Vec<Difference> {
    let mut budget = Budget::new(Limits::default(), None);
    let mut beam = LevelWise::new(space, evaluator, budget.memory());
    let moves = wins.find(|width| {
        let mut rng = Pcg64::new(seed.into(), width as u128);
        won(beam.search(&state, width, &mut rng, &mut budget))
    });
    let mut levels = HashMap::<u32, Vec<S::State>>::new();
    for state in beam.states(&state) {
        levels.entry(evaluator.level(&state)).or_default().push(state);
    }
    let mut rng = Pcg64::new(seed.into(), 2);
    let mut pairs = Vec::new();
    for m in moves.into_iter().flatten() {
        space.play(&mut state, m);
        let others = levels.get(&evaluator.level(&state)).map_or(&[][..], Vec::as_slice);
        for _ in 0..wins.rivals.min(others.len()) {
            pairs.push(difference(&state, &others[rng.next_u32() as usize % others.len()]));
        }
    }
    pairs.retain(|difference| !difference.is_empty());
    pairs
}
