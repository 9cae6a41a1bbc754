//! *Geht sie auf?* - does it come out? Solves deals of four German patiences exactly, proves the
//! hopeless ones hopeless, and measures how often they come out.
//!
//! This crate is the front door of the library; each room can be entered by itself:
//! [`cards`] (decks and seeds), [`rules`] (the law of each game), [`search`] (engines and limits),
//! [`solvers`] (the answer for one position), [`certificates`] (losses that anyone can check),
//! [`players`] (who see only the table), [`survey`] (many deals in parallel). Nothing here prints, exits or keeps global state.
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
