//! The settings of a survey: what holds for all its records.

use std::ops::Range;

use gehtauf_rules::{Game, RuleSet};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::games::{MAX_GAMES, Playing, WEAKEST};
use crate::searches::Goal;
use crate::source::Numbering;
use crate::survey::Survey;

/// The version of the form of files of records.
pub const SCHEMA: u32 = 3;

/// The oldest version that is still read.
pub const OLDEST_SCHEMA: u32 = 2;

/// What holds for all records of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// [`SCHEMA`] when the file was begun.
    pub schema: u32,
    /// The version of this program.
    pub version: String,
    /// The name of the rule set.
    pub game: String,
    /// The value of every option, by name.
    pub options: Map<String, Value>,
    /// States that the search for a deal may visit.
    pub max_states: u64,
    /// Bytes that all searches together may take.
    pub max_memory: u64,
    /// Microseconds that all work on a deal may take; null if there is no such limit.
    pub time_limit_micros: Option<u64>,
    /// What a win was to be.
    pub goal: Goal,
    /// What the deals' numbers are: `seeds`, `pysol` or `deals`.
    pub source: Numbering,
    /// Of a list of deals: the CRC-32 of their deck lines, each with its line end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deals_crc32: Option<u32>,
    /// The number of the first deal.
    pub from: u64,
    /// The number after the last deal.
    pub to: u64,
    /// Who played the deals; nobody if they were solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The seed of the player's random numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player_seed: Option<u64>,
    /// How many games it played on each deal with its hidden cards dealt anew, after that on the deal itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resample: Option<u64>,
    /// How many games with as many seeds each player of the game played on each deal until one won it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games_each: Option<u64>,
    /// Which part of which survey it is, if it is only a part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

/// Into how many parts a survey may be divided.
pub const MAX_SHARDS: u64 = 1 << 20;

/// A part of the deals of a survey.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Which part it is, from 1.
    pub part: u64,
    /// Of how many.
    pub parts: u64,
    /// The number of the whole survey's first deal.
    pub from: u64,
    /// The number after the whole survey's last deal.
    pub to: u64,
}

impl Shard {
    /// The deals of the part.
    pub fn deals(self) -> Range<u64> {
        shard(&(self.from..self.to), self.part, self.parts)
    }
}

impl Settings {
    /// The settings of a survey of these deals.
    pub fn new(survey: &Survey<'_>, deals: Range<u64>) -> Settings {
        let Survey { game, source, limits, goal, player, .. } = *survey;
        Settings {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION").to_string(),
            game: game.rule_set().name().to_string(),
            options: options_by_name(game),
            max_states: limits.max_states,
            max_memory: limits.max_bytes as u64,
            time_limit_micros: limits.time.map(|time| time.as_micros() as u64),
            goal,
            source: source.numbering(),
            deals_crc32: source.crc32(),
            from: deals.start,
            to: deals.end,
            player: player.map(|run| run.name().to_string()),
            player_seed: player.map(|run| run.seed),
            resample: player.and_then(|run| match run.playing {
                Playing::Resampled(_, games) => Some(games),
                _ => None,
            }),
            games_each: player.and_then(|run| match run.playing {
                Playing::Weakest(games) => Some(games),
                _ => None,
            }),
            shard: None,
        }
    }

    /// How many games on a deal the column `wins` is of, if there are several.
    pub fn games(&self) -> Option<u64> {
        self.resample.or(self.games_each)
    }

    /// The same settings whichever deals a file of this form has.
    pub fn of_deals(&self, deals: Range<u64>) -> Settings {
        let Range { start, end } = deals;
        Settings { schema: SCHEMA, from: start, to: end, shard: None, ..self.clone() }
    }

    /// The same settings for one part of the deals.
    ///
    /// # Panics
    /// `part` is not in `1..=parts`.
    pub fn of_shard(&self, part: u64, parts: u64) -> Settings {
        let shard = Shard { part, parts, from: self.from, to: self.to };
        let Range { start, end } = shard.deals();
        Settings { from: start, to: end, shard: Some(shard), ..self.clone() }
    }

    /// The rule set with the options.
    ///
    /// # Errors
    /// There is no such rule set, or it does not have these options.
    pub fn as_game(&self) -> Result<Game, String> {
        let rule_set: RuleSet = self.game.parse().map_err(|error| format!("{error}"))?;
        let sets = self.options.iter().filter_map(|(name, value)| Some((&**name, value.as_str()?)));
        Game::new(rule_set, &sets.collect::<Vec<_>>()).map_err(|error| error.to_string())
    }

    /// The value of every option; those that came after the file was begun have their defaults.
    fn all_options(&self) -> Map<String, Value> {
        self.as_game().map_or_else(|_| self.options.clone(), |game| options_by_name(&game))
    }

    /// The fields in which two settings differ, with both values, of two games only these; nothing if
    /// they are equal.
    pub fn difference(&self, here: &Settings) -> Option<String> {
        if self.game != here.game {
            return Some(format!("game is {} there and {} here", self.game, here.game));
        }
        let fields = |settings: &Settings| match serde_json::to_value(settings) {
            Ok(Value::Object(mut fields)) => {
                fields.remove("options");
                let shard = fields.remove("shard").and_then(|shard| shard.as_object().cloned());
                let shard = shard.into_iter().flatten();
                fields.extend(shard.map(|(name, value)| (format!("shard's {name}"), value)));
                fields.extend(settings.all_options());
                fields
            }
            _ => unreachable!("settings are a JSON object"),
        };
        let (there, here) = (fields(self), fields(here));
        let names = there.keys().chain(here.keys().filter(|&name| !there.contains_key(name)));
        let word = |value: Option<&Value>| match value {
            None => "nothing".to_string(),
            Some(Value::String(word)) => word.clone(),
            Some(value) => value.to_string(),
        };
        let differences: Vec<String> = names
            .filter(|&name| there.get(name) != here.get(name))
            .map(|name| {
                format!(
                    "{name} is {} there and {} here",
                    word(there.get(name)),
                    word(here.get(name))
                )
            })
            .collect();
        (!differences.is_empty()).then(|| differences.join("; "))
    }

    /// The rule set, if the settings could be those of a survey.
    ///
    /// Whatever a file says that is no plain word is refused here, so that nothing which is written
    /// on from a file can upset a terminal, a page or a spreadsheet.
    pub(crate) fn check(&self) -> Result<RuleSet, String> {
        let values =
            self.options.iter().flat_map(|(name, value)| [Some(name.as_str()), value.as_str()]);
        let words = [Some(self.version.as_str())].into_iter().chain(values);
        let words = words.chain(self.player.as_deref().map(Some));
        for word in words {
            let word = word.ok_or("an option's value is no word")?;
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "-.+_".contains(c);
            let begins_well = word.starts_with(|c: char| c.is_ascii_alphanumeric());
            if !begins_well || !word.chars().all(is_plain) {
                return Err(format!("{word:?} is no word"));
            }
        }
        if self.player.is_some() != self.player_seed.is_some() {
            return Err("a player and its seed go together".to_string());
        }
        let is_weakest = self.player.as_deref() == Some(WEAKEST);
        if is_weakest != self.games_each.is_some()
            || self.resample.is_some() && self.player.is_none()
        {
            return Err("games on a deal without the player who plays them so".to_string());
        }
        if self.games().is_some_and(|games| !(1..=MAX_GAMES).contains(&games)) {
            return Err(format!("a deal has 1 to {MAX_GAMES} games"));
        }
        // A part may have none.
        if self.from > self.to || self.from == self.to && self.shard.is_none() {
            return Err(format!("{}..{} are no deals", self.from, self.to));
        }
        if let Some(shard) = self.shard {
            let Shard { part, parts, from, to } = shard;
            let is_part = 1 <= part && part <= parts && parts <= MAX_SHARDS && from < to;
            if !is_part || shard.deals() != (self.from..self.to) {
                return Err(format!(
                    "{}..{} are not the deals of shard {part} of {parts} of {from}..{to}",
                    self.from, self.to
                ));
            }
        }
        self.as_game().map(|game| game.rule_set())
    }
}

/// The value of every option of a game, in the order of its list.
pub fn options_by_name(game: &Game) -> Map<String, Value> {
    game.options().iter().map(|(name, value)| (name.to_string(), Value::String(value))).collect()
}

/// The part of the deals that shard `i` of `n` takes, `i` from 1.
///
/// # Panics
/// `i` is not in `1..=n`, or the deals end before they begin.
pub fn shard(deals: &Range<u64>, i: u64, n: u64) -> Range<u64> {
    assert!(1 <= i && i <= n, "shard {i} of {n}");
    assert!(deals.start <= deals.end, "deals {deals:?}");
    let end = |i: u64| {
        let count = u128::from(deals.end - deals.start) * u128::from(i) / u128::from(n);
        deals.start + count as u64
    };
    end(i - 1)..end(i)
}

#[cfg(test)]
mod tests {
    use gehtauf_search::Limits;

    use super::*;
    use crate::source::Source;

    #[test]
    fn settings_name_a_goal() {
        let game = &Game::new(RuleSet::Domino, &[]).unwrap();
        let (source, limits, goal) = (Source::Seeds, Limits::default(), Goal::AsFound);
        let survey = Survey { game, source, limits, goal, player: None, threads: 1 };
        let settings = Settings::new(&survey, 0..1);
        assert_eq!(settings.check(), Ok(RuleSet::Domino));
        let json = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&json).unwrap(), settings);
        let nonsense = json.replace("\"as-found\"", "\"nonsense\"");
        assert!(serde_json::from_str::<Settings>(&nonsense).is_err());
    }

    #[test]
    #[should_panic(expected = "deals 9..5")]
    fn deals_end_after_they_begin() {
        #[expect(clippy::reversed_empty_ranges)]
        shard(&(9..5), 1, 2);
    }
}
