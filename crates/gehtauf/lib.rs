//! *Geht sie auf?* - does it come out? Solves deals of four German patiences exactly, proves the
//! hopeless ones hopeless, and measures how often they come out.
//!
//! This crate is the front door of the library; each room can be entered by itself:
//! [`cards`] (decks and seeds), [`rules`] (the law of each game), [`search`] (engines and limits),
//! [`solvers`] (the answer for one position), [`certificates`] (losses that anyone can check),
//! [`players`] (who see only the table), [`survey`] (many deals in parallel). Nothing here prints, but
//! [`RecordFile::to_stdout`](survey::RecordFile::to_stdout), nor exits or keeps global state.
//!
//! This package is the program too: `default-features = false` leaves out what that needs for a terminal. A program that
//! only solves depends on `gehtauf-cards`, `gehtauf-rules`, `gehtauf-search` and `gehtauf-solvers`, which are a quarter as
//! many packages.
//!
//! # One deal
//! ```
//! use gehtauf::cards::seeded_deck;
//! use gehtauf::rules::{Game, RuleSet, replay};
//! use gehtauf::search::{Limits, Verdict};
//! use gehtauf::solvers::solve;
//!
//! let game = Game::new(RuleSet::Hochzeitszug, &[("redeals", "1")])?;
//! let position = game.deal(&seeded_deck(1, game.pack()))?;
//! let limits = Limits { max_states: 1_000_000, ..Limits::default() };
//! match solve(&position, limits, None)?.verdict {
//!     Verdict::Won(moves) => assert_eq!(replay(&position, &moves), Ok(())),
//!     Verdict::Unwinnable => println!("no play brings it out"),
//!     Verdict::Unknown(limit) => println!("not decided: out of {}", limit.name()),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A search that is watched and can be stopped
//! ```
//! use std::sync::atomic::{AtomicBool, Ordering};
//! use std::time::Duration;
//!
//! use gehtauf::cards::seeded_deck;
//! use gehtauf::rules::{Game, RuleSet};
//! use gehtauf::search::{Limits, Progress};
//! use gehtauf::survey::{Goal, Searches};
//!
//! let game = Game::new(RuleSet::EightByEight, &[])?;
//! let position = game.deal(&seeded_deck(7, game.pack()))?;
//! let (progress, interrupt) = (Progress::default(), AtomicBool::new(false));
//! let searches = Searches::new(Limits::default(), Goal::Short, 1, Some(&interrupt));
//! let searches = searches.watched(&progress);
//! let answer = std::thread::scope(|threads| {
//!     let search = threads.spawn(|| searches.solve(&position));
//!     while !search.is_finished() {
//!         // A program with a window draws here, and looks whether its user has had enough.
//!         println!("{}: {} states", progress.method(), progress.states_visited());
//!         interrupt.store(progress.states_visited() > 1_000_000, Ordering::Relaxed);
//!         std::thread::sleep(Duration::from_millis(20));
//!     }
//!     search.join().expect("the search did not panic")
//! })?;
//! println!("{:?} after {} states", answer.decision(), answer.solution.states);
//! # assert_eq!(answer.decision(), gehtauf::survey::Decision::Won);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A position with unknown cards
//! Which move is best where half the cards lie face down, by the wins of a player who sees no more:
//! ```
//! use std::ops::ControlFlow;
//!
//! use gehtauf::players::best_cheap;
//! use gehtauf::rules::{Game, Layout, RuleSet, View};
//! use gehtauf::search::Limits;
//! use gehtauf::survey::{Completions, Flags, Hints};
//!
//! let rule_set = RuleSet::EkligeElfer;
//! let game = Game::new(rule_set, &[("ranks", "3"), ("columns", "2"), ("face-down-rows", "1")])?;
//! let layout = "c1: [??] 2H
//!               c2: [??] 3S
//!               talon: ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ??
//!               aces:
//!               out:";
//! let completions = Completions::new(View::read(&game, &Layout::parse(layout)?)?, 50);
//! let (player, limits) = (best_cheap(rule_set), Limits::default());
//! let mut hints = Hints::of_player(&completions, player);
//! completions.try_moves(0..completions.count(), player, limits, 2, Flags::default(), |outcomes| {
//!     hints.add(outcomes);
//!     ControlFlow::Continue(())
//! })?;
//! for index in hints.ranking() {
//!     let (m, wins) = (hints.moves()[index], hints.player_wins(index));
//!     println!("{m}: {} wins in {wins} of {}", player.name(), hints.completions());
//! }
//! # assert_eq!(hints.completions(), 50);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A player of your own
//! It sees a view and nothing else, so that it cannot know a card that lies face down:
//! ```
//! use std::ops::ControlFlow;
//!
//! use gehtauf::players::{About, Player, Seed};
//! use gehtauf::rules::{Game, Move, RuleSet, View};
//! use gehtauf::search::Limits;
//! use gehtauf::survey::{Decision, Flags, Goal, PlayerRun, Playing, Source, Survey};
//!
//! /// Plays the first move that there is, so long as it is no redeal.
//! #[derive(Debug)]
//! struct First;
//!
//! impl Player for First {
//!     fn about(&self) -> &About {
//!         &About { name: "first", en: "Plays the first move.", de: "Macht den ersten Zug." }
//!     }
//!
//!     fn plan(&self, view: &View, _: &Seed) -> Vec<Move> {
//!         let moves = view.legal_moves();
//!         moves.into_iter().find(|&m| m != Move::Redeal).into_iter().collect()
//!     }
//! }
//!
//! let game = Game::new(RuleSet::Hochzeitszug, &[])?;
//! let player = Some(PlayerRun { playing: Playing::Once(&First), seed: 0 });
//! let (source, limits) = (Source::Seeds, Limits::default());
//! let survey = Survey { game: &game, source, limits, goal: Goal::Any, player, threads: 2 };
//! let mut won = 0;
//! survey.run(0..100, Flags::default(), |record| {
//!     won += u32::from(record.verdict == Decision::Won);
//!     ControlFlow::Continue(())
//! })?;
//! println!("{won} of 100");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A certificate of loss
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use gehtauf::cards::seeded_deck;
//! use gehtauf::certificates::Certificate;
//! use gehtauf::rules::{Game, RuleSet};
//! use gehtauf::search::{Budget, Limits};
//! use gehtauf::solvers::certify;
//!
//! let game = Game::new(RuleSet::Hochzeitszug, &[("redeals", "0")])?;
//! let start = game.deal(&seeded_deck(0, game.pack()))?;
//! let mut budget = Budget::new(Limits::default(), None);
//! let certificate = certify(&game, &start, &mut budget)?.ok_or("it can be won")?;
//! let bytes = certificate.encode(1 << 20)?.ok_or("more than a mebibyte")?;
//! println!("{:?}", Certificate::read(&*bytes)?.check(&AtomicBool::new(false))?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Many deals
//! ```
//! use std::ops::ControlFlow;
//!
//! use gehtauf::rules::{Game, RuleSet};
//! use gehtauf::search::Limits;
//! use gehtauf::survey::{Decision, Flags, Goal, Source, Survey};
//!
//! let game = Game::new(RuleSet::Domino, &[])?;
//! let survey = Survey {
//!     game: &game,
//!     source: Source::Seeds,
//!     limits: Limits::default(),
//!     goal: Goal::Any,
//!     player: None,
//!     threads: 2,
//! };
//! let mut won = 0;
//! survey.run(0..100, Flags::default(), |record| {
//!     won += u32::from(record.verdict == Decision::Won);
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(won, 100);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use gehtauf_cards as cards;
pub use gehtauf_certificates as certificates;
pub use gehtauf_players as players;
pub use gehtauf_rules as rules;
pub use gehtauf_search as search;
pub use gehtauf_solvers as solvers;
pub use gehtauf_survey as survey;
