//! A proof that no column can ever be emptied.

use ahash::{AHashSet, RandomState};
use gehtauf_search::{Budget, Stop};

use super::packed::{COLUMNS, Deal, FACES, State, landing};

/// What the first so many dealt cards of a column mean for the others.
#[derive(Debug, Clone, Copy, Default)]
struct Cut {
    /// Faces of the cards that are gone.
    faces: u32,
    /// Kinds of the cards that are gone.
    kinds: u64,
}

/// Says whether it is certain that no column is ever emptied, so that the patience cannot come out.
/// "No" means nothing.
///
/// Claim: if this says yes, the position is unwinnable, under every option.
///
/// Proof: look at a play up to the first moment at which a column is empty. Until then each card that
/// is not in its dealt place, and not in the stock or on a foundation, lies in a chain that is built,
/// card on card, on the last card of some column that still is in its dealt place. Let h be the
/// numbers of cards in their dealt places, column by column. Then (1) a face that lies in a chain of
/// column j is that column's last dealt card's, or a face one lower of the other colour than one that
/// can lie there too and is the face of a stock card or of a card that has left its place. (2) Cards
/// that leave their places do so to a foundation, one at a time, which needs cards of all ranks
/// between a pile and the card among those of the stock, those that have left, and the last ones of
/// the columns; or as the end of a run onto a chain of another column, which must hold the face that
/// the run's first card builds on. The search visits every h that can be reached if (1) and (2) are
/// all that is asked for. If it meets no h with a column of none, no play empties a column. A win
/// empties all. Options that restrict the moves further take nothing away from this, and what comes
/// back from a foundation was in the stock or had left its place before.
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
    let cuts: Vec<Vec<Cut>> = deal.dealt[..deal.width].iter().map(|cards| cuts(cards)).collect();
    let stock = deal.stock.iter().fold((0_u32, 0_u64), |(faces, kinds), kind| {
        (faces | 1 << kind.face(), kinds | 1 << kind.index())
    });
    let mut visited = AHashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
    let full: [u8; COLUMNS] = std::array::from_fn(|i| deal.dealt[i].len() as u8);
    visited.insert(full);
    let mut open = vec![full];
    while let Some(left) = open.pop() {
        budget.visit()?;
        let (mut faces, mut kinds) = stock;
        let mut roots = [0; COLUMNS];
        for (i, cuts) in cuts.iter().enumerate() {
            let cut = cuts[usize::from(left[i])];
            let last = deal.dealt[i][usize::from(left[i]) - 1];
            faces |= cut.faces;
            kinds |= cut.kinds | 1 << last.index();
            roots[i] = 1_u32 << last.face();
        }
        for i in 0..deal.width {
            let count = usize::from(left[i]);
            let others = (0..deal.width).filter(|&j| j != i).fold(0, |all, j| all | roots[j]);
            let chains = chain_faces(others, faces);
            let home = goes_home(deal, start, deal.dealt[i][count - 1], kinds);
            let run = deal.bare(i, count).run() as usize;
            for take in 1..=run {
                let head = deal.dealt[i][count - take];
                if chains >> landing(head.face()) & 1 == 0 && !(take == 1 && home) {
                    continue;
                }
                if take == count {
                    return Ok(false);
                }
                let mut next = left;
                next[i] -= take as u8;
                if visited.insert(next) {
                    open.push(next);
                }
            }
        }
    }
    Ok(true)
}

fn cuts(cards: &[super::packed::Kind]) -> Vec<Cut> {
    let mut cuts = vec![Cut::default(); cards.len() + 1];
    for (i, kind) in cards.iter().enumerate().rev() {
        let above = cuts[i + 1];
        cuts[i] =
            Cut { faces: above.faces | 1 << kind.face(), kinds: above.kinds | 1 << kind.index() };
    }
    cuts
}

/// The faces of the chains on these last cards, all cards with these faces being at hand.
fn chain_faces(roots: u32, at_hand: u32) -> u32 {
    let mut chains = roots;
    for low in (2..FACES - 2).step_by(2).rev() {
        let above = chains >> (low + 2) & 3;
        let landed = (above >> 1 | above << 1) & 3;
        chains |= at_hand & landed << low;
    }
    chains
}

/// Whether a card may go to a foundation once cards of these kinds may have gone.
fn goes_home(deal: &Deal, start: &State, kind: super::packed::Kind, kinds: u64) -> bool {
    let piles = &start.foundations[2 * kind.suit()..][..2];
    let reaches = |pile: u8| {
        let mut between = pile + 1..kind.rank();
        pile < kind.rank() && between.all(|rank| kinds >> (4 * rank + kind.suit() as u8) & 1 == 1)
    };
    if deal.rules.one_pile_per_suit {
        let pile = piles[0] % deal.rules.pack.top.number();
        return pile >= kind.rank() || reaches(pile);
    }
    piles.iter().any(|&pile| reaches(pile))
}
