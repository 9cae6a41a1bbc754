//! What else follows from an order.

use batsat::theory::TheoryArg;

/// What follows from an order besides what its [circles](gehtauf_certificates::clauses::Order::circles) say.
pub trait Conclusions {
    /// A conflict counts as so many states.
    fn states_a_conflict(&self) -> u64;
    fn bytes(&self) -> usize;
    fn create_level(&mut self);
    fn pop_levels(&mut self, n: usize);
    /// Tells the solver what follows.
    fn conclude(&mut self, acts: &mut TheoryArg);
    /// Why a literal follows, if it was told here.
    fn reason(&self, lit: batsat::Lit) -> Option<&[batsat::Lit]>;
}

/// Nothing follows besides; a conflict counts as so many states.
pub struct Nothing(pub u64);

impl Conclusions for Nothing {
    fn states_a_conflict(&self) -> u64 {
        self.0
    }

    fn bytes(&self) -> usize {
        0
    }

    fn create_level(&mut self) {}
    fn pop_levels(&mut self, _: usize) {}
    fn conclude(&mut self, _: &mut TheoryArg) {}
    fn reason(&self, _: batsat::Lit) -> Option<&[batsat::Lit]> {
        None
    }
}
