//! The evaluation of the beams for short wins: it compares tables of one row after equally many moves.

use crate::eklige_elfer::shortest::{Deal, Table, heads};

/// What the evaluation counts, each with its weight. Set by hand on the seeds 20,000,000..20,000,005.
mod weight {
    /// For each run taken out.
    pub const OUT: i32 = 10;
    /// For each empty column.
    pub const EMPTY_COLUMN: i32 = 10;
    /// For each head that is no King.
    pub const HEAD: i32 = -10;
    /// For each of them over one of its type.
    pub const TWIN_UNDER: i32 = -5;
    /// For each of them over one that could go onto it.
    pub const GUEST_UNDER: i32 = -3;
    /// For each of them over one that it could go onto.
    pub const HOST_UNDER: i32 = -8;
    /// For each King over another head.
    pub const COVERING_KING: i32 = -5;
    /// For the square of the number of heads of a column, but for a King at its bottom.
    pub const HEADS_SQUARED: i32 = -1;
    /// For each column whose last run can go onto another one.
    pub const CAN_GO: i32 = 4;
}

/// Ranks tables; more is better.
pub fn evaluate(deal: &Deal, table: &Table) -> i32 {
    let tails = deal.columns(table).filter_map(|column| column.last());
    let hosts = tails.fold(0_u32, |tails, &tail| tails | 1 << tail);
    let columns = deal.columns(table).map(|column| of_column(deal, column, hosts));
    weight::OUT * i32::from(table.out) + columns.sum::<i32>()
}

/// What a column is worth; `hosts` are the tails of all columns.
fn of_column(deal: &Deal, column: &[u8], hosts: u32) -> i32 {
    let (mut value, mut count, mut under, mut last) = (0, 0, 0_u32, None);
    for (place, head) in heads(column) {
        let has = |types: u32| (types >> head & 1) as i32;
        if !deal.is_king(head) {
            value += weight::HEAD
                + weight::TWIN_UNDER * has(under)
                + weight::GUEST_UNDER * has(under << 1)
                + weight::HOST_UNDER * has(under >> 1);
            count += 1;
        } else if place > 0 {
            value += weight::COVERING_KING;
            count += 1;
        }
        under |= 1 << head;
        last = Some(head);
    }
    value += weight::HEADS_SQUARED * count * count;
    match last {
        None => value + weight::EMPTY_COLUMN,
        Some(head) if !deal.is_king(head) && hosts >> (head + 1) & 1 == 1 => value + weight::CAN_GO,
        Some(_) => value,
    }
}
