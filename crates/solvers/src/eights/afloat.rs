//! A proof that a position is unwinnable, by where cards that have left their places can lie and by
//! when the talon offers its cards.

use ahash::{AHashMap, RandomState};
use gehtauf_search::{Budget, Stop};

use super::packed::{COLUMNS, Deal, Kind, State, below};
use super::steps::bits;

/// How many cards of each kind there are: by suit, four bits for each rank from the Ace on.
#[derive(Debug, Clone, Copy, Default)]
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

    /// How many cards of each face there are: by line, four bits for each rank. A line has the faces
    /// that build on one another: black Aces, red Twos, and so on, or red Aces, black Twos, and so on.
    pub fn lines(self) -> [u64; 2] {
        const ODD: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let [clubs, diamonds, hearts, spades] = self.0;
        let (black, red) = (clubs + spades, diamonds + hearts);
        [(black & ODD) + (red & !ODD), (red & ODD) + (black & !ODD)]
    }

    /// How many ranks from the Ace on have both cards of a suit.
    fn both(self, suit: usize) -> u32 {
        without_gap(self.0[suit] & TWOS)
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

/// The cards that are out, see [`no_win`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Out {
    pub heavy: Cards,
    pub light: Cards,
}

impl Out {
    fn with_heavy(self, kind: Kind) -> Out {
        Out { heavy: self.heavy.add(kind), ..self }
    }

    fn all(self) -> Cards {
        self.heavy.and(self.light)
    }

    /// The heavy cards that are on no foundation if of all that are out as many as possible are.
    pub fn not_home(self) -> Cards {
        let all = self.all();
        Cards(std::array::from_fn(|suit| {
            let heavy = self.heavy.0[suit];
            // Both piles of the suit hold the ranks up to the first, one of them up to the second.
            let (low, high) = (all.both(suit), without_gap(all.0[suit]));
            (heavy & TWOS & up_to(high)) >> 1 & !up_to(low) | heavy & !up_to(high)
        }))
    }
}

/// Whether chains on these roots, and one more for each column that is free, can hold the cards
/// `needed`, if others that are `out` may lie in them too.
pub fn chains_hold(needed: Cards, out: Cards, roots: Cards, mut free: u32) -> bool {
    let (roots, needed, out) = (roots.lines(), needed.lines(), out.lines());
    for line in 0..2 {
        let digit = |number: [u64; 2], rank: u32| (number[line] >> (4 * rank - 4) & 15) as u32;
        let mut parents = 0;
        for rank in (1..=13).rev() {
            let needed = digit(needed, rank);
            let without_parent = needed.saturating_sub(parents);
            if without_parent > free {
                return false;
            }
            free -= without_parent;
            parents = needed.max(parents.min(digit(out, rank))) + digit(roots, rank);
        }
    }
    true
}

/// A position in which only this counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Rest {
    /// How many cards of each column lie where they lay at the start.
    dealt: [u8; COLUMNS],
    /// The places of the cards that the stock has left.
    stock: u64,
    /// The first place that may have a talon card; those of the stock below it are the waste.
    turned: u8,
    pass: u8,
}

impl Rest {
    fn talon(&self) -> u64 {
        self.stock & !below(self.turned)
    }

    fn waste_top(&self) -> Option<u8> {
        (self.stock & below(self.turned)).checked_ilog2().map(|place| place as u8)
    }
}

/// A position of the search, and how it was reached: from which one, and the column that was dug.
struct Node {
    rest: Rest,
    before: usize,
    dug: Option<usize>,
}

struct Search<'d> {
    deal: &'d Deal,
    start: Rest,
    /// What is out at the start.
    out: Cards,
    /// What has left each column with so many dealt cards in place.
    left_of: Vec<Vec<Cards>>,
}

impl<'d> Search<'d> {
    /// From a position on, or from the one with the whole stock taken.
    fn new(deal: &'d Deal, start: &State, stock_is_out: bool) -> Search<'d> {
        let left_of = |cards: &Vec<Kind>| {
            let left = |n| cards[n..].iter().fold(Cards::default(), |all: Cards, &k| all.add(k));
            (0..=cards.len()).map(left).collect()
        };
        let mut out = Cards::on_foundations(deal, &start.foundations);
        if stock_is_out {
            out = deal.stock.iter().fold(out, |out, &kind| out.add(kind));
        }
        let start = Rest {
            dealt: std::array::from_fn(|i| deal.dealt[i].len() as u8),
            stock: if stock_is_out { 0 } else { start.stock },
            turned: start.turned,
            pass: start.pass,
        };
        let left_of = deal.dealt[..deal.width].iter().map(left_of).collect();
        Search { deal, start, out, left_of }
    }

    fn kind(&self, place: u8) -> Kind {
        self.deal.stock[usize::from(place)]
    }

    fn stock_cards(&self, places: u64) -> Cards {
        bits(places).fold(Cards::default(), |cards, place| cards.add(self.kind(place)))
    }

    /// What is out if of the stock the cards at the places `heavy` are heavy.
    fn out(&self, rest: &Rest, heavy: u64) -> Out {
        let left = self.left_of.iter().zip(rest.dealt);
        let dealt = left.fold(Cards::default(), |all, (of, n)| all.and(of[usize::from(n)]));
        let taken = self.start.stock & !rest.stock;
        Out {
            heavy: dealt.and(self.stock_cards(taken & heavy)),
            light: self.out.and(self.stock_cards(taken & !heavy)),
        }
    }

    /// Whether chains can hold the heavy cards that are on no foundation, with none on column `but`.
    fn holds(&self, rest: &Rest, out: Out, but: Option<usize>) -> bool {
        let mut roots = Cards::default();
        let mut free = 0;
        for i in (0..self.deal.width).filter(|&i| Some(i) != but) {
            match usize::from(rest.dealt[i]) {
                0 => free += 1,
                n => roots = roots.add(self.deal.dealt[i][n - 1]),
            }
        }
        chains_hold(out.not_home(), out.all(), roots, free)
    }

    /// The positions on the way to a win if of the stock only the cards at the places `heavy` are heavy;
    /// each with the column that was dug last.
    fn win(&self, heavy: u64, budget: &mut Budget<'_>) -> Result<Option<Vec<Node>>, Stop> {
        // By all but the light cards that the stock has left: these.
        let mut visited: AHashMap<Rest, Vec<u64>> =
            AHashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        let mut nodes: Vec<Node> = Vec::new();
        let mut open = vec![(Node { rest: self.start, before: 0, dug: None }, Out::default())];
        open[0].1.light = self.out;
        while let Some((mut node, mut out)) = open.pop() {
            self.take_what_never_hurts(&mut node.rest, &mut out, heavy);
            let rest = node.rest;
            let sets = visited.entry(Rest { stock: rest.stock & heavy, ..rest }).or_default();
            let left = rest.stock & !heavy;
            if sets.iter().any(|&set| set & !left == 0) {
                continue;
            }
            sets.retain(|&set| left & !set != 0);
            sets.push(left);
            budget.visit()?;
            let before = nodes.len();
            nodes.push(node);
            if rest.dealt == [0; COLUMNS] && rest.stock == 0 {
                return Ok(Some(way(nodes)));
            }
            let mut go_to = |rest, dug, out| open.push((Node { rest, before, dug }, out));
            let may_redeal = self.deal.rules.passes.is_none_or(|passes| rest.pass < passes);
            let talon = rest.talon();
            if talon != 0 {
                go_to(Rest { turned: talon.trailing_zeros() as u8 + 1, ..rest }, None, out);
            } else if rest.stock != 0 && may_redeal {
                let pass = rest.pass + u8::from(self.deal.rules.passes.is_some());
                go_to(Rest { turned: 0, pass, ..rest }, None, out);
            }
            if let Some(place) = rest.waste_top() {
                let out = out.with_heavy(self.kind(place));
                if self.holds(&rest, out, None) {
                    go_to(Rest { stock: rest.stock & !(1 << place), ..rest }, None, out);
                }
            }
            for i in 0..self.deal.width {
                let (mut after, mut out) = (rest, out);
                for _ in 0..self.deal.bare(i, usize::from(rest.dealt[i])).run() {
                    after.dealt[i] -= 1;
                    out = out.with_heavy(self.deal.dealt[i][usize::from(after.dealt[i])]);
                    if self.holds(&after, out, Some(i)) {
                        go_to(after, Some(i), out);
                    }
                }
            }
        }
        Ok(None)
    }

    /// Takes the top waste card or the next talon card while that never hurts.
    fn take_what_never_hurts(&self, rest: &mut Rest, out: &mut Out, heavy: u64) {
        loop {
            let talon = rest.talon();
            rest.turned = talon.trailing_zeros() as u8;
            let next = (talon != 0).then_some(rest.turned);
            let is_heavy = |place: u8| heavy >> place & 1 == 1;
            let never_hurts = |&place: &u8| {
                let kind = self.kind(place);
                u32::from(kind.rank()) <= out.all().both(kind.suit()) + 1
                    || !is_heavy(place) && self.holds(rest, out.with_heavy(kind), None)
            };
            let Some(place) = rest.waste_top().into_iter().chain(next).find(never_hurts) else {
                return;
            };
            rest.stock &= !(1 << place);
            let cards = if is_heavy(place) { &mut out.heavy } else { &mut out.light };
            *cards = cards.add(self.kind(place));
        }
    }

    /// Places of light cards with which, were they heavy too, chains could not hold what is heavy at
    /// some position of the way; none if they can hold the cards of the whole stock.
    fn too_heavy(&self, way: &[Node], heavy: u64) -> u64 {
        let fails = |node: &Node, heavy: u64| {
            !self.holds(&node.rest, self.out(&node.rest, heavy), node.dug)
        };
        let Some(node) = way.iter().find(|node| fails(node, u64::MAX)) else { return 0 };
        let mut needed = u64::MAX;
        for place in bits(self.start.stock & !node.rest.stock & !heavy) {
            let fewer = needed & !(1 << place);
            if fails(node, fewer) {
                needed = fewer;
            }
        }
        self.start.stock & !node.rest.stock & !heavy & needed
    }
}

/// The nodes on the way to the last one.
fn way(mut nodes: Vec<Node>) -> Vec<Node> {
    let mut way = Vec::new();
    while let Some(node) = nodes.pop() {
        nodes.truncate(node.before + 1);
        way.push(node);
    }
    way.reverse();
    way
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
/// The search asks no more than this, and not of all cards: some of the stock's are light and need lie
/// nowhere once they were taken. They are asked for a place when they are taken only, and may lie in a
/// chain as long as they are of use there. As many cards as possible are taken to be on foundations and
/// as many of the others as possible to lie in chains, since more of them only help further down. So of
/// two positions that differ only in what of the stock has been taken, of the light cards more and of the
/// heavy ones the same, with the same talon but for that, the one with more taken is as good: what is
/// out helps, what is no longer there covers nothing on the waste. Therefore a light card that can be
/// taken from the top of the waste, or next from the talon, is taken at once, and so is a heavy one of
/// which both cards of each lower rank of the suit are out: then its kind is always wholly on
/// foundations. Of positions that compare so only the best are kept. To each position of a play there
/// is one of the search that is as good. If it finds no position without a dealt card or stock card, no
/// play wins.
///
/// Unless it is `timed`, the whole stock is out and light from the start, which is as good as any position
/// of a play again. If it is, the stock's cards are taken one by one, at first all of them light; and if
/// the search finds a win, it looks for a position on the way that chains could not hold with the
/// weight of all cards, makes as few of them heavy as will show that, and searches again. Options that
/// restrict the moves further take nothing away from this, one pile per suit holds nothing that two
/// could not, and what comes back from a foundation is out.
///
/// # Errors
/// The budget is spent.
pub fn no_win(
    deal: &Deal,
    start: &State,
    timed: bool,
    budget: &mut Budget<'_>,
) -> Result<bool, Stop> {
    let search = Search::new(deal, start, !timed);
    let mut heavy = 0;
    loop {
        let Some(way) = search.win(heavy, budget)? else { return Ok(true) };
        let more = search.too_heavy(&way, heavy);
        if more == 0 {
            return Ok(false);
        }
        heavy |= more;
    }
}

#[cfg(test)]
mod tests {
    use gehtauf_search::{Budget, Limits, Verdict};

    use super::super::{Prunings, exhaust_with, small_deals};
    use super::*;

    #[test]
    fn time_and_weight_prove_more_and_nothing_wrong() {
        let limits = Limits { max_states: 50_000, ..Limits::default() };
        let mut proven = [0; 2];
        for size in [
            ["1", "5", "CH", "2", "3", "3"],
            ["2", "5", "CDHS", "2", "4", "6"],
            ["1", "4", "CDHS", "2", "4", "4"],
            ["2", "6", "CDHS", "2", "5", "4"],
            ["1", "7", "CDH", "2", "4", "5"],
        ] {
            for (seed, table) in small_deals(size, 0..100) {
                let (deal, start) = Deal::new(&table).unwrap();
                let [light, timed] = [false, true].map(|timed| {
                    no_win(&deal, &start, timed, &mut Budget::new(limits, None)) == Ok(true)
                });
                assert!(timed || !light, "{size:?} seed {seed}");
                proven[0] += usize::from(light);
                proven[1] += usize::from(timed);
                if timed {
                    let mut budget = Budget::new(limits, None);
                    let (truth, _) = exhaust_with(&table, Prunings::NONE, &mut budget);
                    let lost = !matches!(truth, Verdict::Won(_));
                    assert!(lost, "{size:?} seed {seed}");
                }
            }
        }
        assert!(proven[1] >= proven[0] + 3, "{proven:?}");
    }
}
