//! A toy game that gets an option which no proof covers: nothing but the option is added, and the verdict
//! is right at once.

use gehtauf_cards::Card;
use gehtauf_rules::{BruteForce, Layout, Move, Position, brute_force};
use gehtauf_search::{Budget, Limits, Verdict};
use gehtauf_solvers::{GameSolver, solve_by};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Variant {
    goal: u8,
    /// The new option: a step back is allowed.
    step_back: bool,
}

/// A counter that has to come to a goal: `turn` adds 2, `redeal` takes 1 away.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Toy {
    variant: Variant,
    counter: u8,
}

impl Position for Toy {
    fn legal_moves(&self) -> Vec<Move> {
        let turn = (!self.is_won() && self.counter < 10).then_some(Move::Turn);
        let may_step_back = self.variant.step_back && !self.is_won() && self.counter > 0;
        turn.into_iter().chain(may_step_back.then_some(Move::Redeal)).collect()
    }

    fn play(&mut self, m: Move) {
        if m == Move::Turn {
            self.counter += 2;
        } else {
            self.counter -= 1;
        }
    }

    fn is_won(&self) -> bool {
        self.counter == self.variant.goal
    }

    fn layout(&self) -> Layout {
        Layout { lines: Vec::new() }
    }

    fn cards_moved(&self, _: Move) -> Vec<Card> {
        Vec::new()
    }
}

/// Claim: an odd goal is out of reach. Proof: every move of the old game adds 2 to 0.
struct Parity;

impl GameSolver for Parity {
    type Position = Toy;

    fn supports(toy: &Toy) -> bool {
        let Variant { goal: _, step_back } = toy.variant;
        !step_back
    }

    fn solve(toy: &Toy, _: &mut Budget<'_>) -> (Verdict<Move>, &'static str) {
        let verdict = match toy.variant.goal {
            goal if goal % 2 == 1 => Verdict::Unwinnable,
            goal => Verdict::Won(vec![Move::Turn; usize::from(goal / 2)]),
        };
        (verdict, "parity")
    }

    fn lower_bound(toy: &Toy) -> u32 {
        u32::from(toy.variant.goal).div_ceil(2)
    }
}

#[test]
fn what_no_proof_covers_is_searched_by_the_plain_rules() {
    for goal in 0..10 {
        for step_back in [false, true] {
            let toy = Toy { variant: Variant { goal, step_back }, counter: 0 };
            let mut budget = Budget::new(Limits::default(), None);
            let (verdict, method) = solve_by::<Parity>(&toy, &mut budget);
            let winnable = matches!(brute_force(&toy, 100), BruteForce::Won(_));
            assert_eq!(matches!(verdict, Verdict::Won(_)), winnable, "{toy:?}");
            assert_eq!(method, if step_back { "plain" } else { "parity" });
            // The proof alone would be wrong under the option.
            if step_back && goal % 2 == 1 {
                assert_eq!(Parity::solve(&toy, &mut budget).0, Verdict::Unwinnable);
                assert!(winnable);
            }
        }
    }
}
