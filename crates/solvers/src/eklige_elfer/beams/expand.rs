//! The states after those of a level.

use gehtauf_search::{Budget, Candidates, Space, Stop};

use super::{Beams, Child, Entry, Fingerprint};
use crate::eklige_elfer::abstractions::card_types::CardType;
use crate::eklige_elfer::abstractions::ranks::Ranks;
use crate::eklige_elfer::evaluation::costs::{COST_OF_STAYING, View};
use crate::eklige_elfer::state::{Below, COLUMNS, Step, StepKind};

/// How many orders of the interchangeable columns are tried for each of them.
const ORDERS: usize = 6;

/// From how many rows before the end on each state kept is looked at for heads that stay; of those kept
/// earlier less than one in a hundred has any.
const ROWS_LEFT: u8 = 3;

impl Beams<'_> {
    /// Adds the states one step on, without a deal; a won one ends it with the way there.
    pub(super) fn play_on(
        &mut self,
        parent: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Step>>, Stop> {
        let entry = self.entries[parent];
        let parent = parent as u32;
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        self.space.push_plays(&entry.state, &mut steps);
        for &step in &steps {
            budget.visit()?;
            let (slots, below) = self.deal.below(&entry.state, usize::from(step.column));
            let (views, open, fingerprint) = if self.deal.is_local(&entry.state, step, slots) {
                self.play_local(&entry, step, slots, below)
            } else {
                let Entry { state, views, .. } = self.play(&entry, step);
                if self.space.is_won(&state) {
                    let mut path = self.paths.path_to(entry.node);
                    path.push(step);
                    return Ok(Some(path));
                }
                (views, state.open, self.fingerprint_after(&entry, &state))
            };
            if self.seen.insert(fingerprint.heads ^ fingerprint.tails) {
                let evaluation = self.evaluate(&views, open);
                self.children.push(evaluation, parent, Child { step, evaluation, fingerprint })?;
            }
        }
        self.steps = steps;
        Ok(None)
    }

    /// What a state is judged by after a step that changes one column only, which it leaves with
    /// these slots and this below: the same as if the step were played, at less cost.
    fn play_local(
        &mut self,
        entry: &Entry,
        step: Step,
        slots: u16,
        below: Below,
    ) -> ([View; COLUMNS], [Ranks; 2], Fingerprint) {
        let Entry { mut state, mut views, mut fingerprint, .. } = *entry;
        let column = usize::from(step.column);
        let head = self.deal.open_head(&state, column);
        fingerprint.heads ^= self.fingerprints.column(&state, column);
        state.slots[column] = slots;
        fingerprint.heads ^= self.fingerprints.column(&state, column);
        views[column] = self.view(&state, column);
        let tails = &mut fingerprint.tails;
        let tail = |set: usize, tail: CardType| self.fingerprints.tail(set, tail);
        let deferred = |row: usize| 1 + row;
        let host = head.map(|head| CardType { rank: head.rank + 1, ..head });
        match (step.kind, host, below) {
            (StepKind::Join, Some(host), Below::Deferred(row, _)) => {
                *tails = tails.wrapping_sub(tail(deferred(row), host));
                return (views, state.open, fingerprint);
            }
            (StepKind::Pop, Some(host), _) => {
                let open = &mut state.open[usize::from(host.parity)];
                *open = open.without(host.rank);
                *tails = tails.wrapping_sub(tail(0, host));
            }
            _ => {}
        }
        if let Below::Known(head, _) | Below::Deferred(_, head) = below {
            let opened = CardType { rank: step.tail, ..head };
            let open = &mut state.open[usize::from(opened.parity)];
            *open = open.with(opened.rank);
            *tails = tails.wrapping_add(tail(0, opened));
            if let Below::Deferred(row, _) = below {
                *tails = tails.wrapping_sub(tail(deferred(row), opened));
            }
        }
        (views, state.open, fingerprint)
    }

    /// Adds the states after the next deal.
    pub(super) fn deal(&mut self, parent: usize, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let entry = self.entries[parent];
        let parent = parent as u32;
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        self.deal.push_deals(&entry.state, &mut steps);
        while steps.len() > ORDERS {
            let drawn = self.below(steps.len() as u32);
            steps.swap_remove(drawn as usize);
        }
        for &step in &steps {
            let Entry { state, views, .. } = self.play(&entry, step);
            budget.visit()?;
            let [stay_now, stay_next, stay_for_ever] = self.deal.heads_that_stay(&state);
            if self.space.prunings.delete_relaxation && stay_for_ever > 0 {
                continue;
            }
            let cost_of_staying =
                COST_OF_STAYING[0] * stay_now as i32 + COST_OF_STAYING[1] * stay_next as i32;
            let evaluation = self.evaluate(&views, state.open) - cost_of_staying;
            let fingerprint = self.fingerprint_after(&entry, &state);
            self.children.push(evaluation, parent, Child { step, evaluation, fingerprint })?;
        }
        self.steps = steps;
        Ok(())
    }

    /// Keeps the best children that are not proven lost, at most one with the same heads left.
    pub(super) fn keep(&mut self, count: usize) -> Result<(), Stop> {
        self.heads_seen.clear();
        let none = Candidates::new(&self.memory);
        let mut children = std::mem::replace(&mut self.children, none);
        let kept = children.keep_best(count, |parent, &Child { step, evaluation, fingerprint }| {
            if !self.heads_seen.insert(fingerprint.heads) {
                return Ok(false);
            }
            let parent = self.entries[parent as usize];
            let entry = self.play(&parent, step);
            // After a row that was looked at before.
            if self.space.prunings.delete_relaxation
                && step.kind != StepKind::Deal
                && self.deal.rows() - entry.state.dealt() <= ROWS_LEFT
                && self.deal.heads_that_stay(&entry.state)[2] > 0
            {
                return Ok(false);
            }
            let node = self.paths.push(parent.node, step)?;
            self.entries.push(Entry { node, evaluation, fingerprint, ..entry });
            Ok(true)
        });
        self.children = children;
        kept
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, Game, RuleSet};

    use gehtauf_search::Memory;

    use super::*;
    use crate::eklige_elfer::prunings::Prunings;
    use crate::eklige_elfer::state::Deal;

    /// `play_local` against playing the step, in random play of deals with few and with many Kings.
    #[test]
    fn local_steps_are_judged_as_if_they_were_played() {
        let mut compared = 0;
        for options in [&[][..], &[("ranks", "4")], &[("take-out", "forced"), ("ranks", "5")]] {
            let game = Game::new(RuleSet::EkligeElfer, options).unwrap();
            for seed in 0..20 {
                let row = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                let AnyPosition::EkligeElfer(position) = row else { panic!("another game") };
                let (deal, start) = Deal::new(&position);
                let mut beams =
                    Beams::new(&deal, Prunings::ALL, seed.into(), &Memory::new(usize::MAX));
                beams.begin(&start, 0).unwrap();
                loop {
                    let entry = beams.entries[0];
                    let mut steps = Vec::new();
                    deal.push_plays(&entry.state, true, &mut steps);
                    for &step in &steps {
                        let (slots, below) = deal.below(&entry.state, step.column.into());
                        if deal.is_local(&entry.state, step, slots) {
                            let (views, open, fingerprint) =
                                beams.play_local(&entry, step, slots, below);
                            let played = beams.play(&entry, step);
                            let expected = beams.fingerprint(&played.state);
                            assert_eq!(views, played.views, "{options:?} seed {seed} {step:?}");
                            assert_eq!(open, played.state.open);
                            assert_eq!(
                                (fingerprint.heads, fingerprint.tails),
                                (expected.heads, expected.tails)
                            );
                            compared += 1;
                        }
                    }
                    if steps.is_empty() || beams.below(4) == 0 {
                        deal.push_deals(&entry.state, &mut steps);
                    }
                    if steps.is_empty() {
                        break;
                    }
                    let step = steps[beams.below(steps.len() as u32) as usize];
                    let state = beams.play(&entry, step).state;
                    beams.begin(&state, 0).unwrap();
                }
            }
        }
        assert!(compared > 5_000, "{compared}");
    }
}
