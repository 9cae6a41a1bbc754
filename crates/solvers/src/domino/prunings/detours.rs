//! Cards that must move more than once.
//!
//! *Setup.* No redeal is left, the Aces are chosen. A card is *misplaced* if it is not in its place of the won
//! position, its *goal*. A misplaced card is *direct* if it moves once, so from where it lies to its goal. The
//! *blockers* of a misplaced card x are the card that lies in its goal and, under `fill=left`, x - 1, as far as
//! they are misplaced.
//!
//! *Claim.* A win takes a move for each misplaced card, and one more for each card of some set that meets every
//! cycle of blockers: the least number of such cards ([`fewest_detours`]) is a bound. Under `fill=left` the set
//! may leave out the *straight* cards: those that follow the ordered prefix of a row.
//!
//! *Proof.* When a direct card x moves, its goal is empty, so that the card that lay there has moved; and under
//! `fill=left` x - 1 lies in its own goal, so that it has moved if it was misplaced. If these are direct, their one
//! move comes before that of x. So direct cards that block one another in a cycle would each move before
//! itself: each cycle has a card that moves at least twice. A straight card x moves only once, for under `fill=left`
//! it moves only to the right of x - 1, and that card never moves, since the card before it, down to the Ace, never
//! does.
//!
//! *Needs.* No redeal: it moves cards without moves.
//!
//! Oracle: the tests of `lower_bound.rs`, and `tests/shorter.rs`.

use gehtauf_rules::domino::Variant;
use gehtauf_search::bits;

use crate::domino::state::{State, VariantTables};

/// Whether the proof holds for the variant.
pub fn supports(variant: &Variant) -> bool {
    let Variant {
        pack: _,
        fill_left: _,
        aces_free: _,
        redeals: _,
        redeal_blocked: _,
        pickup_lifo: _,
    } = variant;
    true
}

/// How often a kernel that no reduction makes smaller is divided into two. What is left then counts as one.
const MAX_BRANCHES: u32 = 6;

/// Which cards block which, a bit for each card.
#[derive(Clone)]
struct Blockers {
    cards: u64,
    /// Those that must not be chosen.
    straight: u64,
    out: [u64; 64],
    into: [u64; 64],
}

/// The least number of misplaced cards, or less, that meets every cycle of blockers.
pub fn fewest_detours(tables: &VariantTables, state: &State) -> u32 {
    blockers(tables, state).fewest(MAX_BRANCHES)
}

/// The misplaced cards, a bit each.
pub fn misplaced(tables: &VariantTables, state: &State) -> u64 {
    bits(tables.movable)
        .filter(|&card| state.spot(card) != 0 && !state.is_in_place(card, state.spot(card)))
        .fold(0, |cards, card| cards | 1 << card)
}

fn blockers(tables: &VariantTables, state: &State) -> Blockers {
    let cards = misplaced(tables, state);
    let mut blockers = Blockers { cards, straight: 0, out: [0; 64], into: [0; 64] };
    for row in 0..tables.rows {
        let ace = state.card(16 * row);
        for place in 1..tables.top {
            let card = ace + place;
            if cards >> card & 1 == 0 {
                continue;
            }
            let there = state.card(16 * row + place);
            let mut out = 1_u64 << there & !1;
            if tables.fill_left {
                out |= 1 << (card - 1) & cards;
                blockers.straight |= u64::from(state.prefix(row) == place) << card;
            }
            blockers.out[usize::from(card)] = out;
            for blocker in bits(out) {
                blockers.into[usize::from(blocker)] |= 1 << card;
            }
        }
    }
    blockers
}

impl Blockers {
    /// Takes a card out, with all that it blocks and is blocked by.
    fn remove(&mut self, card: u8) {
        let bit = 1 << card;
        self.cards &= !bit;
        for other in bits(self.out[usize::from(card)]) {
            self.into[usize::from(other)] &= !bit;
        }
        for other in bits(self.into[usize::from(card)]) {
            self.out[usize::from(other)] &= !bit;
        }
        self.out[usize::from(card)] = 0;
        self.into[usize::from(card)] = 0;
    }

    /// Takes a card out that is not chosen: what it blocks is blocked by what blocks it.
    fn pass_by(&mut self, card: u8) {
        let (out, into) = (self.out[usize::from(card)], self.into[usize::from(card)]);
        self.remove(card);
        for before in bits(into) {
            self.out[usize::from(before)] |= out;
        }
        for after in bits(out) {
            self.into[usize::from(after)] |= into;
        }
    }

    /// Takes out what needs no choice; says how many cards were chosen. (Levy and Low 1988.)
    ///
    /// A card that blocks itself is chosen. One that is in no cycle goes. If all cycles through a card go through the
    /// one card that blocks it, or that it blocks, that one does as well unless it must not be chosen.
    fn reduce(&mut self) -> u32 {
        let mut chosen = 0;
        loop {
            let before = self.cards;
            for card in bits(self.cards) {
                let (out, into) = (self.out[usize::from(card)], self.into[usize::from(card)]);
                if self.cards >> card & 1 == 0 {
                    continue;
                }
                let stands_for =
                    |others: u64| others.is_power_of_two() && others & self.straight == 0;
                if (out | into) >> card & 1 == 1 {
                    chosen += 1;
                    self.remove(card);
                } else if out == 0 || into == 0 {
                    self.remove(card);
                } else if self.straight >> card & 1 == 1 || stands_for(out) || stands_for(into) {
                    self.pass_by(card);
                }
            }
            if self.cards == before {
                return chosen;
            }
        }
    }

    fn fewest(mut self, branches: u32) -> u32 {
        let chosen = self.reduce();
        let degree = |card: &u8| {
            let card = usize::from(*card);
            self.out[card].count_ones() * self.into[card].count_ones()
        };
        let Some(card) = bits(self.cards).max_by_key(degree) else { return chosen };
        let Some(branches) = branches.checked_sub(1) else { return chosen + 1 };
        let mut without = self.clone();
        without.remove(card);
        self.pass_by(card);
        chosen + (1 + without.fewest(branches)).min(self.fewest(branches))
    }
}
