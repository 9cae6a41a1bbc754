//! Columns that may change places.
//!
//! *Setup.* Two states are symmetric if exchanging whole columns makes one of the other.
//!
//! *Claim.* Symmetric states are all winnable or none is. So columns without dealt cards are sorted in the
//! key; a card goes to the first of several empty columns; and no whole column goes to an empty one.
//!
//! *Invariant.* Two plays go on from symmetric states to symmetric states.
//!
//! *Each move keeps it.* No rule looks at a column's place, so that each move has its like with the columns
//! exchanged: a run to a column or to a foundation, a stock card; a turn and a redeal are the same.
//!
//! *Conclusion.* Both plays win together. A column that is moved whole to an empty one and a card put into one
//! empty column or another leave symmetric states.
//!
//! *Needs.* The 32 bits of a column without dealt cards name all cards that lie there. A column with dealt
//! cards is named by its place, too; it is not sorted.
//! Oracle: `each_pruning` in `tests/eights`, `Prunings::symmetric_columns` alone.

use gehtauf_rules::eights::Rules;

use crate::eights::state::{COLUMNS, Column};

/// For which values the proof holds.
pub fn supports(rules: &Rules) -> bool {
    let Rules {
        pack: _,
        columns: _,
        rows: _,
        passes: _,
        foundation_return: _,
        runs_to_spaces: _,
        forced_talon_play: _,
        one_pile_per_suit: _,
        face_down: _,
        forced_aces: _,
    } = rules;
    true
}

/// Sorts the columns without a dealt card, each into the place of another.
pub fn sort(columns: &mut [Column]) {
    let mut sorted = [Column::default(); COLUMNS];
    let mut count = 0;
    for column in columns.iter().filter(|column| column.dealt() == 0) {
        sorted[count] = *column;
        count += 1;
    }
    sorted[..count].sort_unstable();
    let mut next = sorted.into_iter();
    for column in columns.iter_mut().filter(|column| column.dealt() == 0) {
        *column = next.next().expect("as many as before");
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_search::Space;

    use crate::eights::prunings::Prunings;
    use crate::eights::small_deals;
    use crate::eights::space::PackedSpace;
    use crate::eights::state::{Column, Deal};

    #[test]
    fn moves_that_only_exchange_columns_are_left_out_by_this_pruning_alone() {
        let (_, table) = small_deals(["1", "5", "CH", "2", "4", "2"], 0..1).next().unwrap();
        let (deal, mut state) = Deal::new(&table).unwrap();
        state.columns[1] = Column::EMPTY;
        state.columns[2] = Column::EMPTY;
        let count = |symmetric_columns| {
            let mut moves = Vec::new();
            let prunings = Prunings { symmetric_columns, ..Prunings::NONE };
            PackedSpace::new(&deal, prunings).moves(&state, &mut moves);
            moves.len()
        };
        assert!(count(true) < count(false));
    }
}
