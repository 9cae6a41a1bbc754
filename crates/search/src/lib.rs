//! Search engines that know no card.
//!
//! A game gives a [`Space`]; the engines look for a won state in it within a [`Budget`]. A portfolio
//! ([`run_portfolio`]) runs several searches, cheapest first, until one answers. What the engines are made of
//! serves the searches that games write themselves as well: [`bits`](bits()), [`hashing`], paths ([`path_to`],
//! [`Paths`]), the account of bytes ([`Memory`]), a [`List`] and a set of [`Visited`] keys that keep to it.

mod a_star;
mod beam;
mod best_first;
mod bits;
mod budget;
pub mod bytes;
mod complete_beam;
mod depth_first;
mod frontier;
pub mod hashing;
mod level_wise;
mod limits;
mod list;
mod path;
mod portfolio;
mod space;
mod strata_beam;
mod visited;

pub use a_star::{Bounded, Shortest, a_star};
pub use beam::{Beam, BeamTables, Candidates, tie_break};
pub use best_first::best_first;
pub use bits::{Bits, bits};
pub use budget::{Budget, Progress};
pub use bytes::{Memory, Share};
pub use complete_beam::Levels;
pub use depth_first::{DepthFirst, depth_first};
pub use frontier::Frontier;
pub use level_wise::{LevelWise, Leveled};
pub use limits::{Limit, Limits, Outcome, Stop, Verdict};
pub use list::List;
pub use path::{Paths, path_to};
pub use portfolio::{RunSearch, Stage, run_portfolio};
pub use space::{Evaluated, Space};
pub use strata_beam::{Stratified, strata_beam};
pub use visited::{Known, Visited};
