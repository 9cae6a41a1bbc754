//! A bound on the moves to a win.

use gehtauf_cards::Rank;
use gehtauf_certificates::heads::runs_of;
use gehtauf_rules::eklige_elfer::EkligeElfer;

/// A bound on the moves of the shortest win: it takes at least so many.
///
/// Claim: admissible. Proof: three kinds of moves are still to come. (1) Every head that is no King
/// must get onto a card one rank higher, and a move brings only its first card onto another card; a
/// head does not move but as the first card. (2) Deals, until only Aces are left in the talon.
/// (3) Unless that is forced and not written, the runs going out.
pub fn lower_bound(position: &EkligeElfer) -> u32 {
    let variant = position.variant();
    let king = variant.pack.top.number() - 2;
    let runs = position.columns().iter().flat_map(runs_of);
    let heads = runs.filter(|(head, _)| head.rank != king).count();
    let last = position.talon().iter().rposition(|card| card.rank != Rank::ACE);
    let rows = last.map_or(0, |last| last / usize::from(variant.columns) + 1);
    let runs_left = variant.runs() - position.runs_out();
    (heads + rows + if variant.take_out_forced { 0 } else { runs_left }) as u32
}

#[cfg(test)]
mod tests {
    use gehtauf_rules::{AnyPosition, BruteForce, Game, Layout, RuleSet, brute_force};

    use super::*;

    fn read(text: &str) -> EkligeElfer {
        let sets = [("ranks", "4"), ("suits", "CH"), ("columns", "3")];
        let game = Game::new(RuleSet::EkligeElfer, &sets).unwrap();
        let Ok(AnyPosition::EkligeElfer(position)) = game.read(&Layout::parse(text).unwrap())
        else {
            panic!("a position of the game")
        };
        position
    }

    const TEXT: &str = "c1: [3C] 4C 3H 2C\nc2:\nc3: 2H 4H\ntalon:\naces: AC AC AH AH\n\
                        out: 4C 3H 2C 4H 3C 2H\n";

    #[test]
    fn bound_stays_below_the_shortest_win() {
        let position = read(TEXT);
        let BruteForce::Won(shortest) = brute_force(&position, 1_000) else { panic!("winnable") };
        assert_eq!(lower_bound(&position), 4);
        assert_eq!(shortest.len(), 5);
    }
}
