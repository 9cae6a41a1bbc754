//! The relaxations along a play of the rules, from the first position of each round on.

mod exchanged;

use gehtauf_certificates::delete_relaxation::is_dead;
use gehtauf_rules::domino::Domino;
use gehtauf_rules::{AnyPosition, Move, Position};
use gehtauf_search::{Budget, Limits, Memory, bits};

use crate::domino::abstractions::delete_relaxation::{self, DeleteRelaxation, Reached, neighbours};
use crate::domino::abstractions::diagonals::{self, Diagonals};
use crate::domino::abstractions::retrograde::{Retrograde, Status};
use crate::domino::moves::Step;
use crate::domino::partial_order::point::Point;
use crate::domino::prunings::Prunings;
use crate::domino::state::{CardId, Cell, Gaps, State, VariantTables};
use crate::domino::translate::starts;
use crate::simulations::SaidLost;
use crate::{Followed, MoveAnswer, Simulation};
use exchanged::{last_mover, sleep_sets};

/// Those that hold for a position.
pub fn simulations(start: &Domino) -> Vec<Simulation<Domino>> {
    let variant = start.variant();
    let mut all = Vec::new();
    if delete_relaxation::supports(&variant) {
        all.push(certificates(start));
        all.push(by_rounds(start, "delete relaxation", Relaxed::new, Relaxed::follow));
        all.push(by_rounds(start, "persistent sets", Undisturbed::new, Undisturbed::follow));
        all.push(sleep_sets(start, neighbours));
    }
    if diagonals::supports(&variant) {
        all.push(by_rounds(start, "diagonals", OnDiagonals::new, OnDiagonals::follow));
        all.push(by_rounds(start, "retrograde", FromTheWin::new, FromTheWin::follow));
        all.push(last_mover(start, 1));
    }
    all
}

/// The dead ends of certificates.
fn certificates(start: &Domino) -> Simulation<Domino> {
    let is_dead = |position: &Domino| is_dead(&AnyPosition::Domino(position.clone()));
    let mut said_lost = SaidLost(is_dead(start));
    Simulation::new("certificates, dead ends", move |_, after| {
        said_lost.answer(is_dead(after), after.is_won())
    })
}

/// What goes along with the moves of a round, begun anew at each redeal, and where it is not said to be there.
fn by_rounds<R: 'static>(
    start: &Domino,
    name: &'static str,
    begin: fn(&VariantTables, &State) -> Option<R>,
    follow: fn(&mut R, &VariantTables, Step, &State) -> MoveAnswer,
) -> Simulation<Domino> {
    let tables = VariantTables::new(start.variant());
    let packed = |position: &Domino| {
        position.aces_chosen().then(|| starts(position).pop().expect("one start").state)
    };
    let mut round = packed(start).and_then(|state| begin(&tables, &state));
    Simulation::new(name, move |m, after| {
        let Some(state) = packed(after) else { return Ok(Followed::Ended) };
        match (m, &mut round) {
            (Move::CardToGap { .. }, Some(round)) => {
                follow(round, &tables, Step::from_move(m), &state)
            }
            (Move::CardToGap { .. }, None) => Ok(Followed::Ended),
            _ => {
                round = begin(&tables, &state);
                Ok(Followed::Answered)
            }
        }
    })
}

fn has(set: u64, number: u8) -> bool {
    set >> number & 1 == 1
}

fn check(is_so: bool, problem: &str) -> Result<(), String> {
    is_so.then_some(()).ok_or_else(|| problem.to_string())
}

/// What all positions of the round so far allow in the relaxation.
struct Relaxed {
    gaps: u64,
    called: u64,
    said_lost: SaidLost,
}

impl Relaxed {
    fn new(tables: &VariantTables, state: &State) -> Option<Relaxed> {
        let mut relaxed = Relaxed { gaps: !0, called: !0, said_lost: SaidLost::default() };
        relaxed.look_at(tables, state);
        Some(relaxed)
    }

    /// Takes in a position; says whether it is dead.
    fn look_at(&mut self, tables: &VariantTables, state: &State) -> bool {
        let point = Point::new(tables, *state);
        let mut reached = Reached::default();
        let relaxation = DeleteRelaxation::new(tables, &point, point.calls());
        relaxation.propagate(&point, !0, 0, |_, _| false, &mut reached);
        self.gaps &= reached.gaps;
        self.called &= reached.called;
        let is_dead = state.redeals_left() == 0 && point.misplaced() & !reached.called != 0;
        self.said_lost.0 |= is_dead;
        is_dead
    }

    fn follow(&mut self, tables: &VariantTables, step: Step, state: &State) -> MoveAnswer {
        check(has(self.called, step.card), "the card is never called for")?;
        check(state.gaps(tables).iter().all(|&gap| has(self.gaps, gap)), "never a gap")?;
        let is_dead = self.look_at(tables, state);
        self.said_lost.answer(is_dead, state.is_won(tables))
    }
}

/// Parts of the gaps that are said to be undisturbed.
struct Undisturbed(Vec<Part>);

/// One of them, as long as the play has filled none of its gaps and none that sleeps.
struct Part {
    cells: u64,
    /// The neighbours in suit of the cards that its gaps call for.
    near: u64,
    /// The gaps that sleep, each with the cards that wake it.
    asleep: Vec<(Cell, u64)>,
}

impl Undisturbed {
    fn new(tables: &VariantTables, state: &State) -> Option<Undisturbed> {
        let mut parts = Undisturbed(Vec::new());
        parts.look_at(tables, state);
        Some(parts)
    }

    /// Takes in what is said of all parts of the gaps that have a move; of the others some sleep.
    fn look_at(&mut self, tables: &VariantTables, state: &State) {
        let point = Point::new(tables, *state);
        let calls = point.calls();
        let relaxation = DeleteRelaxation::new(tables, &point, calls);
        let is_live = |&gap: &u8| has(tables.movable, calls[usize::from(gap)]);
        let live: Gaps = (0..4).filter(is_live).fold(0, |gaps, gap| gaps | 1 << gap);
        let near = |gap: u8| neighbours(tables, calls[usize::from(gap)]);
        // (Any would do; these differ from position to position.)
        let sleepers = state.key() as Gaps & (state.key() >> 8) as Gaps;
        for part in (1..16).filter(|part| part & !live == 0) {
            for asleep in [0, sleepers & live & !part] {
                let mut others = Reached::default();
                if relaxation.is_undisturbed(&point, part, asleep, &mut others) {
                    self.0.push(Part {
                        cells: bits(part).fold(0, |cells, gap| cells | 1 << state.gap(gap)),
                        near: bits(part).fold(0, |cards, gap| cards | near(gap)),
                        asleep: bits(asleep).map(|gap| (state.gap(gap), near(gap))).collect(),
                    });
                }
            }
        }
    }

    fn follow(&mut self, tables: &VariantTables, step: Step, state: &State) -> MoveAnswer {
        let Step { card, to } = step;
        let sleeps = |part: &Part| part.asleep.iter().any(|&(gap, _)| gap == to);
        self.0.retain(|part| !has(part.cells, to) && !sleeps(part));
        let is_disturbed = self.0.iter().any(|part| has(part.near, card));
        check(!is_disturbed, "the part is disturbed")?;
        for part in &mut self.0 {
            part.asleep.retain(|&(_, wakers)| !has(wakers, card));
        }
        self.look_at(tables, state);
        Ok(Followed::Answered)
    }
}

/// The diagonals of the round's first position, and those in use now.
struct OnDiagonals {
    diagonals: Diagonals,
    in_use: u64,
    links: u8,
}

impl OnDiagonals {
    fn new(tables: &VariantTables, state: &State) -> Option<OnDiagonals> {
        let diagonals = Diagonals::new(tables, state);
        let in_use = diagonals.in_use(tables, state);
        Some(OnDiagonals { diagonals, in_use, links: state.links() })
    }

    fn follow(&mut self, tables: &VariantTables, step: Step, state: &State) -> MoveAnswer {
        let Step { card, to } = step;
        check(has(self.diagonals.cards(to), card), "no diagonal of its suit")?;
        let has_maps = suits(tables, state).all(|ace| self.diagonals.has_map(tables, state, ace));
        check(has_maps, "no map of a suit")?;
        let in_order =
            (0..tables.rows).all(|row| self.diagonals.is_in_order(tables, state, 16 * row));
        check(in_order, "no map of a row")?;
        let in_use = self.diagonals.in_use(tables, state);
        check(in_use & !self.in_use == 0, "a diagonal has come into use")?;
        check(state.links() >= self.links, "a link is lost")?;
        check(state.links() > self.links || in_use == self.in_use, "no link, and other diagonals")?;
        (self.in_use, self.links) = (in_use, state.links());
        Ok(Followed::Answered)
    }
}

fn suits(tables: &VariantTables, state: &State) -> impl Iterator<Item = CardId> {
    (0..tables.rows).map(|row| state.card(16 * row))
}

/// Some levels before the win, of the last round.
struct FromTheWin {
    retrograde: Retrograde,
    said_lost: SaidLost,
}

impl FromTheWin {
    const STATES: u64 = 1_000;

    fn new(tables: &VariantTables, state: &State) -> Option<FromTheWin> {
        if state.redeals_left() > 0 {
            return None;
        }
        let memory = Memory::new(usize::MAX);
        let retrograde = Retrograde::new(tables, state, Prunings::ALL, &memory).ok()?;
        let mut round = FromTheWin { retrograde, said_lost: SaidLost::default() };
        let limits = Limits { max_states: FromTheWin::STATES, ..Limits::default() };
        // As far as it gets.
        let lowest = state.links().into();
        let _ = round.retrograde.grow(tables, lowest, &mut Budget::new(limits, None));
        round.said_lost.0 = round.retrograde.status(tables, state) == Status::Dead;
        Some(round)
    }

    fn follow(&mut self, tables: &VariantTables, _: Step, state: &State) -> MoveAnswer {
        let is_dead = self.retrograde.status(tables, state) == Status::Dead;
        self.said_lost.answer(is_dead, state.is_won(tables))
    }
}
