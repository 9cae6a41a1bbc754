//! What leaves out parts of a search, a file each with its claim and proof, and the switches.

pub mod equal_steps;
pub mod host_arrivals;
pub mod host_count;
pub mod safe_pops;
pub mod switches;
#[cfg(test)]
pub mod tests;

use gehtauf_rules::eklige_elfer::Variant;

use super::abstractions::delete_relaxation;
use super::sat;
pub use switches::Prunings;

impl Prunings {
    /// Those of them whose proofs hold for the variant.
    pub fn supported(self, variant: &Variant) -> Prunings {
        Prunings {
            delete_relaxation: self.delete_relaxation && delete_relaxation::supports(variant),
            host_arrivals: self.host_arrivals && host_arrivals::supports(variant),
            host_count: self.host_count && host_count::supports(variant),
            sat: self.sat && sat::supports(variant),
            equal_steps: self.equal_steps && equal_steps::supports(variant),
            safe_pops: self.safe_pops && safe_pops::supports(variant),
        }
    }
}
