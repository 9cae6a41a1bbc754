//! Records: what a survey keeps of each deal.

use std::time::Duration;

use gehtauf_players::End;
use gehtauf_rules::{AnyPosition, Move, RuleSet};
use gehtauf_search::{Limit, Verdict};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::decision::Decision;
use crate::games::Games;
use crate::statistics::{Found, Numbers, STATISTICS, numbers, place};
use crate::{Answer, Goal};

/// The limits that a record can name.
const LIMITS: [Limit; 3] = [Limit::States, Limit::Memory, Limit::Time];

/// What is kept of one deal. The fields are the columns of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The number of the deal: its seed, or its PySolFC number.
    pub seed: u64,
    /// The verdict.
    pub verdict: Decision,
    /// The limit that struck: of an unknown deal, before the verdict; of a won one, before the goal was
    /// reached, so that the win may be longer than it would have become, or is not proven.
    pub limit: Option<Limit>,
    /// The numbers of [`STATISTICS`].
    pub numbers: Numbers,
    /// The search that gave the verdict. For a win with a goal to prove, the goal, or
    /// `not proven: ` and the goal. Of a player's game, the player if it won, else what ended it.
    pub method: String,
}

impl Record {
    /// The record of a search, which was not interrupted, from this deal of a game.
    pub(crate) fn new(
        game: RuleSet,
        seed: u64,
        goal: Goal,
        deal: &AnyPosition,
        answer: &Answer,
    ) -> Record {
        let verdict = answer.decision();
        let win: &[Move] = match &answer.solution.verdict {
            Verdict::Won(moves) => moves,
            Verdict::Unwinnable | Verdict::Unknown(_) => &[],
        };
        let found =
            Found { deal, win, states: answer.solution.states, time: answer.time, wins: None };
        Record {
            seed,
            verdict,
            limit: answer.limit(),
            numbers: numbers(game, verdict, &found),
            method: match answer.proven {
                None => answer.solution.method.to_string(),
                Some(true) => goal.name().to_string(),
                Some(false) => format!("not proven: {}", goal.name()),
            },
        }
    }

    /// The record of a player's games on a deal.
    pub(crate) fn of_games(
        game: RuleSet,
        seed: u64,
        deal: &AnyPosition,
        games: &Games,
        time: Duration,
    ) -> Record {
        let Games { player, played, wins } = games;
        let verdict = if played.won { Decision::Won } else { Decision::Lost };
        let win = if played.won { &played.moves[..] } else { &[] };
        let found = Found { deal, win, states: played.decisions.into(), time, wins: *wins };
        let method = match played.end {
            End::Won => player.name(),
            End::GivenUp => "gave up",
            End::Repeated => "went round",
            End::TooLong => "too many moves",
        };
        let numbers = numbers(game, verdict, &found);
        Record { seed, verdict, limit: None, numbers, method: method.to_string() }
    }

    /// The number of a statistic, if the deal has it.
    ///
    /// # Panics
    /// There is no statistic of this name.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.numbers[place(name)]
    }

    /// Whether a survey of this game can have made the record, with the statistics at these places
    /// kept. The names of methods may be those of older versions, but are plain words.
    pub(crate) fn check(&self, game: RuleSet, statistics: &[usize]) -> Result<(), String> {
        let Record { verdict, limit, .. } = self;
        let name = verdict.name();
        match (verdict, limit) {
            (Decision::Unknown, Some(limit)) if LIMITS.contains(limit) => {}
            (Decision::Unknown, _) => return Err("unknown without a limit".to_string()),
            (Decision::Won, Some(limit)) if LIMITS.contains(limit) => {}
            (_, Some(limit)) => return Err(format!("{name} with the limit {}", limit.name())),
            (_, None) => {}
        }
        for &i in statistics {
            let (statistic, number) = (&STATISTICS[i], self.numbers[i]);
            match (statistic.is_kept(game, *verdict), number) {
                (true, None) => return Err(format!("{name} without {}", statistic.name)),
                (false, Some(_)) => return Err(format!("{name} with {}", statistic.name)),
                (true, Some(number)) if number > MOST => {
                    return Err(format!("{} {} are more than can be", number, statistic.name));
                }
                _ => {}
            }
        }
        if self.number("redeals") > self.number("moves") {
            return Err("more redeals than moves".to_string());
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || " -:./()+%=".contains(c);
        let begins_well = self.method.starts_with(|c: char| c.is_ascii_alphanumeric());
        if !begins_well || !self.method.chars().all(is_plain) {
            return Err(format!("{:?} is no method", self.method));
        }
        Ok(())
    }
}

/// No statistic is greater than this; the bounds of histograms above the greatest still fit.
const MOST: u64 = 1_000_000_000_000_000_000;

/// The limit of a name; none of an empty one.
pub(crate) fn limit(name: &str) -> Option<Option<Limit>> {
    if name.is_empty() {
        return Some(None);
    }
    LIMITS.into_iter().find(|limit| limit.name() == name).map(Some)
}

/// One object, without what the deal has not.
impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("seed", &self.seed)?;
        map.serialize_entry("verdict", &self.verdict)?;
        if let Some(limit) = self.limit {
            map.serialize_entry("limit", limit.name())?;
        }
        for (statistic, number) in STATISTICS.iter().zip(self.numbers) {
            if let Some(number) = number {
                map.serialize_entry(statistic.name, &number)?;
            }
        }
        map.serialize_entry("method", &self.method)?;
        map.end()
    }
}
