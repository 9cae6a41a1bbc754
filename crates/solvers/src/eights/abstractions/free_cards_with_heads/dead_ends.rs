//! A proof that a state is lost, by a delete relaxation: what has been done once stays possible.

use gehtauf_search::bits;

use super::state::{CardTypes, Deal, State, some, types};
use crate::eights::state::{COLUMNS, CardType, below};

// A set of faces is the set of both card types of each.
const EVEN_FACES: CardTypes = 0x3333_3333_3333_3333;

#[inline]
pub fn bit(card: CardType) -> CardTypes {
    1 << card.index()
}

/// Exchanges the colours.
#[inline]
fn other_colour(types: CardTypes) -> CardTypes {
    (types & EVEN_FACES) << 2 | types >> 2 & EVEN_FACES
}

/// The faces of some card types.
#[inline]
pub fn faces(types: CardTypes) -> CardTypes {
    const FIRST: CardTypes = 0x5555_5555_5555_5555;
    ((types | types >> 1) & FIRST) * 3
}

/// The faces that build on these.
#[inline]
fn children(faces: CardTypes) -> CardTypes {
    other_colour(faces >> 4)
}

/// The faces that these card types build on.
#[inline]
pub fn parents(types: CardTypes) -> CardTypes {
    other_colour(faces(types) << 4)
}

/// What has become possible.
pub struct Relaxed<'d> {
    deal: &'d Deal,
    /// Faces of which a card has lain open.
    pub open: CardTypes,
    /// CardTypes that foundations have taken or could take next.
    pub next: CardTypes,
    /// The followers of the state.
    followers: CardTypes,
    /// Those and the bases that have left their columns.
    pub free: CardTypes,
    /// CardTypes of which a card has left the stock.
    taken: CardTypes,
    /// CardTypes of which a card has been a head.
    pub heads: CardTypes,
    /// How many dealt cards each column has left.
    pub dealt: [u8; COLUMNS],
    waste: u64,
    /// Bit i: column i, if it has a base, can become empty.
    pub exits: u8,
}

impl Relaxed<'_> {
    /// The relaxed play of a state without spaces, of columns alone and without the steps that would empty one.
    pub fn of_columns<'d>(deal: &'d Deal, state: &State) -> Relaxed<'d> {
        let mut relaxed = Relaxed::new(deal, state);
        loop {
            let before = (relaxed.open, relaxed.next, relaxed.dealt);
            for column in 0..deal.width {
                while relaxed.base_can_leave(column) {
                    if relaxed.uncover(column) {
                        relaxed.exits |= 1 << column;
                        break;
                    }
                }
            }
            relaxed.settle();
            if before == (relaxed.open, relaxed.next, relaxed.dealt) {
                break;
            }
        }
        for column in 0..deal.width {
            let turns_up_head = state.dealt[column] > 0 && relaxed.dealt[column] == 0;
            if turns_up_head && relaxed.can_leave_column() & bit(deal.dealt[column][0]) != 0 {
                relaxed.exits |= 1 << column;
            }
        }
        relaxed
    }

    /// After the relaxed play of its columns: whether it is certain that a state cannot be won. "No" means nothing.
    ///
    /// *Setup.* A state without spaces, steps from it as `space.rs` has them, and beside them a relaxed play that
    /// does all that it can before each turn and from which nothing is taken away: a face of which a card has
    /// lain open is open, what has left the stock or its column can be put down or played to a foundation, and what
    /// foundations took they take.
    ///
    /// *Claim.* If this says yes, no column ever becomes empty, so that the state is lost.
    ///
    /// *Invariant.* Up to the first step that empties a column, after as many turns and redeals: what is open in
    /// the state is open in the relaxed play, what foundations take next they take there; followers of the
    /// state are free or taken there, heads are heads; each card that has left its column or the stock has left it there.
    ///
    /// *Each step keeps it.* There are no steps into spaces. Onto a column: the parent face is open in the state, so it is in
    /// the relaxed play, and there the base, head or waste card can leave too. A waste card put down opens
    /// its face in both. Up: the card type is next in both; from a column its face is open in both. A follower that goes
    /// up opens its parent face: if it is one of the start, in both; else that face was open when it came to lie there. A
    /// waste card that is played is the top one; those turned after it have left the waste, in both, so that
    /// it is the top one there or has left before. A turn puts the same card on both wastes unless it has left
    /// the stock in the relaxed play, and forces nothing there. A redeal is made in both; a pass of the
    /// relaxed play that takes nothing adds nothing, nor would another. A base that leaves turns up the same card in both.
    ///
    /// *Conclusion.* Only a head that leaves, or Aces under the last base that go up by themselves, empty a
    /// column. If neither can happen in the relaxed play, neither does in the steps. A win empties all columns.
    ///
    /// *Needs.* As the module: nothing comes back from foundations.
    pub fn proves_loss(mut self, state: &State) -> bool {
        if self.exits != 0 || self.heads & self.can_leave_column() != 0 {
            return false;
        }
        let passes = self.deal.rules.passes;
        let mut redeals = passes.map_or(u8::MAX, |passes| passes - state.pass);
        let mut talon = state.stock & !below(state.turned);
        let mut turned_over = 0;
        self.waste = state.stock & below(state.turned);
        if self.waste != 0 && self.empties_a_column() {
            return false;
        }
        loop {
            for place in bits(talon) {
                self.waste |= 1 << place;
                let can_leave =
                    self.can_leave_waste() & bit(self.deal.stock[usize::from(place)]) != 0;
                if can_leave && self.empties_a_column() {
                    return false;
                }
            }
            if self.waste == turned_over || redeals == 0 {
                return true;
            }
            redeals -= 1;
            turned_over = self.waste;
            talon = std::mem::take(&mut self.waste);
        }
    }

    fn new<'d>(deal: &'d Deal, state: &State) -> Relaxed<'d> {
        let followers = types(&state.followers);
        Relaxed {
            deal,
            open: faces(some(state.open[0]) | some(state.open[1]) << 2),
            next: deal.next_cards(state).fold(0, |types, card| types | bit(card)),
            followers,
            free: followers,
            taken: 0,
            heads: types(&state.heads),
            dealt: state.dealt,
            waste: 0,
            exits: 0,
        }
    }

    /// The card types of which a card can leave the waste.
    pub fn can_leave_waste(&self) -> CardTypes {
        children(self.open) | self.next
    }

    /// The card types of which a base or head can leave its column.
    pub fn can_leave_column(&self) -> CardTypes {
        children(self.open) | self.next & self.open
    }

    /// Foundations take cards of these card types.
    fn play_to_foundation(&mut self, types: CardTypes) {
        let top = u32::from(self.deal.rules.pack.top.number());
        self.next |= (types << 4) & ((1 << (4 * top + 4)) - 1) | types >> (4 * top - 4) & !15;
    }

    /// Does all that can be done without a turn; says whether a column becomes empty.
    fn empties_a_column(&mut self) -> bool {
        loop {
            let before = (self.open, self.next);
            let mut moved = false;
            while let Some(place) = self.waste.checked_ilog2() {
                let card = bit(self.deal.stock[place as usize]);
                if self.can_leave_waste() & card == 0 {
                    break;
                }
                self.waste ^= 1 << place;
                self.taken |= card;
                self.settle();
            }
            for column in 0..self.deal.width {
                while self.base_can_leave(column) {
                    if self.uncover(column) {
                        return true;
                    }
                    moved = true;
                }
            }
            self.settle();
            if self.heads & self.can_leave_column() != 0 {
                return true;
            }
            if !moved && before == (self.open, self.next) {
                return false;
            }
        }
    }

    /// Puts down what has left the stock, and lays up what can be.
    fn settle(&mut self) {
        loop {
            let before = (self.open, self.next);
            self.open |= faces(self.taken & children(self.open));
            let up = self.next & (self.free & self.open | self.taken);
            self.play_to_foundation(up);
            self.open |= parents(up & self.followers & self.open);
            if before == (self.open, self.next) {
                return;
            }
        }
    }

    #[inline]
    fn base_can_leave(&self, column: usize) -> bool {
        let left = usize::from(self.dealt[column]);
        left > 0 && self.can_leave_column() & bit(self.deal.dealt[column][left - 1]) != 0
    }

    /// Takes the base off a column, unless that becomes empty then; says whether it would.
    fn uncover(&mut self, column: usize) -> bool {
        let dealt = &self.deal.dealt[column];
        let from = usize::from(self.dealt[column]) - 1;
        let is_ace = |card: &CardType| self.deal.aces_go_up && card.rank() == 1;
        let left = dealt[..from].iter().rposition(|card| !is_ace(card)).map_or(0, |i| i + 1);
        if left == 0 {
            return true;
        }
        self.free |= bit(dealt[from]);
        for &ace in &dealt[left..from] {
            self.play_to_foundation(bit(ace));
        }
        self.dealt[column] = if left > 1 { left as u8 } else { 0 };
        let card = bit(dealt[left - 1]);
        self.open |= faces(card);
        self.heads |= if left == 1 { card } else { 0 };
        false
    }
}
