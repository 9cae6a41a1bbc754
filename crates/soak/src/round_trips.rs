//! What is written and read again is the same: decks, options, positions, moves, settings and records.

use std::ops::ControlFlow;

use gehtauf_cards::Deck;
use gehtauf_rules::{Game, Layout, Move, Position};
use gehtauf_survey::{
    Flags, Goal, Record, RecordFile, RecordReader, Settings, Source, Survey, options_by_name,
};
use rand_core::Rng;

use crate::case::Case;
use crate::draw::{below, one_of, play, reduced, whole};
use crate::judge::limits;
use crate::shrink::shrink;
use crate::{Refutation, Soak};

pub fn run(soak: &mut Soak<'_>) -> Result<(), Refutation> {
    let rng = &mut soak.rng;
    let is_whole = below(rng, 2) == 0;
    let mut case = if is_whole { whole(soak.rule_set, rng) } else { reduced(soak.rule_set, rng) };
    let steps = below(rng, 120);
    play(&mut case, steps, rng);
    soak.counts.add(soak.rule_set, "deck, options, position, moves");
    let difference = |case: &Case| texts(case).err();
    if let Some(claim) = difference(&case) {
        return Err(Refutation { claim, case: shrink(&case, |case| difference(case).is_some()) });
    }
    if below(rng, 8) == 0 {
        let first = rng.next_u64() >> 8;
        let goal = one_of(rng, &[Goal::Any, Goal::Short, Goal::Shortest]);
        soak.counts.add(soak.rule_set, "files of records");
        records(&case.game(), first, goal).map_err(|claim| Refutation { claim, case })?;
    }
    Ok(())
}

/// Writes and reads everything that makes up a case.
fn texts(case: &Case) -> Result<(), String> {
    let game = case.game();
    let same = |what: &str, is_same: bool| match is_same {
        true => Ok(()),
        false => Err(format!("{what}: not the same when read again")),
    };
    let deck = Deck::new(case.deck.clone(), game.pack()).expect("the pack of the game");
    same("deck", Deck::parse(&deck.to_string(), game.pack()) == Ok(deck))?;

    let options: Vec<_> = game.options().iter().collect();
    let options: Vec<_> = options.iter().map(|(name, value)| (*name, value.as_str())).collect();
    same("options", Game::new(case.rule_set, &options) == Ok(game.clone()))?;

    let mut position = Case { moves: Vec::new(), ..case.clone() }.position();
    for i in 0..=case.moves.len() {
        let layout = position.layout();
        let read = Layout::parse(&layout.to_string());
        same("layout", read.as_ref() == Ok(&layout))?;
        same("position", game.read(&layout).as_ref() == Ok(&position))?;
        for m in position.legal_moves() {
            same("move", m.to_string().parse::<Move>() == Ok(m))?;
        }
        if let Some(&m) = case.moves.get(i) {
            position.play(m);
        }
    }
    Ok(())
}

/// Surveys a few deals into a file of records and reads it.
fn records(game: &Game, first: u64, goal: Goal) -> Result<(), String> {
    let numbers = first..first + 3;
    let survey =
        Survey { game, source: Source::Seeds, limits: limits(300), goal, player: None, threads: 1 };
    let settings = Settings::new(&survey, numbers.clone());
    let json = serde_json::to_string(&settings).map_err(|error| error.to_string())?;
    if serde_json::from_str::<Settings>(&json).ok().as_ref() != Some(&settings) {
        return Err("settings: not the same when read again".to_string());
    }
    if settings.options != options_by_name(game) {
        return Err("settings: other options than the game".to_string());
    }
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("records.csv");
    let file = RecordFile::open(&path, &settings, |_| {}).map_err(|error| error.to_string())?;
    let mut file = file.ok_or("a new file is complete")?;
    let mut written: Vec<Record> = Vec::new();
    let run = survey.run(numbers, Flags::default(), |record| {
        let result = file.write(&record);
        written.push(record);
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    run.map_err(|error| error.to_string())?;
    file.finish().map_err(|error| error.to_string())?;
    let mut reader = RecordReader::open(&path).map_err(|error| error.to_string())?;
    let read: Result<Vec<Record>, _> = reader.by_ref().collect();
    let read = read.map_err(|error| error.to_string())?;
    reader.check_complete().map_err(|error| error.to_string())?;
    match read == written && reader.settings() == &settings {
        true => Ok(()),
        false => Err("records: not the same when read again".to_string()),
    }
}
