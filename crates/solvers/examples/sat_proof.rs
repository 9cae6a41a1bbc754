//! Proofs of loss of Hochzeitszug without redeal for a checker of DRAT proofs, such as drat-trim.
//!
//! `cargo run --release -p gehtauf-solvers --example sat_proof -- 0 DIR && drat-trim DIR/0.cnf DIR/0.drat`

use std::fs;
use std::path::Path;

use gehtauf_cards::seeded_deck;
use gehtauf_rules::{AnyPosition, Game, RuleSet};
use gehtauf_search::{Budget, Limits};
use gehtauf_solvers::hochzeitszug::proof_of_loss;

fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(seed), Some(folder)) = (args.next().and_then(|seed| seed.parse().ok()), args.next())
    else {
        panic!("sat_proof SEED DIR");
    };
    let game = Game::new(RuleSet::Hochzeitszug, &[("redeals", "0")]).unwrap();
    let AnyPosition::Hochzeitszug(position) = game.deal(&seeded_deck(seed, game.pack())).unwrap()
    else {
        unreachable!()
    };
    let mut budget = Budget::new(Limits::default(), None);
    match proof_of_loss(&position, &mut budget) {
        Ok(Some(proof)) => {
            let path = Path::new(&folder).join(seed.to_string());
            fs::write(path.with_extension("cnf"), &proof.cnf).unwrap();
            fs::write(path.with_extension("drat"), &proof.drat).unwrap();
            println!(
                "{seed}: lost, {} nogoods, {} bytes of proof",
                proof.nogoods,
                proof.drat.len()
            );
        }
        Ok(None) => println!("{seed}: won"),
        Err(stop) => println!("{seed}: {stop:?}"),
    }
}
