//! Certificates of loss: steps from the checker's axioms for Hochzeitszug without redeals, buried hosts or such steps for
//! Eklige Elfer, what is cheapest for the eights, else every position that can be reached, by the rules alone.

use gehtauf_certificates::buried_hosts;
use gehtauf_certificates::delete_relaxation::is_dead;
use gehtauf_certificates::free_cards::tracked_cards::TrackedCards;
use gehtauf_certificates::free_cards::{Deal, State, Step};
use gehtauf_certificates::{Certificate, Evidence, Packer, Packings};
use gehtauf_rules::eklige_elfer::EkligeElfer;
use gehtauf_rules::{AnyPosition, Game, Position};
use gehtauf_search::{Budget, List, Stop, Visited};

use crate::plain::heap_bytes;
use crate::{eights, eklige_elfer, hochzeitszug};

/// What a state of tracked cards takes in the checker, more or less.
const BYTES_OF_STATE: usize = 256;

/// Bytes that the allocator adds to a packed position.
const ALLOCATION: usize = 16;

/// Makes a certificate that `start` is lost. Nothing if a win can be reached.
///
/// # Errors
/// The budget is spent.
///
/// # Panics
/// `start` is of another game or of other options, so that no checker would accept the certificate.
pub fn certify(
    game: &Game,
    start: &AnyPosition,
    budget: &mut Budget<'_>,
) -> Result<Option<Certificate>, Stop> {
    assert_eq!(game.read(&start.layout()).as_ref(), Ok(start), "the start is of another game");
    let mut evidence = match start {
        AnyPosition::Hochzeitszug(position) => {
            hochzeitszug::refutation(position, budget)?.map(Evidence::HochzeitszugOrders)
        }
        AnyPosition::EkligeElfer(position) => of_heads(position, budget)?,
        _ => of_free_cards(start, budget)?,
    };
    if evidence.is_none() {
        evidence = by_positions(start, budget)?;
    }
    Ok(evidence.map(|evidence| Certificate::new(game.clone(), start.clone(), evidence)))
}

/// What proves a start of Eklige Elfer lost; nothing if neither does.
fn of_heads(start: &EkligeElfer, budget: &mut Budget<'_>) -> Result<Option<Evidence>, Stop> {
    if let Some(host) = buried_hosts::find(start) {
        return Ok(Some(Evidence::BuriedHosts(host)));
    }
    // What is not refuted so has too many positions, unless the pack is small: a tenth is left for these.
    let states = budget.states_left() - budget.states_left() / 10;
    let found = budget.within(states, |budget| eklige_elfer::refutation(start, budget))?;
    Ok(found.flatten().map(Evidence::HeadOrders))
}

/// What proves a start of the eights lost, the cheapest first; each but the last within a part of the states left.
/// Nothing if none does.
fn of_free_cards(start: &AnyPosition, budget: &mut Budget<'_>) -> Result<Option<Evidence>, Stop> {
    let Some(deal) = Deal::new(start) else { return Ok(None) };
    if deal.is_dead(deal.start()) {
        return Ok(Some(Evidence::FreeCards(Packings::default())));
    }
    let all_dealt = TrackedCards::all_dealt(&deal);
    let states = budget.states_left() / 100;
    let found = budget.within(states, |budget| counted(all_dealt, start, budget))?;
    if let Some(tracked) = found.flatten() {
        return Ok(Some(Evidence::TrackedCards(tracked)));
    }
    if let Some(tracked) = refined(start, 1_000, budget)? {
        return Ok(Some(Evidence::TrackedCards(tracked)));
    }
    // Of Acht mal Acht there are too many states that are no dead ends; of 8x8 more than few tracked cards seldom help.
    let is_8x8 = matches!(start, AnyPosition::EightByEight(_));
    let states = budget.states_left() / 20;
    if is_8x8
        && let Some(Some(set)) = budget.within(states, |budget| states_of_loss(&deal, budget))?
    {
        return Ok(Some(Evidence::FreeCards(set)));
    }
    let states = budget.states_left() / 3;
    let found = budget.within(states, |budget| eights::refutation(&deal, budget))?;
    if let Some(refutation) = found.flatten() {
        return Ok(Some(Evidence::FreeCardOrders(refutation)));
    }
    if !is_8x8 && let Some(tracked) = refined(start, 2, budget)? {
        return Ok(Some(Evidence::TrackedCards(tracked)));
    }
    Ok(states_of_loss(&deal, budget)?.map(Evidence::FreeCards))
}

/// Tracked cards that the abstraction refinement finds within so large a part of the budget's states, and the checker
/// goes through within half of what is left of them.
fn refined(
    start: &AnyPosition,
    part: u64,
    budget: &mut Budget<'_>,
) -> Result<Option<TrackedCards>, Stop> {
    let states = budget.states_left() / part;
    let found = budget.within(states, |budget| eights::tracked_cards(start, budget))?;
    let Some(cards) = found.flatten() else { return Ok(None) };
    let tracked = TrackedCards { cards, stock_is_given: false, states: u64::MAX };
    let states = budget.states_left() / 2;
    Ok(budget.within(states, |budget| counted(tracked, start, budget))?.flatten())
}

/// With the number of states that the checker will go through, each of which counts as one of the budget; nothing if
/// they prove nothing.
fn counted(
    tracked: TrackedCards,
    start: &AnyPosition,
    budget: &mut Budget<'_>,
) -> Result<Option<TrackedCards>, Stop> {
    let (mut states, mut stopped) = (0, Ok(()));
    let mut share = budget.memory().share();
    let found = tracked.go_through(start, || {
        states += 1;
        stopped = budget.visit().and_then(|()| share.resize(states * BYTES_OF_STATE));
        stopped.is_ok()
    });
    stopped?;
    Ok(found.ok().map(|states| TrackedCards { states, ..tracked }))
}

/// The states of free cards that prove a start lost; with heads, which are more, only if others lead to a win. Nothing if
/// there are none for the game.
fn states_of_loss(deal: &Deal, budget: &mut Budget<'_>) -> Result<Option<Packings>, Stop> {
    if !deal.has_steps() {
        return Ok(None);
    }
    let without_heads = lost_states(deal, deal.start().clone(), budget)?;
    match deal.start_with_heads() {
        Some(start) if without_heads.is_none() => lost_states(deal, start, budget),
        _ => Ok(without_heads),
    }
}

/// The states that can be reached from one by the steps of the checker and are not dead ends; nothing if one is won.
/// Each counts as a state of the budget. A turn leads to few dead ends, so that those are not looked for, and may be
/// among them.
fn lost_states(
    deal: &Deal,
    start: State,
    budget: &mut Budget<'_>,
) -> Result<Option<Packings>, Stop> {
    let mut reached: Visited<Box<[u8]>> = Visited::new(budget.memory());
    let mut share = budget.memory().share();
    let mut alive = Vec::new();
    reached.insert(deal.pack(&start))?;
    let mut frontier = List::new(budget.memory());
    frontier.push((start, None))?;
    while let Some((state, step)) = frontier.pop() {
        budget.visit()?;
        if state.is_won() {
            return Ok(None);
        }
        if step != Some(Step::Turn) && deal.is_dead(&state) {
            continue;
        }
        let packed = deal.pack(&state);
        for step in deal.steps(&state) {
            let after = deal.after(&state, step);
            if reached.insert(deal.pack(&after))? {
                frontier.push((after, Some(step)))?;
            }
        }
        let kept = reached.len() + alive.len() + frontier.len();
        share.resize(kept * (packed.len() + ALLOCATION))?;
        alive.push(packed);
    }
    Ok(Some(Packings::new(alive)))
}

/// Collects every position that can be reached without a dead end. Each counts as a state of the budget.
fn by_positions(start: &AnyPosition, budget: &mut Budget<'_>) -> Result<Option<Evidence>, Stop> {
    let mut packer = Packer::default();
    let mut share = budget.memory().share();
    let mut packed_bytes = 0;
    let mut reached: Visited<Box<[u8]>> = Visited::new(budget.memory());
    let mut frontier = List::new(budget.memory());
    let heap_bytes = heap_bytes(start);
    if !is_dead(start) {
        frontier.push(start.clone())?;
        reached.insert(packer.learn(&start.layout()).into())?;
    }
    while let Some(position) = frontier.pop() {
        budget.visit()?;
        if position.is_won() {
            return Ok(None);
        }
        for m in position.legal_moves() {
            let mut next = position.clone();
            next.play(m);
            if is_dead(&next) {
                continue;
            }
            let packed: Box<[u8]> = packer.learn(&next.layout()).into();
            let bytes = packed.len() + ALLOCATION;
            if reached.insert(packed)? {
                packed_bytes += bytes;
                frontier.push(next)?;
            }
        }
        share.resize(packed_bytes + frontier.len() * heap_bytes)?;
    }
    let set = Packings::new(reached.into_keys());
    Ok(Some(Evidence::Positions { packer, set }))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{BruteForce, RuleSet, brute_force};
    use gehtauf_search::Limits;

    use super::*;

    #[test]
    fn what_brute_force_calls_lost_is_certified_and_nothing_else() {
        let sets = [("ranks", "5"), ("suits", "CH"), ("redeals", "0")];
        compare(&sets);
        compare(&[&sets[..], &[("fill", "left")]].concat());
        compare(&[("ranks", "4"), ("suits", "CH"), ("redeals", "1"), ("fill", "left")]);
        compare(&[&sets[..], &[("fill", "left"), ("aces", "free")]].concat());
    }

    #[test]
    #[should_panic(expected = "the start is of another game")]
    fn a_start_under_other_options_has_no_certificate() {
        let [of_start, other] =
            ["0", "1"].map(|redeals| Game::new(RuleSet::Domino, &[("redeals", redeals)]).unwrap());
        let start = of_start.deal(&seeded_deck(0, of_start.pack())).unwrap();
        let _ = certify(&other, &start, &mut Budget::new(Limits::default(), None));
    }

    fn compare(sets: &[(&str, &str)]) {
        let game = Game::new(RuleSet::Domino, sets).unwrap();
        let mut lost = 0;
        for seed in 0..50 {
            let start = game.deal(&seeded_deck(seed, game.pack())).unwrap();
            let mut budget = Budget::new(Limits::default(), None);
            match certify(&game, &start, &mut budget).unwrap() {
                Some(certificate) => {
                    lost += 1;
                    assert_eq!(brute_force(&start, 100_000), BruteForce::Unwinnable);
                    assert!(certificate.check(&AtomicBool::new(false)).is_ok());
                }
                None => {
                    assert!(matches!(brute_force(&start, 100_000), BruteForce::Won(_)));
                }
            }
        }
        assert!((1..50).contains(&lost), "{sets:?}: {lost}");
    }
}
