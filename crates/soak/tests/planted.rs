//! A soak that cannot fail shows nothing: false proofs, planted on purpose, are refuted and made small.

use gehtauf_rules::{AnyPosition, Position};
use gehtauf_search::Verdict;
use gehtauf_soak::{Counts, Kind, ProofsOf, Refutation, Which, run_case};
use gehtauf_solvers::{Proof, proofs};

/// One more, which says "unwinnable" wherever there are three moves or more.
fn planted(position: &AnyPosition) -> Vec<Proof<'_>> {
    let mut proofs = proofs(position);
    if position.legal_moves().len() > 2 {
        proofs.push(Proof::new("planted", |_| Verdict::Unwinnable));
    }
    proofs
}

fn first_refutation(kind: Kind, proofs: ProofsOf) -> Refutation {
    let which = (0..200).map(|number| Which { kind, seed: 1, number });
    let mut counts = Counts::default();
    let refutation = which.filter_map(|which| run_case(which, proofs, &mut counts).err()).next();
    refutation.expect("the planted proof is refuted")
}

#[test]
fn a_false_proof_is_refuted_by_brute_force_and_made_small() {
    let refutation = first_refutation(Kind::Reduced, planted);
    assert_eq!(refutation.claim, "planted: unwinnable, but brute force wins");
    assert!(refutation.case.deck.len() <= 8, "{refutation}");
    assert!(refutation.case.position().legal_moves().len() > 2, "{refutation}");
    let text = refutation.to_string();
    assert!(text.contains("gehtauf solve ") && text.contains(" --deck '"), "{text}");
}

#[test]
fn a_false_proof_is_refuted_along_wins_under_looser_rules_and_in_other_suits() {
    for kind in [Kind::AlongWins, Kind::Options, Kind::Symmetry] {
        let refutation = first_refutation(kind, planted);
        assert!(refutation.claim.starts_with("planted"), "{refutation}");
        assert!(refutation.claim.ends_with("unwinnable, but there is a win"), "{refutation}");
    }
}

#[test]
fn a_false_win_is_refuted() {
    let false_win: ProofsOf = |_| vec![Proof::new("planted", |_| Verdict::Won(Vec::new()))];
    for kind in [Kind::Reduced, Kind::Opinions] {
        let refutation = first_refutation(kind, false_win);
        assert!(refutation.claim.starts_with("planted: won, but not won"), "{refutation}");
    }
}

/// A few cases of each kind, the same every time.
#[test]
fn the_first_cases_refute_nothing_and_are_the_same_again() {
    for (kind, cases) in [(Kind::Reduced, 100), (Kind::RoundTrips, 50), (Kind::Options, 5)] {
        let run = || {
            let mut counts = Counts::default();
            for number in 0..cases {
                let which = Which { kind, seed: 0, number };
                if let Err(refutation) = run_case(which, proofs, &mut counts) {
                    panic!("{refutation}");
                }
            }
            counts.to_string()
        };
        assert_eq!(run(), run());
    }
}
