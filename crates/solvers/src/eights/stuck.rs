//! A proof that a state of `loose.rs` is lost, by where the loose cards can lie and by the order of the
//! cards in the columns and the talon.

use super::afloat::{Cards, Out, chains_hold};
use super::loose::LooseState;
use super::packed::{COLUMNS, Deal, below};
use super::steps::bits;

/// What has been done to a column, or to all, if nothing that is done takes anything away.
#[derive(Clone, Copy, Default)]
struct Dug {
    /// What has become loose.
    loose: Cards,
    /// Those of it that were no roots.
    never_root: Cards,
    /// The roots up to the one that is there now.
    roots: Cards,
}

impl Dug {
    fn add(&mut self, more: Dug) {
        self.loose = self.loose.and(more.loose);
        self.never_root = self.never_root.and(more.never_root);
        self.roots = self.roots.and(more.roots);
    }
}

struct Search<'d> {
    deal: &'d Deal,
    start: &'d LooseState,
    /// What the foundations hold at the start.
    home: Cards,
    /// What has left the stock.
    taken: Cards,
    columns: [Dug; COLUMNS],
    all: Dug,
    /// The place of each column's root, from 1; 0 for a space.
    roots: [u8; COLUMNS],
    spaces: u32,
}

impl<'d> Search<'d> {
    fn new(deal: &'d Deal, start: &'d LooseState) -> Search<'d> {
        let roots = [0; COLUMNS];
        let home = Cards::on_foundations(deal, &start.key.foundations);
        let (taken, columns, all) = Default::default();
        let mut search = Search { deal, start, home, taken, columns, all, roots, spaces: 0 };
        for column in 0..deal.width {
            search.lay_bare(column, start.key.roots[column], Dug::default());
        }
        search
    }

    /// Puts down that a column has come to a root by what has been done to it.
    fn lay_bare(&mut self, column: usize, root: u8, mut done: Dug) {
        self.roots[column] = root;
        match root {
            0 => self.spaces += 1,
            _ => done.roots = done.roots.add(self.deal.dealt[column][usize::from(root) - 1]),
        }
        self.columns[column].add(done);
        self.all.add(done);
    }

    /// Whether these cards can be on foundations and in chains, all of them at once, with `taken` left
    /// of the stock besides, none of the chains on column `but`.
    fn holds(&self, heavy: Cards, taken: Cards, but: Dug) -> bool {
        let light = taken.and(self.all.loose).minus(but.loose);
        let needed = Out { heavy: heavy.and(self.home), light }.not_home();
        let in_chains = heavy.and(taken).and(self.all.never_root).minus(but.never_root);
        let roots = self.all.roots.minus(but.roots);
        chains_hold(needed, in_chains, roots, self.spaces)
    }

    /// Takes the card at a place of the stock if that can be, with those up to `turned` gone before.
    fn take(&mut self, place: u8, turned: u8) -> bool {
        let kind = |place| self.deal.stock[usize::from(place)];
        let before = self.start.key.stock & below(turned) & !below(place + 1);
        let before = bits(before).fold(Cards::default(), |cards, place| cards.add(kind(place)));
        let heavy = self.start.loose.and(before).add(kind(place));
        let can_be = self.holds(heavy, self.taken.minus(before), Dug::default());
        if can_be {
            self.taken = self.taken.add(kind(place));
        }
        can_be
    }

    /// Digs a column's root if that can be, with the roots on it dug before.
    fn dig(&mut self, column: usize) -> bool {
        let (root, dug) = (usize::from(self.roots[column]), self.columns[column]);
        let kind = self.deal.dealt[column][root - 1];
        let can_be = self.holds(self.start.loose.and(dug.loose).add(kind), self.taken, dug);
        if can_be {
            let next = self.deal.root(column, root - 1);
            let run = &self.deal.dealt[column][usize::from(next)..root - 1];
            let run = run.iter().fold(Cards::default(), |cards, &kind| cards.add(kind));
            let done = Dug { loose: run.add(kind), never_root: run, roots: Cards::default() };
            self.lay_bare(column, next, done);
        }
        can_be
    }
}

/// Says whether it is certain that a state cannot be won. "No" means nothing.
///
/// Claim: if this says yes, the state is lost.
///
/// Proof: look at a play up to the first moment at which a root is dug or laid up that leaves a space,
/// and beside it, turn by turn and pass by pass, at one that does all that it can before each turn and
/// in which what has been done stays done. After every turn all roots that the play has dug or laid up
/// are dug there too, and all that it has taken from the stock is taken. For look at the moment at which
/// the play does one of these things. All that it has taken, dug or laid up so far is among what has
/// left its place there. Among it these cards are heavy: what was loose at the start, the card itself,
/// and of a root those that lay on it, of a waste card those that lay on it after the last turn. Heavy
/// cards are on foundations or lie in chains, as `afloat.rs` has it: on a foundation only with those of
/// the suit below it, each pile its own, of what has left its place or was there at the start; in a
/// chain on a card that builds down from a root of another column, one that is there then, or first in
/// a space. What is not heavy may lie in chains as long as it is of use. So if the play can do it,
/// [`chains_hold`], with all roots that may be there. A column whose roots have been dug has chains on
/// one of them only, the others being among the loose; to count each as there is more.
/// A whole pass that takes nothing from the stock adds nothing, nor would another. So if no root is dug
/// there that leaves a space, the play leaves none. A win leaves no roots, and if there are none at the
/// start, it takes all of the stock.
pub fn is_lost(deal: &Deal, state: &LooseState) -> bool {
    let key = &state.key;
    let mut search = Search::new(deal, state);
    let mut talon = key.stock & !below(key.turned);
    let mut waste = key.stock & below(key.turned);
    let mut turned = key.turned;
    let mut redeals = deal.rules.passes.map_or(u8::MAX, |passes| passes - key.pass);
    let mut turned_over = 0;
    loop {
        loop {
            let mut moved = false;
            while let Some(place) = waste.checked_ilog2()
                && search.take(place as u8, turned)
            {
                waste ^= 1 << place;
                moved = true;
            }
            for column in 0..deal.width {
                while search.roots[column] > 0 && search.dig(column) {
                    if search.roots[column] == 0 {
                        return false;
                    }
                    moved = true;
                }
            }
            if !moved {
                break;
            }
        }
        if talon != 0 {
            turned = talon.trailing_zeros() as u8 + 1;
            waste |= talon & below(turned);
            talon &= !below(turned);
        } else if waste == 0 && search.spaces as usize == deal.width {
            return false;
        } else if waste == turned_over || redeals == 0 {
            return true;
        } else {
            redeals -= 1;
            turned_over = waste;
            (talon, waste, turned) = (waste, 0, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use gehtauf_search::Space;

    use super::super::loose::{Loose, LooseSpace};
    use super::super::{Prunings, small_deals};
    use super::*;

    /// Whether a state can be won, and puts it down for all that follow.
    fn is_winnable(
        space: &LooseSpace<'_>,
        state: LooseState,
        known: &mut HashMap<Loose, (LooseState, bool)>,
    ) -> bool {
        let key = space.key(&state);
        if let Some(&(_, winnable)) = known.get(&key) {
            return winnable;
        }
        let mut steps = Vec::new();
        space.moves(&state, &mut steps);
        let mut winnable = space.is_won(&state);
        for step in steps {
            let mut after = state;
            space.play(&mut after, step);
            winnable |= is_winnable(space, after, known);
        }
        known.insert(key, (state, winnable));
        winnable
    }

    #[test]
    fn no_state_that_can_be_won_is_lost() {
        let (mut lost, mut fired) = (0, 0);
        for size in [
            ["1", "4", "CH", "2", "2", "5"],
            ["1", "4", "SD", "2", "3", "4"],
            ["2", "4", "SD", "2", "3", "4"],
            ["1", "5", "CH", "2", "3", "4"],
            ["2", "6", "SD", "1", "3", "3"],
            ["unlimited", "4", "CH", "2", "2", "5"],
            ["1", "5", "CDHS", "1", "3", "5"],
            ["3", "3", "CH", "2", "3", "3"],
        ] {
            for (seed, table) in small_deals(size, 0..100) {
                let (deal, start) = Deal::new(&table).unwrap();
                let space = LooseSpace::new(&deal, Prunings::NONE).unwrap();
                let mut known = HashMap::new();
                is_winnable(&space, space.start(&start), &mut known);
                for (state, winnable) in known.values() {
                    let says_lost = is_lost(&deal, state);
                    assert!(!(says_lost && *winnable), "{size:?} seed {seed}: {state:?}");
                    lost += usize::from(!winnable);
                    fired += usize::from(says_lost);
                }
            }
        }
        assert!(2 * fired > lost, "{fired} of {lost}");
    }
}
