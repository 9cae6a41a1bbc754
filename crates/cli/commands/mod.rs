//! What each command does: a file or folder of its name, and beside them what two of them share.
//!
//! | file | commands |
//! |---|---|
//! | `certificate.rs` | `solve`, `verify` |
//! | `completion_counts.rs` | `solve`, `hint`: positions with unknown cards |
//! | `sampled_hint.rs` | `hint`: positions with unknown cards |
//! | `shell.rs` | `completions`, `man` |

pub mod analyse;
pub mod certificate;
pub mod compare;
pub mod completion_counts;
pub mod games;
pub mod hint;
pub mod merge;
pub mod perft;
pub mod play;
pub mod players;
pub mod report;
pub mod sampled_hint;
pub mod shell;
pub mod show;
pub mod solve;
pub mod survey;
pub mod verify;
