//! Level-wise beam search over belief sets, up to the levels of the retrograde analysis. A node takes 32
//! bytes. (The shared beam compares no nodes of a level with each other and proves nothing, so the loop
//! is here.)

use std::cmp::Reverse;

use gehtauf_rules::Move;
use gehtauf_search::bytes::{table_bytes, vec_bytes};
use gehtauf_search::{Budget, Outcome, Share, Stop, hashing, path_to};

use super::configuration::SuitRules;
use super::piles::{Generated, Node, Origin, Step};
use super::sets::BeliefSets;
use super::table::{EMPTY, SetId};
use super::translate::DealtPiles;
use crate::hochzeitszug::abstractions::retrograde::Retrograde;
use crate::hochzeitszug::evaluation::levels::evaluate_targets;
use crate::hochzeitszug::prunings::Prunings;
use crate::hochzeitszug::prunings::dominated_nodes::drop_dominated;
use crate::hochzeitszug::state::{State, VariantTables};

/// A level keeps at most one node for so many states that may still be visited.
const STATES_PER_NODE: u64 = 20;

/// Narrower beams do not look at single suits: that takes more states than they have.
const NARROW: usize = 800;

/// The level that is generated, and what it takes with all before it.
struct NextLevel {
    /// Its nodes.
    index: hashing::Set<Node>,
    /// How many nodes of the levels before are kept as origins.
    kept: usize,
    share: Share,
}

impl NextLevel {
    /// Counts the bytes.
    fn count(&mut self, generated: &Vec<Generated>) -> Result<(), Stop> {
        self.share.resize(
            vec_bytes::<Origin>(self.kept)
                + vec_bytes::<Generated>(generated.capacity())
                + table_bytes::<Node>(self.index.capacity()),
        )
    }
}

/// The game as levels: a step is that the top unit's head leaves its pile.
pub struct Levels {
    pub dealt: DealtPiles,
    suit_rules: SuitRules,
    prunings: Prunings,
    pub suits: [BeliefSets; 4],
    pub retrograde: Retrograde,
    pub start: Node,
    /// How many steps empty all piles.
    pub steps: usize,
}

impl Levels {
    /// Whether the levels are the whole game from a state.
    pub fn cover(state: &State) -> bool {
        state.first_round && state.redeals_left == 0
    }

    pub fn new(
        tables: &VariantTables,
        state: &State,
        prunings: Prunings,
        budget: &mut Budget<'_>,
    ) -> Result<Levels, Stop> {
        let dealt = DealtPiles::new(tables, state);
        let suit_rules = SuitRules {
            decks: tables.variant.pack.decks,
            runs: tables.variant.runs,
            safe_foundation_moves: prunings.safe_foundation_moves,
        };
        let mut suits = std::array::from_fn(|suit| {
            BeliefSets::new(suit_rules, dealt.piles.of_suit(suit), budget.memory())
        });
        let mut sets = [EMPTY; 4];
        for suit in 0..4 {
            sets[suit] = suits[suit].start(dealt.gone[suit], budget)?;
        }
        for (suit, unit) in dealt.open_units() {
            sets[suit] = suits[suit].opened(sets[suit], unit, budget)?;
        }
        Ok(Levels {
            retrograde: Retrograde::new(suit_rules, prunings.dominated_nodes, &dealt, budget)?,
            suit_rules,
            prunings,
            suits,
            start: Node { left: dealt.piles.full(), sets },
            steps: dealt.piles.steps(),
            dealt,
        })
    }

    /// Adds levels before the win until one has more than `max_nodes` nodes. `Unwinnable` is exact.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn add_before_the_win(
        &mut self,
        max_nodes: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Move>, Stop> {
        self.retrograde.grow(&self.dealt.piles, self.steps, max_nodes, budget)?;
        Ok(if self.retrograde.is_empty() { Outcome::Unwinnable } else { Outcome::Open })
    }

    /// Beams of this width, each with other random tie-breaking, until one answers. `Unwinnable` is exact.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn beams(
        &mut self,
        width: usize,
        restarts: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Move>, Stop> {
        for seed in 0..restarts {
            match self.beam(width, seed, budget)? {
                Outcome::Open => {}
                answer => return Ok(answer),
            }
        }
        Ok(Outcome::Open)
    }

    /// Searches level by level up to the levels before the end, keeping the best `width` nodes of
    /// each, or as many as the states left allow. `Unwinnable` only if none was left out.
    fn beam(
        &mut self,
        width: usize,
        seed: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Move>, Stop> {
        self.dealt.piles.break_ties(seed);
        let single_suits = self.prunings.single_suits && width >= NARROW;
        let mut level = vec![self.start];
        let mut origins: Vec<Vec<Origin>> = Vec::new();
        let mut complete = true;
        let share = budget.memory().share();
        let mut next_level = NextLevel { index: hashing::set(), kept: 0, share };
        let last = self.retrograde.depth() + 1;
        for left in (last..=self.steps).rev() {
            let mut next = self.expand(&level, single_suits, &mut next_level, budget)?;
            // All nodes of the last level are looked at.
            let width = if left > last {
                let affordable = (budget.states_left() / STATES_PER_NODE).max(1);
                width.min(usize::try_from(affordable).unwrap_or(usize::MAX))
            } else {
                usize::MAX
            };
            if self.prunings.dominated_nodes {
                // Twice as many as are kept, for those that are not kept need not be compared.
                complete &= !keep_best(&mut next, width.saturating_mul(2));
                let contains = |suit: usize, large, small| self.suits[suit].contains(large, small);
                drop_dominated(&mut next, contains, budget)?;
            }
            complete &= !keep_best(&mut next, width);
            next_level.kept += next.len();
            next_level.count(&next)?;
            level = next.iter().map(|&(_, node, _)| node).collect();
            origins.push(next.iter().map(|&(_, _, origin)| origin).collect());
            if level.is_empty() {
                break;
            }
        }
        Ok(match self.order_of_win(&level, &origins) {
            Some(order) => Outcome::Won(self.dealt.moves(self.suit_rules, &order)),
            None if complete => Outcome::Unwinnable,
            None => Outcome::Open,
        })
    }

    /// The nodes after those of a level, each once.
    fn expand(
        &mut self,
        level: &[Node],
        single_suits: bool,
        next_level: &mut NextLevel,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Generated>, Stop> {
        let mut next = Vec::new();
        next_level.index.clear();
        let (mut units_left, mut targets, mut departures) = (Vec::new(), Vec::new(), Vec::new());
        for (i, node) in level.iter().enumerate() {
            self.dealt.piles.units_left(node.left, &mut units_left);
            self.retrograde.targets().reachable(&units_left, &mut targets);
            let opened = self.dealt.piles.opened(|pile| units_left[pile].into());
            let evaluation = self.evaluate(node, &units_left);
            self.departures(node, &units_left[..opened], &mut departures);
            for &pile in &departures {
                let left = usize::from(units_left[pile]);
                let targets = self.retrograde.targets().reachable_after(&targets, pile, left - 1);
                if targets == 0 {
                    continue;
                }
                let step = self.dealt.piles.step(node.left, pile, opened);
                let child = self.after(*node, step, budget)?;
                let (suit, _) = step.leaving;
                if single_suits && !self.suits[suit].may_be_won(child.sets[suit], budget)? {
                    continue;
                }
                if next_level.index.insert(child) {
                    budget.visit()?;
                    let piles = &self.dealt.piles;
                    let of_pile = piles.evaluation(pile, left - 1) - piles.evaluation(pile, left);
                    let of_sets = self.evaluate_step(node, &child);
                    let evaluation = evaluation + of_pile + of_sets + evaluate_targets(targets);
                    next.push((evaluation, child, (i as u32, pile as u8)));
                }
            }
            next_level.count(&next)?;
        }
        Ok(next)
    }

    /// The node after a step that its suits can take.
    pub fn after(
        &mut self,
        mut node: Node,
        step: Step,
        budget: &mut Budget<'_>,
    ) -> Result<Node, Stop> {
        let (suit, unit) = step.leaving;
        node.left = step.left_after;
        node.sets[suit] = self.suits[suit].left(node.sets[suit], unit.head, budget)?;
        if let Some((suit, unit)) = step.opening {
            node.sets[suit] = self.suits[suit].opened(node.sets[suit], unit, budget)?;
        }
        Ok(node)
    }

    /// The evaluation of a node but for its targets.
    fn evaluate(&self, node: &Node, units_left: &[u8]) -> i32 {
        let sets = (0..4).map(|suit| self.suits[suit].evaluation(node.sets[suit]));
        let piles = units_left.iter().enumerate();
        let piles = piles.map(|(pile, &left)| self.dealt.piles.evaluation(pile, left.into()));
        sets.sum::<i32>() + piles.sum::<i32>()
    }

    /// What the sets of a node's child add to its evaluation.
    fn evaluate_step(&self, parent: &Node, child: &Node) -> i32 {
        let changed = (0..4).filter(|&suit| child.sets[suit] != parent.sets[suit]);
        let evaluation = |suit: usize, node: &Node| self.suits[suit].evaluation(node.sets[suit]);
        changed.map(|suit| evaluation(suit, child) - evaluation(suit, parent)).sum()
    }

    /// The piles whose top unit can leave; one alone if that is safe, by the claim of safe heads
    /// ([`belief_sets`](super)).
    fn departures(&self, node: &Node, units_left: &[u8], departures: &mut Vec<usize>) {
        let of_sets = |heads: fn(&BeliefSets, SetId) -> u32| -> [u32; 4] {
            std::array::from_fn(|suit| heads(&self.suits[suit], node.sets[suit]))
        };
        let (can_leave, safe_heads) =
            (of_sets(BeliefSets::can_leave), of_sets(BeliefSets::safe_heads));
        departures.clear();
        for (pile, &left) in units_left.iter().enumerate() {
            let Some((suit, unit)) = self.dealt.piles.units(pile)[..left.into()].last() else {
                continue;
            };
            if safe_heads[*suit] >> unit.head & 1 == 1 {
                departures.clear();
                departures.push(pile);
                break;
            }
            if can_leave[*suit] >> unit.head & 1 == 1 {
                departures.push(pile);
            }
        }
    }

    /// The piles in the order in which their units leave, if a node of the last level has an ending.
    fn order_of_win(&self, last: &[Node], origins: &[Vec<Origin>]) -> Option<Vec<usize>> {
        last.iter().enumerate().find_map(|(i, node)| {
            let configurations =
                |suit: usize| self.suits[suit].table.configurations(node.sets[suit]);
            let ending = self.retrograde.from(node, configurations)?;
            let mut order = path_to((origins.len(), i), |&(level, at)| {
                let (before, pile) = origins[level.checked_sub(1)?][at];
                Some(((level - 1, before as usize), usize::from(pile)))
            });
            order.extend(ending);
            Some(order)
        })
    }
}

/// Keeps the nodes with the best evaluations, in their order. Whether it left any out.
fn keep_best(nodes: &mut Vec<Generated>, width: usize) -> bool {
    if nodes.len() <= width {
        return false;
    }
    let rank = |&(evaluation, _, origin): &Generated| (Reverse(evaluation), origin);
    let mut ranks: Vec<_> = nodes.iter().map(rank).collect();
    let first_out = *ranks.select_nth_unstable(width).1;
    nodes.retain(|node| rank(node) < first_out);
    true
}

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{AnyPosition, BruteForce, Game, Position, RuleSet, brute_force};
    use gehtauf_search::Limits;

    use super::*;

    /// Levels of every depth from both sides meet, with the verdict of brute force.
    fn meet_anywhere(seeds: std::ops::Range<u64>) {
        let sizes: [&[(&str, &str)]; 4] = [
            &[("ranks", "6"), ("suits", "C"), ("upper", "1"), ("lower", "1")],
            &[("ranks", "5"), ("suits", "CH"), ("upper", "2"), ("lower", "1")],
            &[("ranks", "7"), ("suits", "S"), ("upper", "2"), ("lower", "1"), ("depth", "3")],
            &[("ranks", "4"), ("suits", "CHS"), ("upper", "2"), ("lower", "2"), ("depth", "3")],
        ];
        let (mut won, mut lost) = (0, 0);
        for (size, moves) in sizes.into_iter().flat_map(|size| [(size, "single"), (size, "run")]) {
            let sets = [&[("moves", moves), ("redeals", "0")], size].concat();
            let game = Game::new(RuleSet::Hochzeitszug, &sets).unwrap();
            for seed in seeds.clone() {
                let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                let winnable = match brute_force(&position, 100_000) {
                    BruteForce::Won(_) => true,
                    BruteForce::Unwinnable => false,
                    BruteForce::TooBig => continue,
                };
                *if winnable { &mut won } else { &mut lost } += 1;
                let AnyPosition::Hochzeitszug(inner) = &position else { unreachable!() };
                let tables = VariantTables::new(inner.variant());
                let state = State::new(&tables, inner);
                for (safe_foundation_moves, most) in [(true, 1), (true, 4), (true, 30), (false, 8)]
                {
                    let prunings = Prunings { safe_foundation_moves, ..Prunings::ALL };
                    let mut budget = Budget::new(Limits::default(), None);
                    let mut levels = Levels::new(&tables, &state, prunings, &mut budget).unwrap();
                    let grown = levels.add_before_the_win(most, &mut budget);
                    let is_open = grown.unwrap() == Outcome::Open;
                    for (width, tie_breaking) in [(1, 0), (2, 1), (8, 2), (usize::MAX, 0)] {
                        match levels.beam(width, tie_breaking, &mut budget).unwrap() {
                            Outcome::Won(moves) => {
                                let mut position = position.clone();
                                for m in moves {
                                    assert!(position.legal_moves().contains(&m), "{sets:?} {seed}");
                                    position.play(m);
                                }
                                assert!(position.is_won() && is_open, "{sets:?} seed {seed}");
                            }
                            Outcome::Unwinnable => {
                                assert!(!winnable, "{sets:?} seed {seed}, at most {most}");
                            }
                            Outcome::Open => assert!(width < usize::MAX, "{sets:?} seed {seed}"),
                        }
                    }
                }
            }
        }
        println!("won {won}, lost {lost}");
        assert!(won > 5 && lost > 5);
    }

    #[test]
    fn plays_and_endings_meet_anywhere() {
        meet_anywhere(0..20);
    }

    #[test]
    #[ignore = "thorough: run in release"]
    fn plays_and_endings_meet_anywhere_in_many_deals() {
        meet_anywhere(0..crate::thorough::as_thorough(20));
    }
}
