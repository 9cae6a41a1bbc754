//! A proof that a position is unwinnable, by where cards that have left their places can lie.

use ahash::{AHashSet, RandomState};
use gehtauf_search::{Budget, Stop};

use super::packed::{COLUMNS, Deal, Kind, State};
use super::steps::bits;

/// How many cards of each kind there are: by suit, four bits for each rank from the Ace on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(pub [u64; 4]);

impl Cards {
    /// What piles hold as in [`State::foundations`].
    pub fn on_foundations(deal: &Deal, foundations: &[u8; 8]) -> Cards {
        let mut cards = Cards::default();
        for (i, &count) in foundations.iter().enumerate() {
            for card in 0..count {
                cards = cards.add(Kind::of(card % deal.rules.pack.top.number() + 1, i / 2));
            }
        }
        cards
    }

    /// How many cards there are if there are no more than three of a kind.
    pub fn count(self) -> u32 {
        const ONES: u64 = 0x1111_1111_1111_1111;
        let count = |x: &u64| (x & ONES).count_ones() + 2 * (x >> 1 & ONES).count_ones();
        self.0.iter().map(count).sum()
    }

    pub fn add(mut self, kind: Kind) -> Cards {
        self.0[kind.suit()] += 1 << (4 * (kind.rank() - 1));
        self
    }

    pub fn and(self, other: Cards) -> Cards {
        Cards(std::array::from_fn(|suit| self.0[suit] + other.0[suit]))
    }

    /// Without cards that are among these.
    pub fn minus(self, other: Cards) -> Cards {
        Cards(std::array::from_fn(|suit| self.0[suit] - other.0[suit]))
    }

    /// Without those of some kinds, four bits each.
    pub fn but(self, kinds: [u64; 4]) -> Cards {
        Cards(std::array::from_fn(|suit| self.0[suit] & !kinds[suit]))
    }

    /// How many cards of each face there are: by line, four bits for each rank. A line has the faces
    /// that build on one another: black Aces, red Twos, and so on, or red Aces, black Twos, and so on.
    pub fn lines(self) -> [u64; 2] {
        const ODD: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let [clubs, diamonds, hearts, spades] = self.0;
        let (black, red) = (clubs + spades, diamonds + hearts);
        [(black & ODD) + (red & !ODD), (red & ODD) + (black & !ODD)]
    }

    /// Whether all of these are among others, if there are no more than seven of a kind.
    pub fn is_among(self, others: Cards) -> bool {
        const HIGH: u64 = 0x8888_8888_8888_8888;
        self.0.iter().zip(others.0).all(|(&few, many)| ((many | HIGH) - few) & HIGH == HIGH)
    }

    /// How many cards of the kind there are.
    pub fn of(self, kind: Kind) -> u64 {
        self.0[kind.suit()] >> (4 * (kind.rank() - 1)) & 15
    }

    /// How many ranks from the Ace on have both cards of a suit.
    pub fn both(self, suit: usize) -> u32 {
        without_gap(self.0[suit] & TWOS)
    }

    /// How many ranks from the Ace on have a card of a suit.
    pub fn one(self, suit: usize) -> u32 {
        without_gap(self.0[suit])
    }
}

const TWOS: u64 = 0x2222_2222_2222_2222;

/// The lowest `ranks` ranks in the numbers of [`Cards`].
fn up_to(ranks: u32) -> u64 {
    (1 << (4 * ranks)) - 1
}

/// How many ranks from the Ace on have a card, four bits for each.
fn without_gap(cards: u64) -> u32 {
    let any = (cards | cards >> 1) & 0x1111_1111_1111_1111;
    (any ^ 0x1111_1111_1111_1111).trailing_zeros() / 4
}

/// The heavy cards that are on no foundation if of these as many as possible are: a card only with those
/// of its suit below it, each pile its own, that are `available`.
pub fn not_home(heavy: Cards, available: Cards) -> Cards {
    Cards(std::array::from_fn(|suit| {
        let heavy = heavy.0[suit];
        // Both piles of the suit hold the ranks up to the first, one of them up to the second.
        let (low, high) = (available.both(suit), available.one(suit));
        (heavy & TWOS & up_to(high)) >> 1 & !up_to(low) | heavy & !up_to(high)
    }))
}

/// Whether chains on these roots, and one more for each column that is free, can hold the cards
/// `needed`, if others that are `out` may lie in them too.
pub fn chains_hold(needed: Cards, out: Cards, roots: Cards, free: u32) -> bool {
    let (roots, needed, out) = (roots.lines(), needed.lines(), out.lines());
    // Mostly it is enough that those needed lie on one another and on the roots.
    let parents = std::array::from_fn(|line| needed[line] + roots[line]);
    if sum_of_digits(without_parent(needed, parents)) <= free {
        return true;
    }
    let (mut parents, mut lonely) = ([0; 2], 0);
    for shift in (0..13).rev().map(|rank| 4 * rank) {
        for line in 0..2 {
            let digit = |number: [u64; 2]| (number[line] >> shift) as u32 & 15;
            let needed = digit(needed);
            lonely += needed.saturating_sub(parents[line]);
            parents[line] = needed.max(parents[line].min(digit(out))) + digit(roots);
        }
        if lonely > free {
            return false;
        }
    }
    true
}

/// By line as in [`Cards::lines`] how many of the children find none of the parents one rank up if each
/// carries one. Of a face there are at most seven children and eight parents.
pub fn without_parent(children: [u64; 2], parents: [u64; 2]) -> [u64; 2] {
    const HIGH: u64 = 0x8888_8888_8888_8888;
    std::array::from_fn(|line| {
        // In each digit 8 and the difference; in those under 8 it is negative.
        let differences = (children[line] | HIGH) - (parents[line] >> 4);
        differences & (((differences & HIGH) >> 3) * 7)
    })
}

/// The sum of all numbers of four bits, at most 255.
pub fn sum_of_digits(lines: [u64; 2]) -> u32 {
    const ODD: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let bytes = lines.map(|digits| (digits & ODD) + (digits >> 4 & ODD));
    ((bytes[0] + bytes[1]).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

struct Search<'d> {
    deal: &'d Deal,
    /// What is out at the start, the whole stock among it.
    out: Cards,
    /// What has left each column with so many dealt cards in place.
    left_of: Vec<Vec<Cards>>,
}

impl<'d> Search<'d> {
    fn new(deal: &'d Deal, start: &State) -> Search<'d> {
        let left_of = |cards: &Vec<Kind>| {
            let left = |n| cards[n..].iter().fold(Cards::default(), |all: Cards, &k| all.add(k));
            (0..=cards.len()).map(left).collect()
        };
        let out = Cards::on_foundations(deal, &start.foundations);
        let out = bits(start.stock).fold(out, |out, i| out.add(deal.stock[usize::from(i)]));
        Search { deal, out, left_of: deal.dealt[..deal.width].iter().map(left_of).collect() }
    }

    /// Whether chains can hold the heavy cards that are on no foundation, with none on column `but`.
    fn holds(&self, dealt: &[u8; COLUMNS], but: usize) -> bool {
        let left = self.left_of.iter().zip(dealt);
        let heavy = left.fold(Cards::default(), |all, (of, &n)| all.and(of[usize::from(n)]));
        let out = heavy.and(self.out);
        let mut roots = Cards::default();
        let mut free = 0;
        for i in (0..self.deal.width).filter(|&i| i != but) {
            match usize::from(dealt[i]) {
                0 => free += 1,
                n => roots = roots.add(self.deal.dealt[i][n - 1]),
            }
        }
        chains_hold(not_home(heavy, out), out, roots, free)
    }

    /// Whether all columns can be emptied.
    fn has_win(&self, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let mut visited = AHashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        let mut open = vec![std::array::from_fn(|i| self.deal.dealt[i].len() as u8)];
        while let Some(dealt) = open.pop() {
            if !visited.insert(dealt) {
                continue;
            }
            budget.visit()?;
            if dealt == [0; COLUMNS] {
                return Ok(true);
            }
            for i in 0..self.deal.width {
                let mut after = dealt;
                for _ in 0..self.deal.bare(i, usize::from(dealt[i])).run() {
                    after[i] -= 1;
                    if self.holds(&after, i) {
                        open.push(after);
                    }
                }
            }
        }
        Ok(false)
    }
}

/// Says whether it is certain that the patience cannot come out. "No" means nothing.
///
/// Claim: if this says yes, the position is unwinnable, under every option.
///
/// Proof: a card is out if it is not in its dealt place and not in the stock. Each card that is out
/// and not on a foundation lies in a chain that is built, card on card, on the last card of some
/// column that still is in its dealt place, or in a column that has none of these. A chain has one
/// card of each rank from below its root down, of faces that the root decides. So (1) whatever cards
/// lie in chains, no more of a face than there are cards out of it or roots of the face that it builds
/// on, but for one more for each column without a dealt card. (2) A card is on a foundation only if
/// those of its suit below it are, each pile its own, which are out as well. When a card leaves its
/// place, to a foundation or as the end of a run, whatever lay on it has left with it or before, so
/// that (1) holds with no chain on that column.
///
/// The search asks no more than this, and of the stock not even that: all of it is out from the start and
/// need lie nowhere, but may lie in a chain as long as it is of use there. As many cards as possible are
/// taken to be on foundations and as many of the others as possible to lie in chains, since more of them
/// only help further down. So each position of a play is one of the search. If it finds none without a
/// dealt card, no play wins. Options that restrict the moves further take nothing away from this, one pile
/// per suit holds nothing that two could not, and what comes back from a foundation is out.
///
/// # Errors
/// The budget is spent.
pub fn no_win(deal: &Deal, start: &State, budget: &mut Budget<'_>) -> Result<bool, Stop> {
    Ok(!Search::new(deal, start).has_win(budget)?)
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    /// As many of the kinds as there may be, each out, needed or a root.
    fn random_cards(rng: &mut Pcg64) -> [Cards; 3] {
        let mut cards = [Cards::default(); 3];
        for kind in (0..4).flat_map(|suit| (1..=13).map(move |rank| Kind::of(rank, suit))) {
            for _ in 0..rng.next_u32() % 3 {
                let [needed, out, roots] = &mut cards;
                match rng.next_u32() % 4 {
                    0 => (*needed, *out) = (needed.add(kind), out.add(kind)),
                    1 => *out = out.add(kind),
                    2 => *roots = roots.add(kind),
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
            let [needed, out, roots] = random_cards(&mut rng);
            // From the King down: each parent carries a card that is needed or else one that is out.
            let mut without_parent = 0;
            for parity in 0..2 {
                let mut parents = 0;
                for rank in (1..=13_u8).rev() {
                    let of = |cards: Cards| -> u64 {
                        let is_red = (u64::from(rank) + parity) % 2 == 0;
                        let suits = if is_red { [1, 2] } else { [0, 3] };
                        suits.iter().map(|&suit| cards.of(Kind::of(rank, suit))).sum()
                    };
                    without_parent += of(needed).saturating_sub(parents);
                    let carried = of(out).min(parents).max(of(needed));
                    parents = carried + of(roots);
                }
            }
            for free in 0..8 {
                let holds = chains_hold(needed, out, roots, free);
                assert_eq!(holds, without_parent <= free.into(), "{needed:?} {out:?} {roots:?}");
                held += u32::from(holds);
                not_held += u32::from(!holds);
            }
        }
        assert!(held > 1_000 && not_held > 1_000, "{held} {not_held}");
    }
}
