//! The states of what is tracked.

use std::collections::HashSet;

use gehtauf_cards::Card;

use super::{TrackedCard, TrackedCards};
use crate::free_cards::counts::Cards;
use crate::free_cards::dead_ends::Relaxed;
use crate::free_cards::places::{Done, Foundations};
use crate::free_cards::state::{Deal, State, below};

/// What has been done to a column when it has come to a base.
#[derive(Clone)]
struct Part {
    done: Done,
    /// The base after the last tracked one left; the first one before that.
    since_tracked: u8,
    /// Whether it is tracked to take the base.
    is_tracked: bool,
}

/// A deal some of whose cards are tracked.
pub struct Abstraction {
    deal: Deal,
    /// By column and base.
    parts: Vec<Vec<Part>>,
    /// Places of the stock.
    stock: u64,
    stock_is_given: bool,
    /// What was free at the start.
    free: Cards,
    /// On foundations at the start.
    first: Cards,
    /// The card types with tracked foundations, once each.
    card_types: Cards,
}

/// What tells states apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrackedState {
    /// With the foundations of the start.
    pub(super) at: State,
    /// The cards of card types with tracked foundations that have been played there.
    pub(super) played: Cards,
}

/// What two states that are like the same position have in common: by column the base after the last tracked one left, the
/// tracked cards of the stock that are there, and the pass.
pub type InCommon = (Vec<u8>, u64, u8);

/// A step but for what goes to tracked foundations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrackedStep {
    /// The base of a column leaves it.
    Uncover(usize),
    /// The card of a place of the stock leaves it.
    Take(usize),
    /// The waste is turned over.
    Redeal,
}

impl TrackedState {
    /// Whether this one is like all positions that the other one is like, if they have in common what they must.
    pub(super) fn stands_for(&self, other: &TrackedState) -> bool {
        let (here, there) = (&self.at, &other.at);
        here.stock & !there.stock == 0
            && here.turned <= there.turned
            && here.bases.iter().zip(&there.bases).all(|(here, there)| here <= there)
            && self.played.is_among(&other.played)
    }
}

impl Abstraction {
    /// Of a deal; nothing if the claim is not about it, or it does not have the cards.
    pub fn new(deal: Deal, tracked: &TrackedCards) -> Option<Abstraction> {
        let stock_is_given = tracked.stock_is_given;
        let (mut stock, mut card_types) = (0, Cards::NONE);
        let mut dealt: Vec<Vec<bool>> =
            deal.columns.iter().map(|cards| vec![false; cards.len()]).collect();
        for &card in &tracked.cards {
            match card {
                TrackedCard::Dealt(column, place) => *dealt.get_mut(column)?.get_mut(place)? = true,
                TrackedCard::Stock(place) if place < deal.stock.len() => stock |= 1 << place,
                TrackedCard::Stock(_) => return None,
                TrackedCard::Foundation(card_type) if !deal.rules.pack.contains(card_type) => {
                    return None;
                }
                TrackedCard::Foundation(card_type) if card_types.of(card_type) == 0 => {
                    card_types.add(card_type)
                }
                TrackedCard::Foundation(_) => {}
            }
        }
        for (place, &card) in deal.stock.iter().enumerate() {
            stock |= u64::from(card_types.of(card)) << place;
        }
        for (cards, dealt) in deal.columns.iter().zip(&mut dealt) {
            for (&card, is_tracked) in cards.iter().zip(dealt) {
                *is_tracked |= card_types.of(card) > 0;
            }
        }
        let parts =
            dealt.iter().enumerate().map(|(column, dealt)| parts(&deal, column, dealt)).collect();
        let (free, first) = (deal.counts(deal.start())?.free, deal.on_foundations(deal.start()));
        let is_one = (!stock_is_given || stock == 0)
            && !(deal.rules.foundation_return && card_types.iter().next().is_some());
        is_one.then_some(Abstraction {
            deal,
            parts,
            stock,
            stock_is_given,
            free,
            first,
            card_types,
        })
    }

    /// The first state, before what is untracked is taken.
    pub fn start(&self) -> TrackedState {
        let mut at = self.deal.start().clone();
        if self.stock_is_given {
            at.stock = 0;
        }
        TrackedState { at, played: Cards::NONE }
    }

    fn part(&self, column: usize, base: u8) -> &Part {
        &self.parts[column][usize::from(base)]
    }

    /// What states have in common that are like the same position.
    pub(super) fn in_common(&self, state: &TrackedState) -> InCommon {
        let bases = state.at.bases.iter().enumerate();
        let bases = bases.map(|(column, &base)| self.part(column, base).since_tracked).collect();
        (bases, state.at.stock & self.stock, state.at.pass)
    }

    /// Takes what is untracked and can be taken.
    pub(super) fn close(&self, state: &mut TrackedState) -> Relaxed<'_> {
        let mut relaxed = self.relaxed(state);
        while relaxed.takes_stock(|place| self.stock >> place & 1 == 0)
            | relaxed.takes_bases(|(column, base)| !self.part(column, base).is_tracked)
        {}
        state.at = relaxed.state.clone();
        relaxed
    }

    fn relaxed(&self, state: &TrackedState) -> Relaxed<'_> {
        let start = self.deal.start();
        let columns = state.at.bases.iter().enumerate();
        let columns: Vec<Done> = columns.map(|(i, &base)| self.part(i, base).done).collect();
        let mut relaxed = Relaxed {
            deal: &self.deal,
            foundations: Foundations {
                first: self.first,
                tracked: self.card_types,
                played: state.played,
                give_back: self.deal.rules.foundation_return,
            },
            asked: self.free,
            untracked: start.stock & !self.stock,
            state: state.at.clone(),
            all: columns.iter().fold(Done::NOTHING, |all, done| all.and(done)),
            columns,
            taken: Cards::NONE,
        };
        let taken = start.stock & !state.at.stock;
        for (place, &card) in self.deal.stock.iter().enumerate() {
            if taken >> place & 1 == 1 {
                let is_tracked = self.stock >> place & 1 == 1;
                if is_tracked { &mut relaxed.asked } else { &mut relaxed.taken }.add(card);
            }
        }
        relaxed
    }

    /// Whether a relaxed play from the state, with nothing tracked from then on, comes to the end.
    pub(super) fn goes_on(&self, relaxed: &Relaxed<'_>) -> bool {
        let mut play = relaxed.clone();
        play.untracked |= play.state.stock;
        play.foundations.tracked = Cards::NONE;
        play.reaches(State::is_won)
    }

    /// The steps that might be taken from a state from which all is taken that is untracked.
    pub(super) fn steps(&self, relaxed: &Relaxed<'_>) -> Vec<TrackedStep> {
        let state = &relaxed.state;
        let columns = (0..state.bases.len()).filter(|&column| state.bases[column] > 0);
        let talon = state.stock & !below(state.turned);
        let talon = (0..64).filter(|place| talon >> place & 1 == 1);
        let mut steps: Vec<TrackedStep> = columns.map(TrackedStep::Uncover).collect();
        steps.extend(relaxed.top().into_iter().chain(talon).map(TrackedStep::Take));
        if state.stock != 0 && self.deal.may_redeal(state) {
            steps.push(TrackedStep::Redeal);
        }
        steps
    }

    /// The states after each step of a state that is gone through, whose untracked cards are taken first.
    pub fn children(&self, state: &TrackedState) -> Vec<TrackedState> {
        let mut state = state.clone();
        let relaxed = self.close(&mut state);
        let steps = self.steps(&relaxed).into_iter();
        steps
            .filter_map(|step| self.after(&state, &relaxed, step, &mut || true))
            .flatten()
            .collect()
    }

    /// Whether a state, whose untracked cards are taken first, is like a position of a play that has turned over so many
    /// places in its pass: the invariant. The position is given as its state without anything tracked.
    pub fn is_like(&self, state: &TrackedState, position: &State, turned_over: u8) -> bool {
        let mut state = state.clone();
        let relaxed = self.close(&mut state);
        let TrackedState { at, played } = &state;
        let first_bases = &self.deal.start().bases;
        let columns = at.bases.iter().zip(&position.bases).enumerate();
        let mut has_left = columns.map(|(column, (&here, &there))| {
            let tracked = |base| self.part(column, base).since_tracked;
            here <= there.min(first_bases[column]) && tracked(here) == tracked(there)
        });
        let first = relaxed.foundations.first;
        let now = self.deal.on_foundations(position);
        has_left.all(|is_so| is_so)
            && at.stock & !position.stock == 0
            && (at.stock ^ position.stock) & self.stock == 0
            && (at.stock == 0 || at.pass == position.pass && at.turned <= turned_over)
            && (self.deal.rules.foundation_return || first.and(played).is_among(&now))
    }

    /// The states after a step, without those in which all that another one has played to tracked foundations has been
    /// played, and more; nothing if
    /// `goes_on`, asked of each further set of them, says no.
    pub(super) fn after(
        &self,
        state: &TrackedState,
        relaxed: &Relaxed<'_>,
        step: TrackedStep,
        goes_on: &mut impl FnMut() -> bool,
    ) -> Option<Vec<TrackedState>> {
        let mut found: Vec<TrackedState> = Vec::new();
        let mut known = HashSet::from([state.played]);
        let mut before = vec![state.played];
        let mut next = 0;
        while let Some(&played) = before.get(next) {
            next += 1;
            if next > 1 && !goes_on() {
                return None;
            }
            if found.iter().any(|other| other.played.is_among(&played)) {
                continue;
            }
            let foundations = Foundations { played, ..relaxed.foundations };
            if can_be(relaxed, step, &foundations) {
                found.push(self.played(state, step, played));
                continue;
            }
            found.extend(self.with_foundation(state, relaxed, step, &foundations));
            for card_type in self.playable(relaxed, &foundations) {
                let mut more = played;
                more.add(card_type);
                if known.insert(more) {
                    before.push(more);
                }
            }
        }
        Some(found)
    }

    /// The state after a step whose card goes to a tracked foundation with it.
    fn with_foundation(
        &self,
        state: &TrackedState,
        relaxed: &Relaxed<'_>,
        step: TrackedStep,
        foundations: &Foundations,
    ) -> Option<TrackedState> {
        let card = match step {
            TrackedStep::Uncover(column) => relaxed.base(column),
            TrackedStep::Take(place) => self.deal.stock[place],
            TrackedStep::Redeal => return None,
        };
        let is_taken = self.card_types.of(card) > 0 && foundations.take(card, &relaxed.released());
        let mut with = *foundations;
        with.played.add(card);
        (is_taken && can_be(relaxed, step, &with)).then(|| self.played(state, step, with.played))
    }

    /// The card types of which a released card can be played to its tracked foundation.
    fn playable(&self, relaxed: &Relaxed<'_>, foundations: &Foundations) -> Vec<Card> {
        let released = relaxed.released();
        let card_types = self.card_types.iter().map(|(card_type, _)| card_type);
        card_types
            .filter(|&card_type| {
                let there = foundations.first.of(card_type) + foundations.played.of(card_type);
                released.of(card_type) > there && foundations.take(card_type, &released)
            })
            .collect()
    }

    /// The state after a step before which, or with which, these have been played to tracked foundations.
    fn played(&self, state: &TrackedState, step: TrackedStep, played: Cards) -> TrackedState {
        let mut at = state.at.clone();
        match step {
            TrackedStep::Uncover(column) => {
                at.bases[column] = self.deal.base_of(column, usize::from(at.bases[column]) - 1);
            }
            TrackedStep::Take(place) => {
                at.turned = at.turned.max(place as u8 + 1);
                at.stock &= !(1 << place);
            }
            TrackedStep::Redeal => {
                at.turned = 0;
                at.pass += u8::from(self.deal.rules.passes.is_some());
            }
        }
        TrackedState { at, played }
    }
}

fn can_be(relaxed: &Relaxed<'_>, step: TrackedStep, foundations: &Foundations) -> bool {
    match step {
        TrackedStep::Uncover(column) => relaxed.can_leave(column, foundations),
        TrackedStep::Take(place) => relaxed.can_take(place, foundations),
        TrackedStep::Redeal => true,
    }
}

/// What has been done to a column at each base, from the start's on.
fn parts(deal: &Deal, column: usize, is_tracked: &[bool]) -> Vec<Part> {
    let cards = &deal.columns[column];
    let mut base = deal.start().bases[column];
    let mut part = Part { done: Done::NOTHING, since_tracked: base, is_tracked: false };
    let mut parts = vec![part.clone(); usize::from(base) + 1];
    loop {
        part.done.comes_to((base > 0).then(|| cards[usize::from(base) - 1]));
        let next = if base == 0 { 0 } else { deal.base_of(column, usize::from(base) - 1) };
        let frees = usize::from(next)..usize::from(base);
        part.is_tracked = is_tracked[frees.clone()].contains(&true);
        parts[usize::from(base)] = part.clone();
        if base == 0 {
            return parts;
        }
        if part.is_tracked {
            // What was untracked before has left its bases for certain.
            part.since_tracked = next;
            part.done.bases = Cards::NONE;
            part.done.no_bases = part.done.released;
        }
        for place in frees {
            let card = cards[place];
            if is_tracked[place] {
                part.done.tracked.add(card);
                continue;
            }
            part.done.released.add(card);
            if part.is_tracked || place + 1 != usize::from(base) {
                part.done.no_bases.add(card);
            }
        }
        base = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gehtauf_rules::{Game, Layout, RuleSet};

    fn abstraction(cards: Vec<TrackedCard>) -> Abstraction {
        let sets =
            [("ranks", "4"), ("suits", "CH"), ("decks", "1"), ("columns", "2"), ("rows", "2")];
        let game = Game::new(RuleSet::AchtMalAcht, &sets).unwrap();
        let text = "c1: 2C 4C 3H 4H\nc2: 2H 3C\nfoundations:\nwaste:\ntalon: AC AH\npass: 1";
        let position = game.read(&Layout::parse(text).unwrap()).unwrap();
        let tracked = TrackedCards { cards, stock_is_given: false, states: 100 };
        Abstraction::new(Deal::new(&position).unwrap(), &tracked).unwrap()
    }

    #[test]
    fn a_state_stands_for_those_that_are_behind_it_in_nothing() {
        let abstraction = abstraction(vec![TrackedCard::Stock(1)]);
        let start = abstraction.start();
        let with = |change: fn(&mut TrackedState)| {
            let mut state = start.clone();
            change(&mut state);
            state
        };
        let played = with(|state| state.played.add("2H".parse().unwrap()));
        assert!(start.stands_for(&start) && start.stands_for(&played));
        assert!(!played.stands_for(&start));
        let turned = with(|state| state.at.turned += 1);
        assert!(start.stands_for(&turned) && !turned.stands_for(&start));
        for further in [with(|state| state.at.stock &= 2), with(|state| state.at.bases[0] = 2)] {
            assert!(further.stands_for(&start) && !start.stands_for(&further));
        }
        // What is tracked, and the pass, they have in common.
        let common = abstraction.in_common(&start);
        for other in [with(|state| state.at.pass = 2), with(|state| state.at.stock &= 1)] {
            assert_ne!(abstraction.in_common(&other), common);
        }
        assert_eq!(abstraction.in_common(&with(|state| state.at.stock &= 2)), common);
    }

    #[test]
    fn a_run_that_a_base_lies_on_is_released_with_it_and_no_base() {
        let abstraction = abstraction(Vec::new());
        let done = &abstraction.part(0, 2).done;
        let [run, base] = ["3H", "4H"].map(|card| card.parse().unwrap());
        assert_eq!([run, base].map(|card| done.released.of(card)), [1, 1]);
        assert_eq!([run, base].map(|card| done.no_bases.of(card)), [1, 0]);
    }

    #[test]
    fn a_pile_takes_a_card_when_all_below_are_there() {
        let card = |text: &str| text.parse::<Card>().unwrap();
        let mut released = Cards::NONE;
        let mut foundations = Foundations {
            first: Cards::NONE,
            tracked: Cards::NONE,
            played: Cards::NONE,
            give_back: false,
        };
        foundations.tracked.add(card("2H"));
        assert!(!foundations.take(card("2H"), &released));
        released.add(card("AH"));
        assert!(foundations.take(card("2H"), &released));
        foundations.played.add(card("2H"));
        assert!(!foundations.take(card("2H"), &released), "one Ace only");
    }
}
