//! What the beams go by: costs of columns, with weights and how they were made.

use crate::eklige_elfer::abstractions::card_types::{CardType, CardTypes};
use crate::eklige_elfer::abstractions::ranks::Ranks;
use crate::eklige_elfer::slot::Slot;
use crate::eklige_elfer::state::{COLUMNS, Deal, State, bits};

/// How many kinds of costs there are.
pub const COSTS: usize = 14;

/// What each kind costs once.
pub type Costs = [i32; COSTS];

// The kinds, counted over the columns.
/// A head that is no lone King.
const HEAD: usize = 0;
/// A head over another one of its type.
const TWIN_UNDER: usize = 1;
/// The square of the number of heads in a column.
const HEADS_SQUARED: usize = 2;
/// A head over one that could go onto it.
const GUEST_UNDER: usize = 3;
/// A King over a head.
const COVERING_KING: usize = 4;
/// Each rank of a head above the 2.
const RANK: usize = 5;
/// A head right over a higher one of its parity.
const HIGHER_UNDER: usize = 6;
/// An open head that can be popped.
const CAN_POP: usize = 7;
/// An empty column.
const EMPTY: usize = 8;
/// A head of the type that the next deal brings to its column.
const TWIN_NEXT: usize = 9;
/// A head of a type that a later deal brings to its column.
const TWIN_LATER: usize = 10;
/// A card of the next deal that could join the run that it will lie on.
const CAN_JOIN: usize = 11;
/// An open head that can be popped and lays one open that can be popped too.
const CAN_POP_TWICE: usize = 12;
/// A head over one that it could go onto.
const HOST_UNDER: usize = 13;

/// What each kind costs on average half way through the deals, and how much more after the last one
/// (before the first one so much less). Found by an evolution strategy on the harder ones among the
/// deals of the seeds 0..4000.
pub const AVERAGE: [[i32; 2]; COSTS] = [
    [105, -31],
    [135, 19],
    [22, 6],
    [46, -20],
    [-78, -65],
    [-12, 5],
    [-31, 56],
    [-51, 30],
    [116, -30],
    [-35, -41],
    [-28, 45],
    [-45, -35],
    [-145, -123],
    [168, 59],
];

/// A head that stays even in the relaxed game before the next row, and before the one after it.
pub const COST_OF_STAYING: [i32; 2] = [88, 44];

/// What a column costs whatever tails are open, and what it asks of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct View {
    cost: i32,
    /// The hosts of the open head, of the head under it, and of the next card if it can join.
    hosts: [u8; 3],
}

/// A bit that is no type.
const NO_HOST: u8 = 15;

fn host(head: CardType) -> u8 {
    CardTypes::bit(CardType { rank: head.rank + 1, ..head })
}

/// The cost of columns when these tails are open.
pub fn cost(costs: &Costs, views: &[View; COLUMNS], open: [Ranks; 2]) -> i32 {
    let open = CardTypes::of(open).0;
    let is_open = |host: u8| (open >> host & 1) as i32;
    let (mut pops, mut pops_twice, mut joins, mut cost) = (0, 0, 0, 0);
    for view in views {
        let [first, second, next] = view.hosts.map(is_open);
        pops += first;
        pops_twice += first & second;
        joins += next;
        cost += view.cost;
    }
    cost + pops * costs[CAN_POP] + pops_twice * costs[CAN_POP_TWICE] + joins * costs[CAN_JOIN]
}

impl Deal {
    /// Looks at a column of a state.
    pub fn view(&self, costs: &Costs, state: &State, column: usize) -> View {
        let (next, later) = self.coming_to[usize::from(state.dealt)][column];
        let mut last = self.king_type(state, column);
        let mut second = None;
        let mut under = CardTypes::maybe(last);
        let (mut heads, mut cost) = (0, 0);
        for slot in bits(state.slots[column]) {
            let Slot::Head(head, _) = self.slot(column, slot as u32) else { continue };
            let has = |types: u32| (types >> CardTypes::bit(head) & 1) as i32;
            cost += costs[HEAD]
                + costs[RANK] * i32::from(head.rank)
                + costs[TWIN_UNDER] * has(under.0)
                + costs[GUEST_UNDER] * has(under.0 << 1)
                + costs[HOST_UNDER] * has(under.0 >> 1)
                + costs[TWIN_NEXT] * has(CardTypes::maybe(next).0)
                + costs[TWIN_LATER] * has(later.0);
            if let Some(last) = last {
                if head.rank == self.king {
                    cost += costs[COVERING_KING];
                }
                if last.parity == head.parity && last.rank > head.rank {
                    cost += costs[HIGHER_UNDER];
                }
            }
            heads += 1;
            under = under | CardTypes::one(head);
            second = last;
            last = Some(head);
        }
        cost += costs[HEADS_SQUARED] * heads * heads;
        let Some(open) = last else {
            return View { cost: cost + costs[EMPTY], hosts: [NO_HOST; 3] };
        };
        let host_of = |head: Option<CardType>| {
            head.filter(|head| head.rank < self.king).map_or(NO_HOST, host)
        };
        let joining = next.filter(|next| next.parity == open.parity && next.rank < open.rank);
        View { cost, hosts: [host_of(last), host_of(second), host_of(joining)] }
    }
}
