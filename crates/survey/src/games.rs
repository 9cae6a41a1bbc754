//! What a player does with a deal of a survey: one game, or several.

use std::sync::atomic::AtomicBool;

use gehtauf_players::{IllegalPlan, Played, Player, Seed, play_on, players};
use gehtauf_rules::{AnyPosition, Referee, RuleSet, View};

/// Who plays the deals of a survey, and how often. A player of another game gives up every deal, unless it knows
/// that one too, as `random` does all and the `planner` of 8x8 Acht mal Acht.
#[derive(Debug, Clone, Copy)]
pub enum Playing {
    /// This player, one game a deal.
    Once(&'static dyn Player),
    /// The same, and so many games more on each deal, 1 to [`MAX_GAMES`], its hidden cards dealt anew every time.
    Resampled(&'static dyn Player, u64),
    /// All players of the game from the weakest on, so many games each with as many seeds, 1 to
    /// [`MAX_GAMES`], until one wins a game: how difficult the deal is. A player without chance plays one game, which stands for all.
    Weakest(u64),
}

/// Who plays and the seed of the random numbers.
#[derive(Debug, Clone, Copy)]
pub struct PlayerRun {
    /// The player, who sees only the table, or all of them.
    pub playing: Playing,
    /// The seed of all first games; those after them have the numbers after it.
    pub seed: u64,
}

/// What is counted of the games on a deal.
pub(crate) struct Games {
    /// Who played them.
    pub player: &'static dyn Player,
    /// The first one, or the first one won of [`Playing::Weakest`].
    pub played: Played,
    /// How many of several were won.
    pub wins: Option<u64>,
}

/// How many games a deal may have.
pub const MAX_GAMES: u64 = 1 << 16;

/// The name of all players together.
pub(crate) const WEAKEST: &str = "weakest";

impl PlayerRun {
    /// The player's name, or `weakest`.
    pub fn name(self) -> &'static str {
        match self.playing {
            Playing::Once(player) | Playing::Resampled(player, _) => player.name(),
            Playing::Weakest(_) => WEAKEST,
        }
    }

    /// Plays a deal; nothing if `abort` was raised before the end.
    pub(crate) fn play(
        self,
        game: RuleSet,
        deal: &AnyPosition,
        abort: Option<&AtomicBool>,
    ) -> Result<Option<Games>, IllegalPlan> {
        if let Playing::Resampled(_, games) | Playing::Weakest(games) = self.playing {
            assert!((1..=MAX_GAMES).contains(&games), "{games} games on a deal");
        }
        match self.playing {
            Playing::Once(player) => {
                let played = play_from(deal, player, self.seed, abort)?;
                Ok(played.map(|played| Games { player, played, wins: None }))
            }
            Playing::Resampled(player, games) => {
                let Some(played) = play_from(deal, player, self.seed, abort)? else {
                    return Ok(None);
                };
                let wins = self.wins_of_resampled(deal, player, games, abort)?;
                Ok(wins.map(|wins| Games { player, played, wins: Some(wins) }))
            }
            Playing::Weakest(games) => self.weakest(game, deal, games, abort),
        }
    }

    /// How many games are won on deals that look like this one. They are the same for all players and seeds.
    fn wins_of_resampled(
        self,
        deal: &AnyPosition,
        player: &dyn Player,
        games: u64,
        abort: Option<&AtomicBool>,
    ) -> Result<Option<u64>, IllegalPlan> {
        let view = View::of_deal(deal);
        let mut wins = 0;
        for game in 1..=games {
            let mut generator = Seed { run: game, decision: 0 }.generator("resample", &view);
            let deal = view.sample(&mut generator);
            let Some(played) = play_from(&deal, player, self.seed.wrapping_add(game), abort)?
            else {
                return Ok(None);
            };
            wins += u64::from(played.won);
        }
        Ok(Some(wins))
    }

    fn weakest(
        self,
        rule_set: RuleSet,
        deal: &AnyPosition,
        games: u64,
        abort: Option<&AtomicBool>,
    ) -> Result<Option<Games>, IllegalPlan> {
        let mut last = None;
        for &player in players(rule_set) {
            let tried = if player.uses_chance() { games } else { 1 };
            let (mut wins, mut first, mut first_won) = (0, None, None);
            for game in 0..tried {
                let Some(played) = play_from(deal, player, self.seed.wrapping_add(game), abort)?
                else {
                    return Ok(None);
                };
                wins += u64::from(played.won);
                let kept = if played.won { &mut first_won } else { &mut first };
                kept.get_or_insert(played);
            }
            let wins = Some(if tried < games { wins * games } else { wins });
            if let Some(played) = first_won {
                return Ok(Some(Games { player, played, wins }));
            }
            last = first.map(|played| Games { player, played, wins });
        }
        Ok(Some(last.expect("each game has players, who play at least one game")))
    }
}

fn play_from(
    deal: &AnyPosition,
    player: &dyn Player,
    seed: u64,
    abort: Option<&AtomicBool>,
) -> Result<Option<Played>, IllegalPlan> {
    play_on(Referee::new(deal.clone()), player, seed, abort)
}

/// How much of what decides a player's games can be seen before the first move, from the wins among games on
/// deals that look alike: an analysis of variance of wins (1) and losses (0).
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Luck {
    /// The games on each deal's look.
    pub games: u64,
    /// The share of all these games won.
    pub win_rate: f64,
    /// Its standard error, as all here nothing if as many games were won on each deal: then the deals do not
    /// tell how far off it is.
    pub win_rate_error: Option<f64>,
    /// The variance of the win rate from look to look.
    pub between: f64,
    /// Its standard error.
    pub between_error: Option<f64>,
    /// The mean variance of the games of one look: the luck of the hidden cards, and of the player.
    pub within: f64,
    /// Its standard error.
    pub within_error: Option<f64>,
    /// `between / (between + within)`; nothing if all games end alike.
    pub seen_share: Option<f64>,
    /// Its standard error.
    pub seen_share_error: Option<f64>,
}

impl Luck {
    /// Of the wins among so many games on each of at least three deals; standard errors by the jackknife over
    /// deals.
    pub(crate) fn new(games: u64, wins: impl Iterator<Item = u64>) -> Option<Luck> {
        let mut counts = vec![0_u64; games as usize + 1];
        wins.for_each(|wins| counts[wins as usize] += 1);
        let deals: u64 = counts.iter().sum();
        if deals < 3 || games < 2 {
            return None;
        }
        let all = Parts::of(&counts, games);
        let without: Vec<(f64, Parts)> = (0..counts.len())
            .filter(|&wins| counts[wins] > 0)
            .map(|wins| {
                let mut fewer = counts.clone();
                fewer[wins] -= 1;
                (counts[wins] as f64, Parts::of(&fewer, games))
            })
            .collect();
        let n = deals as f64;
        let error = |of: fn(&Parts) -> f64| {
            let mean = without.iter().map(|(count, parts)| count * of(parts)).sum::<f64>() / n;
            let squares = without.iter().map(|(count, parts)| count * (of(parts) - mean).powi(2));
            (without.len() > 1).then(|| ((n - 1.0) / n * squares.sum::<f64>()).sqrt())
        };
        let is_open = all.between + all.within > 0.0;
        Some(Luck {
            games,
            win_rate: all.mean,
            win_rate_error: error(|parts| parts.mean),
            between: all.between,
            between_error: error(|parts| parts.between),
            within: all.within,
            within_error: error(|parts| parts.within),
            seen_share: is_open.then(|| all.seen_share()),
            seen_share_error: error(Parts::seen_share),
        })
    }
}

/// Unbiased estimates of the two variances.
struct Parts {
    mean: f64,
    between: f64,
    within: f64,
}

impl Parts {
    fn of(counts: &[u64], games: u64) -> Parts {
        let (n, k) = (counts.iter().sum::<u64>() as f64, games as f64);
        let shares =
            || counts.iter().enumerate().map(|(wins, &count)| (wins as f64 / k, count as f64));
        let mean = shares().map(|(p, count)| p * count).sum::<f64>() / n;
        let within =
            shares().map(|(p, count)| p * (1.0 - p) * count).sum::<f64>() / n * k / (k - 1.0);
        let spread = shares().map(|(p, count)| (p - mean).powi(2) * count).sum::<f64>() / (n - 1.0);
        Parts { mean, between: spread - within / k, within }
    }

    fn seen_share(&self) -> f64 {
        let whole = self.between + self.within;
        if whole > 0.0 { self.between / whole } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_that_differ_and_looks_that_do_not_are_told_apart() {
        let all_or_nothing = Luck::new(4, [0, 4, 0, 4, 4, 0, 4, 0].into_iter()).unwrap();
        assert_eq!((all_or_nothing.win_rate, all_or_nothing.within), (0.5, 0.0));
        assert_eq!(all_or_nothing.seen_share, Some(1.0));
        let alike = Luck::new(4, [2; 8].into_iter()).unwrap();
        assert!((alike.within - 1.0 / 3.0).abs() < 1e-12);
        let errors = |luck: Luck| {
            [luck.win_rate_error, luck.between_error, luck.within_error, luck.seen_share_error]
        };
        assert_eq!(errors(alike), [None; 4], "deals that do not differ tell no error");
        assert!(errors(all_or_nothing).iter().all(Option::is_some));
        // Within a look the games differ more than between looks, so that the estimate is below 0.
        assert!((alike.between + 1.0 / 12.0).abs() < 1e-12);
        assert_eq!(Luck::new(4, [2, 2].into_iter()), None);
        let all_won = Luck::new(4, [4; 9].into_iter()).unwrap();
        assert_eq!((all_won.seen_share, errors(all_won)), (None, [None; 4]));
    }

    /// Draws from known chances: the estimates lie within three of their errors.
    #[test]
    fn the_two_variances_are_found_again() {
        let mut state = 1_u64;
        let mut uniform = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let mut wins = Vec::new();
        for _ in 0..4000 {
            let chance = if uniform() < 0.5 { 0.2 } else { 0.6 };
            wins.push((0..8).filter(|_| uniform() < chance).count() as u64);
        }
        let luck = Luck::new(8, wins.into_iter()).unwrap();
        for (found, chance, error) in [
            (luck.between, 0.04, luck.between_error.unwrap()),
            (luck.within, 0.2, luck.within_error.unwrap()),
            (luck.win_rate, 0.4, luck.win_rate_error.unwrap()),
        ] {
            assert!((found - chance).abs() < 3.0 * error && error < 0.01, "{luck:?}");
        }
    }
}
