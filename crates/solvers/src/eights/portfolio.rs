//! Which searches run in which order under which rules.

use gehtauf_rules::Move;
use gehtauf_rules::eights::{Rules, Table};
use gehtauf_search::{Budget, Stage, Verdict, run_portfolio};

use super::abstractions::free_cards;
use super::abstractions::free_cards_with_heads as with_heads;
use super::beam::Beam;
use super::fingerprint::DiversityKey;
use super::prunings::Prunings;
use super::runner::{Runner, Search};
use super::sat::{self, Plays};
use super::state::Deal;
use crate::plain;

/// A row of a portfolio: stages of one kind.
#[derive(Clone, Copy)]
struct Row {
    /// How often in a round, beams with other random tie-breaking each time.
    times: usize,
    method: &'static str,
    search: Search,
    max_states: u64,
    /// From one round to the next the width, or else `max_states`, doubles so many times.
    doublings: u32,
}

const ALL: u64 = u64::MAX;

const fn row(times: usize, method: &'static str, search: Search, max_states: u64) -> Row {
    Row { times, method, search, max_states, doublings: 0 }
}

const fn narrow(times: usize, method: &'static str, width: usize) -> Row {
    let beam = Beam { width, diversity: DiversityKey::Dealt, is_wide: false };
    row(times, method, Search::Beam(beam), ALL)
}

const fn wide(diversity: DiversityKey) -> Row {
    let beam = Search::Beam(Beam { width: 500, diversity, is_wide: true });
    Row { doublings: 1, ..row(1, "wide beam", beam, ALL) }
}

const fn level_wise(width: usize) -> Row {
    row(1, "level-wise beam", Search::LevelWise(width), ALL)
}

const fn exhaustive(max_states: u64) -> Row {
    row(1, "exhaustive search", Search::Exhaustive, max_states)
}

const fn guided_beams(max_states: u64) -> Row {
    row(1, names::REFINEMENT, Search::GuidedBeams(32), max_states)
}

const fn refinement(max_states: u64) -> Row {
    row(1, names::REFINEMENT, Search::Refinement, max_states)
}

/// The names of proofs that give more of a reason than that all states were searched.
pub(super) mod names {
    pub const DEAD_ENDS: &str = "dead-end detection";
    pub const CHAIN_COUNTING: &str = "chain-counting relaxation";
    pub const REFINEMENT: &str = "abstraction refinement";
    pub const SATISFIABILITY: &str = "satisfiability";
    pub const WITHOUT_HEADS: &str = "relaxation without heads";
}

const DEAD_ENDS: Row = row(1, names::DEAD_ENDS, Search::DeadEnds, 1);
const CHAIN_COUNTING: Row = row(1, names::CHAIN_COUNTING, Search::ChainCounting, 10_000);

const fn satisfiability(plays: Plays, max_states: u64) -> Row {
    row(1, names::SATISFIABILITY, Search::Sat(plays), max_states)
}

const SATISFIABILITY: Row = satisfiability(Plays::All, ALL);

const BEAM_5: Row = narrow(8, "beam 5", 5);
const BEAM_20: Row = narrow(5, "beam 20", 20);
const BEAM_60: Row = narrow(4, "beam 60", 60);
const BEAM_200: Row = narrow(4, "beam 200", 200);

const BY_FOUNDATIONS: Row = wide(DiversityKey::Foundations);
const BY_TALON_PLACE: Row = wide(DiversityKey::TalonPlace);
const BY_DEALT: Row = wide(DiversityKey::Dealt);

/// Acht mal Acht with one or two passes: level-wise beams stand in for the exhaustive search.
const FEW_PASSES: &[Row] = &[
    DEAD_ENDS,
    CHAIN_COUNTING,
    BEAM_5,
    level_wise(16),
    refinement(2_000),
    BEAM_20,
    level_wise(64),
    BEAM_60,
    level_wise(250),
    BEAM_200,
    level_wise(1_000),
    BY_TALON_PLACE,
    BY_DEALT,
];
const FEW_PASSES_WIDER: &[Row] =
    &[Row { doublings: 2, ..level_wise(2_000) }, Row { doublings: 2, ..refinement(250_000) }];
/// Where cards come back from foundations, level-wise beams that took all states have decided nothing.
const COMPLETE: &[Row] = &[level_wise(usize::MAX), exhaustive(ALL)];

/// Acht mal Acht with more passes, and what has no free cards. The exhaustive search of 1,000 states is for positions
/// that are as good as decided.
const MORE_PASSES: &[Row] =
    &[DEAD_ENDS, CHAIN_COUNTING, BEAM_5, exhaustive(1_000), BEAM_20, BEAM_60, BEAM_200];
const MORE_PASSES_WIDER: &[Row] =
    &[BY_FOUNDATIONS, BY_DEALT, doubling(exhaustive(10_000)), doubling(guided_beams(30_000))];
/// Where cards come back from foundations, so that satisfiability does not decide, and small games.
const MORE_PASSES_LAST: &[Row] = &[
    satisfiability(Plays::All, 3_000_000),
    level_wise(250),
    level_wise(1_000),
    guided_beams(400_000),
    guided_beams(1_000_000),
    level_wise(4_000),
    level_wise(10_000),
    level_wise(30_000),
    level_wise(usize::MAX),
    exhaustive(ALL),
];
/// So many of them within the default limit: the others take up to minutes each.
const WITHIN_DEFAULT: usize = 4;

/// 8x8 with cards that come back from the foundations, and small games with them.
const ALL_STATES: &[Row] = &[exhaustive(ALL)];

/// 8x8: most of what narrow beams leave open is lost, and free cards with heads decide it, as far as the limit goes.
/// Wider beams in between win a fifth of what it leaves open, satisfiability proves a fourth of the rest lost. (The
/// relaxation without heads decides few that they do not decide for less; docs/experiments/8x8.md.)
const WITH_HEADS: &[Row] = &[
    DEAD_ENDS,
    CHAIN_COUNTING,
    BEAM_5,
    heads_exhaustive(3_000),
    BEAM_20,
    BEAM_60,
    BEAM_200,
    heads_level_wise(60),
    heads_exhaustive(30_000),
    heads_level_wise(200),
    heads_exhaustive(100_000),
    heads_level_wise(1_000),
    heads_level_wise(1_000),
    heads_exhaustive(300_000),
    heads_level_wise(3_000),
    heads_exhaustive(1_000_000),
    heads_level_wise(3_000),
    satisfiability(Plays::All, 2_500_000),
];

/// The same where no turned card must be played. Beams as if it had to be have fewer moves to choose from: they cost half
/// as much, and win others. A third of what is open then is lost even without heads, and of the rest satisfiability finds
/// some wins.
const FREE_TALON: &[Row] = &[
    DEAD_ENDS,
    CHAIN_COUNTING,
    BEAM_5,
    heads_exhaustive(3_000),
    BEAM_20,
    BEAM_60,
    forced_talon(4, 200, false),
    forced_talon(2, 500, true),
    BEAM_200,
    heads_exhaustive(30_000),
    heads_level_wise(200),
    heads_exhaustive(100_000),
    heads_level_wise(1_000),
    heads_level_wise(1_000),
    satisfiability(Plays::All, 1_500_000),
    satisfiability(Plays::OfSingleCards, 1_500_000),
    heads_level_wise(3_000),
    heads_level_wise(3_000),
];

const fn forced_talon(times: usize, width: usize, is_wide: bool) -> Row {
    let beam = Beam { width, diversity: DiversityKey::Dealt, is_wide };
    row(times, "forced-talon beam", Search::ForcedTalonBeam(beam), ALL)
}

/// The same as under force with any run to a space, where what leaves out heads is exact: satisfiability decides nearly all.
const ANY_RUN: &[Row] = &[
    DEAD_ENDS,
    CHAIN_COUNTING,
    BEAM_5,
    heads_exhaustive(3_000),
    BEAM_20,
    BEAM_60,
    BEAM_200,
    heads_exhaustive(30_000),
    without_heads(20_000),
    heads_level_wise(200),
    heads_exhaustive(100_000),
    heads_level_wise(1_000),
    heads_level_wise(1_000),
    without_heads(100_000),
    heads_exhaustive(300_000),
    heads_level_wise(3_000),
    heads_exhaustive(1_000_000),
    heads_level_wise(3_000),
    satisfiability(Plays::All, 5_000_000),
];

/// What free cards with heads end with, under whatever rules; the first two within larger limits than the default.
const HEADS_LAST: &[Row] = &[
    satisfiability(Plays::All, 20_000_000),
    satisfiability(Plays::OfSingleCards, 20_000_000),
    heads_exhaustive(ALL),
];

const fn heads_level_wise(width: usize) -> Row {
    row(1, "beam over free cards", Search::HeadsLevelWise(width), ALL)
}

const fn without_heads(max_states: u64) -> Row {
    row(1, names::WITHOUT_HEADS, Search::WithoutHeads, max_states)
}

const fn heads_exhaustive(max_states: u64) -> Row {
    row(1, "search over free cards", Search::HeadsExhaustive, max_states)
}

/// Rounds of wide beams by a finer and a coarser diversity key, in turn with the exhaustive search.
const EXHAUSTIVE: &[Row] = &[BY_FOUNDATIONS, BY_DEALT, doubling(exhaustive(10_000))];
const SMALL_EXHAUSTIVE: &[Row] = &[BY_FOUNDATIONS, BY_DEALT, doubling(exhaustive(500_000))];
const FEW_PASSES_EXHAUSTIVE: &[Row] = &[BY_TALON_PLACE, BY_DEALT, doubling(exhaustive(10_000))];
const FEW_PASSES_SMALL_EXHAUSTIVE: &[Row] =
    &[BY_TALON_PLACE, BY_DEALT, doubling(exhaustive(500_000))];

const fn doubling(row: Row) -> Row {
    Row { doublings: 1, ..row }
}

/// Searches once, then rounds of wider and wider ones, then the last.
struct Portfolio {
    first: &'static [Row],
    rounds: u32,
    wider: &'static [Row],
    last: &'static [Row],
}

impl Portfolio {
    /// The stages under these rules, with so many states to spend.
    ///
    /// Small games are decided if the limits allow it. Of large ones the exhaustive search decides only
    /// those with few states, and wider and wider beams find less and less. In Acht mal Acht satisfiability decides nearly
    /// all that a round of wider beams leaves open, with more passes three rounds. Where it does not serve, six rounds, four
    /// of 8x8, take 1 to 10 million states; twice the limit is worth one more, and the exhaustive search has the rest. Where cards come back from foundations, level-wise
    /// beams find more with few passes and in the end take all states that are left, so that one round of
    /// wide beams is enough; with more passes three rounds are, whatever the limit, each with guided beams: then
    /// level-wise beams and refinement find more, at first those that take seconds a deal.
    fn new(rules: &Rules, states_left: u64) -> Portfolio {
        let is_small = rules.pack.len() <= 60;
        // With cards that come back from foundations its searches are not complete.
        let free_cards = free_cards::supports(&Rules { foundation_return: false, ..*rules })
            && !(is_small && rules.foundation_return);
        let more_rounds = (states_left / 10_000_000).max(1).ilog2();
        if with_heads::supports(rules) {
            let first = match rules {
                Rules { runs_to_spaces: true, .. } => ANY_RUN,
                Rules { forced_talon_play: false, .. } => FREE_TALON,
                _ => WITH_HEADS,
            };
            let last = if more_rounds > 0 { HEADS_LAST } else { &HEADS_LAST[2..] };
            return Portfolio { first, rounds: 0, wider: &[], last };
        }
        let few_passes = matches!(rules.passes, Some(1 | 2));
        if free_cards && sat::supports(rules) && !is_small {
            let (first, rounds, wider) = match few_passes {
                true => (FEW_PASSES, 1, FEW_PASSES_WIDER),
                false => (MORE_PASSES, 3, MORE_PASSES_WIDER),
            };
            return Portfolio { first, rounds, wider, last: &[SATISFIABILITY] };
        }
        if few_passes && free_cards {
            let wider = if is_small { &FEW_PASSES_WIDER[..1] } else { FEW_PASSES_WIDER };
            return Portfolio { first: FEW_PASSES, rounds: 5 + more_rounds, wider, last: COMPLETE };
        }
        let rounds = match rules {
            _ if is_small => 32,
            Rules { face_down: true, .. } => 4 + more_rounds,
            _ if few_passes => 5 + more_rounds,
            _ if free_cards => 3,
            _ => 6 + more_rounds,
        };
        let wider = match (few_passes, is_small) {
            (true, true) => FEW_PASSES_SMALL_EXHAUSTIVE,
            (true, false) => FEW_PASSES_EXHAUSTIVE,
            (false, true) => SMALL_EXHAUSTIVE,
            (false, false) if free_cards => MORE_PASSES_WIDER,
            (false, false) => EXHAUSTIVE,
        };
        let last = match free_cards {
            true if more_rounds > 0 => MORE_PASSES_LAST,
            true => &MORE_PASSES_LAST[..WITHIN_DEFAULT],
            false => ALL_STATES,
        };
        Portfolio { first: MORE_PASSES, rounds, wider, last }
    }

    fn stages(&self) -> impl Iterator<Item = Stage<Search>> {
        let rounds = (0..self.rounds)
            .flat_map(|round| self.wider.iter().map(move |row| row.in_round(round)));
        let rows = self.first.iter().copied().chain(rounds).chain(self.last.iter().copied());
        rows.flat_map(|Row { times, method, search, max_states, .. }| {
            std::iter::repeat_n(Stage { method, search, max_states }, times)
        })
    }
}

impl Row {
    /// The row with all that doubles from round to round.
    fn in_round(mut self, round: u32) -> Row {
        // Wider than any search gets; twice that often the bits would not do.
        let shift = (self.doublings * round).min(20);
        match &mut self.search {
            Search::Beam(beam) => beam.width <<= shift,
            Search::LevelWise(width) => *width <<= shift,
            _ => self.max_states <<= shift,
        }
        self
    }
}

/// The deal under rules by which nothing comes back from foundations, and under forced talon play.
fn stricter(deal: &Deal) -> [Deal; 2] {
    let without_return = Rules { foundation_return: false, ..deal.rules };
    let forced_talon = Rules { forced_talon_play: true, ..deal.rules };
    [without_return, forced_talon].map(|rules| Deal { rules, ..deal.clone() })
}

/// Solves a position by the stages that its rules get.
pub fn solve(table: &Table, budget: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
    let Some((deal, start)) = Deal::new(table) else { return plain::solve(table, budget) };
    let portfolio = Portfolio::new(&table.rules, budget.states_left());
    let stricter = stricter(&deal);
    let mut runner = Runner::new(table, &deal, &stricter, start, Prunings::ALL, budget.memory());
    run_portfolio(&mut runner, portfolio.stages(), budget)
}

/// Searches every state with these prunings alone, no searches for wins before it.
pub fn exhaust_with(
    table: &Table,
    prunings: Prunings,
    budget: &mut Budget<'_>,
) -> (Verdict<Move>, &'static str) {
    let Some((deal, start)) = Deal::new(table) else { return plain::solve(table, budget) };
    let stricter = stricter(&deal);
    let mut runner = Runner::new(table, &deal, &stricter, start, prunings, budget.memory());
    let Prunings { dead_ends, chain_counting, tracked_cards, free_cards, sat, .. } =
        runner.prunings;
    let rows = [
        dead_ends.then_some(DEAD_ENDS),
        chain_counting.then_some(CHAIN_COUNTING),
        tracked_cards.then_some(refinement(10_000)),
        sat.then_some(SATISFIABILITY),
        Some(if free_cards { level_wise(usize::MAX) } else { exhaustive(ALL) }),
    ];
    let stage = |Row { method, search, max_states, .. }| Stage { method, search, max_states };
    run_portfolio(&mut runner, rows.into_iter().flatten().map(stage), budget)
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::RuleSet::AchtMalAcht;
    use gehtauf_rules::{AnyPosition, BruteForce, Game, brute_force};
    use gehtauf_search::Limits;

    use super::*;
    use crate::eights::small_deals_of;

    /// Of small deals, by what the portfolios of whole packs end with.
    #[test]
    fn last_stages_decide_where_cards_come_back_from_foundations() {
        let (mut won, mut lost) = (0, 0);
        for passes in ["1", "2", "3", "unlimited"] {
            let sizes = [passes, "4", "CH", "2", "3", "4"];
            let more = [("foundation-return", "yes")];
            let game = Game::new(AchtMalAcht, &[more[0], ("passes", passes)]).unwrap();
            let whole = game.deal(&seeded_deck(1, game.pack())).unwrap();
            let AnyPosition::AchtMalAcht(whole) = &whole else { unreachable!() };
            let Portfolio { last, .. } = Portfolio::new(&whole.table().rules, 20_000_000);
            let last = &last[last.len() - 2..];
            for (seed, table) in small_deals_of(AchtMalAcht, sizes, &more, 0..15) {
                let (deal, start) = Deal::new(&table).unwrap();
                let stricter = stricter(&deal);
                let mut budget = Budget::new(Limits::default(), None);
                let memory = budget.memory().clone();
                let mut runner =
                    Runner::new(&table, &deal, &stricter, start, Prunings::ALL, &memory);
                let portfolio = Portfolio { first: &[], rounds: 0, wider: &[], last };
                let (verdict, _) = run_portfolio(&mut runner, portfolio.stages(), &mut budget);
                let truth = brute_force(&table, 100_000);
                match verdict {
                    Verdict::Won(_) => won += 1,
                    Verdict::Unwinnable => lost += 1,
                    Verdict::Unknown(limit) => panic!("seed {seed}: {limit:?}"),
                }
                assert_ne!(truth, BruteForce::TooBig, "seed {seed}");
                let is_lost = verdict == Verdict::Unwinnable;
                assert_eq!(is_lost, truth == BruteForce::Unwinnable, "seed {seed}");
            }
        }
        assert!(won > 10 && lost > 10, "won {won}, lost {lost}");
    }
}
