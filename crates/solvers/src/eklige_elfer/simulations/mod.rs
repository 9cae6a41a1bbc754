//! The abstraction and the relaxations along a play of the rules.

mod orders;

use gehtauf_certificates::buried_hosts::find;
use gehtauf_certificates::heads::runs_of;
use gehtauf_rules::eklige_elfer::EkligeElfer;
use gehtauf_rules::{Move, Position};
use gehtauf_search::hashing;

use crate::eklige_elfer::abstractions::card_types::CardType;
use crate::eklige_elfer::abstractions::ranks::Ranks;
use crate::eklige_elfer::slot::Slot;
use crate::eklige_elfer::state::{Deal, ROWS, State, StepKind, bits};
use crate::simulations::SaidLost;
use crate::{Followed, Simulation};

/// Those that hold for a position.
pub fn simulations(start: &EkligeElfer) -> Vec<Simulation<EkligeElfer>> {
    let all = [
        deferred_assignment(start),
        delete_relaxation(start, Deal::heads_that_stay),
        said_lost("host count", start, Deal::hosts_come_too_late),
        said_lost("host arrivals", start, Deal::hosts_arrive_too_late),
        buried_hosts(start),
    ];
    all.into_iter().chain(orders::satisfiability(start)).collect()
}

fn deferred_assignment(start: &EkligeElfer) -> Simulation<EkligeElfer> {
    let mut along = Along::new(start);
    Simulation::new("deferred assignment", move |m, after| {
        along.follow(m, after).ok_or("no step answers the move")?;
        Ok(Followed::Answered)
    })
}

/// By rows dealt, so many heads are said to stay at least.
fn delete_relaxation(
    start: &EkligeElfer,
    heads_that_stay: fn(&Deal, &State) -> [u32; 3],
) -> Simulation<EkligeElfer> {
    let mut along = Along::new(start);
    let mut stay = [0; ROWS + 2];
    let look_at = move |along: &Along, stay: &mut [u32; ROWS + 2]| {
        let [before_a_row, after_it, in_the_end] = heads_that_stay(&along.deal, &along.state);
        let dealt = usize::from(along.state.dealt());
        let rows = usize::from(along.deal.rows());
        let said = [(dealt, before_a_row), (dealt + 1, after_it), (rows, in_the_end)];
        said.into_iter().for_each(|(dealt, heads)| stay[dealt] = stay[dealt].max(heads));
    };
    look_at(&along, &mut stay);
    Simulation::new("delete relaxation", move |m, after| {
        let Some(heads) = along.follow(m, after) else { return Ok(Followed::Ended) };
        if heads < stay[usize::from(along.state.dealt())] {
            return Err("heads have gone that were said to stay".to_string());
        }
        look_at(&along, &mut stay);
        Ok(Followed::Answered)
    })
}

/// A proof that must not call a state on the way to a win lost.
fn said_lost(
    name: &'static str,
    start: &EkligeElfer,
    is_lost: fn(&Deal, &State) -> bool,
) -> Simulation<EkligeElfer> {
    let mut along = Along::new(start);
    let mut said_lost = SaidLost(is_lost(&along.deal, &along.state));
    Simulation::new(name, move |m, after| {
        if along.follow(m, after).is_none() {
            return Ok(Followed::Ended);
        }
        said_lost.answer(is_lost(&along.deal, &along.state), after.is_won())
    })
}

/// What the checker of certificates says of the positions themselves.
fn buried_hosts(start: &EkligeElfer) -> Simulation<EkligeElfer> {
    let is_lost = |position: &EkligeElfer| find(position).is_some();
    let mut said_lost = SaidLost(is_lost(start));
    Simulation::new("certificates, buried hosts", move |_, after| {
        said_lost.answer(is_lost(after), after.is_won())
    })
}

/// The state of the free game that a play's position fits, and goes on to fit.
struct Along {
    deal: Deal,
    state: State,
    /// `take-out=forced`: a run goes out of itself.
    forced: bool,
}

impl Along {
    fn new(start: &EkligeElfer) -> Along {
        let (deal, state) = Deal::new(start);
        Along { deal: deal.free(), state, forced: start.variant().take_out_forced }
    }

    /// Takes the step, or steps, that answer a move; how many heads of those dealt are left then.
    fn follow(&mut self, m: Move, after: &EkligeElfer) -> Option<u32> {
        let is_deal = m == Move::Deal;
        let no_step = (!is_deal).then(|| self.settled(self.state, is_deal, after)).flatten();
        self.state = no_step.or_else(|| {
            self.after_steps(&self.state, |kind| (kind == StepKind::Deal) == is_deal)
                .into_iter()
                .find_map(|state| self.settled(state, is_deal, after))
        })?;
        Some(self.state.slots.iter().map(|slots| slots.count_ones()).sum())
    }

    /// A state that fits the position, by steps that are no moves of the game here.
    fn settled(&self, state: State, is_deal: bool, after: &EkligeElfer) -> Option<State> {
        let is_no_move = |kind: StepKind| match kind {
            StepKind::Join | StepKind::Unveil => is_deal,
            StepKind::Out => self.forced,
            _ => false,
        };
        let mut seen = hashing::set();
        let mut open = vec![state];
        while let Some(state) = open.pop() {
            if fits(&self.deal, &state, after) {
                return Some(state);
            }
            if seen.insert(state) {
                open.extend(self.after_steps(&state, is_no_move));
            }
        }
        None
    }

    fn after_steps(&self, state: &State, is_looked_at: impl Fn(StepKind) -> bool) -> Vec<State> {
        let mut steps = Vec::new();
        self.deal.push_plays(state, false, &mut steps);
        self.deal.push_deals(state, &mut steps);
        steps.retain(|step| is_looked_at(step.kind));
        let after = |step| {
            let mut next = *state;
            self.deal.play_step(&mut next, step);
            next
        };
        steps.into_iter().map(after).collect()
    }
}

/// Whether the state leaves the position open: the invariant of the claim.
pub fn fits(deal: &Deal, state: &State, position: &EkligeElfer) -> bool {
    let mut open = [Ranks::default(); 2];
    let mut deferred = [[Ranks::default(); 2]; ROWS];
    let mut kings = [Vec::new(), Vec::new()];
    for column in 0..deal.columns {
        let runs = runs_of(&position.columns()[column]);
        let is_king = |run: Option<&(CardType, u8)>| run.map_or(0, |(king, _)| 1 + king.parity);
        let slots: Vec<usize> = bits(state.slots[column]).collect();
        let bottom = usize::from(state.kings[column] != 0);
        if state.interchangeable >> column & 1 == 1 {
            kings[0].push(state.kings[column]);
            kings[1].push(is_king(runs.first()));
            if runs.len() > 1 || runs.first().is_some_and(|(head, _)| head.rank != deal.king) {
                return false;
            }
        } else if runs.len() != bottom + slots.len()
            || bottom == 1 && state.kings[column] != is_king(runs.first())
        {
            return false;
        }
        for (i, &(head, tail)) in runs.iter().enumerate() {
            let known = i.checked_sub(bottom).and_then(|i| slots.get(i));
            let known = known.map(|&slot| deal.slot(column, slot as u32));
            let has_head = |slot| matches!(slot, Slot::Head(known, _) if known == head);
            if !known.is_none_or(has_head) {
                return false;
            }
            let cover = slots.get(i + 1 - bottom);
            let set = match cover.map(|&slot| slot.checked_sub(deal.first_row as usize)) {
                None => &mut open,
                Some(Some(row)) => &mut deferred[row],
                Some(None) if known == Some(Slot::Head(head, tail)) => continue,
                Some(None) => return false,
            };
            let tails = &mut set[usize::from(head.parity)];
            *tails = tails.with(tail);
        }
    }
    kings.iter_mut().for_each(|kings| kings.sort_unstable());
    let rows_left = position.talon().len().div_ceil(deal.columns);
    kings[0] == kings[1]
        && usize::from(deal.rows() - state.dealt()) == rows_left
        && (open, deferred, state.out()) == (state.open, state.deferred, position.runs_out())
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, RuleSet};
    use gehtauf_search::{Limits, Verdict};

    use super::*;
    use crate::GameSolver;
    use crate::eklige_elfer::solver::Solver;

    /// Whether one of some wins of small deals refutes the relaxation.
    fn is_refuted(relaxation: fn(&EkligeElfer) -> Simulation<EkligeElfer>) -> bool {
        let options = [("ranks", "5"), ("suits", "CH"), ("columns", "4")];
        let game = Game::new(RuleSet::EkligeElfer, &options).unwrap();
        let mut wins = 0;
        let is_refuted = (0..40).any(|seed| {
            let mut position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let solution = crate::solve(&position, Limits::default(), None).unwrap();
            let AnyPosition::EkligeElfer(start) = &position else { panic!("another game") };
            let mut relaxation = relaxation(start).of_any(Solver::of);
            let Verdict::Won(moves) = solution.verdict else { return false };
            wins += 1;
            moves.into_iter().any(|m| {
                position.play(m);
                relaxation.follow(m, &position).is_err()
            })
        });
        assert!(wins > 0 && (is_refuted || wins > 5), "{wins} wins");
        is_refuted
    }

    #[test]
    fn a_head_too_many_that_stays_is_refuted_by_a_win() {
        assert!(!is_refuted(|start| delete_relaxation(start, Deal::heads_that_stay)));
        assert!(is_refuted(|start| {
            delete_relaxation(start, |deal, state| deal.heads_that_stay(state).map(|n| n + 1))
        }));
    }

    #[test]
    fn hosts_that_are_said_to_come_too_late_are_refuted_by_a_win() {
        assert!(!is_refuted(|start| said_lost("", start, Deal::hosts_come_too_late)));
        assert!(!is_refuted(|start| said_lost("", start, Deal::hosts_arrive_too_late)));
        assert!(is_refuted(|start| said_lost("", start, |_, _| true)));
    }
}
