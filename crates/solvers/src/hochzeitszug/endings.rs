//! The layers of the game without redeals, looking back from the end.
//!
//! Near the end few cards are left in their dealt places, and only few choices of cards can be the
//! last: all high cards of a suit go up after its low ones. So the layers before the end are small, and
//! some deals are lost for want of an ending.
//!
//! Claim: a position is winnable exactly if, in the layer where so many units are left as in one of
//! these layers, a play leads to a node that shares a packing of each suit with a node of this layer
//! that has the same units left. Proof: each order of steps that empties all piles has an ending of
//! that length, which is in the layer, unless an ending that fits all its packings stands for it. The
//! set of the play holds all packings of a suit to which the order of steps leads, that of the ending
//! all from which it goes on. So a shared packing joins the two, suit by suit, and without one there
//! is no play of this order.

use ahash::AHashSet;
use gehtauf_search::{Budget, Limit, Stop};

use super::piles::{Left, Node, Origin, Piles, Step, SuitUnit, drop_dominated};
use super::suit_endings::SuitEndings;
use super::suits::{EMPTY, Packing, SuitRules, contains};

/// Choices of units left in the waist, a bit each.
pub type Hopes = Vec<u64>;

/// How many choices of units left the waist may have.
const MOST_HOPES: usize = 2048;

/// The last layers of the game.
pub struct Endings {
    suits: [SuitEndings; 4],
    /// The nodes with the most units left so far, those with the same units left side by side.
    front: Vec<Node>,
    /// How many layers there are before the end; none is left out.
    depth: usize,
    /// For each layer before the end and each of its nodes, the node after it and the pile.
    origins: Vec<Vec<Origin>>,
    /// The *waist* is the last layer in which no more choices of units are left than hopes may have:
    /// by pile and units left there, the choices that have no more, as far as not all have no more.
    waist: Vec<Vec<Hopes>>,
    /// All choices of the waist.
    all: Hopes,
}

impl Endings {
    /// The end alone. `cards` are those of each suit.
    pub fn new(
        rules: SuitRules,
        cards: [u32; 4],
        piles: &Piles,
        budget: &mut Budget<'_>,
    ) -> Result<Endings, Stop> {
        let mut suits = [(); 4].map(|()| SuitEndings::new(rules));
        let mut end = Node { left: 0, sets: [EMPTY; 4] };
        for suit in 0..4 {
            end.sets[suit] = suits[suit].end(cards[suit], budget)?;
        }
        let mut endings = Endings {
            suits,
            front: vec![end],
            depth: 0,
            origins: Vec::new(),
            waist: Vec::new(),
            all: Vec::new(),
        };
        endings.narrow(piles);
        Ok(endings)
    }

    /// How many units are left in the layer that is farthest from the end.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Whether there is no ending of the depth, and hence no win.
    pub fn none(&self) -> bool {
        self.front.is_empty()
    }

    /// Adds layers before the end, `steps` at most, until one has more than `most` nodes.
    pub fn grow(
        &mut self,
        piles: &Piles,
        steps: usize,
        most: usize,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        while self.depth < steps && !self.none() && self.front.len() <= most {
            let mut index: AHashSet<Node> =
                AHashSet::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4));
            let mut next: Vec<(i32, Node, Origin)> = Vec::new();
            for i in 0..self.front.len() {
                let node = self.front[i];
                for pile in 0..piles.len() {
                    let Some((before, opened)) = piles.before(node.left, pile) else { continue };
                    let step = piles.step(before, pile, opened);
                    if let Some(node) = self.before(node, before, step, budget)?
                        && index.insert(node)
                    {
                        budget.visit()?;
                        next.push((0, node, (i as u32, pile as u8)));
                    }
                }
            }
            drop_dominated(&mut next, |suit, large, small| {
                let packings = |set| self.suits[suit].packings(set);
                contains(packings(large), packings(small))
            });
            next.sort_by_key(|&(_, node, _)| node.left);
            if self.origins.len() * most * size_of::<Origin>() > budget.max_bytes() / 8 {
                return Err(Stop::Limit(Limit::Memory));
            }
            self.front = next.iter().map(|&(_, node, _)| node).collect();
            self.origins.push(next.iter().map(|&(_, _, origin)| origin).collect());
            self.depth += 1;
            self.narrow(piles);
        }
        Ok(())
    }

    /// The node before a step, if there is one.
    fn before(
        &mut self,
        mut node: Node,
        left: Left,
        step: Step,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Node>, Stop> {
        node.left = left;
        if let Some((suit, unit)) = step.opening {
            node.sets[suit] = self.suits[suit].before_opening(node.sets[suit], unit, budget)?;
            if node.sets[suit] == EMPTY {
                return Ok(None);
            }
        }
        let (suit, unit): SuitUnit = step.leaving;
        node.sets[suit] = self.suits[suit].before_leaving(node.sets[suit], unit.root, budget)?;
        Ok((node.sets[suit] != EMPTY).then_some(node))
    }

    /// Makes the front the waist if it has few enough choices of units left.
    fn narrow(&mut self, piles: &Piles) {
        let mut lefts: Vec<Left> = self.front.iter().map(|node| node.left).collect();
        lefts.dedup();
        if lefts.len() > MOST_HOPES {
            return;
        }
        let choices = |fits: &dyn Fn(Left) -> bool| {
            let mut hopes = vec![0; lefts.len().div_ceil(64)];
            for (i, _) in lefts.iter().enumerate().filter(|&(_, &left)| fits(left)) {
                hopes[i / 64] |= 1 << (i % 64);
            }
            hopes
        };
        let at_most = |pile: usize| {
            let left_in = |left| piles.left_in(left, pile);
            let most = lefts.iter().map(|&left| left_in(left)).max().unwrap_or(0);
            (0..most).map(|most| choices(&|left| left_in(left) <= most)).collect()
        };
        self.waist = (0..piles.len()).map(at_most).collect();
        self.all = choices(&|_| true);
    }

    /// The choices of the waist to which a play can still come that has so many units left in each
    /// pile.
    ///
    /// Claim: a play that has none cannot win, unless it is past the waist. Proof: piles only lose
    /// units, and each win comes through the waist with one of its choices.
    pub fn hopes(&self, units_left: &[u8], hopes: &mut Hopes) {
        hopes.clone_from(&self.all);
        for (waist, &left) in self.waist.iter().zip(units_left) {
            let Some(at_most) = waist.get(usize::from(left)) else { continue };
            for (hopes, at_most) in hopes.iter_mut().zip(at_most) {
                *hopes &= at_most;
            }
        }
    }

    /// How many of these choices there are still with so many units left in a pile.
    pub fn hopes_after(&self, hopes: &Hopes, pile: usize, left: usize) -> u32 {
        let at_most = self.waist[pile].get(left).unwrap_or(hopes);
        hopes.iter().zip(at_most).map(|(hopes, at_most)| (hopes & at_most).count_ones()).sum()
    }

    /// An ending that goes on from a node as many units before the end as the depth: its piles in
    /// order.
    pub fn from<'p>(
        &self,
        node: &Node,
        packings: impl Fn(usize) -> &'p [Packing],
    ) -> Option<Vec<usize>> {
        let first = self.front.partition_point(|ending| ending.left < node.left);
        let same_left = self.front[first..].iter().take_while(|ending| ending.left == node.left);
        let joined = |ending: &Node| {
            (0..4).all(|suit| {
                let endings = self.suits[suit].packings(ending.sets[suit]);
                packings(suit).iter().any(|packing| endings.binary_search(packing).is_ok())
            })
        };
        let found = same_left.enumerate().find(|(_, ending)| joined(ending))?;
        let mut at = (first + found.0) as u32;
        let mut order = Vec::new();
        for layer in self.origins.iter().rev() {
            let (after, pile) = layer[at as usize];
            order.push(usize::from(pile));
            at = after;
        }
        Some(order)
    }
}
