//! The steps between states, and the exhaustive search's view of them.

use std::cell::RefCell;

use gehtauf_search::{Space, bits};

use super::column_play::Memo;
use super::fingerprints::group;
use super::forced_talon_dominance;
use super::persistent_sets::{self, Near};
use super::sets::Sets;
use super::state::{Deal, State, Talon};
use super::steps::Step;
use super::switches::Switches;
use crate::eights::card_types::{ACES, CardTypes, bit, by_suit, children, some};
use crate::eights::state::{COLUMNS, CardType, below, may_redeal};

/// The card types of a suit of which `by_rank` has a card.
fn cards_of(suit: usize, by_rank: u64) -> impl Iterator<Item = CardType> {
    bits(some(by_rank)).map(move |bit| CardType::of(bit / 4, suit))
}

impl Deal {
    /// Appends the steps of a state, cards to foundations first; of the column steps only those that are asked for.
    pub fn steps(&self, state: &State, sets: &Sets, near: Near, steps: &mut Vec<Step>) {
        if let Some(step) = self.safe_step(state) {
            steps.push(step);
            return;
        }
        if self.forced_aces(state, sets, steps) {
            return;
        }
        self.stock_steps(state, sets, steps);
        if state.must_play {
            return;
        }
        let bases = self.base_types(&state.dealt);
        self.steps_up(sets, &bases, near, steps);
        self.steps_down(state, sets, &bases, near, steps);
        if state.spaces > 0 {
            self.steps_to_space(state, steps);
        }
        self.talon_steps(state, |card| state.has_parent(card), steps);
    }

    /// Appends the steps of open Aces that must go up; says whether there is one.
    pub fn forced_aces(&self, state: &State, sets: &Sets, steps: &mut Vec<Step>) -> bool {
        let before = steps.len();
        if !self.aces_go_up {
            let aces = Sets { next: sets.next & ACES, ..*sets };
            self.steps_up(&aces, &self.base_types(&state.dealt), Near::ALL, steps);
        }
        steps.len() > before
    }

    /// The turn or the redeal, where they are steps of their own. A card that must be played when it is turned is
    /// turned and played in one step.
    pub fn talon_steps(
        &self,
        state: &State,
        must_play: impl Fn(CardType) -> bool,
        steps: &mut Vec<Step>,
    ) {
        if self.talon == Talon::MacroMoves {
            return;
        }
        let Some(place) = self.next_turned(state) else {
            if state.stock != 0 && self.may_redeal(state) {
                steps.push(Step::Redeal);
            }
            return;
        };
        let card = self.stock[usize::from(place)];
        if !(self.rules.forced_talon_play && must_play(card)) {
            return steps.push(Step::Turn);
        }
        if self.pile_for(state, card).is_some() {
            steps.push(Step::StockToFoundation { place });
        }
        if !self.aces_go_up || card.rank() > 1 {
            steps.push(Step::StockDown { place });
        }
    }

    /// A card to its foundation that never hurts there, if such steps are played without a choice.
    ///
    /// *Claim.* Where `safe_foundation_moves` supports the rules, a state is winnable exactly if it is after this step.
    /// *Proof.* One run move lays the card open. A follower lies on a card that it builds on and a head alone, so the
    /// claim there holds of both whatever has become of the twin; of a base and a waste card as it stands there.
    /// Where the rules are not supported, in beams, it proves nothing.
    pub fn safe_step(&self, state: &State) -> Option<Step> {
        let safe = self.safe_cards(state)?;
        if state.must_play {
            return None;
        }
        if let Some(place) = state.waste_top()
            && safe.is_safe_on_waste(self.stock[usize::from(place)])
        {
            return Some(Step::StockToFoundation { place });
        }
        for card in self.next_cards(state) {
            if state.open(card.face()) == 0 || !safe.is_safe_on_parent(card) {
                continue;
            }
            if state.heads(card) > 0 {
                return Some(Step::HeadToFoundation { card });
            }
            if state.followers(card) > 0 {
                return Some(Step::FollowerToFoundation { card });
            }
        }
        let is_safe = |&column: &usize| {
            let base = self.base(state, column);
            state.open(base.face()) > 0 && safe.is_safe_on_waste(base)
        };
        let column = self.columns_with_base(state).find(is_safe)?;
        Some(Step::BaseToFoundation { column: column as u8 })
    }

    /// Whether the waste may be turned over once more.
    pub fn may_redeal(&self, state: &State) -> bool {
        may_redeal(&self.rules, state.pass)
    }

    /// The stock cards that can be played: the top of the waste, or with macro moves all that can become
    /// so by turning, no card that must be played passed over.
    ///
    /// *Claim.* Under free talon play a state is winnable exactly if the steps with macro moves win it.
    /// *Proof.* A turn or redeal changes nothing but which cards are the waste, and of the moves only those of the
    /// top waste card depend on that. So each turn of a win can be put off until the next waste card is played, and
    /// what is turned after the last one is left out. A card that this pass offers need not be offered in
    /// the next one: taken now, turning alone leads to the position that taking it then leads to.
    fn in_reach(&self, state: &State) -> u64 {
        let top = state.waste_top().map_or(0, |place| 1 << place);
        if self.talon == Talon::CardByCard || state.must_play {
            return top;
        }
        let (talon, waste) =
            (state.stock & !below(state.turned), state.stock & below(state.turned));
        let (talon, is_forced) = self.up_to_forced(state, talon);
        if is_forced || !self.may_redeal(state) {
            return talon | top;
        }
        talon | top | self.up_to_forced(state, waste).0
    }

    /// Of some places those up to the first card that must be played, and whether there is one.
    fn up_to_forced(&self, state: &State, places: u64) -> (u64, bool) {
        let is_forced = |&place: &u8| state.has_parent(self.stock[usize::from(place)]);
        match bits(places).find(is_forced).filter(|_| self.rules.forced_talon_play) {
            Some(place) => (places & below(place + 1), true),
            None => (places, false),
        }
    }

    fn stock_steps(&self, state: &State, sets: &Sets, steps: &mut Vec<Step>) {
        for place in bits(self.in_reach(state)) {
            let card = self.stock[usize::from(place)];
            if sets.next & bit(card) != 0 {
                steps.push(Step::StockToFoundation { place });
            }
            if self.aces_go_up && card.rank() == 1 {
                continue;
            }
            if state.has_parent(card) {
                steps.push(Step::StockDown { place });
            }
            let is_top = state.turned == place + 1;
            let is_forced = match is_top {
                true => state.must_play,
                false => self.rules.forced_talon_play && state.has_parent(card),
            };
            if state.spaces > 0 && !is_forced {
                steps.push(Step::StockToSpace { place });
            }
        }
    }

    /// Cards of columns to foundations.
    fn steps_up(
        &self,
        sets: &Sets,
        bases: &[CardTypes; COLUMNS],
        near: Near,
        steps: &mut Vec<Step>,
    ) {
        let &Sets { open, next, followers, heads, dealt: _ } = sets;
        let there = heads | followers | bases.iter().fold(0, |bases, base| bases | base);
        let up = next & open & there;
        for card in by_suit(up) {
            if heads & bit(card) != 0 {
                steps.push(Step::HeadToFoundation { card });
            }
            if followers & bit(card) != 0 && near.suits & bit(card) != 0 {
                steps.push(Step::FollowerToFoundation { card });
            }
            for column in near.of(0..self.width) {
                if bases[column] == bit(card) {
                    steps.push(Step::BaseToFoundation { column: column as u8 });
                }
            }
        }
    }

    /// Bases and heads onto open cards.
    fn steps_down(
        &self,
        state: &State,
        sets: &Sets,
        bases: &[CardTypes; COLUMNS],
        near: Near,
        steps: &mut Vec<Step>,
    ) {
        let down = children(sets.open);
        for column in near.of(0..self.width) {
            if bases[column] & down != 0 {
                steps.push(Step::Uncover { column: column as u8 });
            }
        }
        if sets.heads & down == 0 {
            return;
        }
        for suit in 0..4 {
            for card in cards_of(suit, state.heads[suit]) {
                if down & bit(card) != 0 {
                    steps.push(Step::HeadDown { card });
                }
            }
        }
    }

    fn steps_to_space(&self, state: &State, steps: &mut Vec<Step>) {
        let can_move = |card: CardType| self.rules.runs_to_spaces || state.open(card.face()) > 0;
        for column in self.columns_with_base(state) {
            if can_move(self.base(state, column)) {
                steps.push(Step::BaseToSpace { column: column as u8 });
            }
        }
        for suit in 0..4 {
            for card in cards_of(suit, state.followers[suit]) {
                if can_move(card) {
                    steps.push(Step::FollowerToSpace { card });
                }
            }
        }
    }

    /// Plays a step of a state. (One arm for each step, hence so long.)
    #[inline]
    pub fn play(&self, state: &mut State, step: Step) {
        match step {
            Step::Uncover { column } => {
                let column = usize::from(column);
                state.cover_parent(self.base(state, column));
                self.turn_up(state, column);
            }
            Step::BaseToFoundation { column } => {
                let column = usize::from(column);
                let card = self.base(state, column);
                state.open_less(card.face());
                self.play_to_foundation(state, card);
                self.turn_up(state, column);
            }
            Step::BaseToSpace { column } => {
                let column = usize::from(column);
                self.add_head(state, self.base(state, column));
                state.spaces -= 1;
                self.turn_up(state, column);
            }
            Step::HeadDown { card } => {
                self.take_head(state, card);
                state.cover_parent(card);
            }
            Step::HeadToFoundation { card } => {
                self.take_head(state, card);
                state.open_less(card.face());
                self.play_to_foundation(state, card);
            }
            Step::FollowerToFoundation { card } => {
                state.uncover_parent(card);
                state.open_less(card.face());
                self.play_to_foundation(state, card);
            }
            Step::FollowerToSpace { card } => {
                state.uncover_parent(card);
                self.add_head(state, card);
                state.spaces -= 1;
            }
            Step::StockDown { place } => {
                let card = self.take_from_stock(state, place);
                state.cover_parent(card);
                state.open_more(card.face());
            }
            Step::StockToFoundation { place } => {
                let card = self.take_from_stock(state, place);
                self.play_to_foundation(state, card);
            }
            Step::StockToSpace { place } => {
                let card = self.take_from_stock(state, place);
                self.add_head(state, card);
                state.spaces -= 1;
                state.open_more(card.face());
            }
            Step::Turn => self.turn(state),
            Step::Redeal => self.redeal(state),
            Step::TurnTo { turned, redeals } => self.turn_to(state, turned, redeals),
        }
    }
}

/// A deal as the complete search and the level-wise beams see it.
pub struct HeadsSpace {
    pub deal: Deal,
    /// Whether a state that `dead_ends.rs` says is lost is left out.
    dead_ends: bool,
    /// Whether column steps are put off as `persistent_sets.rs` has it.
    persistent_sets: bool,
    /// Whether `forced_talon_dominance.rs` narrows the steps.
    forced_talon_dominance: bool,
    memo: RefCell<Memo>,
}

impl HeadsSpace {
    /// The space of a deal packed for one of them.
    pub fn new(deal: Deal, switches: Switches) -> HeadsSpace {
        let persistent_sets = persistent_sets::supports(&deal.rules, deal.talon);
        let dominance = forced_talon_dominance::supports(&deal.rules);
        HeadsSpace {
            deal,
            forced_talon_dominance: switches.forced_talon_dominance && dominance,
            dead_ends: switches.dead_ends,
            persistent_sets: switches.persistent_sets && persistent_sets,
            memo: RefCell::default(),
        }
    }
}

impl Space for HeadsSpace {
    type State = State;
    type Move = Step;
    type Key = u128;
    const GROUP: Option<fn(&u128) -> u64> = Some(group);

    fn key(&self, state: &State) -> u128 {
        state.fingerprint
    }

    fn is_won(&self, state: &State) -> bool {
        self.deal.is_won(state)
    }

    fn moves(&self, state: &State, steps: &mut Vec<Step>) {
        let mut near = Near::ALL;
        let sets = Sets::new(&self.deal, state);
        if self.forced_talon_dominance
            && let Some(step) = forced_talon_dominance::step(&self.deal, state, &sets)
        {
            return steps.push(step);
        }
        if (self.dead_ends || self.persistent_sets) && state.spaces == 0 {
            let mut memo = self.memo.borrow_mut();
            let play = memo.play(&self.deal, &sets);
            if self.persistent_sets && !state.must_play {
                if self.deal.forced_aces(state, &sets, steps) {
                    return;
                }
                match Near::new(&self.deal, state, play) {
                    Ok(steps) => near = steps,
                    Err(step) => return steps.extend(step),
                }
            }
            if self.dead_ends && play.relaxed.proves_loss(&self.deal, state) {
                return;
            }
        }
        self.deal.steps(state, &sets, near, steps);
    }

    fn play(&self, state: &mut State, step: Step) {
        self.deal.play(state, step);
    }
}
