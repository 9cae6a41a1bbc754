//! How one long search gets on, on a terminal's standard error.

use std::io::IsTerminal;
use std::thread::Thread;
use std::time::{Duration, Instant};

use gehtauf::search::Progress;
use indicatif::ProgressBar;

use crate::lang;

/// A search that ends before this needs no words.
const PATIENCE: Duration = Duration::from_secs(1);
const SHOW_EVERY: Duration = Duration::from_millis(200);

/// Does work that may take long, and tells how it gets on if it is one search and there is a terminal.
/// The work clears the bar before it prints.
pub fn watched<T>(is_one: bool, work: impl FnOnce(Option<&Progress>, &ProgressBar) -> T) -> T {
    if !is_one || !std::io::stderr().is_terminal() {
        return work(None, &ProgressBar::hidden());
    }
    let (progress, bar) = (Progress::default(), ProgressBar::new_spinner());
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| show(&progress, &bar));
        let _cleared = ClearAtEnd { bar: &bar, watcher: watcher.thread().clone() };
        work(Some(&progress), &bar)
    })
}

/// Ends the watching, even if the work panics: the watcher would be waited for.
struct ClearAtEnd<'a> {
    bar: &'a ProgressBar,
    watcher: Thread,
}

impl Drop for ClearAtEnd<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        self.watcher.unpark();
    }
}

/// Shows the progress until the bar is cleared.
fn show(progress: &Progress, bar: &ProgressBar) {
    let (started, texts) = (Instant::now(), lang::spoken());
    std::thread::park_timeout(PATIENCE);
    while !bar.is_finished() {
        let states = progress.states_visited();
        let per_second = (states as f64 / started.elapsed().as_secs_f64()) as u64;
        let [states, per_second] = [states, per_second].map(|count| texts.number(count));
        let method = texts.method(progress.method());
        let mut message = texts.fill("{} states, {}/s; {}", &[&states, &per_second, &method]);
        if let Some((moves, at_least)) = progress.lengths() {
            let lengths = [moves.to_string(), at_least.to_string()];
            let [moves, at_least] = &lengths;
            message += &texts.fill("; {} moves, at least {} needed", &[moves, at_least]);
        }
        bar.set_message(message);
        bar.tick();
        std::thread::park_timeout(SHOW_EVERY);
    }
}
