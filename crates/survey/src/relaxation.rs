//! Which rules allow all that other rules allow.

use gehtauf_rules::Game;

/// Whether `loose` is `strict` with more freedom: every play of a deal that wins under `strict` is
/// a play, or contains the moves of one, that wins under `loose`. `false` promises nothing.
///
/// Claim: a deal won under `strict` is won under `loose`. Proof: each option below only adds legal
/// moves or lifts a force, so the winning play of `strict` stays legal. A `blocked` redeal is legal
/// only when no move is left, so other options that add moves may take it away: with it, only more
/// redeals, `aces=free` and its own lifting count as freedom.
pub fn is_relaxation(loose: &Game, strict: &Game) -> bool {
    if loose.rule_set() != strict.rule_set() {
        return false;
    }
    let blocked = loose.options().iter().any(|option| option == ("redeal", "blocked".to_string()));
    loose.options().iter().zip(strict.options().iter()).all(|((name, loose), (_, strict))| {
        let frees = |from: &str, to: &str| strict == from && loose == to;
        loose == strict
            || match name {
                "passes" | "redeals" => count(&loose) >= count(&strict),
                "aces" => frees("fixed", "free"),
                "redeal" => frees("blocked", "any-time"),
                "foundation-return" => frees("no", "yes"),
                "spaces" => frees("one-card", "any-run"),
                "talon-play" => frees("forced", "free"),
                "take-out" => frees("forced", "free"),
                "fill" => !blocked && frees("left", "both"),
                "moves" => !blocked && frees("single", "run"),
                "packing" => !blocked && frees("stalled", "any-time"),
                _ => false,
            }
    })
}

fn count(value: &str) -> u64 {
    value.parse().unwrap_or(u64::MAX)
}
