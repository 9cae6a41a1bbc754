//! The steps between states, and the exhaustive search's view of them.

use gehtauf_search::{Space, bits};

use super::state::{Deal, State, some};
use super::{Prunings, dead_ends};
use crate::eights::state::{CardType as Kind, below};

/// A move that changes the state; what lies on the card that moves is put elsewhere first if need be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A column's base, with all that lies on it, onto an open card.
    Uncover { column: u8 },
    /// A column's base to its foundation.
    BaseUp { column: u8 },
    /// A column's base into a space.
    BaseToSpace { column: u8 },
    /// A head, with all that lies on it, onto an open card.
    HeadDown { kind: Kind },
    /// A head to its foundation.
    HeadUp { kind: Kind },
    /// A follower to its foundation.
    FollowerUp { kind: Kind },
    /// A follower into a space.
    FollowerToSpace { kind: Kind },
    /// On to the stock card at a place, and that onto an open card.
    StockDown { place: u8 },
    /// On to the stock card at a place, and that to its foundation.
    StockUp { place: u8 },
    /// On to the stock card at a place, and that into a space.
    StockToSpace { place: u8 },
    /// One talon card onto the waste.
    Turn,
    /// The waste turned over.
    Redeal,
}

/// The kinds of a suit of which `by_rank` has a card.
fn kinds_of(suit: usize, by_rank: u64) -> impl Iterator<Item = Kind> {
    bits(some(by_rank)).map(move |bit| Kind::of(bit / 4, suit))
}

impl Deal {
    /// Appends the steps of a state, cards to foundations first.
    pub fn steps(&self, state: &State, steps: &mut Vec<Step>) {
        if !self.aces_go_up {
            let before = steps.len();
            self.steps_up(state, |kind| kind.rank() == 1, steps);
            if steps.len() > before {
                return;
            }
        }
        self.stock_steps(state, steps);
        if state.must_play {
            return;
        }
        self.steps_up(state, |_| true, steps);
        self.steps_down(state, steps);
        if state.spaces > 0 {
            self.steps_to_space(state, steps);
        }
        if self.lazy_talon {
        } else if state.stock & !below(state.turned) != 0 {
            steps.push(Step::Turn);
        } else if state.stock != 0 && self.may_redeal(state) {
            steps.push(Step::Redeal);
        }
    }

    fn may_redeal(&self, state: &State) -> bool {
        self.rules.passes.is_none_or(|passes| state.pass < passes)
    }

    /// The stock cards that can be played: the top of the waste, or with a lazy talon all that can become
    /// so by turning.
    ///
    /// *Claim.* Under free talon play a state is winnable exactly if the steps with a lazy talon win it.
    /// *Proof.* A turn or redeal changes nothing but which cards are the waste, and of the moves only those of the
    /// top waste card depend on that. So each turn of a win can be put off until the next waste card is played, and
    /// what is turned after the last one is left out. A card that this pass offers need not be offered in
    /// the next one: taken now, turning alone leads to the position that taking it then leads to.
    fn in_reach(&self, state: &State) -> u64 {
        let top = state.waste_top().map_or(0, |place| 1 << place);
        match self.lazy_talon {
            false => top,
            true if self.may_redeal(state) => state.stock,
            true => state.stock & !below(state.turned) | top,
        }
    }

    fn stock_steps(&self, state: &State, steps: &mut Vec<Step>) {
        for place in bits(self.in_reach(state)) {
            let kind = self.stock[usize::from(place)];
            if self.pile_for(state, kind).is_some() {
                steps.push(Step::StockUp { place });
            }
            if self.aces_go_up && kind.rank() == 1 {
                continue;
            }
            if state.has_parent(kind) {
                steps.push(Step::StockDown { place });
            }
            if state.spaces > 0 && !state.must_play {
                steps.push(Step::StockToSpace { place });
            }
        }
    }

    /// Cards of columns, of some kinds, to foundations.
    fn steps_up(&self, state: &State, is_asked: impl Fn(Kind) -> bool, steps: &mut Vec<Step>) {
        for kind in self.next_kinds(state) {
            if !is_asked(kind) || state.open(kind.face()) == 0 {
                continue;
            }
            if state.heads(kind) > 0 {
                steps.push(Step::HeadUp { kind });
            }
            if state.followers(kind) > 0 {
                steps.push(Step::FollowerUp { kind });
            }
            for column in self.columns_with_base(state) {
                if self.base(state, column) == kind {
                    steps.push(Step::BaseUp { column: column as u8 });
                }
            }
        }
    }

    /// Bases and heads onto open cards.
    fn steps_down(&self, state: &State, steps: &mut Vec<Step>) {
        for column in self.columns_with_base(state) {
            if state.has_parent(self.base(state, column)) {
                steps.push(Step::Uncover { column: column as u8 });
            }
        }
        for suit in 0..4 {
            for kind in kinds_of(suit, state.heads[suit]) {
                if state.has_parent(kind) {
                    steps.push(Step::HeadDown { kind });
                }
            }
        }
    }

    fn steps_to_space(&self, state: &State, steps: &mut Vec<Step>) {
        let can_move = |kind: Kind| self.rules.runs_to_spaces || state.open(kind.face()) > 0;
        for column in self.columns_with_base(state) {
            if can_move(self.base(state, column)) {
                steps.push(Step::BaseToSpace { column: column as u8 });
            }
        }
        for suit in 0..4 {
            for kind in kinds_of(suit, state.followers[suit]) {
                if can_move(kind) {
                    steps.push(Step::FollowerToSpace { kind });
                }
            }
        }
    }

    /// Plays a step of a state.
    #[inline]
    pub fn play(&self, state: &mut State, step: Step) {
        match step {
            Step::Uncover { column } => {
                let column = usize::from(column);
                state.cover_parent(self.base(state, column));
                self.turn_up(state, column);
            }
            Step::BaseUp { column } => {
                let column = usize::from(column);
                let kind = self.base(state, column);
                state.open_less(kind.face());
                self.lay_up(state, kind);
                self.turn_up(state, column);
            }
            Step::BaseToSpace { column } => {
                let column = usize::from(column);
                self.add_head(state, self.base(state, column));
                state.spaces -= 1;
                self.turn_up(state, column);
            }
            Step::HeadDown { kind } => {
                self.take_head(state, kind);
                state.cover_parent(kind);
            }
            Step::HeadUp { kind } => {
                self.take_head(state, kind);
                state.open_less(kind.face());
                self.lay_up(state, kind);
            }
            Step::FollowerUp { kind } => {
                state.uncover_parent(kind);
                state.open_less(kind.face());
                self.lay_up(state, kind);
            }
            Step::FollowerToSpace { kind } => {
                state.uncover_parent(kind);
                self.add_head(state, kind);
                state.spaces -= 1;
            }
            Step::StockDown { place } => {
                let kind = self.take_from_stock(state, place);
                state.cover_parent(kind);
                state.open_more(kind.face());
            }
            Step::StockUp { place } => {
                let kind = self.take_from_stock(state, place);
                self.lay_up(state, kind);
            }
            Step::StockToSpace { place } => {
                let kind = self.take_from_stock(state, place);
                self.add_head(state, kind);
                state.spaces -= 1;
                state.open_more(kind.face());
            }
            Step::Turn => self.turn(state),
            Step::Redeal => self.redeal(state),
        }
    }
}

/// A deal as the exhaustive engine sees it.
pub struct HeadsSpace<'d> {
    deal: &'d Deal,
    prunings: Prunings,
}

impl HeadsSpace<'_> {
    pub fn new(deal: &Deal, prunings: Prunings) -> HeadsSpace<'_> {
        HeadsSpace { deal, prunings }
    }
}

impl Space for HeadsSpace<'_> {
    type State = State;
    type Move = Step;
    type Key = u128;

    fn key(&self, state: &State) -> u128 {
        state.print
    }

    fn is_won(&self, state: &State) -> bool {
        state.stock == 0 && usize::from(state.spaces) == self.deal.width
    }

    fn moves(&self, state: &State, steps: &mut Vec<Step>) {
        if self.prunings.dead_ends && dead_ends::is_lost(self.deal, state) {
            return;
        }
        self.deal.steps(state, steps);
    }

    fn play(&self, state: &mut State, step: Step) {
        self.deal.play(state, step);
    }
}
