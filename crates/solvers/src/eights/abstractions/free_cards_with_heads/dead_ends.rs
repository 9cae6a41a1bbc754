//! A proof that a state is lost, by a delete relaxation: what has been done once stays possible.

use gehtauf_search::bits;

use super::state::{ByRank, Deal, State, some};
use crate::eights::state::{COLUMNS, CardType as Kind, below};

/// A set of kinds: four bits for each rank, as [`Kind::index`] has them. A set of faces has both kinds of each.
type Kinds = u64;

const EVEN_FACES: Kinds = 0x3333_3333_3333_3333;

#[inline]
fn bit(kind: Kind) -> Kinds {
    1 << kind.index()
}

/// The kinds of which there is a card, by suit.
#[inline]
fn kinds(by_suit: &[ByRank; 4]) -> Kinds {
    let [clubs, diamonds, hearts, spades] = by_suit.map(some);
    clubs | spades << 1 | diamonds << 2 | hearts << 3
}

/// Exchanges the colours.
#[inline]
fn other_colour(kinds: Kinds) -> Kinds {
    (kinds & EVEN_FACES) << 2 | kinds >> 2 & EVEN_FACES
}

/// The faces of some kinds.
#[inline]
fn faces(kinds: Kinds) -> Kinds {
    const FIRST: Kinds = 0x5555_5555_5555_5555;
    ((kinds | kinds >> 1) & FIRST) * 3
}

/// The faces that build on these.
#[inline]
fn children(faces: Kinds) -> Kinds {
    other_colour(faces >> 4)
}

/// The faces that these kinds build on.
#[inline]
fn parents(kinds: Kinds) -> Kinds {
    other_colour(faces(kinds) << 4)
}

/// What has become possible.
struct Relaxed<'d> {
    deal: &'d Deal,
    /// Faces of which a card has lain open.
    open: Kinds,
    /// Kinds that foundations have taken or could take next.
    next: Kinds,
    /// The followers of the state.
    followers: Kinds,
    /// Those and the bases that have left their columns.
    free: Kinds,
    /// Kinds of which a card has left the stock.
    taken: Kinds,
    /// Kinds of which a card has been a head.
    heads: Kinds,
    /// How many dealt cards each column has left.
    dealt: [u8; COLUMNS],
    waste: u64,
}

/// Says whether it is certain that a state cannot be won. "No" means nothing.
///
/// *Setup.* A state without spaces, steps from it as `space.rs` has them, and beside them a relaxed play that
/// does all that it can before each turn and from which nothing is taken away: a face of which a card has
/// lain open is open, what has left the stock or its column can be put down or laid up, and what foundations took they take.
///
/// *Claim.* If this says yes, no column ever becomes empty, so that the state is lost.
///
/// *Invariant.* Up to the first step that empties a column, after as many turns and redeals: what is open in
/// the state is open in the relaxed play, what foundations take next they take there; followers of the
/// state are free or taken there, heads are heads; each card that has left its column or the stock has left it there.
///
/// *Each step keeps it.* There are no steps into spaces. Onto a column: the parent face is open in the state, so it is in
/// the relaxed play, and there the base, head or waste card can leave too. A waste card put down opens
/// its face in both. Up: the kind is next in both; from a column its face is open in both. A follower that goes
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
pub fn is_lost(deal: &Deal, state: &State) -> bool {
    if state.spaces > 0 {
        return false;
    }
    let mut relaxed = Relaxed::new(deal, state);
    let mut redeals = deal.rules.passes.map_or(u8::MAX, |passes| passes - state.pass);
    let mut talon = state.stock & !below(state.turned);
    let mut turned_over = 0;
    if relaxed.empties_a_column() {
        return false;
    }
    loop {
        for place in bits(talon) {
            relaxed.waste |= 1 << place;
            let can_leave = relaxed.can_leave_waste() & bit(deal.stock[usize::from(place)]) != 0;
            if can_leave && relaxed.empties_a_column() {
                return false;
            }
        }
        if relaxed.waste == turned_over || redeals == 0 {
            return true;
        }
        redeals -= 1;
        turned_over = relaxed.waste;
        talon = std::mem::take(&mut relaxed.waste);
    }
}

impl Relaxed<'_> {
    fn new<'d>(deal: &'d Deal, state: &State) -> Relaxed<'d> {
        let followers = kinds(&state.followers);
        Relaxed {
            deal,
            open: faces(some(state.open[0]) | some(state.open[1]) << 2),
            next: deal.next_kinds(state).fold(0, |kinds, kind| kinds | bit(kind)),
            followers,
            free: followers,
            taken: 0,
            heads: kinds(&state.heads),
            dealt: state.dealt,
            waste: state.stock & below(state.turned),
        }
    }

    /// The kinds of which a card can leave the waste.
    fn can_leave_waste(&self) -> Kinds {
        children(self.open) | self.next
    }

    /// The kinds of which a base or head can leave its column.
    fn can_leave_column(&self) -> Kinds {
        children(self.open) | self.next & self.open
    }

    /// Foundations take cards of these kinds.
    fn lay_up(&mut self, kinds: Kinds) {
        let top = u32::from(self.deal.rules.pack.top.number());
        self.next |= (kinds << 4) & ((1 << (4 * top + 4)) - 1) | kinds >> (4 * top - 4) & !15;
    }

    /// Does all that can be done without a turn; says whether a column becomes empty.
    fn empties_a_column(&mut self) -> bool {
        loop {
            let before = (self.open, self.next);
            let mut moved = false;
            while let Some(place) = self.waste.checked_ilog2() {
                let kind = bit(self.deal.stock[place as usize]);
                if self.can_leave_waste() & kind == 0 {
                    break;
                }
                self.waste ^= 1 << place;
                self.taken |= kind;
                self.settle();
            }
            for column in 0..self.deal.width {
                while self.dealt[column] > 0 {
                    let base = self.deal.dealt[column][usize::from(self.dealt[column]) - 1];
                    if self.can_leave_column() & bit(base) == 0 {
                        break;
                    }
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
            self.lay_up(up);
            self.open |= parents(up & self.followers & self.open);
            if before == (self.open, self.next) {
                return;
            }
        }
    }

    /// Takes the base off a column; says whether that becomes empty.
    fn uncover(&mut self, column: usize) -> bool {
        let dealt = &self.deal.dealt[column];
        let mut left = usize::from(self.dealt[column]) - 1;
        self.free |= bit(dealt[left]);
        while left > 0 && self.deal.aces_go_up && dealt[left - 1].rank() == 1 {
            left -= 1;
            self.lay_up(bit(dealt[left]));
        }
        self.dealt[column] = if left > 1 { left as u8 } else { 0 };
        if left == 0 {
            return true;
        }
        let kind = bit(dealt[left - 1]);
        self.open |= faces(kind);
        self.heads |= if left == 1 { kind } else { 0 };
        false
    }
}
