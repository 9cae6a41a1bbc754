//! How much the slow tests try.

/// So many, or as many times more as THOROUGH says (`scripts/thorough.sh`).
pub fn as_thorough(few: u64) -> u64 {
    few * std::env::var("THOROUGH").map_or(1, |times| times.parse::<u64>().unwrap())
}
