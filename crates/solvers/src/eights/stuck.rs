//! A proof that no column can ever be emptied.

use ahash::{AHashSet, RandomState};
use gehtauf_search::{Budget, Stop};

use super::packed::{COLUMNS, Deal, Kind, State};

/// How many cards of each kind there are: by suit, four bits for each rank from the Ace on.
#[derive(Debug, Clone, Copy, Default)]
struct Cards([u64; 4]);

impl Cards {
    fn add(mut self, kind: Kind) -> Cards {
        self.0[kind.suit()] += 1 << (4 * (kind.rank() - 1));
        self
    }

    fn and(self, other: Cards) -> Cards {
        Cards(std::array::from_fn(|suit| self.0[suit] + other.0[suit]))
    }

    /// How many cards of each face there are: by line, four bits for each rank. A line has the faces
    /// that build on one another: black Aces, red Twos, and so on, or red Aces, black Twos, and so on.
    fn lines(self) -> [u64; 2] {
        const ODD: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let [clubs, diamonds, hearts, spades] = self.0;
        let (black, red) = (clubs + spades, diamonds + hearts);
        [(black & ODD) + (red & !ODD), (red & ODD) + (black & !ODD)]
    }
}

/// The lowest `ranks` ranks in the numbers of [`Cards`].
fn up_to(ranks: u32) -> u64 {
    (1 << (4 * ranks)) - 1
}

/// How many ranks from the Ace on have a card, four bits for each.
fn without_gap(cards: u64) -> u32 {
    let any = (cards | cards >> 1) & 0x1111_1111_1111_1111;
    (any ^ 0x1111_1111_1111_1111).trailing_zeros() / 4
}

/// The cards that are on no foundation, of those that have left their places, if as many as possible
/// are; `loose` may lie anywhere.
fn not_home(left: Cards, loose: Cards) -> Cards {
    const TWOS: u64 = 0x2222_2222_2222_2222;
    Cards(std::array::from_fn(|suit| {
        let (left, all) = (left.0[suit], left.0[suit] + loose.0[suit]);
        // Both piles of the suit hold the ranks up to the first of these, one of them up to the second.
        let (low, high) = (without_gap(all & TWOS), without_gap(all));
        (left & TWOS & up_to(high)) >> 1 & !up_to(low) | left & !up_to(high)
    }))
}

/// Whether chains on the last dealt cards can hold `needed` cards of each rank and at most `at_hand`.
fn chains_hold(roots: u64, needed: u64, at_hand: u64) -> bool {
    let digit = |number: u64, rank: u32| number >> (4 * rank - 4) & 15;
    let mut chains = 0;
    for rank in (1..=13).rev() {
        chains = chains.min(digit(at_hand, rank));
        if chains < digit(needed, rank) {
            return false;
        }
        chains += digit(roots, rank);
    }
    true
}

/// Says whether it is certain that no column is ever emptied, so that the patience cannot come out.
/// "No" means nothing.
///
/// Claim: if this says yes, the position is unwinnable, under every option.
///
/// Proof: look at a play up to the first moment at which a column is empty. Until then each card that
/// is not in its dealt place, and not in the stock or on a foundation, lies in a chain that is built,
/// card on card, on the last card of some column that still is in its dealt place. Let h be the
/// numbers of cards in their dealt places, column by column. A chain has one card of each rank from
/// below its root down, of faces that the root decides, so that all are of the root's line. Therefore
/// (1) as many chains run through a rank of a line as cards of that face lie in chains: at least
/// those that have left their places and are on no foundation, at most those and the ones that were
/// in the stock or on a foundation at the start; and (2) no more chains run through a rank than run
/// through the rank above or begin below a root of that rank. A card is on a foundation only if those
/// of its suit below it are, each pile its own, which have left their places or lay in the stock or on
/// a foundation at the start. When a card leaves its place, to a foundation or as the end of a run,
/// whatever lay on it has left with it or before, so that (1) and (2) hold with no chain on what is now
/// the column's last card. The search visits every h that can be reached, run by run, if this is all
/// that is asked for; as many chains as possible from the highest rank down are tried, since more only
/// help further down. If it meets no h with a column of none, no play empties a column. A win empties
/// all. Options that restrict the moves further take nothing away from this, one pile per suit holds
/// nothing that two could not, and what comes back from a foundation had left its place or is counted
/// with the stock.
///
/// # Errors
/// The budget is spent.
pub fn no_column_empties(
    deal: &Deal,
    start: &State,
    budget: &mut Budget<'_>,
) -> Result<bool, Stop> {
    let columns = &start.columns[..deal.width];
    if columns.iter().any(|column| column.is_empty()) {
        return Ok(false);
    }
    // What has left each column with so many dealt cards in place.
    let left_of: Vec<Vec<Cards>> = deal.dealt[..deal.width]
        .iter()
        .map(|cards| {
            (0..=cards.len())
                .map(|n| cards[n..].iter().fold(Cards::default(), |c, &k| c.add(k)))
                .collect()
        })
        .collect();
    let mut loose = deal.stock.iter().fold(Cards::default(), |cards, &kind| cards.add(kind));
    for (i, &count) in start.foundations.iter().enumerate() {
        for card in 0..count {
            loose = loose.add(Kind::of(card % deal.rules.pack.top.number() + 1, i / 2));
        }
    }
    let mut visited = AHashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
    let full: [u8; COLUMNS] = std::array::from_fn(|i| deal.dealt[i].len() as u8);
    visited.insert(full);
    let mut open = vec![full];
    while let Some(before) = open.pop() {
        budget.visit()?;
        let left = (0..deal.width)
            .fold(Cards::default(), |all, i| all.and(left_of[i][usize::from(before[i])]));
        let roots = (0..deal.width)
            .fold(Cards::default(), |all, i| all.add(deal.dealt[i][usize::from(before[i]) - 1]));
        for i in 0..deal.width {
            let count = usize::from(before[i]);
            let last = deal.dealt[i][count - 1];
            let mut others = roots;
            others.0[last.suit()] -= 1 << (4 * (last.rank() - 1));
            let others = others.lines();
            let mut now_left = left;
            for take in 1..=deal.bare(i, count).run() as usize {
                now_left = now_left.add(deal.dealt[i][count - take]);
                let needed = not_home(now_left, loose).lines();
                let at_hand = now_left.and(loose).lines();
                if (0..2).any(|line| !chains_hold(others[line], needed[line], at_hand[line])) {
                    continue;
                }
                if take == count {
                    return Ok(false);
                }
                let mut next = before;
                next[i] -= take as u8;
                if visited.insert(next) {
                    open.push(next);
                }
            }
        }
    }
    Ok(true)
}
