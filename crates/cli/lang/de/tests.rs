//! Whether everything said in English somewhere is said in German as well.

use std::fs;
use std::path::{Path, PathBuf};

use gehtauf::rules::RuleSet;
use gehtauf::survey::STATISTICS;

use crate::lang::phrases::Phrases;
use crate::lang::{Lang, Texts};

const FOLDERS: [&str; 6] = [
    "crates/cli",
    "crates/cards/src",
    "crates/certificates/src",
    "crates/players/src",
    "crates/rules/src",
    "crates/survey/src",
];

/// What stands before a text that a person is to read as an error or a remark.
const ERRORS: [&str; 28] = [
    "#[error(\"",
    "bail!(\"",
    "anyhow!(\"",
    "context(\"",
    "note(\"",
    "note(&format!(\"",
    "wrong(\"",
    "wrong(format!(\"",
    "wrong(label, \"",
    "wrong(label, format!(\"",
    "wrong(\"aces\", format!(\"",
    "wrong(\"foundations\", format!(\"",
    "wrong(\"foundations\", \"",
    "fail(format!(\"",
    "Err(\"",
    "Err(format!(\"",
    "ok_or(\"",
    "expected: \"",
    "Body(\"",
    "Body(format!(\"",
    "let problem = \"",
    "let problem = format!(\"",
    "let difference = format!(\"",
    "let reason = format!(\"",
    "let reason =\nformat!(\"",
    "ok_or_else(|| \"",
    "ok_or_else(|| format!(\"",
    "map_err(|_| format!(\"",
];

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// The literals that follow one of these beginnings in the sources, tests left out, each thing that
/// they name as `{}`.
fn literals(folders: &[&str], beginnings: &[&str]) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    folders.iter().for_each(|folder| sources(&root.join(folder), &mut files));
    let mut found = Vec::new();
    for file in files.iter().filter(|file| !is_test(file)) {
        let text = fs::read_to_string(file).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        // White space between a bracket and a literal is a matter of layout.
        let text = text.lines().map(str::trim).collect::<Vec<_>>().join("\n").replace("(\n", "(");
        for beginning in beginnings {
            found.extend(text.split(beginning).skip(1).map(literal));
        }
    }
    found
}

fn is_test(file: &Path) -> bool {
    let is_of_tests =
        |part: std::path::Component| part.as_os_str() == "tests" || part.as_os_str() == "fuzz";
    file.ends_with("tests.rs") || file.components().any(is_of_tests)
}

fn literal(rest: &str) -> String {
    let mut text = String::new();
    let mut letters = rest.chars();
    while let Some(letter) = letters.next().filter(|&letter| letter != '"') {
        match letter {
            '\\' => match letters.next() {
                Some('\n') => {}
                Some(escaped) => text.push(escaped),
                None => break,
            },
            '{' => {
                letters.by_ref().find(|&letter| letter == '}');
                text += "{}";
            }
            letter => text.push(letter),
        }
    }
    text
}

/// Names, and words of both languages.
const SAME: &str = "Acht Elfer Hochzeitszug Mal PySolFC JSON UTF MiB GiB TERM dumb NAME acht eklige elfer mal \
    domino hochzeitszug analyse play show hint report merge text json html svg won lost unwinnable unknown \
    samples player seed only out fewest redeals deck moves paired certificate seen boards board \
    after resample format open position talon aces must foundations start wins crc free set passes unlimited source foundation return yes QSQS";

/// What each filling makes a phrase of its own; `tests/german.rs` sees to these.
const AS_FILLED: [&str; 10] = [
    "deals {}..{} are {} {} and {}",
    "of {} shards {} missing: {}",
    "{} {}, deck {}: {}",
    "{} cards are ?? or [??], but {} of the pack are not named{}",
    "{} have no deal in common",
    "{} is no verdict of a {}",
    "{} number different deals",
    "the two {} are the same",
    "not proven: {}",
    "not won after {} move{}",
];

/// The English words that a text still has in German.
fn left(texts: &dyn Texts, english: &str) -> Vec<String> {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 2);
        words.filter(|word| SAME.split(' ').all(|same| same != *word)).map(String::from).collect()
    };
    let german = words(&texts.message(english));
    words(english).into_iter().filter(|word| german.contains(word)).collect()
}

#[test]
fn every_error_and_remark_is_said_in_german() {
    let texts = Lang::De.texts();
    let mut all = literals(&FOLDERS, &ERRORS);
    // The program itself has texts of both languages behind such arrows.
    all.extend(literals(&FOLDERS[1..], &["=> format!(\""]));
    assert!(all.len() > 150, "{}", all.len());
    // Some stand only behind others.
    let left = |english: &str| {
        let places = ["", "expected ", "not a record: ", "AC occurs "];
        let left = places.map(|place| left(texts, &format!("{place}{english}")));
        left.into_iter().min_by_key(Vec::len).filter(|words| !words.is_empty())
    };
    let said = all.iter().filter(|text| !AS_FILLED.contains(&text.as_str()));
    let mixed: Vec<String> = said
        .filter_map(|text| Some(format!("{text}: {}", left(&text.replace("{}", "QS"))?.join(" "))))
        .collect();
    assert!(mixed.is_empty(), "half German: {mixed:#?}");
}

#[test]
fn every_word_of_summaries_is_said_in_german() {
    let words = Lang::De.texts().phrasebook().words;
    let all = literals(&["crates/cli"], &["say(\"", "fill(\""]);
    let titles = STATISTICS
        .iter()
        .flat_map(|statistic| RuleSet::ALL.map(|rule_set| (statistic.title)(rule_set).to_string()));
    let all: Vec<String> = all.into_iter().chain(titles).collect();
    assert!(all.len() > 40);
    for english in &all {
        assert!(words.iter().any(|(key, _)| key == english), "no German for {english:?}");
    }
}

#[test]
fn every_search_has_a_german_name_and_a_sentence_in_each_language() {
    let texts = Lang::De.texts();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/solvers/src");
    let portfolios = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let portfolios = portfolios.map(|folder| folder.join("portfolio.rs"));
    let mut count = 0;
    for file in portfolios.filter(|file| file.exists()) {
        let text = fs::read_to_string(&file).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in lines.filter(|line| {
            !["expect(", "panic!", "assert", "unreachable"].iter().any(|word| line.contains(word))
        }) {
            for name in line.split('"').skip(1).step_by(2) {
                assert_ne!(texts.method(name), name, "{}", file.display());
                for lang in [Lang::En, Lang::De] {
                    assert_ne!(lang.texts().method_explained(name), "", "{name:?}");
                }
                count += 1;
            }
        }
    }
    assert!(count > 25, "{count}");
}

#[test]
fn a_phrase_has_the_same_holes_in_both_languages() {
    let book = Lang::De.texts().phrasebook();
    let all: [&[&Phrases]; 2] =
        [book.messages, &[book.help, book.values, book.methods, book.words]];
    for (english, german) in all.concat().into_iter().flatten() {
        let plain = english.replace("{cards}", "{}").replace("{..}", "{}");
        let holes = |text: &str| (text.matches("{}").count(), text.matches('{').count());
        assert_eq!(holes(&plain), holes(german), "{english:?}");
    }
}
