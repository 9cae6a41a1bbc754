//! A proof that no column can ever be emptied, by the order of the cards in the columns and the talon.

use super::packed::{COLUMNS, Column, Deal, Kind, State, below};
use super::steps::bits;

/// A set of kinds of cards: one bit for each, as [`Kind::index`] has them: for each rank two black ones
/// and then two red ones.
type Kinds = u64;

const ACES: Kinds = 0b1111 << 4;

fn bit(kind: Kind) -> Kinds {
    1 << kind.index()
}

/// The kinds that build on one of these.
fn builders(kinds: Kinds) -> Kinds {
    const RANKS: Kinds = 0x1111_1111_1111_1111;
    let black = (kinds | kinds >> 1) & RANKS;
    let red = (kinds >> 2 | kinds >> 3) & RANKS;
    ((black * 0b1100) | (red * 0b0011)) >> 4
}

/// What has been done, if nothing that is done takes anything away.
#[derive(Default)]
struct Done {
    /// Kinds of which a card has been open on a column or has left the stock.
    freed: Kinds,
    /// Those of which a card has left the stock, or may come back from a foundation.
    loose: Kinds,
    /// Kinds of which a card has been laid up.
    home: Kinds,
    /// The kinds that build on a card that has been open on a column.
    buildable: Kinds,
}

impl Done {
    fn uncover(&mut self, kinds: Kinds) {
        self.freed |= kinds;
        self.buildable |= builders(kinds);
    }

    /// Lays up what has been freed, and builds what is loose.
    fn settle(&mut self) {
        loop {
            let home = self.home | self.freed & self.next_home();
            let buildable = self.buildable | builders(self.loose & self.buildable);
            if (home, buildable) == (self.home, self.buildable) {
                return;
            }
            (self.home, self.buildable) = (home, buildable);
        }
    }

    /// The kinds that foundations have taken or could take next.
    fn next_home(&self) -> Kinds {
        self.home << 4 | ACES
    }

    /// The kinds that an open card can be moved of.
    fn movable(&self) -> Kinds {
        self.buildable | self.next_home()
    }
}

/// What is left of a column: the run at its end, and how many dealt cards lie under that.
#[derive(Clone, Copy, Default)]
struct Rest {
    run: Kinds,
    /// Those of the run that have been open.
    open: Kinds,
    under: u32,
}

impl Rest {
    fn new(column: Column) -> Rest {
        let run = (0..column.run()).fold(0, |run, under| run | bit(column.run_card(under)));
        let under = column.dealt() + column.built() - column.run();
        Rest { run, open: bit(column.open()), under }
    }

    /// Moves off the run what can be moved; says whether all of it can.
    fn lift(&mut self, done: &Done) -> bool {
        let mut lifted = false;
        for kind in bits(self.run).map(|index| 1 << index) {
            self.open |= if lifted { kind } else { 0 };
            // All that lies on the card moves with it to a column, but not to a foundation.
            let movable = if self.open & kind == 0 { done.buildable } else { done.movable() };
            lifted = movable & kind != 0;
        }
        lifted
    }
}

/// Says whether it is certain that no column is ever emptied, so that the patience cannot come out.
/// "No" means nothing.
///
/// Claim: if this says yes, the position is unwinnable, under every option.
///
/// Proof: look at a play up to the first moment at which a column is empty, and beside it, turn by turn
/// and pass by pass, at one that moves all that it can before each turn and in which nothing that is
/// moved leaves its old place or covers another card: what has been done stays done. After every turn
/// all that the play has done has been done there too: the cards it laid open on columns, moved from
/// their places, took from the stock or laid up. For every move of the play is one that can be made
/// there by then. What the play builds goes onto an open card, since no column is empty, and a card of
/// that face has been open there. What it lays up finds the next lower card of its suit laid up. A card
/// that is not in its first place uncovers nothing when it moves that has not been open before; one
/// that is has only cards on it that move with it, or the play has moved off all that lay on it. A
/// waste card that it plays is the top one; then the cards turned after it have left the stock, there
/// too, so that it is the top one there or has left before. It makes no difference to later turns
/// that more cards have left the stock there. What comes back from a foundation has been laid up and
/// builds on an open card. And a whole pass that takes nothing from the stock adds nothing, nor would
/// another. So if no column is emptied there, no play empties one. A win empties all. Options that
/// restrict the moves further take nothing away from this, and one pile per suit takes no card that two
/// would not.
pub fn no_column_empties(deal: &Deal, state: &State) -> bool {
    let columns = &state.columns[..deal.width];
    if columns.iter().any(|column| column.is_empty()) {
        return false;
    }
    let mut done = Done::default();
    for suit in 0..4 {
        for rank in 1..=state.foundations[2 * suit].min(deal.rules.pack.top.number()) {
            done.home |= bit(Kind::of(rank, suit));
        }
    }
    if deal.rules.foundation_return {
        done.loose = done.home;
    }
    let mut rests = [Rest::default(); COLUMNS];
    let rests = &mut rests[..deal.width];
    for (rest, &column) in rests.iter_mut().zip(columns) {
        *rest = Rest::new(column);
        done.uncover(rest.open);
    }
    let mut talon = state.stock & !below(state.turned);
    let mut waste = state.waste();
    let mut redeals = deal.rules.passes.map_or(u8::MAX, |passes| passes - state.pass);
    let mut turned_over = 0;
    if empties_a_column(deal, &mut done, rests, &mut waste) {
        return false;
    }
    loop {
        for place in bits(talon) {
            waste |= 1 << place;
            let movable = done.movable() & bit(deal.stock[usize::from(place)]) != 0;
            if movable && empties_a_column(deal, &mut done, rests, &mut waste) {
                return false;
            }
        }
        if waste == turned_over || redeals == 0 {
            return true;
        }
        redeals -= 1;
        turned_over = waste;
        (talon, waste) = (waste, 0);
    }
}

/// Moves all that can be moved without a turn until a column is empty; says whether one is.
fn empties_a_column(deal: &Deal, done: &mut Done, rests: &mut [Rest], waste: &mut u64) -> bool {
    loop {
        let mut moved = false;
        done.settle();
        while let Some(place) = waste.checked_ilog2() {
            let kind = bit(deal.stock[place as usize]);
            if done.movable() & kind == 0 {
                break;
            }
            *waste ^= 1 << place;
            done.freed |= kind;
            done.loose |= kind;
            done.settle();
            moved = true;
        }
        for (i, rest) in rests.iter_mut().enumerate() {
            while rest.run & done.movable() != 0 {
                let before = rest.open;
                if rest.lift(done) {
                    if rest.under == 0 {
                        return true;
                    }
                    done.uncover(rest.run);
                    *rest = Rest::new(deal.bare(i, rest.under as usize));
                } else if rest.open == before {
                    break;
                }
                done.uncover(rest.open);
                done.settle();
                moved = true;
            }
        }
        if !moved {
            return false;
        }
    }
}
