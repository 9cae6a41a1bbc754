//! What was asked and answered, by game and proof.

use std::collections::BTreeMap;
use std::fmt;

use gehtauf_rules::{Move, RuleSet};
use gehtauf_search::Verdict;

/// How often a proof, or something else that is tried, was asked, and what it said.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// How often it was asked.
    pub asked: u64,
    /// How often it said "unwinnable", and nothing spoke against it.
    pub unwinnable: u64,
    /// How often it gave a win, and that replayed.
    pub won: u64,
}

/// The counts of a soak.
#[derive(Debug, Default, Clone)]
pub struct Counts(BTreeMap<(RuleSet, String), Count>);

impl Counts {
    /// Counts a question that has no verdict for an answer.
    pub fn add(&mut self, rule_set: RuleSet, what: &str) {
        self.count(rule_set, what).asked += 1;
    }

    /// Counts a question and its answer, which holds as far as is known.
    pub fn add_verdict(&mut self, rule_set: RuleSet, what: &str, verdict: &Verdict<Move>) {
        let count = self.count(rule_set, what);
        count.asked += 1;
        match verdict {
            Verdict::Won(_) => count.won += 1,
            Verdict::Unwinnable => count.unwinnable += 1,
            Verdict::Unknown(_) => {}
        }
    }

    fn count(&mut self, rule_set: RuleSet, what: &str) -> &mut Count {
        self.0.entry((rule_set, what.to_string())).or_default()
    }

    /// All questions together.
    pub fn total(&self) -> Count {
        self.0.values().fold(Count::default(), |sum, count| Count {
            asked: sum.asked + count.asked,
            unwinnable: sum.unwinnable + count.unwinnable,
            won: sum.won + count.won,
        })
    }
}

/// A row each, as Markdown.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| game | what | asked | unwinnable | won |\n|---|---|---|---|---|")?;
        for ((rule_set, what), Count { asked, unwinnable, won }) in &self.0 {
            writeln!(f, "| {rule_set} | {what} | {asked} | {unwinnable} | {won} |")?;
        }
        Ok(())
    }
}
