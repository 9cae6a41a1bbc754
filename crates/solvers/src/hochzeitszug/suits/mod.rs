//! All packings of one suit at once.
//!
//! A *root* is a dealt card that is open or covered only by cards packed on it: a run of its suit
//! that descends from it. Where the cards of a suit that have left their dealt places lie is then
//! told by the length of the run on each root; the rest is on the foundations. That is a *packing*:
//! 4 bits a root in a `u128`.
//!
//! A [`Suits`] numbers sets of packings and remembers how they go over into each other.

mod lone;

use ahash::{AHashMap, AHashSet};
use gehtauf_search::{Budget, Limit, Stop};
use siphasher::sip128::{Hasher128, SipHasher13};
use std::hash::Hasher;

/// Cards that lie in a dealt stack as a run of one suit, as if packed; often a single card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    /// The lowest card, which is the highest in rank.
    pub root: u8,
    /// How many cards lie on it.
    pub run: u8,
    /// The cards that lie on it.
    pub cards: u32,
}

/// The number of a set of packings.
pub type SetId = u32;

/// The set without packings: a play that leads to it is not possible.
pub const EMPTY: SetId = u32::MAX;
/// A step that has not been looked at.
pub const UNKNOWN: SetId = u32::MAX - 1;

/// Cards of a suit: `2 * (rank - 1) + copy`.
pub const SUIT_CARDS: usize = 26;

/// The run on each root.
pub type Packing = u128;

/// Two bits a rank: how many copies.
pub type Copies = u32;

/// What is common to the packings of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Cards that have left their dealt place.
    pub gone: u32,
    /// Cards that are roots.
    pub roots: u32,
}

#[derive(Debug, Clone, Copy)]
struct Set {
    shape: Shape,
    /// Roots that can leave in some packing.
    can_leave: u32,
    /// Roots that are safe and can go up in every packing.
    safe_roots: u32,
    score: i32,
    start: usize,
    len: usize,
}

/// By card, the set after it has left its dealt place if it is a root, or else after its unit has been
/// laid open.
type After = [SetId; SUIT_CARDS];

/// A step from a packing to another of the same set, or to one without the root `from`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shift {
    /// The root whose run's end moves.
    pub from: u8,
    /// The root whose run takes it; nothing for the foundation.
    pub to: Option<u8>,
    /// How many cards move.
    pub count: u8,
}

/// What a suit's cards may do; the same for all suits.
#[derive(Debug, Clone, Copy)]
pub struct SuitRules {
    pub decks: u8,
    pub runs: bool,
    /// Whether safe cards go up at once ([`SuitRules::is_safe`]).
    pub safe_cards: bool,
}

/// A unit, and the roots of its suit that lie over it in its pile.
pub type Covered = (Unit, u32);

/// The interned sets of packings.
pub struct Suits {
    rules: SuitRules,
    units: Vec<Covered>,
    sets: Vec<Set>,
    /// For each set.
    after: Vec<After>,
    /// For each set, whether the suit might go out if no other suit covered its cards, if that has been
    /// asked.
    goes_out: Vec<Option<bool>>,
    packings: Vec<Packing>,
    index: AHashMap<u128, SetId>,
    seen: AHashSet<Packing>,
    found: Vec<Packing>,
}

/// How many cards lie on a root.
pub fn length(packing: Packing, root: u8) -> u8 {
    (packing >> (4 * root) & 15) as u8
}

/// The rank of a card of a suit.
pub fn rank(card: u8) -> u8 {
    card / 2 + 1
}

/// The places of the bits that are set.
pub fn bits(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (bit < 32).then_some(bit)
    })
}

impl Shape {
    /// After a unit has been laid open.
    pub fn opened(self, unit: Unit) -> Shape {
        Shape { gone: self.gone | unit.cards, roots: self.roots | 1 << unit.root }
    }

    /// After a root has left its dealt place.
    pub fn left(self, root: u8) -> Shape {
        Shape { gone: self.gone | 1 << root, roots: self.roots & !(1 << root) }
    }

    /// How many copies of each rank are gone.
    pub fn gone_copies(self) -> Copies {
        let odd = self.gone >> 1 & 0x0155_5555;
        (self.gone & 0x0155_5555) + odd
    }

    /// How many cards are on the foundations.
    fn cards_out(self, packing: Packing) -> u32 {
        let packed: u32 = bits(self.roots).map(|root| u32::from(length(packing, root))).sum();
        self.gone.count_ones() - packed
    }

    /// How many copies of each rank are on the foundations.
    pub fn out(self, packing: Packing) -> Copies {
        let mut out = self.gone_copies();
        for root in bits(self.roots) {
            let length = length(packing, root);
            let run = 0x0155_5555 & ((1 << (2 * length)) - 1);
            out -= run << (2 * (rank(root) - 1 - length));
        }
        out
    }
}

/// How many copies of a rank.
pub fn copies(copies: Copies, rank: u8) -> u8 {
    (copies >> (2 * (rank - 1)) & 3) as u8
}

impl SuitRules {
    pub fn goes_up(self, out: Copies, rank: u8) -> bool {
        let ready = if rank <= 2 { self.decks } else { copies(out, rank - 2) };
        copies(out, rank) < ready
    }

    /// Whether a card that can go up may do so without a look at anything else.
    ///
    /// The claim and its proof are those of the safe cards of the last deal (`exhaustive.rs`): a
    /// packing from which a safe card can go up is no better than the one after.
    fn is_safe(self, out: Copies, rank: u8) -> bool {
        let all_out = |lower: u8| rank <= lower || copies(out, rank - lower) == self.decks;
        self.safe_cards
            && (all_out(1) || all_out(3) && all_out(4))
            && (all_out(2) || copies(out, rank) + 1 == self.decks)
    }

    /// The packing after a safe card that is packed has gone up, if there is one.
    fn after_safe_card(self, shape: Shape, packing: Packing) -> Option<Packing> {
        let out = shape.out(packing);
        bits(shape.roots).find_map(|root| {
            let run = length(packing, root);
            let end = rank(root) - run;
            (run > 0 && self.goes_up(out, end) && self.is_safe(out, end))
                .then(|| packing - (1 << (4 * root)))
        })
    }

    /// The roots that can go up from a packing and are safe.
    fn safe_roots(self, shape: Shape, packing: Packing) -> u32 {
        let out = shape.out(packing);
        let safe = bits(shape.roots).filter(|&root| {
            let rank = rank(root);
            length(packing, root) == 0 && self.goes_up(out, rank) && self.is_safe(out, rank)
        });
        safe.fold(0, |roots, root| roots | 1 << root)
    }

    /// How promising a set is: the roots that can leave, how much choice there is, how many cards can
    /// be out, and the roots that can be bare. The weights are fitted ([`super::piles`]).
    fn score(self, shape: Shape, packings: &[Packing], can_leave: u32) -> i32 {
        let choice = (packings.len() as u128).pow(4).ilog2() as i32;
        let cards_out = |&packing: &Packing| shape.cards_out(packing) as i32;
        let most_out = packings.iter().map(cards_out).max().unwrap_or(0);
        let can_be_bare = |&root: &u8| packings.iter().any(|&packing| length(packing, root) == 0);
        let bare = bits(shape.roots).filter(can_be_bare).count() as i32;
        52 * can_leave.count_ones() as i32 + 8 * choice - 17 * most_out + 41 * bare
    }

    /// The roots that can leave in some packing.
    fn can_leave(self, shape: Shape, packings: &[Packing]) -> u32 {
        let can_leave = |&root: &u8| {
            packings.iter().any(|&packing| {
                let mut leaves = false;
                self.departures(shape, packing, root, |_, _| leaves = true);
                leaves
            })
        };
        bits(shape.roots).filter(can_leave).fold(0, |roots, root| roots | 1 << root)
    }

    /// Calls `found` with each packing one shift away from `packing`, no root leaving.
    pub fn shifts(self, shape: Shape, packing: Packing, mut found: impl FnMut(Packing, Shift)) {
        let out = shape.out(packing);
        for from in bits(shape.roots) {
            let run = length(packing, from);
            if run == 0 {
                continue;
            }
            let end = rank(from) - run;
            let shorter = |count: u8| packing - (u128::from(count) << (4 * from));
            if self.goes_up(out, end) {
                found(shorter(1), Shift { from, to: None, count: 1 });
            }
            for to in bits(shape.roots & !(1 << from)) {
                let open = rank(to) - length(packing, to);
                let longest = if self.runs { run } else { 1 };
                if open > end && open - end <= longest {
                    let count = open - end;
                    let longer = u128::from(count) << (4 * to);
                    found(shorter(count) + longer, Shift { from, to: Some(to), count });
                }
            }
        }
    }

    /// Calls `found` with each packing after `root` has left, with what lies on it.
    pub fn departures(
        self,
        shape: Shape,
        packing: Packing,
        root: u8,
        mut found: impl FnMut(Packing, Shift),
    ) {
        let run = length(packing, root);
        if run > 0 && !self.runs {
            return;
        }
        if run == 0 && self.goes_up(shape.out(packing), rank(root)) {
            found(packing, Shift { from: root, to: None, count: 1 });
        }
        let without = packing & !(15 << (4 * root));
        for to in bits(shape.roots & !(1 << root)) {
            if rank(to) - length(packing, to) == rank(root) + 1 {
                let count = run + 1;
                let longer = u128::from(count) << (4 * to);
                found(without + longer, Shift { from: root, to: Some(to), count });
            }
        }
    }
}

/// 128 bits of SipHash-1-3 of a set of packings. The chance that any two of n sets share them is below
/// n^2 / 2^129.
pub fn key(shape: Shape, packings: &[Packing]) -> u128 {
    let mut hasher = SipHasher13::new();
    hasher.write_u64(u64::from(shape.gone) << 32 | u64::from(shape.roots));
    for &packing in packings {
        hasher.write_u128(packing);
    }
    hasher.finish128().as_u128()
}

/// Whether sorted packings have all of others.
pub fn contains(large: &[Packing], small: &[Packing]) -> bool {
    let mut rest = large;
    large.len() >= small.len()
        && small.iter().all(|packing| {
            let found = rest.binary_search(packing);
            rest = &rest[found.unwrap_or(rest.len())..];
            found.is_ok()
        })
}

impl Suits {
    /// Without sets yet; `units` are all of the suit.
    pub fn new(rules: SuitRules, units: Vec<Covered>) -> Suits {
        Suits {
            rules,
            units,
            sets: Vec::new(),
            after: Vec::new(),
            goes_out: Vec::new(),
            packings: Vec::new(),
            index: AHashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4)),
            seen: AHashSet::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4)),
            found: Vec::new(),
        }
    }

    pub fn shape(&self, set: SetId) -> Shape {
        self.sets[set as usize].shape
    }

    /// The roots that can leave.
    pub fn can_leave(&self, set: SetId) -> u32 {
        self.sets[set as usize].can_leave
    }

    /// The roots that may go up without a look at any other step: they are safe in every packing.
    pub fn safe_roots(&self, set: SetId) -> u32 {
        self.sets[set as usize].safe_roots
    }

    pub fn packings(&self, set: SetId) -> &[Packing] {
        let set = &self.sets[set as usize];
        &self.packings[set.start..set.start + set.len]
    }

    /// Whether a set has all packings of another.
    pub fn contains(&self, large: SetId, small: SetId) -> bool {
        self.can_leave(small) & !self.can_leave(large) == 0
            && contains(self.packings(large), self.packings(small))
    }

    /// How promising a set is.
    pub fn score(&self, set: SetId) -> i32 {
        self.sets[set as usize].score
    }

    /// About how many bytes the sets take.
    fn bytes(&self) -> usize {
        self.packings.capacity() * size_of::<Packing>()
            + self.sets.capacity()
                * (size_of::<Set>() + size_of::<After>() + 1 + 2 * size_of::<(u128, SetId)>())
    }

    /// The set of a suit without roots of which these cards have left.
    pub fn start(&mut self, gone: u32, budget: &mut Budget<'_>) -> Result<SetId, Stop> {
        self.found.clear();
        self.found.push(0);
        self.close(Shape { gone, roots: 0 }, budget)
    }

    /// The set after a unit of the suit has been laid open.
    pub fn opened(
        &mut self,
        set: SetId,
        unit: Unit,
        budget: &mut Budget<'_>,
    ) -> Result<SetId, Stop> {
        let known = self.after[set as usize][usize::from(unit.root)];
        if known != UNKNOWN {
            return Ok(known);
        }
        let shape = self.shape(set).opened(unit);
        let run = u128::from(unit.run) << (4 * unit.root);
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        found.extend(self.packings(set).iter().map(|&packing| packing + run));
        self.found = found;
        let after = self.close(shape, budget)?;
        self.after[set as usize][usize::from(unit.root)] = after;
        Ok(after)
    }

    /// The set after a root has left its dealt place.
    pub fn left(&mut self, set: SetId, root: u8, budget: &mut Budget<'_>) -> Result<SetId, Stop> {
        let known = self.after[set as usize][usize::from(root)];
        if known != UNKNOWN {
            return Ok(known);
        }
        let shape = self.shape(set);
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        for &packing in self.packings(set) {
            self.rules.departures(shape, packing, root, |packing, _| found.push(packing));
        }
        self.found = found;
        let after = self.close(shape.left(root), budget)?;
        self.after[set as usize][usize::from(root)] = after;
        Ok(after)
    }

    /// Adds to the packings in `found` all that follow from them, and gives the set its number.
    fn close(&mut self, shape: Shape, budget: &mut Budget<'_>) -> Result<SetId, Stop> {
        self.seen.clear();
        let (rules, seen, found) = (self.rules, &mut self.seen, &mut self.found);
        found.retain(|&packing| seen.insert(packing));
        let (mut next, mut kept) = (0, 0);
        while let Some(&packing) = found.get(next) {
            next += 1;
            budget.visit()?;
            let mut add = |packing| {
                if seen.insert(packing) {
                    found.push(packing);
                }
            };
            if let Some(better) = rules.after_safe_card(shape, packing) {
                add(better);
            } else {
                rules.shifts(shape, packing, |packing, _| add(packing));
                found[kept] = packing;
                kept += 1;
            }
        }
        found.truncate(kept);
        if self.found.is_empty() {
            return Ok(EMPTY);
        }
        self.found.sort_unstable();
        let next_id = self.sets.len() as SetId;
        let id = *self.index.entry(key(shape, &self.found)).or_insert(next_id);
        if id == next_id {
            if self.bytes() > budget.max_bytes() / 8 {
                return Err(Stop::Limit(Limit::Memory));
            }
            let safe = self.found.iter().map(|&packing| self.rules.safe_roots(shape, packing));
            let safe_roots = safe.fold(u32::MAX, |all, roots| all & roots);
            let can_leave = self.rules.can_leave(shape, &self.found);
            self.sets.push(Set {
                shape,
                can_leave,
                safe_roots,
                score: self.rules.score(shape, &self.found, can_leave),
                start: self.packings.len(),
                len: self.found.len(),
            });
            self.goes_out.push(None);
            self.after.push([UNKNOWN; SUIT_CARDS]);
            self.packings.extend_from_slice(&self.found);
        }
        Ok(id)
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_search::Limits;

    use super::*;

    const RULES: SuitRules = SuitRules { decks: 2, runs: false, safe_cards: false };

    /// The first copy of a rank.
    fn card(rank: u8) -> u8 {
        2 * (rank - 1)
    }

    fn single(rank: u8) -> Unit {
        Unit { root: card(rank), run: 0, cards: 0 }
    }

    fn on(rank: u8, run: u8) -> Packing {
        Packing::from(run) << (4 * card(rank))
    }

    /// Both copies of the ranks up to this one.
    fn up_to(rank: u8) -> u32 {
        (1 << (2 * rank)) - 1
    }

    /// The sets after the 5 and the 4 have been laid open, and after the 4 has left then.
    fn four_leaves_beside_five(rules: SuitRules, gone: u32) -> (Suits, SetId) {
        let mut budget = Budget::new(Limits::default(), None);
        let mut suits = Suits::new(rules, Vec::new());
        let mut set = suits.start(gone, &mut budget).unwrap();
        for rank in [5, 4] {
            set = suits.opened(set, single(rank), &mut budget).unwrap();
            assert_eq!(suits.packings(set), [0]);
        }
        set = suits.left(set, card(4), &mut budget).unwrap();
        (suits, set)
    }

    #[test]
    fn card_that_cannot_go_up_is_packed() {
        let (suits, set) = four_leaves_beside_five(RULES, 0);
        assert_eq!(suits.packings(set), [on(5, 1)]);
    }

    #[test]
    fn card_that_can_go_up_may_be_packed_as_well() {
        let one_two = 1 << card(2);
        let (suits, set) = four_leaves_beside_five(RULES, up_to(1) | one_two);
        assert_eq!(suits.packings(set), [0, on(5, 1)]);
    }

    #[test]
    fn safe_card_is_not_packed() {
        let rules = SuitRules { safe_cards: true, ..RULES };
        let (suits, set) = four_leaves_beside_five(rules, up_to(3));
        assert_eq!(suits.packings(set), [0]);
        assert_eq!(suits.safe_roots(set), 1 << card(5));
        let (suits, set) = four_leaves_beside_five(RULES, up_to(3));
        assert_eq!(suits.packings(set), [0, on(5, 1)]);
        assert_eq!(suits.safe_roots(set), 0);
    }

    #[test]
    fn root_leaves_under_its_run_only_if_runs_move() {
        for runs in [false, true] {
            let mut budget = Budget::new(Limits::default(), None);
            let (mut suits, mut set) = four_leaves_beside_five(SuitRules { runs, ..RULES }, 0);
            set = suits.opened(set, single(6), &mut budget).unwrap();
            set = suits.left(set, card(5), &mut budget).unwrap();
            if runs {
                assert_eq!(suits.packings(set), [on(6, 2)]);
            } else {
                assert_eq!(set, EMPTY);
            }
        }
    }

    #[test]
    fn unit_brings_its_run() {
        let mut budget = Budget::new(Limits::default(), None);
        let mut suits = Suits::new(RULES, Vec::new());
        let set = suits.start(up_to(3), &mut budget).unwrap();
        let unit = Unit { root: card(5), run: 1, cards: 1 << card(4) };
        let set = suits.opened(set, unit, &mut budget).unwrap();
        assert_eq!(suits.packings(set), [0, on(5, 1)]);
        assert_eq!(suits.shape(set).out(0), suits.shape(set).gone_copies());
        assert_eq!(copies(suits.shape(set).out(on(5, 1)), 4), 0);
    }

    #[test]
    fn equal_sets_have_one_number() {
        let mut budget = Budget::new(Limits::default(), None);
        let mut suits = Suits::new(RULES, Vec::new());
        let mut after = |ranks: [u8; 2]| {
            let mut set = suits.start(0, &mut budget).unwrap();
            for rank in [1, 2] {
                set = suits.opened(set, single(rank), &mut budget).unwrap();
            }
            for rank in ranks {
                set = suits.left(set, card(rank), &mut budget).unwrap();
            }
            set
        };
        // An Ace packed on the 2 is out when the 2 leaves.
        assert_eq!(after([1, 2]), after([2, 1]));
    }
}
