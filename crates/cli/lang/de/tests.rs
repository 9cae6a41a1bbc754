//! Whether everything said in English somewhere is said in German as well.

use std::fs;
use std::path::{Path, PathBuf};

use gehtauf::rules::RuleSet;
use gehtauf::survey::STATISTICS;

use crate::lang::Lang;
use crate::lang::phrases::Phrases;

const FOLDERS: [&str; 5] = [
    "crates/cli",
    "crates/cards/src",
    "crates/certificates/src",
    "crates/rules/src",
    "crates/survey/src",
];

/// What stands before a text that a person is to read as an error or a remark.
const ERRORS: [&str; 10] = [
    "#[error(\"",
    "bail!(\"",
    "anyhow!(\"",
    "context(\"",
    "note(\"",
    "note(&format!(\"",
    "wrong(label, \"",
    "wrong(label, format!(\"",
    "fail(format!(\"",
    "let problem = \"",
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
    file.ends_with("tests.rs") || file.components().any(|part| part.as_os_str() == "fuzz")
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

fn has_words(text: &str) -> bool {
    text.replace("{}", "").split(|c: char| !c.is_ascii_alphabetic()).any(|word| word.len() > 2)
}

#[test]
fn every_error_and_remark_is_said_in_german() {
    let texts = Lang::De.texts();
    let all = literals(&FOLDERS, &ERRORS);
    assert!(all.len() > 60, "{}", all.len());
    // Options stay as they are; the last three are said as a whole where they are filled.
    let same = [
        "--deck",
        "{} {}, deck {}: {}",
        "deals {}..{} are {} {} and {}",
        "of {} shards {} missing: {}",
    ];
    let said = all.iter().filter(|text| has_words(text) && !same.contains(&text.as_str()));
    let is_english = |text: &&String| {
        let filled = text.replace("{}", "7");
        texts.message(&filled) == filled
    };
    let missing: Vec<&String> = said.clone().filter(is_english).collect();
    assert!(missing.is_empty(), "no German for {missing:#?}");
    let english = ["the", "is", "of", "to", "with", "not", "there", "here", "and", "none", "such"];
    let half = |text: &&String| {
        let german = texts.message(&text.replace("{}", "7"));
        german.split(' ').any(|word| english.contains(&word)).then_some(german)
    };
    let mixed: Vec<String> = said.filter_map(|text| half(&text)).collect();
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
    let all: [&Phrases; 5] = [book.help, book.values, book.messages, book.methods, book.words];
    for (english, german) in all.into_iter().flatten() {
        let holes = |text: &str| text.matches("{}").count();
        assert_eq!(holes(english), holes(german), "{english:?}");
    }
}
