//! "Still winnable?", answered by a thread of its own.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use anyhow::{Context, Result, bail};
use gehtauf::players::Player;
use gehtauf::rules::{AnyPosition, Move, View};
use gehtauf::search::{Budget, Limit, Limits, Verdict};
use gehtauf::solvers::{shorten, solve};
use gehtauf::survey::{Completions, Flags, MoveOutcome};

use super::book::{Known, Win};

/// How many completions of what is seen are looked at, if there are so many.
pub const COMPLETIONS: u64 = 100;

/// Something to be found out about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// Whether it can be won.
    Winnable(AnyPosition),
    /// Which of the moves of this win are needless.
    Shorter(AnyPosition, Vec<Move>),
}

impl Question {
    /// The position asked about.
    pub fn position(&self) -> &AnyPosition {
        let (Question::Winnable(position) | Question::Shorter(position, _)) = self;
        position
    }
}

/// What has been found out, and about which position.
#[derive(Debug)]
pub struct Answer {
    /// The position asked about.
    pub position: AnyPosition,
    /// What is known of it now.
    pub known: Known,
}

/// What comes of each legal move of what is seen, to be found out in the completion of this number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// What is seen.
    pub view: View,
    /// The number of the completion.
    pub number: u64,
}

/// Finds out; nothing if the flag was raised before.
type Search<Q, F> = dyn Fn(&Q, &AtomicBool) -> Result<Option<F>> + Send + Sync;

/// A search under way.
struct UnderWay<Q, F> {
    question: Q,
    interrupt: Arc<AtomicBool>,
    answer: Receiver<Result<Option<F>>>,
}

/// Looks into one question at a time.
pub struct Judge<Q, F> {
    search: Arc<Search<Q, F>>,
    /// Called by the search's thread when there is an answer.
    wake: Arc<dyn Fn() + Send + Sync>,
    under_way: Option<UnderWay<Q, F>>,
}

impl<Q: Clone + PartialEq + Send + 'static, F: Send + 'static> Judge<Q, F> {
    /// A judge who finds out so.
    pub fn new(
        search: impl Fn(&Q, &AtomicBool) -> Result<Option<F>> + Send + Sync + 'static,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Judge<Q, F> {
        Judge { search: Arc::new(search), wake: Arc::new(wake), under_way: None }
    }

    /// Looks into this question and gives up any other; gives what was found, and about what, when it
    /// is there. The next search begins when the one given up has ended, so that only one takes memory.
    ///
    /// # Errors
    /// A search failed or died, or no thread can be had.
    pub fn attend(&mut self, question: Option<Q>) -> Result<Option<(Q, F)>> {
        if let Some(search) = &self.under_way {
            if question.as_ref() != Some(&search.question) {
                search.interrupt.store(true, Ordering::Relaxed);
            }
            let found = match search.answer.try_recv() {
                Ok(found) => found?,
                Err(TryRecvError::Empty) => return Ok(None),
                Err(TryRecvError::Disconnected) => bail!("the search died, which is a bug"),
            };
            let ended = self.under_way.take();
            if let (Some(found), Some(ended)) = (found, ended) {
                return Ok(Some((ended.question, found)));
            }
        }
        self.under_way = question.map(|question| self.begin(question)).transpose()?;
        Ok(None)
    }

    fn begin(&self, question: Q) -> Result<UnderWay<Q, F>> {
        let interrupt = Arc::new(AtomicBool::new(false));
        let (sender, answer) = channel();
        let (search, wake, flag) = (self.search.clone(), self.wake.clone(), interrupt.clone());
        let asked = question.clone();
        let thread = std::thread::Builder::new().spawn(move || {
            // Nobody listens any more when the game is over.
            let _ = sender.send(search(&asked, &flag));
            wake();
        });
        thread.context("no thread for the search")?;
        Ok(UnderWay { question, interrupt, answer })
    }
}

impl<Q, F> Drop for Judge<Q, F> {
    fn drop(&mut self) {
        if let Some(search) = &self.under_way {
            search.interrupt.store(true, Ordering::Relaxed);
        }
    }
}

/// Plays each legal move in one completion, unless the flag is raised before.
///
/// # Errors
/// A claimed win that the rules refuse, or a move that they do.
pub fn try_moves(
    sample: &Sample,
    player: &dyn Player,
    limits: Limits,
    interrupt: &AtomicBool,
) -> Result<Option<Vec<MoveOutcome>>> {
    let Sample { view, number } = sample;
    let completions = Completions::new(view.clone(), COMPLETIONS);
    let flags = Flags { stop: None, abort: Some(interrupt) };
    let mut found = None;
    completions.try_moves(*number..number + 1, player, limits, 1, flags, |outcomes| {
        found = Some(outcomes);
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

/// Finds out, unless the flag is raised before.
///
/// # Errors
/// A claimed win that the rules refuse.
pub fn find_out(
    question: &Question,
    limits: Limits,
    interrupt: &AtomicBool,
) -> Result<Option<Known>> {
    Ok(match question {
        Question::Winnable(position) => match solve(position, limits, Some(interrupt))?.verdict {
            Verdict::Won(moves) => Some(Known::Won(Win { moves, is_short: false })),
            Verdict::Unwinnable => Some(Known::Lost),
            Verdict::Unknown(Limit::Interrupted) => None,
            Verdict::Unknown(_) => Some(Known::Unknown),
        },
        Question::Shorter(position, moves) => {
            let shortened = shorten(position, moves, &Budget::new(limits, Some(interrupt)));
            let is_given_up = shortened.broken_off == Some(Limit::Interrupted);
            let win = Win { moves: shortened.moves, is_short: true };
            (!is_given_up).then_some(Known::Won(win))
        }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::mpsc::{Sender, channel};

    use gehtauf::cards::seeded_deck;
    use gehtauf::rules::{Game, RuleSet};

    use super::*;

    fn position(seed: u64) -> AnyPosition {
        let game = Game::new(RuleSet::Domino, &[]).unwrap();
        game.deal(&seeded_deck(seed, game.pack())).unwrap()
    }

    fn winnable(seed: u64) -> Option<Question> {
        Some(Question::Winnable(position(seed)))
    }

    /// Attends to a question until there is an answer.
    fn answer(
        judge: &mut Judge<Question, Known>,
        question: Option<Question>,
    ) -> Result<(Question, Known)> {
        loop {
            if let Some(answer) = judge.attend(question.clone())? {
                return Ok(answer);
            }
            std::thread::yield_now();
        }
    }

    #[test]
    fn an_answer_carries_the_position_it_is_for_and_a_search_is_given_up_when_it_changes() {
        let (begun, begins): (Sender<AnyPosition>, _) = channel();
        let begun = Mutex::new(begun);
        let search = move |question: &Question, interrupt: &AtomicBool| {
            begun.lock().unwrap().send(question.position().clone()).unwrap();
            while *question.position() == position(1) && !interrupt.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            Ok((!interrupt.load(Ordering::Relaxed)).then_some(Known::Lost))
        };
        let mut judge = Judge::new(search, || {});
        assert!(judge.attend(winnable(1)).unwrap().is_none());
        assert_eq!(begins.recv().unwrap(), position(1));
        // The first search ends only when it is told to.
        let answer = answer(&mut judge, winnable(2)).unwrap();
        assert_eq!(answer, (winnable(2).unwrap(), Known::Lost));
        assert_eq!(begins.try_iter().collect::<Vec<_>>(), [position(2)]);
    }

    #[test]
    fn a_search_that_dies_is_an_error() {
        let mut judge = Judge::new(|_: &Question, _: &AtomicBool| panic!("as planned"), || {});
        let error = answer(&mut judge, winnable(1)).unwrap_err();
        assert_eq!(error.to_string(), "the search died, which is a bug");
    }

    #[test]
    fn the_game_is_woken_by_an_answer() {
        let (sender, woken) = channel();
        let search = |_: &Question, _: &AtomicBool| Ok(Some(Known::Unknown));
        let mut judge = Judge::new(search, move || sender.send(()).unwrap());
        assert!(judge.attend(winnable(1)).unwrap().is_none());
        woken.recv().unwrap();
        assert!(judge.attend(winnable(1)).unwrap().is_some());
    }
}
