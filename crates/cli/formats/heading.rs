//! The rules that a result was reached under, in a line.

use gehtauf::rules::{Game, OptionSpec};

use crate::formats::board;

/// The rules in force: how each sheet is read, and what makes the game smaller than usual.
/// `fill=both aces=fixed redeals=0 redeal=any-time pickup=fifo ranks=4`.
pub fn rules(game: &Game) -> String {
    options(game, |spec, is_changed| !spec.is_reduced || is_changed)
}

/// The game and the rules in force as comments, at most as wide as a board.
pub fn comments(game: &Game) -> String {
    commented(&format!("{} {}", game.rule_set(), rules(game)))
}

/// The words as comments, at most as wide as a board.
pub fn commented(words: &str) -> String {
    let lines = wrapped(words, board::WIDTH - 2);
    lines.iter().map(|line| format!("# {line}")).collect::<Vec<_>>().join("\n")
}

/// The words in lines of at most this width, but for a word that is wider.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// The options that are not at their defaults: `redeals=0 ranks=4`.
pub fn changes(game: &Game) -> String {
    options(game, |_, is_changed| is_changed)
}

fn options(game: &Game, keep: impl Fn(&OptionSpec, bool) -> bool) -> String {
    let usual = Game::new(game.rule_set(), &[]).expect("the defaults go together");
    let values = game.options().iter().zip(usual.options().iter());
    let kept: Vec<_> = (game.rule_set().option_specs().iter().zip(values))
        .filter(|(spec, (value, usual))| keep(spec, value != usual))
        .map(|(_, ((name, value), _))| format!("{name}={value}"))
        .collect();
    kept.join(" ")
}

#[cfg(test)]
mod tests {
    use gehtauf::rules::RuleSet;

    use super::*;

    #[test]
    fn readings_are_always_named_and_reduced_games_where_they_are_played() {
        let game = |sets| Game::new(RuleSet::Domino, sets).unwrap();
        let usual = game(&[]);
        let readings = "fill=both aces=fixed redeals=3 redeal=any-time pickup=fifo";
        assert_eq!((rules(&usual).as_str(), changes(&usual).as_str()), (readings, ""));
        let small = game(&[("ranks", "4"), ("redeals", "0")]);
        let readings = "fill=both aces=fixed redeals=0 redeal=any-time pickup=fifo ranks=4";
        assert_eq!(rules(&small), readings);
        assert_eq!(changes(&small), "redeals=0 ranks=4");
    }
}
