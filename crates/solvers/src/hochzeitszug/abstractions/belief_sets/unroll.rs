//! From the order in which the heads leave their piles back to the moves of the rules.

use gehtauf_search::{hashing, path_to};

use super::configuration::{Configuration, Shape, Shift, SuitRules, Unit};

/// What happens to a suit from outside.
#[derive(Debug, Clone, Copy)]
pub enum Event {
    /// A unit opens.
    Opens(Unit),
    /// A head leaves its pile.
    Leaves(u8),
}

/// A configuration reached, and how.
struct Reached {
    configuration: Configuration,
    /// The configuration before, and the shift between them if there is one.
    before: Option<(usize, Option<Shift>)>,
    /// After how many events.
    events: usize,
}

/// The shifts of a suit that play these events, each with the number of events it follows; a head's
/// own departure is a shift after that event. The last set of configurations must not be empty.
pub fn unroll(rules: SuitRules, gone: u32, events: &[Event]) -> Vec<(usize, Shift)> {
    let mut shape = Shape { gone, heads: 0 };
    let mut reached = vec![Reached { configuration: 0, before: None, events: 0 }];
    let mut set = 0..1;
    for (i, &event) in events.iter().enumerate() {
        let mut seen: hashing::Set<Configuration> = hashing::set();
        let start = reached.len();
        let events = i + 1;
        let mut add = |reached: &mut Vec<Reached>, configuration, before, shift| {
            if seen.insert(configuration) {
                reached.push(Reached { configuration, before: Some((before, shift)), events });
            }
        };
        for before in set {
            let configuration = reached[before].configuration;
            match event {
                Event::Opens(unit) => {
                    let run = u128::from(unit.run) << (4 * unit.head);
                    add(&mut reached, configuration + run, before, None);
                }
                Event::Leaves(head) => {
                    rules.departures(shape, configuration, head, |configuration, shift| {
                        add(&mut reached, configuration, before, Some(shift));
                    })
                }
            }
        }
        shape = match event {
            Event::Opens(unit) => shape.opened(unit),
            Event::Leaves(head) => shape.left(head),
        };
        let mut next = start;
        while next < reached.len() {
            let configuration = reached[next].configuration;
            rules.shifts(shape, configuration, |configuration, shift| {
                add(&mut reached, configuration, next, Some(shift));
            });
            next += 1;
        }
        set = start..reached.len();
    }
    path_to(set.start, |&at| {
        let (before, shift) = reached[at].before?;
        Some((before, shift.map(|shift| (reached[at].events, shift))))
    })
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clubs: the Aces and 3s are on foundations; 5, 4 and 2 open, and the 4 leaves before the 2.
    #[test]
    fn card_is_packed_until_it_fits_a_foundation() {
        let [two, four, five] = [2, 6, 8];
        let single = |head| Event::Opens(Unit { head, run: 0, cards: 0 });
        let events = [
            single(five),
            single(four),
            Event::Leaves(four),
            single(two),
            Event::Leaves(two),
            Event::Leaves(five),
        ];
        let rules = SuitRules { decks: 2, runs: false, safe_foundation_moves: true };
        let shift = |from, to| Shift { from, to, count: 1 };
        let expected = vec![
            (3, shift(four, Some(five))),
            (5, shift(two, None)),
            (5, shift(five, None)), // the 4 on the 5
            (6, shift(five, None)),
        ];
        assert_eq!(unroll(rules, 0b11_00_11, &events), expected);
    }
}
