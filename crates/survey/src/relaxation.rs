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
    let blocked = loose.options().named("redeal").as_deref() == Some("blocked");
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

#[cfg(test)]
mod tests {
    use gehtauf_cards::seeded_deck;
    use gehtauf_rules::{BruteForce, RuleSet, Values, brute_force};

    use super::*;

    /// The game of this size under all its options, numbers up to three values.
    fn variants(rule_set: RuleSet, size: &[(&str, &str)]) -> Vec<Game> {
        let mut all: Vec<Vec<(&str, String)>> = vec![Vec::new()];
        for spec in rule_set.option_specs().iter().filter(|spec| !spec.is_reduced) {
            let values: Vec<String> = match spec.values {
                Values::Words(words) => words.iter().map(|word| word.to_string()).collect(),
                Values::Count { least, most, unlimited, .. } => (least..=most.min(least + 2))
                    .map(|n| n.to_string())
                    .chain(unlimited.then(|| "unlimited".to_string()))
                    .collect(),
                Values::Suits => unreachable!("suits make a game smaller"),
            };
            let with = |sets: &Vec<_>, value: &String| {
                [sets.as_slice(), &[(spec.name, value.clone())]].concat()
            };
            all = all.iter().flat_map(|sets| values.iter().map(|v| with(sets, v))).collect();
        }
        let game = |sets: &Vec<(&str, String)>| {
            let sets: Vec<_> = sets.iter().map(|(name, value)| (*name, value.as_str())).collect();
            Game::new(rule_set, &[size, &sets].concat()).unwrap()
        };
        all.iter().map(game).collect()
    }

    #[test]
    fn more_freedom_loses_no_deal() {
        let eights =
            [("ranks", "5"), ("suits", "CH"), ("decks", "1"), ("columns", "2"), ("rows", "3")];
        let elfer = [("ranks", "4"), ("suits", "CH"), ("columns", "3")];
        let domino = [("ranks", "4"), ("suits", "CDH")];
        let hochzeitszug = [("ranks", "6"), ("suits", "C"), ("upper", "1"), ("lower", "1")];
        for (rule_set, size, deals) in [
            (RuleSet::AchtMalAcht, &eights[..], 40),
            (RuleSet::EightByEight, &eights, 40),
            (RuleSet::EkligeElfer, &elfer, 150),
            (RuleSet::Domino, &domino, 4),
            (RuleSet::Hochzeitszug, &hochzeitszug, 4),
        ] {
            let games = variants(rule_set, size);
            let (mut kept, mut gained) = (0, 0);
            for seed in 0..deals {
                let is_won = |game: &Game| {
                    let position = game.deal(&seeded_deck(seed, game.pack())).unwrap();
                    match brute_force(&position, 2_000) {
                        BruteForce::Won(_) => Some(true),
                        BruteForce::Unwinnable => Some(false),
                        BruteForce::TooBig => None,
                    }
                };
                let won: Vec<Option<bool>> = games.iter().map(is_won).collect();
                for (loose, won_loose) in games.iter().zip(&won) {
                    for (strict, won_strict) in games.iter().zip(&won) {
                        match (won_loose, won_strict) {
                            _ if !is_relaxation(loose, strict) => {}
                            (Some(true), Some(true)) => kept += 1,
                            (Some(true), Some(false)) => gained += 1,
                            (Some(false), Some(true)) => {
                                panic!("seed {seed}: {loose:?} loses what {strict:?} wins")
                            }
                            _ => {}
                        }
                    }
                }
            }
            assert!(kept >= 40 && gained >= 1, "{rule_set}: {kept} kept, {gained} gained");
        }
    }
}
