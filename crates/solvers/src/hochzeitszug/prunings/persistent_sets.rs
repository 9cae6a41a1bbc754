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
//! *Claim.* If a part is undisturbed and has a move, its moves are enough: through one of them each position without
//! moves is reached that can be reached, in as many moves. (The moves are a persistent set; Godefroid 1996.)
//!
//! *Invariant.* A play of other moves leaves the part its moves, and they are all that its top cards have. Each of
//! these moves and each of those, where both are possible, can be played in both orders and give the same position.
//!
//! *Each move keeps it.* Nothing is packed on X or on a card that X can be packed on, whose stack belongs to the
//! part, and neither moves by any other move; a card that goes to a foundation takes X's place there only if it is the
//! twin. Different cards that go to foundations or onto different cards do not hinder each other. Two stacks that are
//! emptied are refilled in the order in which they are: with a talon the two orders differ, and that is ruled out.
//!
//! *Conclusion.* While a play makes other moves only, there is a move, so that it is not at its end. Of a play to a
//! position without moves the first move of the part may therefore come first; so on with the rest, which is shorter.
//!
//! *With [reversible packings](super::reversible_packings)* the same holds of macro moves, by the number of moves that
//! are not reversible. A part with a reversible card has a move, too. Let a play lead to a position without moves. Of an
//! undisturbed part it has a move that is not reversible: otherwise all that its stacks have at the start they still have
//! at the end, and there is a move. Before the first such move come moves of other parts and reversible packings of the
//! part itself, which change places with them as above; so a macro move of the part comes first, and the rest has one
//! such move less. If the part has none, there is no such play. A card under a reversible one is of the type of another
//! top card, its other host, and adds nothing to what disturbs the part but this: its stack may be emptied.
//!
//! *Needs.* What other moves come to is asked of a delete relaxation: the top cards of the part stay where they are,
//! other cards that have been top cards remain so, and a pile whose cards have all been is one that the talon refills. It
//! reaches all that plays do. Not `moves=run` nor `packing=stalled`, under which more moves hinder each other.
//!
//! Oracles: `no_position_without_moves_is_missed` here; `tests/hochzeitszug.rs` with the switch on and off.

use gehtauf_rules::Move;
use gehtauf_rules::hochzeitszug::{MAX_STACKS, Variant};
use gehtauf_search::bits;

use super::reversible_packings::MacroMove;
use crate::hochzeitszug::state::{NONE, State, VariantTables, card_type};

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

/// Of the macro moves of a position without spaces, all from `first` on, keeps those of the undisturbed part that has the
/// fewest. Of it these stacks have reversible cards.
pub fn keep_fewest(
    tables: &VariantTables,
    state: &State,
    reversible: Part,
    macro_moves: &mut Vec<MacroMove>,
    first: usize,
) {
    let all = macro_moves.len() - first;
    if all == 0 || all == 1 && reversible == 0 {
        return;
    }
    let mut counts = [0; MAX_STACKS];
    macro_moves[first..]
        .iter()
        .for_each(|macro_move| counts[usize::from(source(macro_move.last))] += 1);
    let count = |part: Part| bits(u64::from(part)).map(|s| counts[usize::from(s)]).sum::<usize>();
    let (mut groups, mut found, mut grouped) = ([(0, 0); MAX_STACKS], 0, 0);
    let moves = |&stack: &usize| counts[stack] > 0 || reversible >> stack & 1 == 1;
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
        if let Some(part) = undisturbed(tables, state, reversible, group, is_small) {
            (best, fewest) = (part, count(part));
        }
    }
    macro_moves
        .extract_if(first.., |macro_move| best >> source(macro_move.last) & 1 == 0)
        .for_each(drop);
}

/// The stack that a card leaves.
fn source(m: Move) -> u8 {
    match m {
        Move::StackToFoundation { from } | Move::StackToStack { from, .. } => from,
        _ => unreachable!("without a space only top cards move"),
    }
}

/// These stacks and those whose top cards are of the next rank of the suit of one of them, and so on: such a card
/// disturbs a part that lacks its stack.
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
    reversible: Part,
    mut part: Part,
    is_small: impl Fn(Part) -> bool,
) -> Option<Part> {
    while is_small(part) {
        match Relaxed::new(tables, state, reversible, part).disturbers()? {
            0 => return Some(part),
            disturbers => part |= disturbers,
        }
    }
    None
}

/// The delete relaxation in which the top cards of a part stay.
struct Relaxed<'s> {
    tables: &'s VariantTables,
    state: &'s State,
    /// What would disturb the part as a top card elsewhere.
    neighbours: u64,
    /// The card types of the part's top cards that fit no foundation.
    unfit: u64,
    /// Whether a stack of the part can be emptied by one move, and be refilled.
    is_refilled: bool,
    /// By copy, the card types of the other cards that are top cards or become it.
    cards: [u64; 2],
    /// Those of them that are not known to move.
    waiting: [u64; 2],
    /// The card types that may carry others: these and those of the part.
    hosts: u64,
    /// The card types of which one, two copies can be on the foundations.
    up: [u64; 2],
    /// How many cards of the talon have been dealt, and under a dealt one, by id, the next of its pile.
    dealt: usize,
    under_dealt: [u8; 128],
}

impl<'s> Relaxed<'s> {
    fn new(
        tables: &'s VariantTables,
        state: &'s State,
        reversible: Part,
        part: Part,
    ) -> Relaxed<'s> {
        let mut relaxed = Relaxed {
            tables,
            state,
            neighbours: 0,
            unfit: 0,
            is_refilled: false,
            cards: [0; 2],
            waiting: [0; 2],
            hosts: state.tops()[0],
            up: state.on_foundations,
            dealt: 0,
            under_dealt: [NONE; 128],
        };
        for stack in 0..tables.stacks {
            let top = state.top(stack);
            if top == NONE {
                continue;
            }
            let bit = 1 << card_type(top);
            if part >> stack & 1 == 0 {
                relaxed.cards[usize::from(top % 2)] |= bit;
                continue;
            }
            relaxed.neighbours |= bit << 1 | bit >> 1;
            match relaxed.fits(state.on_foundations, bit) {
                0 => relaxed.unfit |= bit,
                1 => relaxed.neighbours |= bit,
                _ => {}
            }
            let lowest = if reversible >> stack & 1 == 1 { state.below(top) } else { top };
            relaxed.is_refilled |= state.below(lowest) == NONE && !state.talon().is_empty();
        }
        relaxed.waiting = relaxed.cards;
        relaxed
    }

    /// How many foundations with these cards a card of one type fits that it is not on.
    fn fits(&self, up: [u64; 2], card_types: u64) -> u32 {
        let fits = |copy: usize| {
            (up[copy] << 2 | self.tables.bases) & !self.state.on_foundations[copy] & card_types
        };
        fits(0).count_ones() + fits(1).count_ones()
    }

    /// Stacks, none of the part, without whose top cards less of what disturbs the part can be reached, none if it is
    /// undisturbed; nothing if that comes from the talon, or if a stack is emptied after the first round. (Of the talon
    /// `at` tells nothing after a redeal; but then no stack is emptied, so that nothing comes from it.)
    fn disturbers(mut self) -> Option<Part> {
        let disturbers = self.stacks_of(self.neighbours)?;
        if disturbers != 0 {
            return Some(disturbers);
        }
        self.raise_foundations();
        loop {
            if self.unfit != 0 && self.fits(self.up, self.unfit) > 0 {
                let fits = (self.up[0] | self.up[1]) << 2 & self.unfit;
                return self.stacks_of(fits >> 2);
            }
            let mut movable = self.state.wanted_with(self.tables, self.up) | self.hosts >> 1;
            loop {
                let moved = (self.waiting[0] | self.waiting[1]) & movable;
                if moved == 0 {
                    break;
                }
                let card_type = moved.trailing_zeros() as u8;
                for id in [2 * card_type, 2 * card_type + 1] {
                    if self.waiting[usize::from(id % 2)] >> card_type & 1 == 1 {
                        self.waiting[usize::from(id % 2)] ^= 1 << card_type;
                        let disturber = self.take(id, &mut movable)?;
                        if disturber != 0 {
                            return Some(disturber);
                        }
                    }
                }
            }
            let up = self.up;
            self.raise_foundations();
            if up == self.up {
                return Some(0);
            }
        }
    }

    /// The stacks of the cards of these types that are reached; nothing if one is of the talon.
    fn stacks_of(&self, card_types: u64) -> Option<Part> {
        let mut stacks = 0;
        for copy in 0..2 {
            for card_type in bits(self.cards[copy] & card_types) {
                stacks |= self.stack_of(2 * card_type + copy as u8)?;
            }
        }
        Some(stacks)
    }

    fn stack_of(&self, id: u8) -> Option<Part> {
        let stack = self.state.at[usize::from(id)];
        (stack != NONE).then(|| 1 << stack)
    }

    /// Moves a top card away and what can be moved under it, up to a card that disturbs the part.
    fn take(&mut self, mut id: u8, movable: &mut u64) -> Option<Part> {
        loop {
            let is_dealt = self.dealt > 0 && self.state.at[usize::from(id)] == NONE;
            let mut next =
                if is_dealt { self.under_dealt[usize::from(id)] } else { self.state.below(id) };
            if next == NONE {
                if !self.state.first_round {
                    return None;
                }
                if self.is_refilled {
                    return self.stack_of(id);
                }
                next = self.deal();
                if next == NONE {
                    return Some(0);
                }
            }
            let (copy, bit) = (usize::from(next % 2), 1 << card_type(next));
            self.cards[copy] |= bit;
            if self.neighbours & bit != 0 {
                return self.stack_of(next);
            }
            self.hosts |= bit;
            *movable |= bit >> 1;
            if *movable & bit == 0 {
                self.waiting[copy] |= bit;
                return Some(0);
            }
            id = next;
        }
    }

    /// Deals the next pile; its top card.
    fn deal(&mut self) -> u8 {
        let talon = &self.state.talon()[self.dealt..];
        let mut top = NONE;
        for &id in talon.iter().take(self.tables.variant.depth.into()) {
            self.under_dealt[usize::from(id)] = top;
            top = id;
            self.dealt += 1;
        }
        top
    }

    /// Lets the foundations take what they can.
    fn raise_foundations(&mut self) {
        let [one, two] = self.state.on_foundations;
        let (either, both) = (self.cards[0] | self.cards[1], self.cards[0] & self.cards[1]);
        let copies = [one | either, two | one & either | both];
        for ((up, copies), founded) in self.up.iter_mut().zip(copies).zip([one, two]) {
            loop {
                let higher = founded | copies & (*up << 2 | self.tables.bases);
                if higher == *up {
                    break;
                }
                *up = higher;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};
    use std::ops::Range;

    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::hochzeitszug::Hochzeitszug;
    use gehtauf_rules::{AnyPosition, Game, Position, RuleSet};
    use gehtauf_search::Space;
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::hochzeitszug::Prunings;
    use crate::hochzeitszug::prunings::reversible_packings::reversible;
    use crate::hochzeitszug::space::StateSpace;
    use crate::thorough::as_thorough;

    /// How many positions rounds have, how many are left with persistent sets, with reversible packings and with both,
    /// and how many ends.
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
        space.make_canonical(&mut start, |_| ());
        let (mut seen, mut ends) = (HashSet::from([space.key(&start)]), BTreeSet::new());
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            if seen.len() > 30_000 {
                return None;
            }
            let mut macro_moves = Vec::new();
            if space.macro_moves(&state, &mut macro_moves) {
                ends.insert(space.key(&state));
            }
            for macro_move in macro_moves {
                let mut child = state.clone();
                macro_move.moves().for_each(|m| space.play(&mut child, m));
                space.make_canonical(&mut child, |_| ());
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

    /// Looks at every fifth position of drawn plays, in the first round and in the one after it.
    fn along(
        size: &[(&str, &str)],
        seeds: Range<u64>,
        mut look: impl FnMut(&Hochzeitszug, &mut Pcg64),
    ) {
        let redeals = [("redeal", "blocked"), ("redeals", "2")];
        let game = Game::new(RuleSet::Hochzeitszug, &[size, &redeals].concat()).unwrap();
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
                    look(&position, &mut rng);
                }
                position.play(moves[rng.next_u32() as usize % moves.len()]);
            }
        }
    }

    fn compare_along(size: &[(&str, &str)], seeds: Range<u64>) -> [Counts; 2] {
        let mut counts = <[Counts; 2]>::default();
        along(size, seeds, |position, _| {
            compare(position, &mut counts[usize::from(position.redeals_used())]);
        });
        counts
    }

    /// Plays moves of other stacks than those of parts that are said to be undisturbed. After each of them all
    /// macro_moves of the part must be possible and come to the same position as before it. How many moves were played.
    fn play_beside_parts(size: &[(&str, &str)], seeds: Range<u64>) -> usize {
        let mut played = 0;
        along(size, seeds, |position, rng| {
            let tables = VariantTables::new(position.variant());
            let only_classes = Prunings { reversible_packings: true, ..Prunings::NONE };
            let space = StateSpace::new(&tables, only_classes);
            let after = |state: &State, moves: &[Move]| {
                let mut after = state.clone();
                for &m in moves {
                    let mut legal = Vec::new();
                    after.card_moves(&tables, &mut legal);
                    assert!(legal.contains(&m), "{m} in {:?}", position.layout());
                    after.play(&tables, m);
                }
                after
            };
            let mut start = State::new(&tables, position);
            space.make_canonical(&mut start, |_| ());
            let mut macro_moves = Vec::new();
            space.macro_moves(&start, &mut macro_moves);
            if !start.first_round && start.empty_stacks(&tables).next().is_some() {
                return;
            }
            let reversible = reversible(&start);
            for stack in (0..tables.stacks).filter(|&stack| start.top(stack) != NONE) {
                let group = group(&start, 1 << stack);
                let Some(part) = undisturbed(&tables, &start, reversible, group, |_| true) else {
                    continue;
                };
                let is_of_part = |m: Move| part >> source(m) & 1 == 1;
                let macro_moves =
                    macro_moves.iter().filter(|macro_move| is_of_part(macro_move.last));
                let macro_moves: Vec<Vec<Move>> =
                    macro_moves.map(|macro_move| macro_move.moves().collect()).collect();
                let mut state = start.clone();
                for _ in 0..60 {
                    let mut others = Vec::new();
                    state.card_moves(&tables, &mut others);
                    others.retain(|&m| !is_of_part(m));
                    if others.is_empty() {
                        break;
                    }
                    let m = others[rng.next_u32() as usize % others.len()];
                    let next = after(&state, &[m]);
                    for macro_move in &macro_moves {
                        let first = after(&after(&state, macro_move), &[m]);
                        let last = after(&next, macro_move);
                        assert_eq!(
                            space.key(&first),
                            space.key(&last),
                            "{macro_move:?} and {m} in {:?}",
                            position.layout()
                        );
                    }
                    let moves_of_part = |state: &State| {
                        let mut moves = Vec::new();
                        state.card_moves(&tables, &mut moves);
                        moves.retain(|&m| is_of_part(m));
                        moves
                    };
                    assert_eq!(moves_of_part(&state), moves_of_part(&next));
                    state = next;
                    played += 1;
                }
            }
        });
        played
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
    fn no_move_disturbs_an_undisturbed_part() {
        for size in SIZES {
            let played = play_beside_parts(size, 0..40);
            assert!(played > 100, "{size:?}: {played}");
        }
        let played = play_beside_parts(&[], 0..10);
        assert!(played > 100_000, "{played}");
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
        assert!(
            first.all > 5 * first.persistent && second.both < second.all,
            "{first:?} {second:?}"
        );
    }
}
