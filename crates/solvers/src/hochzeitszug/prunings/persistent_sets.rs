//! Persistent sets of top cards: under `redeal=blocked` it is enough to move some of them now.
//!
//! *Setup.* `redeal=blocked`, a round before the last. A position is won or followed by a redeal only where no card
//! can move, so that these positions are all that a round is about. There is no empty stack, or it is the first round,
//! in which no card goes to one. A *part* is some of the stacks; its moves are those that their top cards have now. It is
//! *undisturbed* if in no play of moves that are none of its own
//! - a card is packed on a top card X of the part,
//! - a card of the next higher rank of X's suit gets open or is open and of no stack of the part,
//! - X fits a foundation that it does not fit now, or its twin takes the only place that there is for both,
//! - a stack is emptied if X lies alone and the talon refills stacks, or if it is not the first round.
//!
//! *Claim.* If a part is undisturbed and has a move, its moves are enough: through one of them each position without moves
//! is reached that can be reached, in as many moves. (The moves are a persistent set; Godefroid 1996.)
//!
//! *Invariant.* A play of other moves leaves the part its moves, and they are all that its top cards have. Each of
//! these moves and each of those, where both are possible, can be played in both orders and give the same position.
//!
//! *Each move keeps it.* Nothing is packed on X or on a card that X can be packed on, whose stack belongs to the
//! part, and neither moves by any other move; a card that goes to a foundation takes X's place there only if it is the
//! twin. Different cards that go to foundations or onto different cards do not hinder each other. Two stacks that are
//! emptied are refilled in the order in which they are: with a talon the two orders differ, and that is ruled out.
//!
//! *Conclusion.* While a play makes other moves only, there is a move, so that it is not at its end. Of a play to a position
//! without moves the first move of the part may therefore come first; so on with the rest, which is shorter.
//!
//! *Needs.* What other moves come to is asked of a delete relaxation: the top cards of the part stay where they are, other
//! cards that have been top cards remain so, and a pile whose cards have all been is one that the talon refills. It
//! reaches all that plays do. Not `moves=run` nor `packing=stalled`, under which more moves hinder each other.
//!
//! Oracles: `no_position_without_moves_is_missed` here; `tests/hochzeitszug.rs` with the switch on and off.

use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::{MAX_STACKS, Variant};
use gehtauf_search::bits;

use super::reversible_packings::Step;
use crate::hochzeitszug::state::{MAX_CARDS, NONE, State, VariantTables, card_type};

/// Whether the proof holds for the variant.
pub fn supports(variant: &Variant) -> bool {
    let Variant {
        pack: _,
        layers: _,
        runs,
        packing_stalled,
        redeals: _,
        redeal_blocked,
        upper: _,
        lower: _,
        depth: _,
    } = *variant;
    redeal_blocked && !runs && !packing_stalled
}

/// Some of the stacks, a bit each.
type Part = u16;

/// What a place in the talon begins with, above all ids.
const IN_TALON: u8 = 128;

/// Of a position's moves, keeps those of the undisturbed part that has the fewest.
pub fn keep_fewest(
    tables: &VariantTables,
    state: &State,
    loose: Part,
    steps: &mut Vec<Step>,
    first: usize,
) {
    let all = steps.len() - first;
    if all == 0 || all == 1 && loose == 0 {
        return;
    }
    let mut counts = [0; MAX_STACKS];
    steps[first..].iter().for_each(|step| counts[usize::from(source(step.last))] += 1);
    let count = |part: Part| bits(u64::from(part)).map(|s| counts[usize::from(s)]).sum::<usize>();
    let (mut groups, mut found, mut grouped) = ([(0, 0); MAX_STACKS], 0, 0);
    let moves = |&stack: &usize| counts[stack] > 0 || loose >> stack & 1 == 1;
    for stack in (0..tables.stacks).filter(moves) {
        if grouped >> stack & 1 == 0 {
            let group = group(state, 1 << stack);
            grouped |= group;
            groups[found] = (count(group), group);
            found += 1;
        }
    }
    groups[..found].sort_unstable();
    let (mut best, mut fewest) = (Part::MAX, all);
    for &(_, group) in &groups[..found] {
        let is_small = |part| count(part) < fewest;
        if let Some(part) = undisturbed(tables, state, loose, group, is_small) {
            (best, fewest) = (part, count(part));
        }
    }
    steps.extract_if(first.., |step| best >> source(step.last) & 1 == 0).for_each(drop);
}

/// The stack that a card leaves.
fn source(m: Move) -> u8 {
    match m {
        Move::StackToFoundation { from } | Move::StackToStack { from, .. } => from,
        _ => unreachable!("without a space only top cards move"),
    }
}

/// These stacks and those whose top cards are of the next rank of the suit of one of them, and so on: such a card disturbs
/// a part that lacks its stack.
fn group(state: &State, stacks: Part) -> Part {
    let card_types = bits(u64::from(stacks)).map(|stack| card_type(state.top(stack.into())));
    let neighbours = card_types.flat_map(|own| [own - 1, own + 1]);
    let larger =
        neighbours.flat_map(|next| state.stacks_of(next)).fold(stacks, |all, s| all | 1 << s);
    if larger == stacks { stacks } else { group(state, larger) }
}

/// An undisturbed part with these stacks among others, if one is found that is small enough.
fn undisturbed(
    tables: &VariantTables,
    state: &State,
    loose: Part,
    mut part: Part,
    is_small: impl Fn(Part) -> bool,
) -> Option<Part> {
    while is_small(part) {
        let reached = Reached::without(tables, state, part)?;
        let disturbers = reached.disturbers(tables, state, loose, part)?;
        if disturbers == 0 {
            return Some(part);
        }
        part |= disturbers;
    }
    None
}

/// What the delete relaxation comes to, if the top cards of a part stay.
struct Reached {
    /// The other cards that are top cards or become it, a bit for each id.
    cards: u128,
    /// The card types of which one, two of these are.
    copies: [u64; 2],
    /// The card types that may carry others: these and those of the part.
    hosts: u64,
    /// The card types of which one, two copies can be on the foundations.
    up: [u64; 2],
    /// The stacks that are emptied.
    emptied: Part,
}

impl Reached {
    /// Nothing if a stack is emptied after the first round.
    fn without(tables: &VariantTables, state: &State, part: Part) -> Option<Reached> {
        let hosts = state.tops()[0];
        let mut reached =
            Reached { cards: 0, copies: [0; 2], hosts, up: state.on_foundations, emptied: 0 };
        let (talon, depth) = (state.talon(), usize::from(tables.variant.depth));
        // The top cards, by id or by place in the talon: of the stacks, then of the piles that refill emptied ones.
        let (mut tops, mut columns) = ([NONE; MAX_STACKS + MAX_CARDS], tables.stacks);
        let id = |top: u8| if top < IN_TALON { top } else { talon[usize::from(top - IN_TALON)] };
        let under = |top: u8| match top.checked_sub(IN_TALON) {
            None => state.below(top),
            Some(place) if usize::from(place).is_multiple_of(depth) => NONE,
            Some(_) => top - 1,
        };
        // The card types of the top cards that are not known to move.
        let (mut waiting, mut dealt) = (0, 0);
        for stack in (0..tables.stacks).filter(|&stack| part >> stack & 1 == 0) {
            tops[stack] = state.top[stack];
            if tops[stack] != NONE {
                waiting |= reached.mark(tops[stack]);
            }
        }
        loop {
            reached.raise_foundations(tables, state);
            let mut movable = state.wanted_with(tables, reached.up) | reached.hosts >> 1;
            if waiting & movable == 0 {
                return Some(reached);
            }
            waiting = 0;
            let mut column = 0;
            while column < columns {
                while tops[column] != NONE {
                    let bit = 1 << card_type(id(tops[column]));
                    if movable & bit == 0 {
                        waiting |= bit;
                        break;
                    }
                    tops[column] = under(tops[column]);
                    if tops[column] != NONE {
                        movable |= reached.mark(id(tops[column])) >> 1;
                        continue;
                    }
                    if !state.first_round {
                        return None;
                    }
                    if column < tables.stacks {
                        reached.emptied |= 1 << column;
                    }
                    if dealt < talon.len() {
                        dealt = talon.len().min(dealt + depth);
                        tops[columns] = IN_TALON + dealt as u8 - 1;
                        movable |= reached.mark(talon[dealt - 1]) >> 1;
                        columns += 1;
                    }
                }
                column += 1;
            }
        }
    }

    /// Marks a card that has become a top card; its card type.
    fn mark(&mut self, id: u8) -> u64 {
        let bit = 1 << card_type(id);
        self.cards |= 1 << id;
        self.copies[1] |= self.copies[0] & bit;
        self.copies[0] |= bit;
        self.hosts |= bit;
        bit
    }

    /// Lets the foundations take what they can.
    fn raise_foundations(&mut self, tables: &VariantTables, state: &State) {
        let [one, two] = state.on_foundations;
        let copies = [one | self.copies[0], two | one & self.copies[0] | self.copies[1]];
        for ((up, copies), founded) in self.up.iter_mut().zip(copies).zip([one, two]) {
            loop {
                let higher = founded | copies & (*up << 2 | tables.bases);
                if higher == *up {
                    break;
                }
                *up = higher;
            }
        }
    }

    /// The stacks, none of the part, without whose top cards what is reached does not disturb the part; nothing if it
    /// comes from the talon. (Of that `at` tells nothing after a redeal; but then no stack is emptied, so that nothing
    /// comes from it.)
    fn disturbers(
        &self,
        tables: &VariantTables,
        state: &State,
        loose: Part,
        part: Part,
    ) -> Option<Part> {
        let mut disturbers = 0;
        let mut disturb = |card_type: u8| {
            let copies = [2 * card_type, 2 * card_type + 1].into_iter();
            for id in copies.filter(|id| self.cards >> id & 1 == 1) {
                match state.at[usize::from(id)] {
                    NONE => return None,
                    stack => disturbers |= 1 << stack,
                }
            }
            Some(())
        };
        let (mut refills, talon) = (0, state.talon());
        for stack in bits(u64::from(part)) {
            let top = state.top(stack.into());
            let own = card_type(top);
            disturb(own - 1)?;
            disturb(own + 1)?;
            let places = |up: [u64; 2]| {
                let fits = |copy: usize| {
                    (up[copy] << 2 | tables.bases) & !state.on_foundations[copy] & 1 << own != 0
                };
                u8::from(fits(0)) + u8::from(fits(1))
            };
            match places(state.on_foundations) {
                0 if places(self.up) > 0 => disturb(own - 2)?,
                1 => disturb(own)?,
                _ => {}
            }
            let lowest = if loose >> stack & 1 == 1 { state.below(top) } else { top };
            if state.below(lowest) == NONE && !talon.is_empty() {
                refills |= self.emptied;
            }
        }
        Some(disturbers | refills)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::hochzeitszug::Hochzeitszug;
    use gehtauf_rules::{AnyPosition, Game, Position, RuleSet};
    use gehtauf_search::Space;
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::hochzeitszug::Prunings;
    use crate::hochzeitszug::space::StateSpace;
    use crate::thorough::as_thorough;

    /// How many positions rounds have, how many are left with persistent sets, with reversible packings and with both, and
    /// how many ends.
    #[derive(Debug, Default)]
    struct Counts {
        all: usize,
        persistent: usize,
        classes: usize,
        both: usize,
        ends: usize,
    }

    /// The number of positions of a round and the keys of those without moves; nothing if they are too many.
    fn round(space: &StateSpace<'_>, start: &State) -> Option<(usize, BTreeSet<u128>)> {
        let mut start = start.clone();
        space.settle(&mut start, |_| ());
        let (mut seen, mut ends) = (HashSet::from([space.key(&start)]), BTreeSet::new());
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            if seen.len() > 30_000 {
                return None;
            }
            let mut steps = Vec::new();
            space.steps(&state, &mut steps);
            for step in steps {
                if step.last == Move::Redeal {
                    ends.insert(space.key(&state));
                    continue;
                }
                let mut child = state.clone();
                step.moves().for_each(|m| space.play(&mut child, m));
                space.settle(&mut child, |_| ());
                if seen.insert(space.key(&child)) {
                    open.push(child);
                }
            }
        }
        Some((seen.len(), ends))
    }

    /// Compares the rest of a round with and without persistent sets, if it is small enough.
    fn compare(position: &Hochzeitszug, counts: &mut Counts) {
        let tables = VariantTables::new(position.variant());
        let start = State::new(&tables, position);
        let none = Prunings::NONE;
        let Some((all, ends)) = round(&StateSpace::new(&tables, none), &start) else {
            return;
        };
        counts.all += all;
        counts.ends += ends.len();
        for (kept, persistent_sets, reversible_packings) in [
            (&mut counts.persistent, true, false),
            (&mut counts.classes, false, true),
            (&mut counts.both, true, true),
        ] {
            let prunings = Prunings { persistent_sets, reversible_packings, ..none };
            let (count, found) =
                round(&StateSpace::new(&tables, prunings), &start).expect("no more");
            assert_eq!(ends, found, "{prunings:?} {:?}", position.layout());
            *kept += count;
        }
    }

    /// Compares along drawn plays, in the first round and in the one after it.
    fn compare_along(size: &[(&str, &str)], seeds: std::ops::Range<u64>) -> [Counts; 2] {
        let redeals = [("redeal", "blocked"), ("redeals", "2")];
        let game = Game::new(RuleSet::Hochzeitszug, &[size, &redeals].concat()).unwrap();
        let mut counts = <[Counts; 2]>::default();
        for seed in seeds {
            let mut rng = Pcg64::seed_from_u64(seed);
            let AnyPosition::Hochzeitszug(mut position) =
                game.deal(&seeded_deck(seed, game.pack())).unwrap()
            else {
                unreachable!()
            };
            for number in 0..200 {
                let moves = position.legal_moves();
                if moves.is_empty() || position.redeals_used() > 1 {
                    break;
                }
                if number % 5 == 0 {
                    compare(&position, &mut counts[usize::from(position.redeals_used())]);
                }
                position.play(moves[rng.next_u32() as usize % moves.len()]);
            }
        }
        counts
    }

    const SIZES: [&[(&str, &str)]; 5] = [
        &[("ranks", "6"), ("suits", "C"), ("upper", "2"), ("lower", "1"), ("depth", "2")],
        &[("ranks", "7"), ("suits", "CH"), ("upper", "3"), ("lower", "3"), ("depth", "2")],
        &[("ranks", "5"), ("suits", "CHS"), ("upper", "3"), ("lower", "2"), ("depth", "3")],
        &[("ranks", "13"), ("suits", "S"), ("upper", "3"), ("lower", "2"), ("decks", "1")],
        &[("ranks", "6"), ("suits", "CDHS"), ("upper", "5"), ("lower", "4")],
    ];

    #[test]
    fn no_position_without_moves_is_missed() {
        for size in SIZES {
            let [first, second] = compare_along(size, 0..8);
            assert!(first.ends > 10 && first.both < first.all, "{size:?}: {first:?}");
            assert!(second.ends > 5, "{size:?}: {second:?}");
        }
    }

    #[test]
    #[ignore = "thorough: run in release"]
    fn no_position_without_moves_is_missed_in_many_deals() {
        for size in SIZES {
            let [first, second] = compare_along(size, 1_000..1_000 + as_thorough(4));
            assert!(first.ends > 5 && first.both < first.all, "{size:?}: {first:?}");
            assert!(second.ends > 5, "{size:?}: {second:?}");
        }
        let [first, second] = compare_along(&[], 0..as_thorough(10));
        println!("{first:?} {second:?}");
        assert!(first.all > 5 * first.persistent && second.both < second.all, "{first:?} {second:?}");
    }
}
