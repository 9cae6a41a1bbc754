//! How much the slow tests try.

/// So many, or as many times more as THOROUGH says (`scripts/thorough.sh`).
pub fn as_thorough(few: u64) -> u64 {
    few * std::env::var("THOROUGH").map_or(1, |times| times.parse::<u64>().unwrap())
}

/// Few, or many where THOROUGH says that more is to be tried.
pub fn if_thorough<T>(few: T, many: T) -> T {
    if std::env::var_os("THOROUGH").is_some() { many } else { few }
}
