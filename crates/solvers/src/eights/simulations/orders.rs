//! The order in which the cards of a win leave fulfils the clauses of satisfiability and the axioms of certificates.

use std::collections::HashMap;

use gehtauf_certificates::clauses::Formula;
use gehtauf_certificates::free_cards as certified;
use gehtauf_rules::eights::Table;
use gehtauf_rules::{Move, Position};
use gehtauf_search::{Budget, Stop};

use crate::eights::certificate::refutation_of;
use crate::eights::sat::encoding::Encoding;
use crate::eights::sat::events::{Event, Events, Source};
use crate::eights::sat::{self, Plays, Solution};
use crate::eights::state::Deal;
use crate::simulations::{fix, order_of_a_win};
use crate::{Followed, Simulation};

/// Whether the order of a win is allowed; nothing where its position has no such orders.
type Check = fn(&[Table], &mut Budget<'_>) -> Result<Option<bool>, Stop>;

pub fn all(start: &Table) -> Vec<Simulation<Table>> {
    let all: [(_, Check); 2] =
        [("satisfiability", fulfils_clauses), ("certificates, orders", fulfils_axioms)];
    let of_start = all.into_iter().filter(|_| sat::supports(&start.rules));
    of_start.map(|(name, check)| along(start, name, check)).collect()
}

/// Asks at the end of a play that wins.
fn along(start: &Table, name: &'static str, check: Check) -> Simulation<Table> {
    let mut play = vec![start.clone()];
    Simulation::new(name, move |_: Move, after: &Table| {
        play.push(after.clone());
        match after.is_won() {
            true => order_of_a_win(|budget| check(&play, budget)),
            false => Ok(Followed::Unasked),
        }
    })
}

fn fulfils_clauses(play: &[Table], budget: &mut Budget<'_>) -> Result<Option<bool>, Stop> {
    let Some((deal, start)) = Deal::new(&play[0]) else { return Ok(None) };
    let mut encoding = Encoding::new(&deal, &start, Plays::All);
    let order = in_order(play, &deal, &encoding.events);
    fix(&mut encoding.formula, &encoding.events.order, &order);
    Ok(Some(Solution::of(&encoding, budget)?.is_some()))
}

/// The checker has events of its own, which come in the same order.
fn fulfils_axioms(play: &[Table], budget: &mut Budget<'_>) -> Result<Option<bool>, Stop> {
    let checked = certified::Deal::of_table(&play[0]);
    let (Some((deal, start)), Some(checked)) = (Deal::new(&play[0]), checked) else {
        return Ok(None);
    };
    let Some(mut orders) = certified::orders::order_formula(&checked) else { return Ok(None) };
    let unused = &mut Formula::default();
    let theirs = certified::orders::Events::new(unused, &checked).expect("it has orders");
    let ours = Events::new(unused, &deal, &start);
    let ours_leave = ours.cards.iter().filter(|card| card.source.is_some());
    let theirs_leave = theirs.cards.iter().filter(|card| card.source.is_some());
    let leave = ours_leave.zip(theirs_leave).filter_map(|(our, their)| our.frees.zip(their.frees));
    let turns = |ours: &[(u8, usize)], theirs: &[(usize, usize)]| {
        let both = ours.iter().zip(theirs);
        both.map(|(our, their)| (our.1, their.1)).collect::<Vec<_>>()
    };
    let turns = ours.turns.iter().zip(&theirs.turns).flat_map(|(a, b)| turns(a, b));
    let redeals = ours.redeals.iter().copied().zip(theirs.redeals.iter().copied());
    let theirs: HashMap<usize, usize> = leave.chain(redeals).chain(turns).collect();
    let order = in_order(play, &deal, &ours);
    let order: Vec<usize> = order.iter().filter_map(|event| theirs.get(event).copied()).collect();
    fix(&mut orders.formula, &orders.order, &order);
    Ok(Some(refutation_of(orders, budget)?.is_none()))
}

/// That cards leave and are turned, and that the waste is turned over, in the order of a play. When free cards go up is
/// left to the clauses.
fn in_order(play: &[Table], deal: &Deal, events: &Events) -> Vec<usize> {
    let mut left: Vec<usize> = deal.dealt.iter().map(Vec::len).collect();
    let mut stock: Vec<usize> = (0..play[0].stock.len()).collect();
    let leave: Vec<Event> = events.stock().map(|(_, card)| card.frees).collect();
    let mut order = Vec::new();
    for two in play.windows(2) {
        let [before, after] = two else { unreachable!("two") };
        let pass = usize::from(before.pass - play[0].pass);
        if after.stock.len() < before.stock.len() {
            order.extend(leave[stock.remove(before.turned - 1)]);
        } else if after.pass > before.pass {
            order.push(events.redeals[pass]);
        } else if after.turned > before.turned {
            let turns = events.turns.get(pass).into_iter().flatten();
            let place = stock[before.turned];
            order.extend(turns.filter(|turn| usize::from(turn.0) == place).map(|turn| turn.1));
        }
        for (column, (left, now)) in left.iter_mut().zip(&after.columns).enumerate() {
            let now = now.cards.len().min(*left);
            let leave =
                bases(column, deal, events).filter(|(place, _)| (now..*left).contains(place));
            order.extend(leave.map(|(_, event)| event));
            *left = now;
        }
    }
    order
}

/// The places of the bases of a column that are no Aces, from its end on, and when they leave.
fn bases(column: usize, deal: &Deal, events: &Events) -> impl Iterator<Item = (usize, usize)> {
    let mut left = deal.dealt[column].len();
    let places = std::iter::from_fn(move || {
        left = usize::from(deal.base(column, left)).checked_sub(1)?;
        Some(left)
    });
    let source = Some(Source::Column(column as u8));
    let cards = events.cards.iter().filter(move |card| card.source == source);
    let leave = places.zip(cards).filter(|(_, card)| card.card.rank() > 1);
    leave.filter_map(|(place, card)| Some((place, card.frees?)))
}

#[cfg(test)]
mod tests {
    use gehtauf_rules::RuleSet;
    use gehtauf_search::{Limits, Verdict};

    use super::*;
    use crate::eights::{portfolio, small_deals_of};

    /// What a check says of wins of small deals: how many fulfil it, and how many break it if two stock cards of the start are
    /// exchanged.
    fn wins(check: Check, rule_set: RuleSet, options: &[(&str, &str)]) -> [u32; 2] {
        let mut tally = [0; 2];
        let size = ["2", "5", "CH", "2", "3", "4"];
        for (_, mut table) in small_deals_of(rule_set, size, options, 0..80) {
            let mut budget = Budget::new(Limits::default(), None);
            let Verdict::Won(moves) = portfolio::solve(&table, &mut budget).0 else { continue };
            let mut play = vec![table.clone()];
            for m in moves {
                table.play(m);
                play.push(table.clone());
            }
            tally[0] += u32::from(check(&play, &mut budget).unwrap() == Some(true));
            let last = play[0].stock.len() - 1;
            play[0].stock.swap(0, last);
            tally[1] += u32::from(check(&play, &mut budget).unwrap() == Some(false));
        }
        tally
    }

    #[test]
    fn wins_fulfil_clauses_and_axioms_of_their_own_deals_only() {
        let of_8x8: [&[(&str, &str)]; 3] =
            [&[], &[("talon-play", "free")], &[("foundations", "four")]];
        let games = of_8x8.map(|options| (RuleSet::EightByEight, options));
        for (rule_set, options) in games.into_iter().chain([(RuleSet::AchtMalAcht, of_8x8[0])]) {
            for check in [fulfils_clauses, fulfils_axioms] {
                let [fulfil, broken] = wins(check, rule_set, options);
                assert!(fulfil > 20 && broken > 10, "{rule_set} {options:?}: {fulfil} {broken}");
            }
        }
    }
}
