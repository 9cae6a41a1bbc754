//! How long work gets on, on a terminal's standard error.

use std::io::IsTerminal;
use std::thread::Thread;
use std::time::{Duration, Instant};

use gehtauf::search::Progress;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::lang::{self, Texts, spelt};

/// A search that ends before this needs no words.
const PATIENCE: Duration = Duration::from_secs(1);
/// Who feels or hears what is told needs time for it.
const SHOW_EVERY: Duration = Duration::from_secs(1);
/// How often a second a bar is drawn anew.
const BAR_HZ: u8 = 2;

/// Does work that may take long, and tells how it gets on if it is one search and there is a terminal.
/// The work clears the bar before it prints.
pub fn watched<T>(is_one: bool, work: impl FnOnce(Option<&Progress>, &ProgressBar) -> T) -> T {
    if !is_one || !std::io::stderr().is_terminal() {
        return work(None, &ProgressBar::hidden());
    }
    let in_words = ProgressStyle::with_template("{wide_msg}").expect("the template is well-formed");
    let (progress, bar) = (Progress::default(), ProgressBar::new_spinner().with_style(in_words));
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
        bar.set_message(spelt(&message).into_owned());
        std::thread::park_timeout(SHOW_EVERY);
    }
}

/// A bar on stderr with rate, time left and a message for so many deals or other `things`; nothing
/// at all if it is not to be shown.
pub fn progress_bar(is_shown: bool, count: u64, things: &str) -> ProgressBar {
    let target = match is_shown {
        true => ProgressDrawTarget::stderr_with_hz(BAR_HZ),
        false => ProgressDrawTarget::hidden(),
    };
    let style = format!("{{bar:20}} {{done}} {things}{{pace}}; {{wide_msg}}");
    let done = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let [now, all] = [state.pos(), state.len().unwrap_or(0)].map(|n| lang::spoken().number(n));
        let _ = write!(out, "{now}/{all}");
    };
    let pace = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        // What cannot be shown is not shown.
        let _ = out.write_str(&pace(state.per_sec(), state.eta(), lang::spoken()));
    };
    let style = ProgressStyle::with_template(&style).expect("the template is well-formed");
    let style = style.with_key("done", done).with_key("pace", pace);
    let style = if lang::is_ascii() { style.progress_chars("#-") } else { style };
    ProgressBar::with_draw_target(Some(count), target).with_style(style)
}

/// The rate and the time left, once there is a rate.
fn pace(per_second: f64, left: Duration, texts: &dyn Texts) -> String {
    if per_second <= 0.0 {
        return String::new();
    }
    let places = if per_second < 10.0 { 1 } else { 0 };
    let (pace, left) = (texts.decimal(per_second, places), HumanDuration(left));
    texts.fill(", {}/s, {} left", &[&pace, &format!("{left:#}")])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_not_told_before_it_is_known() {
        let pace = |per_second, left| pace(per_second, left, lang::Lang::En.texts());
        assert_eq!(pace(0.0, Duration::ZERO), "");
        assert_eq!(pace(2.5, Duration::from_secs(45)), ", 2.5/s, 45s left");
        assert_eq!(pace(25.4, Duration::from_secs(7)), ", 25/s, 7s left");
    }
}
