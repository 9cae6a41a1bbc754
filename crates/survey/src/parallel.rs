//! Work on many items in parallel, results in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// The system does not give so many threads.
#[derive(Debug, thiserror::Error)]
#[error("cannot start threads, {threads} wanted: {error}")]
pub struct NoThreads {
    threads: usize,
    error: ThreadPoolBuildError,
}

/// A pool of this many threads, at least one.
///
/// # Errors
/// The system does not give them.
pub fn thread_pool(threads: usize) -> Result<ThreadPool, NoThreads> {
    let threads = threads.max(1);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| NoThreads { threads, error })
}

/// A chunk that takes less than this is too short: handing it out costs too much.
const SHORT: Duration = Duration::from_micros(500);
/// A chunk that takes more than this is too long: other threads may wait for it in the end.
const LONG: Duration = Duration::from_millis(4);
const MOST_IN_CHUNK: usize = 32;

/// Works on the items in parallel and hands the results to `sink` in the order of the items, on
/// the calling thread.
///
/// Items are taken in small chunks as threads become free, so that hard ones do not pile up behind
/// one thread; no result waits for more than `max_ahead` later ones. Ends early when `sink` breaks,
/// or when `stop` is raised and the chunks in hand are finished. What reaches `sink` is the results
/// of the first so many items, none left out.
///
/// # Panics
/// When `work` panics.
pub fn in_order<T: Send, R: Send>(
    pool: &ThreadPool,
    items: impl IntoIterator<Item = T>,
    max_ahead: usize,
    stop: &AtomicBool,
    work: impl Fn(T) -> R + Sync,
    mut sink: impl FnMut(R) -> ControlFlow<()>,
) {
    let work = &work;
    let enough = &AtomicBool::new(false);
    let is_enough = &|| enough.load(Ordering::Relaxed);
    let (sender, receiver) = mpsc::channel();
    pool.in_place_scope(|scope| {
        let mut items = items.into_iter();
        let mut finished: BTreeMap<usize, Vec<R>> = BTreeMap::new();
        let (mut given, mut taken) = (0, 0);
        let mut chunks_out = 0;
        let mut chunk_len = 1;
        loop {
            while !is_enough()
                && !stop.load(Ordering::Relaxed)
                && chunks_out < 2 * pool.current_num_threads()
                && given - taken < max_ahead
            {
                let chunk: Vec<T> = items.by_ref().take(chunk_len).collect();
                if chunk.is_empty() {
                    break;
                }
                let first = given;
                given += chunk.len();
                chunks_out += 1;
                let sender = sender.clone();
                scope.spawn(move |_| {
                    let started = Instant::now();
                    let results = catch_unwind(AssertUnwindSafe(|| {
                        chunk.into_iter().take_while(|_| !is_enough()).map(work).collect()
                    }));
                    // The receiver is gone only when another chunk's panic is on its way out.
                    let _ = sender.send((first, results, started.elapsed()));
                });
            }
            if chunks_out == 0 {
                return;
            }
            let (first, results, time) = receiver.recv().expect("a sender is kept here");
            chunks_out -= 1;
            finished.insert(first, results.unwrap_or_else(|panic| resume_unwind(panic)));
            chunk_len = next_chunk_len(chunk_len, time);
            while let Some(results) = finished.remove(&taken) {
                for result in results {
                    taken += 1;
                    if !is_enough() && sink(result).is_break() {
                        enough.store(true, Ordering::Relaxed);
                    }
                }
            }
        }
    });
}

/// How many items the next chunk has after one of so many that took so long.
fn next_chunk_len(chunk_len: usize, time: Duration) -> usize {
    if time < SHORT {
        (chunk_len * 2).min(MOST_IN_CHUNK)
    } else if time > LONG {
        (chunk_len / 2).max(1)
    } else {
        chunk_len
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_threads() {
        for threads in [1, 2, 7] {
            let mut results = Vec::new();
            let slow_now_and_then = |n: u64| {
                if n % 50 == 3 {
                    std::thread::sleep(Duration::from_millis(3));
                }
                n * n
            };
            in_order(
                &thread_pool(threads).unwrap(),
                0..1000,
                100,
                &AtomicBool::new(false),
                slow_now_and_then,
                |result| {
                    results.push(result);
                    ControlFlow::Continue(())
                },
            );
            assert!(results.into_iter().eq((0..1000).map(|n| n * n)), "{threads} threads");
        }
    }

    #[test]
    fn no_result_comes_after_the_sink_breaks() {
        let mut results = Vec::new();
        let never = AtomicBool::new(false);
        in_order(
            &thread_pool(2).unwrap(),
            0..,
            64,
            &never,
            |n: u64| n,
            |n| {
                results.push(n);
                if n == 99 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert!(results.into_iter().eq(0..100));
    }

    #[test]
    fn a_raised_flag_ends_with_the_results_so_far() {
        let stop = AtomicBool::new(false);
        let mut results = Vec::new();
        let work = |n: u64| {
            if n == 500 {
                stop.store(true, Ordering::Relaxed);
            }
            n
        };
        in_order(&thread_pool(2).unwrap(), 0.., 64, &stop, work, |n| {
            results.push(n);
            ControlFlow::Continue(())
        });
        assert!(results.len() < 1000);
        assert!(results.iter().copied().eq(0..results.len() as u64));
    }

    #[test]
    #[should_panic(expected = "seven")]
    fn a_panic_of_the_work_comes_through() {
        let never = AtomicBool::new(false);
        let work = |n: u64| assert_ne!(n, 7, "seven");
        in_order(
            &thread_pool(2).unwrap(),
            0..100,
            64,
            &never,
            work,
            |()| ControlFlow::Continue(()),
        );
    }
}
