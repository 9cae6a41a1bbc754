//! A proof that a state is lost, by a delete relaxation: what has been done once stays possible.

use gehtauf_search::bits;

use super::sets::Sets;
use super::state::{Deal, State};
use crate::eights::card_types::{CardTypes, bit, children, faces, parents};
use crate::eights::state::{COLUMNS, below};

/// What has become possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relaxed {
    /// Faces of which a card has lain open.
    pub open: CardTypes,
    /// Card types that foundations have taken or could take next.
    pub next: CardTypes,
    /// The followers of the state.
    followers: CardTypes,
    /// Those and the bases that have left their columns.
    pub free: CardTypes,
    /// Card types of which a card has left the stock.
    taken: CardTypes,
    /// Card types of which a card has been a head.
    pub heads: CardTypes,
    /// How many dealt cards each column has left.
    pub dealt: [u8; COLUMNS],
    /// The bases of these columns, but of those that become empty.
    bases: [CardTypes; COLUMNS],
    waste: u64,
    /// The stock places of the card types that can leave the waste.
    playable: u64,
    /// These card types.
    counted: CardTypes,
    /// Bit i: column i, if it has a base, can become empty.
    pub exits: u8,
}

impl Relaxed {
    /// The relaxed play of a state without spaces, of columns alone and without the steps that would empty one.
    pub fn of_columns(deal: &Deal, sets: &Sets) -> Relaxed {
        let &Sets { open, next, followers, heads, dealt } = sets;
        let mut relaxed = Relaxed {
            open,
            next,
            followers,
            free: followers,
            taken: 0,
            heads,
            dealt,
            bases: deal.base_types(&dealt),
            waste: 0,
            playable: 0,
            counted: 0,
            exits: 0,
        };
        while relaxed.advance(deal) {}
        if relaxed.heads & relaxed.can_leave_column() == 0 {
            return relaxed;
        }
        for (column, (from, to)) in dealt.iter().zip(&relaxed.dealt).enumerate() {
            let turns_up_head = *from > 0 && *to == 0;
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
    pub fn proves_loss(mut self, deal: &Deal, state: &State) -> bool {
        if self.exits != 0 || self.heads & self.can_leave_column() != 0 {
            return false;
        }
        let passes = deal.rules.passes;
        let mut redeals = passes.map_or(u8::MAX, |passes| passes - state.pass);
        let mut talon = state.stock & !below(state.turned);
        let mut turned_over = 0;
        self.waste = state.stock & below(state.turned);
        if self.waste != 0 && self.empties_a_column(deal) {
            return false;
        }
        loop {
            loop {
                let next = talon & self.playable(deal);
                if next == 0 {
                    break;
                }
                let place = next.trailing_zeros() as u8;
                self.waste |= talon & below(place);
                talon &= !below(place + 1);
                if self.takes_more(deal, deal.stock_types[usize::from(place)])
                    && self.empties_a_column(deal)
                {
                    return false;
                }
            }
            self.waste |= talon;
            if self.waste == turned_over || redeals == 0 {
                return true;
            }
            redeals -= 1;
            turned_over = self.waste;
            talon = std::mem::take(&mut self.waste);
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
    #[inline]
    fn play_to_foundation(&mut self, deal: &Deal, types: CardTypes) {
        let top = u32::from(deal.top);
        self.next |= (types << 4) & ((1 << (4 * top + 4)) - 1) | types >> (4 * top - 4) & !15;
    }

    /// The stock places of the cards that can leave the waste.
    #[inline]
    fn playable(&mut self, deal: &Deal) -> u64 {
        let more = self.can_leave_waste() & !self.counted;
        self.counted |= more;
        for card in bits(more & deal.types_of_stock) {
            self.playable |= deal.places_of_type[usize::from(card)];
        }
        self.playable
    }

    /// A card leaves the stock; says whether that makes more possible.
    #[inline]
    fn takes_more(&mut self, deal: &Deal, card: CardTypes) -> bool {
        let (open, next) = (self.open, self.next);
        self.taken |= card;
        self.open |= faces(card & children(open));
        self.play_to_foundation(deal, card & next);
        (open, next) != (self.open, self.next)
    }

    /// Does all that can be done without a turn; says whether a column becomes empty.
    fn empties_a_column(&mut self, deal: &Deal) -> bool {
        loop {
            let waste = self.waste;
            self.take_from_waste(deal);
            let has_advanced = self.advance(deal);
            if self.exits != 0 || self.heads & self.can_leave_column() != 0 {
                return true;
            }
            if !has_advanced && waste == self.waste {
                return false;
            }
        }
    }

    /// Takes the waste cards away that can leave.
    #[inline]
    fn take_from_waste(&mut self, deal: &Deal) {
        let can_leave = self.can_leave_waste();
        while let Some(place) = self.waste.checked_ilog2() {
            let card = deal.stock_types[place as usize];
            if can_leave & card == 0 {
                return;
            }
            self.waste ^= 1 << place;
            self.taken |= card;
        }
    }

    /// Puts down what has left the stock, plays to foundations what can be, and uncovers; says whether more
    /// is possible then.
    #[inline]
    fn advance(&mut self, deal: &Deal) -> bool {
        let (open, next) = (self.open, self.next);
        let can_leave = self.can_leave_column();
        let up = next & (self.free & open | self.taken);
        self.open |= faces(self.taken & children(open)) | parents(up & self.followers & open);
        self.play_to_foundation(deal, up);
        let has_advanced = (open, next) != (self.open, self.next);
        if self.bases.iter().fold(0, |bases, base| bases | base) & can_leave == 0 {
            return has_advanced;
        }
        for column in 0..deal.width {
            if self.bases[column] & can_leave != 0 {
                self.uncover(deal, column);
            }
        }
        true
    }

    /// Takes the base off a column, unless that becomes empty then.
    #[inline]
    fn uncover(&mut self, deal: &Deal, column: usize) {
        let base = deal.bases[column][usize::from(self.dealt[column])];
        if base.turned_up == 0 {
            self.exits |= 1 << column;
            self.bases[column] = 0;
            return;
        }
        self.free |= base.card;
        self.play_to_foundation(deal, base.aces);
        self.dealt[column] = base.left;
        self.bases[column] = deal.bases[column][usize::from(base.left)].card;
        self.open |= faces(base.turned_up);
        self.heads |= if base.left == 0 { base.turned_up } else { 0 };
    }
}
