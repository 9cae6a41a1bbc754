//! Options: how a rule set's readings and reduced games are named, read and printed.

use std::fmt;

use gehtauf_cards::{Pack, Rank, Suits, excerpt};

/// What an option of a rule set means and which values it takes.
#[derive(Debug)]
pub struct OptionSpec {
    /// The name, as in `--set passes=2`.
    pub name: &'static str,
    /// The values it takes.
    pub values: Values,
    /// What it changes, one sentence in English.
    pub effect: &'static str,
    /// What it changes, one sentence in German.
    pub effect_de: &'static str,
    /// Whether it makes the game smaller instead of reading its sheet in another way.
    pub is_reduced: bool,
}

impl OptionSpec {
    /// The value of the option where it is not set.
    pub fn default_value(&self) -> String {
        self.values.default().to_string()
    }

    /// `name=value` with all values where they are few, for a choice to be offered; else with some.
    pub fn examples(&self) -> Vec<String> {
        let values: Vec<String> = match self.values {
            Values::Words(words) => words.iter().map(ToString::to_string).collect(),
            Values::Count { least, most, unlimited, .. } => {
                let counts = (least..=most).take(13).map(|count| count.to_string());
                counts.chain(unlimited.then(|| "unlimited".to_string())).collect()
            }
            Values::Suits => ["C", "CH", "CDHS"].map(str::to_string).into(),
        };
        values.iter().map(|value| format!("{}={value}", self.name)).collect()
    }
}

/// The values an option takes.
#[derive(Debug, Clone, Copy)]
pub enum Values {
    /// One of these words; the first is the default.
    Words(&'static [&'static str]),
    /// A number from `least` to `most`, and `unlimited` where that is allowed.
    Count {
        /// Smallest value.
        least: u8,
        /// Largest value.
        most: u8,
        /// Default value.
        default: u8,
        /// Whether the word `unlimited` is a value too.
        unlimited: bool,
    },
    /// A non-empty set of suit letters; the default is all four.
    Suits,
}

impl Values {
    fn default(self) -> Value {
        match self {
            Values::Words(words) => Value::Word(words[0]),
            Values::Count { default, .. } => Value::Count(default),
            Values::Suits => Value::Suits(Suits::ALL),
        }
    }

    fn parse(self, text: &str) -> Option<Value> {
        match self {
            Values::Words(words) => words.iter().find(|&&w| w == text).map(|&w| Value::Word(w)),
            Values::Count { unlimited: true, .. } if text == "unlimited" => Some(Value::Unlimited),
            Values::Count { least, most, .. } => text
                .parse()
                .ok()
                .filter(|n| (least..=most).contains(n) && !text.starts_with('+'))
                .map(Value::Count),
            Values::Suits => Suits::parse(text).map(Value::Suits),
        }
    }
}

impl fmt::Display for Values {
    /// The allowed values, the default first where there is an order: `any-time, blocked`; `1 to 99
    /// or unlimited`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Words(words) => write!(f, "{}", words.join(", ")),
            Values::Count { least, most, unlimited, .. } => {
                write!(f, "{least} to {most}{}", if *unlimited { " or unlimited" } else { "" })
            }
            Values::Suits => write!(f, "some of the letters CDHS, none twice"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Value {
    Word(&'static str),
    Count(u8),
    Unlimited,
    Suits(Suits),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Word(word) => write!(f, "{word}"),
            Value::Count(count) => write!(f, "{count}"),
            Value::Unlimited => write!(f, "unlimited"),
            Value::Suits(suits) => write!(f, "{suits}"),
        }
    }
}

/// What is wrong with an option.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The rule set has no such option.
    #[error("{game} has no option {name}; its options are {known}")]
    Unknown {
        /// The rule set.
        game: &'static str,
        /// The name given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The option does not take this value.
    #[error("{name}={value} is not possible; allowed: {allowed}")]
    BadValue {
        /// The option.
        name: &'static str,
        /// The value given.
        value: String,
        /// The values it takes.
        allowed: String,
    },
    /// The option's value does not go with the others.
    #[error("{name}={value} is not possible: {reason}")]
    Conflict {
        /// The option.
        name: &'static str,
        /// Its value.
        value: String,
        /// Why, with the values that are allowed.
        reason: String,
    },
}

/// The values of all options of one rule set.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Options {
    values: Vec<(&'static str, Value)>,
}

impl Options {
    /// The default of every option.
    pub(crate) fn defaults(specs: &[OptionSpec]) -> Options {
        Options { values: specs.iter().map(|spec| (spec.name, spec.values.default())).collect() }
    }

    /// Sets one option.
    pub(crate) fn set(
        &mut self,
        game: &'static str,
        specs: &[OptionSpec],
        name: &str,
        value: &str,
    ) -> Result<(), OptionError> {
        let Some(place) = specs.iter().position(|spec| spec.name == name) else {
            let known = specs.iter().map(|spec| spec.name).collect::<Vec<_>>().join(", ");
            return Err(OptionError::Unknown { game, name: excerpt(name), known });
        };
        let spec = &specs[place];
        self.values[place].1 = spec.values.parse(value).ok_or_else(|| OptionError::BadValue {
            name: spec.name,
            value: excerpt(value),
            allowed: spec.values.to_string(),
        })?;
        Ok(())
    }

    /// Every option with its value, in the order of the rule set's list.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.values.iter().map(|(name, value)| (*name, value.to_string()))
    }

    /// The value of one option, as [`Options::iter`] has it; nothing if the rule set has no such option.
    pub fn named(&self, name: &str) -> Option<String> {
        self.values.iter().find(|(n, _)| *n == name).map(|(_, value)| value.to_string())
    }

    fn value(&self, name: &str) -> Value {
        let found = self.values.iter().find(|(n, _)| *n == name);
        found.unwrap_or_else(|| panic!("the rule set has an option {name}")).1
    }

    /// Whether a word option has this value.
    pub(crate) fn is(&self, name: &str, word: &str) -> bool {
        matches!(self.value(name), Value::Word(value) if value == word)
    }

    /// The value of a number option that cannot be unlimited.
    pub(crate) fn count(&self, name: &str) -> u8 {
        self.limit(name).unwrap_or_else(|| panic!("option {name} is not unlimited"))
    }

    /// The value of a number option; nothing for `unlimited`.
    pub(crate) fn limit(&self, name: &str) -> Option<u8> {
        match self.value(name) {
            Value::Count(count) => Some(count),
            Value::Unlimited => None,
            other => panic!("option {name} is a number, not {other}"),
        }
    }

    /// The pack that `ranks`, `suits` and `decks` (1 where there is no such option) describe.
    pub(crate) fn pack(&self) -> Pack {
        let Value::Suits(suits) = self.value("suits") else { panic!("suits is a set of suits") };
        let top = Rank::new(self.count("ranks")).expect("ranks are 2 to 13");
        let has_decks = self.values.iter().any(|(name, _)| *name == "decks");
        Pack { top, suits, decks: if has_decks { self.count("decks") } else { 1 } }
    }

    /// The error that the value of `name` does not go with the others.
    pub(crate) fn conflict(&self, name: &'static str, reason: String) -> OptionError {
        OptionError::Conflict { name, value: self.value(name).to_string(), reason }
    }
}

impl fmt::Display for Options {
    /// `fill=both aces=fixed`, and so on: every option in the order of the rule set's list.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, value)) in self.values.iter().enumerate() {
            write!(f, "{}{name}={value}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// `ranks=R`: cards A to the R-th rank.
pub(crate) const RANKS: OptionSpec = OptionSpec {
    name: "ranks",
    values: Values::Count { least: 2, most: 13, default: 13, unlimited: false },
    effect: "the cards A up to this rank, which has the King's role",
    effect_de: "nur die Karten vom Ass bis zu diesem Wert, der als König gilt",
    is_reduced: true,
};

/// `suits=CH`: only these suits.
pub(crate) const SUITS: OptionSpec = OptionSpec {
    name: "suits",
    values: Values::Suits,
    effect: "only these suits",
    effect_de: "nur diese Farben",
    is_reduced: true,
};

/// `decks=1|2` of the two-deck games.
pub(crate) const DECKS: OptionSpec = OptionSpec {
    name: "decks",
    values: Values::Count { least: 1, most: 2, default: 2, unlimited: false },
    effect: "how often each card is there",
    effect_de: "wie oft jede Karte vorkommt",
    is_reduced: true,
};
