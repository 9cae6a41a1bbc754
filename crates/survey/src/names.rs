//! What has a name in records is printed by it and read from it.

use std::fmt;
use std::str::FromStr;

use gehtauf_cards::excerpt;

use crate::decision::Decision;
use crate::interval::IntervalMethod;
use crate::searches::Goal;

/// The text is none of the names.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name} is no {what}")]
pub struct UnknownName {
    /// The text.
    pub name: String,
    /// What it should name.
    pub what: &'static str,
}

macro_rules! named {
    ($($named:ident, $what:literal, [$($all:ident),*];)*) => {$(
        impl fmt::Display for $named {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $named {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<$named, UnknownName> {
                let found = [$($named::$all),*].into_iter().find(|named| named.name() == name);
                found.ok_or_else(|| UnknownName { name: excerpt(name), what: $what })
            }
        }
    )*};
}

named! {
    Decision, "verdict", [Won, Unwinnable, Unknown, Lost];
    Goal, "goal", [AsFound, Any, Short, Shortest, FewestRedeals];
    IntervalMethod, "interval", [Wilson, Exact];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_json_are_those_in_texts() {
        for goal in [Goal::AsFound, Goal::Any, Goal::Short, Goal::Shortest, Goal::FewestRedeals] {
            assert_eq!(serde_json::json!(goal), goal.name());
        }
        for method in [IntervalMethod::Wilson, IntervalMethod::Exact] {
            assert_eq!(serde_json::json!(method), method.name());
        }
    }

    #[test]
    fn names_are_read_as_they_are_printed() {
        for name in ["won", "unwinnable", "unknown", "lost"] {
            assert_eq!(name.parse::<Decision>().unwrap().to_string(), name);
        }
        for name in ["as-found", "any", "short", "shortest", "fewest-redeals"] {
            assert_eq!(name.parse::<Goal>().unwrap().to_string(), name);
        }
        for name in ["wilson", "exact"] {
            assert_eq!(name.parse::<IntervalMethod>().unwrap().to_string(), name);
        }
        let error = "nonsense".parse::<Goal>().unwrap_err();
        assert_eq!(error.to_string(), "nonsense is no goal");
    }
}
