//! What runs the searches of a portfolio.

use gehtauf_rules::Move;
use gehtauf_rules::eights::Table;
use gehtauf_search::hashing::{self, Set};
use gehtauf_search::{Budget, LevelWise, Memory, Outcome, RunSearch, Space, Stop, depth_first};
use rand_pcg::Pcg64;

use super::abstractions::chain_counting;
use super::abstractions::free_cards::{FreeCardKey, FreeCardSpace};
use super::abstractions::free_cards_with_heads::{self as with_heads, Switches};
use super::abstractions::tracked_cards::{Refinement, Step, playable_part};
use super::beam::{Beam, Beams};
use super::evaluation::free_cards::FreeCardEvaluator;
use super::evaluation::tables::Evaluator;
use super::evaluation::weights;
use super::prunings::{Prunings, dead_ends};
use super::sat::{self, Plays};
use super::space::PackedSpace;
use super::state::{Deal, State};
use crate::plain;

/// A search with its settings.
#[derive(Debug, Clone, Copy)]
pub enum Search {
    /// The proof that no column empties.
    DeadEnds,
    ChainCounting,
    Beam(Beam),
    /// The same under forced talon play.
    ForcedTalonBeam(Beam),
    /// The complete search over packed states, or over the rules where these have more moves.
    Exhaustive,
    /// The beam over free-card states with so many states a level.
    LevelWise(usize),
    /// The beam over free cards with heads with so many states a level.
    HeadsLevelWise(usize),
    /// A part of the complete search over free cards with heads; the next goes on where it stopped.
    HeadsExhaustive,
    /// A part of the proof without heads; the next goes on where it stopped.
    WithoutHeads,
    /// A part of the abstraction refinement; the next goes on where it stopped.
    Refinement,
    /// The same, and level-wise beams with so many states a level from where each win of an abstraction that is not
    /// one of ours leads to.
    GuidedBeams(usize),
    /// An order in which the cards leave and go up, by satisfiability.
    Sat(Plays),
}

/// Whose wins guide beams.
enum Guide<'d> {
    /// Those of the refinement that may prove the deal lost.
    Refinement,
    /// When that has failed, for want of tracked foundations, those of one under rules by which nothing comes back
    /// from foundations; it proves nothing.
    WithoutReturn(Refinement<'d>),
    /// That has ended too.
    None,
}

/// What the searches of a position keep from one stage to the next.
pub struct Runner<'d> {
    table: &'d Table,
    deal: &'d Deal,
    /// The deal under rules by which nothing comes back from foundations.
    without_return: &'d Deal,
    start: State,
    /// Those that hold under the deal's rules.
    pub prunings: Prunings,
    /// For the level-wise beams. Nothing comes back from foundations there: its wins are wins.
    free_cards: Option<FreeCardSpace<'d>>,
    beams: Beams<'d>,
    /// The deal under forced talon play, and beams there. All its moves are moves of the deal, in the same order: its
    /// wins are wins.
    forced_talon: &'d Deal,
    forced_talon_beams: Option<Beams<'d>>,
    refinement: Refinement<'d>,
    guide: Guide<'d>,
    /// Where guided beams began.
    begun: Set<FreeCardKey>,
    // None of these within: the space does not serve here.
    heads_beams: Option<Option<with_heads::Beams>>,
    heads_search: Option<Option<with_heads::Complete>>,
    without_heads: Option<Option<with_heads::WithoutHeads>>,
}

impl<'d> Runner<'d> {
    /// The searches of a position that have not begun. The stricter deals are that under rules by which nothing comes back
    /// from foundations, and that under forced talon play.
    pub fn new(
        table: &'d Table,
        deal: &'d Deal,
        [without_return, forced_talon]: &'d [Deal; 2],
        start: State,
        prunings: Prunings,
        memory: &Memory,
    ) -> Runner<'d> {
        let evaluator = Evaluator::new(deal, weights::weights(&table.rules));
        let free_card_prunings = prunings.supported(&without_return.rules);
        Runner {
            table,
            deal,
            without_return,
            start,
            prunings: prunings.supported(&table.rules),
            free_cards: FreeCardSpace::new(without_return, free_card_prunings),
            beams: Beams::new(deal, evaluator, Pcg64::new(deal.seed().into(), 1), memory),
            forced_talon,
            forced_talon_beams: None,
            refinement: Refinement::new(deal, &start),
            guide: Guide::Refinement,
            begun: hashing::set(),
            heads_beams: None,
            heads_search: None,
            without_heads: None,
        }
    }

    fn forced_talon_beam(
        &mut self,
        beam: Beam,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Move>, Stop> {
        let deal = self.forced_talon;
        let beams = self.forced_talon_beams.get_or_insert_with(|| {
            let evaluator = Evaluator::new(deal, weights::weights(&deal.rules));
            Beams::new(deal, evaluator, Pcg64::new(deal.seed().into(), 3), budget.memory())
        });
        let outcome = beams.search(&self.start, beam, budget)?;
        Ok(outcome.map(|path| deal.write_closed(self.start, &path)))
    }

    fn exhaustive(&self, budget: &mut Budget<'_>) -> Result<Outcome<Move>, Stop> {
        if !PackedSpace::supports(&self.table.rules) {
            return plain::search(self.table, budget);
        }
        let space = PackedSpace::new(self.deal, self.prunings);
        let outcome = depth_first(&space, &self.start, budget)?;
        Ok(outcome.map(|path| self.deal.write_path(self.start, &path)))
    }

    fn heads_level_wise(
        &mut self,
        width: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Move>, Stop> {
        let beams = self.heads_beams.get_or_insert_with(|| {
            with_heads::Beams::new(self.table, Pcg64::new(self.deal.seed().into(), 2))
        });
        match beams {
            Some(beams) => beams.run(self.table, width, budget),
            None => Ok(Outcome::Open),
        }
    }

    fn without_heads(&mut self, budget: &mut Budget<'_>) -> Result<Outcome<Move>, Stop> {
        let search = self.without_heads.get_or_insert_with(|| {
            with_heads::WithoutHeads::new(self.table, Switches::ALL, budget.memory())
        });
        match search {
            Some(search) => Ok(proof(search.is_lost(budget)?)),
            None => Ok(Outcome::Open),
        }
    }

    fn heads_exhaustive(&mut self, budget: &mut Budget<'_>) -> Result<Outcome<Move>, Stop> {
        let search = self.heads_search.get_or_insert_with(|| {
            with_heads::Complete::new(self.table, Switches::ALL, budget.memory())
        });
        match search {
            Some(search) => search.run(self.table, budget),
            // A position that cannot come about by play.
            None => self.exhaustive(budget),
        }
    }

    /// What the beams exhaust proves nothing: they begin after moves that need not be played.
    fn guided_beams(
        &mut self,
        width: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Move>, Stop> {
        let Some(space) = &self.free_cards else { return Ok(Outcome::Open) };
        let evaluator = FreeCardEvaluator::new(space, &weights::FREE_CARDS);
        let mut beam = LevelWise::new(space, &evaluator, budget.memory());
        let mut rng = Pcg64::new(self.deal.seed().into(), width as u128);
        let start = space.start(&self.start);
        loop {
            let step = match &mut self.guide {
                Guide::Refinement => self.refinement.step(budget)?,
                Guide::WithoutReturn(refinement) => refinement.step(budget)?,
                Guide::None => return Ok(Outcome::Open),
            };
            let win = match (step, &self.guide) {
                (Step::Win(win), _) => win,
                (Step::Lost, Guide::Refinement) => return Ok(Outcome::Unwinnable),
                (Step::Failed, Guide::Refinement) if self.deal.rules.foundation_return => {
                    let refinement = Refinement::new(self.without_return, &self.start);
                    self.guide = Guide::WithoutReturn(refinement);
                    continue;
                }
                (Step::Failed | Step::Lost, _) => {
                    self.guide = Guide::None;
                    continue;
                }
            };
            let path = playable_part(space, start, &win);
            // The last of it is where the win fails, perhaps for what was done a little before.
            for length in [path.len(), path.len() * 3 / 4] {
                let mut path = path[..length].to_vec();
                let mut state = start;
                path.iter().for_each(|&m| space.play(&mut state, m));
                if !self.begun.insert(space.key(&state)) {
                    continue;
                }
                if let Outcome::Won(rest) = beam.search(&state, width, &mut rng, budget)? {
                    path.extend(rest);
                    let moves = space.write(&self.start, &path);
                    return Ok(Outcome::Won(self.deal.write_path(self.start, &moves)));
                }
            }
        }
    }

    /// Looks for wins under rules by which nothing comes back from foundations. Losses only where that is so.
    fn sat(&self, plays: Plays, budget: &mut Budget<'_>) -> Result<Outcome<Move>, Stop> {
        if sat::is_too_big(self.without_return, &self.start) {
            return Ok(Outcome::Open);
        }
        let Some(solution) = sat::solve(self.without_return, &self.start, plays, budget)? else {
            return Ok(proof(plays == Plays::All && sat::supports(&self.deal.rules)));
        };
        if let Some(space) = FreeCardSpace::new(self.without_return, Prunings::NONE) {
            let moves = space.write(&self.start, &solution.moves());
            return Ok(Outcome::Won(self.deal.write_path(self.start, &moves)));
        }
        let steps = with_heads::moves_of(self.table, &solution);
        Ok(steps.map_or(Outcome::Open, Outcome::Won))
    }

    fn level_wise(&self, width: usize, budget: &mut Budget<'_>) -> Result<Outcome<Move>, Stop> {
        let Some(space) = &self.free_cards else { return Ok(Outcome::Open) };
        let evaluator = FreeCardEvaluator::new(space, &weights::FREE_CARDS);
        let mut beam = LevelWise::new(space, &evaluator, budget.memory());
        let mut rng = Pcg64::new(self.deal.seed().into(), width as u128);
        let mut outcome = beam.search(&space.start(&self.start), width, &mut rng, budget)?;
        if self.deal.rules.foundation_return {
            outcome = outcome.win_only();
        }
        let write =
            |path: Vec<_>| self.deal.write_path(self.start, &space.write(&self.start, &path));
        Ok(outcome.map(write))
    }
}

impl RunSearch for Runner<'_> {
    type Search = Search;
    type Move = Move;

    fn run(&mut self, search: &Search, budget: &mut Budget<'_>) -> Result<Outcome<Move>, Stop> {
        match *search {
            Search::DeadEnds => {
                budget.visit()?;
                Ok(proof(dead_ends::no_column_empties(self.deal, &self.start)))
            }
            Search::ChainCounting => {
                Ok(proof(chain_counting::is_lost(self.deal, &self.start, budget)?))
            }
            Search::Beam(beam) => {
                let outcome = self.beams.search(&self.start, beam, budget)?;
                Ok(outcome.map(|path| self.deal.write_closed(self.start, &path)))
            }
            Search::ForcedTalonBeam(beam) => self.forced_talon_beam(beam, budget),
            Search::Exhaustive => self.exhaustive(budget),
            Search::LevelWise(width) => self.level_wise(width, budget),
            Search::HeadsLevelWise(width) => self.heads_level_wise(width, budget),
            Search::HeadsExhaustive => self.heads_exhaustive(budget),
            Search::WithoutHeads => self.without_heads(budget),
            Search::GuidedBeams(width) => self.guided_beams(width, budget),
            Search::Sat(plays) => self.sat(plays, budget),
            Search::Refinement => Ok(proof(self.refinement.is_lost(budget)?)),
        }
    }
}

fn proof(is_lost: bool) -> Outcome<Move> {
    if is_lost { Outcome::Unwinnable } else { Outcome::Open }
}
