//! The chain-counting relaxation: where cards that have left their places can lie, counted.
//!
//! *Setup.* A card is released if it is neither in its dealt place nor in the stock. A released card that is on
//! no foundation lies in a chain, card built on card, which stands on the last card of a column that is still
//! in its dealt place, the column's base, or in a column that has none: a cleared one. A state of the
//! relaxation is how many dealt cards each column has left; the whole stock counts as released, but need lie
//! nowhere. A step takes cards off one column, from its end, at most the run that ends there.
//!
//! *Claim.* If no way of steps, each of which passes the count below, clears all columns, the position is
//! unwinnable, under every option.
//!
//! *Invariant.* The dealt cards left in the position of a play are a state that the relaxation reaches.
//!
//! *Each move keeps it.* A turn, a redeal, a move of released or stock cards: no dealt card leaves its place.
//! Dealt cards that leave a column as the end of a run, or the last one to a foundation: a step. When they have
//! left, whatever lay on them lies elsewhere, so that the count holds for all cards that have left columns,
//! with no chain on this column. Cards that go to foundations of themselves after it are further steps.
//!
//! *The count.* (1) Each base and each card in a chain carries at most one card, of the next lower rank and the
//! other colour, and first in a cleared column lies one card. (2) A card is on a foundation only if those of its
//! suit below it are released too, each pile its own. Asked is whether all cards that have left columns can lie
//! so, as many as possible on foundations and as many others as possible in chains to carry them. A card that
//! need lie nowhere deserves no cleared column: whatever chain it begins can stand there without it, with its
//! second card first. On a parent it is of use or does no harm, since what is needed comes before it.
//!
//! *Conclusion.* A win clears all columns.
//!
//! *Needs.* Nothing: options that restrict the moves take no play away from the relaxation, one pile per suit
//! holds nothing that two could not, and what comes back from a foundation is released.
//! Oracle: `each_pruning` and `root_proofs_hold` in `tests/eights`, `Prunings::chain_counting` alone; the count
//! itself: `chains_hold_what_they_hold_card_by_card`.

use std::sync::atomic::AtomicBool;

use gehtauf_rules::eights::Rules;
use gehtauf_search::{Budget, Limits, Outcome, Space, Stop, bits, depth_first};

use super::card_counts::{Cards, Lines, TWOS, up_to, without_gap};
use crate::eights::state::{COLUMNS, Deal, State};

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

/// Those of `cards` that are on no foundation if as many as possible are: a card only with those of its suit
/// below it, each pile its own, that are `available`.
pub fn not_on_foundations(cards: Cards, available: Cards) -> Cards {
    Cards(std::array::from_fn(|suit| not_on_piles(cards.0[suit], piles(available.0[suit]))))
}

/// Of the cards of a suit that are available the ranks that both its piles hold, and those that one of them does.
pub fn piles(available: u64) -> [u64; 2] {
    [up_to(without_gap(available & TWOS)), up_to(without_gap(available))]
}

/// The cards of a suit that are not on its piles.
pub fn not_on_piles(cards: u64, [both, one]: [u64; 2]) -> u64 {
    (cards & TWOS & one) >> 1 & !both | cards & !one
}

/// Whether chains on these bases, and one more in each cleared column, can hold the cards
/// `needed`, if others may lie in them too: `released` are these with those needed.
pub fn chains_hold(needed: Lines, released: Lines, bases: Lines, cleared: u32) -> bool {
    // Often it is not enough that all that are released carry one.
    if needed.without_parent(released.and(bases)).count() > cleared {
        return false;
    }
    // How many carry one: at first what is needed, and the bases; then what of the released lies on such a one, too, from
    // the Kings down.
    let mut parents = needed.and(bases);
    while needed.without_parent(parents).count() > cleared {
        let carried = released.minus(released.without_parent(parents));
        let more = carried.and(needed.beyond(carried)).and(bases);
        if more == parents {
            return false;
        }
        parents = more;
    }
    true
}

/// As many as the proof itself may visit.
const STATES_OF_EACH_TRY: u64 = 10_000;

/// The relaxation of a position.
pub struct Relaxation<'d> {
    deal: &'d Deal,
    /// What is released at the start, and the whole stock.
    released: Cards,
    /// What has left each column with so many dealt cards in place.
    left_of: Vec<Vec<Cards>>,
    /// Those of it that are counted.
    counted_of: Vec<Vec<Cards>>,
}

/// A dealt card: its column and how many cards lie below it.
pub type DealtPlace = (usize, usize);

impl<'d> Relaxation<'d> {
    /// The relaxation of a position's packed state.
    pub fn new(deal: &'d Deal, start: &State) -> Relaxation<'d> {
        Relaxation::counting(deal, start, |_| true)
    }

    /// The same that asks only of these dealt cards where they lie.
    fn counting(
        deal: &'d Deal,
        start: &State,
        is_counted: impl Fn(DealtPlace) -> bool,
    ) -> Relaxation<'d> {
        let left_of = |column: usize, is_wanted: &dyn Fn(DealtPlace) -> bool| {
            let cards = &deal.dealt[column];
            let wanted = |n: usize| (n..cards.len()).filter(|&place| is_wanted((column, place)));
            let left =
                |n| wanted(n).fold(Cards::default(), |all: Cards, place| all.add(cards[place]));
            (0..=cards.len()).map(left).collect()
        };
        let released = Cards::on_foundations(deal, &start.foundations);
        let released = bits(start.stock)
            .fold(released, |released, i| released.add(deal.stock[usize::from(i)]));
        Relaxation {
            deal,
            released,
            left_of: (0..deal.width).map(|column| left_of(column, &|_| true)).collect(),
            counted_of: (0..deal.width).map(|column| left_of(column, &is_counted)).collect(),
        }
    }

    /// Whether chains can hold the counted cards that have left their columns and are on no foundation, with none on
    /// column `but`.
    fn holds(&self, dealt: &[u8; COLUMNS], but: usize) -> bool {
        let moved = |left_of: &[Vec<Cards>]| {
            let left = left_of.iter().zip(dealt);
            left.fold(Cards::default(), |all, (of, &n)| all.and(of[usize::from(n)]))
        };
        let released = moved(&self.left_of).and(self.released);
        let mut bases = Cards::default();
        let mut cleared = 0;
        for i in (0..self.deal.width).filter(|&i| i != but) {
            match usize::from(dealt[i]) {
                0 => cleared += 1,
                n => bases = bases.add(self.deal.dealt[i][n - 1]),
            }
        }
        let needed = not_on_foundations(moved(&self.counted_of), released);
        chains_hold(needed.lines(), released.lines(), bases.lines(), cleared)
    }
}

impl Space for Relaxation<'_> {
    /// How many dealt cards each column has left.
    type State = [u8; COLUMNS];
    /// A column and how many cards are taken off it.
    type Move = (usize, u8);
    type Key = [u8; COLUMNS];

    fn key(&self, dealt: &[u8; COLUMNS]) -> [u8; COLUMNS] {
        *dealt
    }

    fn is_won(&self, dealt: &[u8; COLUMNS]) -> bool {
        *dealt == [0; COLUMNS]
    }

    fn moves(&self, dealt: &[u8; COLUMNS], moves: &mut Vec<(usize, u8)>) {
        for column in (0..self.deal.width).rev() {
            let run = self.deal.dealt_only[column][usize::from(dealt[column])].run() as u8;
            for count in (1..=run).rev() {
                let mut after = *dealt;
                after[column] -= count;
                if self.holds(&after, column) {
                    moves.push((column, count));
                }
            }
        }
    }

    fn play(&self, dealt: &mut [u8; COLUMNS], (column, count): (usize, u8)) {
        dealt[column] -= count;
    }
}

/// Says whether it is certain that the position is unwinnable. "No" means nothing.
///
/// # Errors
/// The budget is spent.
pub fn is_lost(deal: &Deal, start: &State, budget: &mut Budget<'_>) -> Result<bool, Stop> {
    is_lost_by(deal, start, |_| true, budget)
}

/// The same if only some of the dealt cards are counted. Those that are not need lie nowhere, which takes no play
/// away, and may be of use to others all the same.
fn is_lost_by(
    deal: &Deal,
    start: &State,
    is_counted: impl Fn(DealtPlace) -> bool,
    budget: &mut Budget<'_>,
) -> Result<bool, Stop> {
    let dealt = std::array::from_fn(|i| deal.dealt[i].len() as u8);
    let relaxation = Relaxation::counting(deal, start, is_counted);
    Ok(depth_first(&relaxation, &dealt, budget)? == Outcome::Unwinnable)
}

/// Dealt cards of which none can be left out: the position is lost as too few places are left for these alone. All
/// of them if it is not lost so. A raised flag or the end of the time ends the leaving out.
pub fn cards_without_place(
    deal: &Deal,
    start: &State,
    limits: Limits,
    interrupt: Option<&AtomicBool>,
) -> Vec<DealtPlace> {
    let all = |column: usize| (0..deal.dealt[column].len()).map(move |place| (column, place));
    let mut kept: Vec<DealtPlace> = (0..deal.width).flat_map(all).collect();
    let mut budget = Budget::new(limits, interrupt);
    // Many at a time first, as most can be left out.
    for size in [16, 4, 1] {
        let mut tried = 0;
        while tried < kept.len() {
            let end = kept.len().min(tried + size);
            let fewer = [&kept[..tried], &kept[end..]].concat();
            let is_counted = |place| fewer.contains(&place);
            let is_lost = budget
                .stage(STATES_OF_EACH_TRY, |budget| is_lost_by(deal, start, is_counted, budget));
            match is_lost {
                Ok(true) => kept = fewer,
                Ok(false) | Err(_) => tried = end,
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::eights::small_deals;
    use crate::eights::state::CardType;

    /// As many of the cards as there may be, each released, needed or a base.
    fn random_cards(rng: &mut Pcg64) -> [Cards; 3] {
        let mut cards = [Cards::default(); 3];
        for card in (0..4).flat_map(|suit| (1..=13).map(move |rank| CardType::of(rank, suit))) {
            for _ in 0..rng.next_u32() % 3 {
                let [needed, released, bases] = &mut cards;
                match rng.next_u32() % 4 {
                    0 => (*needed, *released) = (needed.add(card), released.add(card)),
                    1 => *released = released.add(card),
                    2 => *bases = bases.add(card),
                    _ => {}
                }
            }
        }
        cards
    }

    #[test]
    fn chains_hold_what_they_hold_card_by_card() {
        let mut rng = Pcg64::seed_from_u64(1);
        let (mut held, mut not_held) = (0, 0);
        for _ in 0..5_000 {
            let [needed, released, bases] = random_cards(&mut rng);
            // From the King down: each parent carries a card that is needed or else one that is released.
            let mut without_parent = 0;
            for parity in 0..2 {
                let mut parents = 0;
                for rank in (1..=13_u8).rev() {
                    let of = |cards: Cards| -> u64 {
                        let is_red = (u64::from(rank) + parity) % 2 == 0;
                        let suits = if is_red { [1, 2] } else { [0, 3] };
                        suits.iter().map(|&suit| cards.of(CardType::of(rank, suit))).sum()
                    };
                    without_parent += of(needed).saturating_sub(parents);
                    let carried = of(released).min(parents).max(of(needed));
                    parents = carried + of(bases);
                }
            }
            for cleared in 0..8 {
                let holds = chains_hold(needed.lines(), released.lines(), bases.lines(), cleared);
                assert_eq!(
                    holds,
                    without_parent <= cleared.into(),
                    "{needed:?} {released:?} {bases:?}"
                );
                held += u32::from(holds);
                not_held += u32::from(!holds);
            }
        }
        assert!(held > 1_000 && not_held > 1_000, "{held} {not_held}");
    }

    /// Whether the columns can be cleared if of each card named here is asked where it lies: the relaxation again, card
    /// by card.
    fn can_be_cleared(deal: &Deal, start: &State, named: &[DealtPlace]) -> bool {
        let full: Vec<usize> = deal.dealt[..deal.width].iter().map(Vec::len).collect();
        let mut met = std::collections::HashSet::from([full.clone()]);
        let mut open = vec![full];
        while let Some(left) = open.pop() {
            if left.iter().all(|&n| n == 0) {
                return true;
            }
            for column in 0..deal.width {
                let run = deal.dealt_only[column][left[column]].run() as usize;
                for count in 1..=run {
                    let mut after = left.clone();
                    after[column] -= count;
                    let holds = holds_card_by_card(deal, start, named, (&after, column));
                    if holds && met.insert(after.clone()) {
                        open.push(after);
                    }
                }
            }
        }
        false
    }

    fn holds_card_by_card(
        deal: &Deal,
        start: &State,
        named: &[DealtPlace],
        (left, but): (&[usize], usize),
    ) -> bool {
        let gone = |&(column, place): &DealtPlace| place >= left[column];
        let card = |&(column, place): &DealtPlace| deal.dealt[column][place];
        let all = (0..deal.width).flat_map(|c| (0..deal.dealt[c].len()).map(move |p| (c, p)));
        let mut released: Vec<CardType> = all.filter(gone).map(|p| card(&p)).collect();
        released.extend(&deal.stock);
        for (pile, &height) in start.foundations.iter().enumerate() {
            released.extend((1..=height).map(|rank| CardType::of(rank, pile / 2)));
        }
        let count = |cards: &[CardType], of: CardType| cards.iter().filter(|&&c| c == of).count();
        // Needed are those named, as far as the two piles of their suit cannot take them.
        let named: Vec<CardType> = named.iter().filter(|p| gone(p)).map(card).collect();
        let needed = |of: CardType| {
            let piles = (1..=2).filter(|&pile| {
                (1..=of.rank()).all(|rank| count(&released, CardType::of(rank, of.suit())) >= pile)
            });
            count(&named, of).saturating_sub(piles.count())
        };
        let bases: Vec<CardType> = (0..deal.width)
            .filter(|&c| c != but && left[c] > 0)
            .map(|c| deal.dealt[c][left[c] - 1])
            .collect();
        let cleared = (0..deal.width).filter(|&c| c != but && left[c] == 0).count();
        let mut lonely = 0;
        for parity in 0..2 {
            let mut parents = 0;
            for rank in (1..=13_u8).rev() {
                let suits = if (rank + parity) % 2 == 0 { [1, 2] } else { [0, 3] };
                let of_face = suits.map(|suit| CardType::of(rank, suit));
                let sum =
                    |of: &dyn Fn(CardType) -> usize| of_face.iter().map(|&c| of(c)).sum::<usize>();
                let needed = sum(&needed);
                lonely += needed.saturating_sub(parents);
                parents = needed.max(parents.min(sum(&|c| count(&released, c))));
                parents += sum(&|c| count(&bases, c));
            }
        }
        lonely <= cleared
    }

    #[test]
    fn none_of_the_cards_without_place_can_be_left_out() {
        let (mut lost, mut left_out) = (0, 0);
        for (seed, table) in small_deals(["1", "4", "CH", "2", "3", "4"], 0..300) {
            let (deal, start) = Deal::new(&table).unwrap();
            let budget = || Budget::new(Limits::default(), None);
            if !is_lost(&deal, &start, &mut budget()).unwrap() {
                continue;
            }
            lost += 1;
            let cards = cards_without_place(&deal, &start, Limits::default(), None);
            left_out += usize::from(cards.len() < 12);
            assert!(!can_be_cleared(&deal, &start, &cards), "{seed}");
            for i in 0..cards.len() {
                let fewer = [&cards[..i], &cards[i + 1..]].concat();
                assert!(
                    can_be_cleared(&deal, &start, &fewer),
                    "{seed}: {:?} is needless",
                    cards[i]
                );
            }
        }
        assert!(lost > 20 && left_out > 10, "{lost} {left_out}");
    }
}
