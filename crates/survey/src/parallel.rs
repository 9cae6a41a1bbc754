//! Work on many items in parallel, results in order.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::task::Poll;
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
const MAX_IN_CHUNK: usize = 32;

/// Works on the items in parallel and hands the results to `sink` in the order of the items, on
/// the calling thread.
///
/// Items are taken in small chunks by threads that are free, so that hard ones do not pile up behind
/// one thread; no result waits for more than `max_ahead` later ones. Ends early when `sink` breaks,
/// or when `stop` is raised and the items in hand are finished. What reaches `sink` is the results
/// of the first so many items, none left out.
///
/// [`Poll::Pending`] among the items says that the next one is not there yet. It is asked for again
/// at once, so that the iterator should wait a little before it says so twice; those before it are
/// worked on meanwhile, and their results reach `sink`.
///
/// It is one long function since all of its parts count what is given, out and taken.
///
/// # Panics
/// When `work` panics.
pub fn in_order<T: Send, R: Send>(
    pool: &ThreadPool,
    items: impl Iterator<Item = Poll<T>> + Send,
    max_ahead: usize,
    stop: &AtomicBool,
    work: impl Fn(T) -> R + Sync,
    mut sink: impl FnMut(R) -> ControlFlow<()>,
) {
    let work = &work;
    let enough = &AtomicBool::new(false);
    let is_enough = &|| enough.load(Ordering::Relaxed);
    let is_over = &|| is_enough() || stop.load(Ordering::Relaxed);
    // How many have been taken, and the others.
    let source = &Mutex::new((0, items.fuse()));
    let take = &|chunk_len| {
        let (given, items) = &mut *source.lock().expect("a panic here is the end");
        let chunk = next_chunk(items, chunk_len, is_over);
        let first = *given;
        *given += chunk.len();
        (first, chunk)
    };
    let (sender, receiver) = mpsc::channel();
    pool.in_place_scope(|scope| {
        let mut finished: BTreeMap<usize, Vec<R>> = BTreeMap::new();
        // At most so many have been given.
        let (mut given, mut taken) = (0, 0);
        let mut chunks_out = 0;
        let mut chunk_len = 1;
        let mut has_more = true;
        loop {
            while has_more
                && !is_over()
                && chunks_out < 2 * pool.current_num_threads()
                && given - taken < max_ahead
            {
                given += chunk_len;
                chunks_out += 1;
                let sender = sender.clone();
                scope.spawn(move |_| {
                    let done = catch_unwind(AssertUnwindSafe(|| {
                        let (first, chunk) = take(chunk_len);
                        let (len, started) = (chunk.len(), Instant::now());
                        let results = chunk.into_iter().take_while(|_| !is_over()).map(work);
                        let results: Vec<R> = results.collect();
                        (first, len, results, started.elapsed())
                    }));
                    // The receiver is gone only when another chunk's panic is on its way out.
                    let _ = sender.send((chunk_len, done));
                });
            }
            if chunks_out == 0 {
                return;
            }
            let (asked, done) = receiver.recv().expect("a sender is kept here");
            let (first, len, results, time) = done.unwrap_or_else(|panic| {
                enough.store(true, Ordering::Relaxed);
                resume_unwind(panic)
            });
            chunks_out -= 1;
            given -= asked - len;
            if len == 0 {
                has_more = false;
                continue;
            }
            // Where not all were worked on, it is over: what comes after the gap never reaches the sink.
            finished.insert(first, results);
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

/// Does some work for each number and hands the results to `sink` in order, until it breaks or `stop` is raised. Work
/// that gives nothing was broken off and ends it as well.
///
/// # Errors
/// There are no threads, or some work failed; `sink` has all results before that.
pub(crate) fn for_each<R: Send, E: From<NoThreads> + Send>(
    numbers: Range<u64>,
    threads: usize,
    max_ahead: usize,
    stop: Option<&AtomicBool>,
    work: impl Fn(u64) -> Result<Option<R>, E> + Sync,
    mut sink: impl FnMut(R) -> ControlFlow<()>,
) -> Result<(), E> {
    let never = AtomicBool::new(false);
    let stop = stop.unwrap_or(&never);
    let mut failure = Ok(());
    in_order(&thread_pool(threads)?, numbers.map(Poll::Ready), max_ahead, stop, work, |result| {
        match result {
            Ok(Some(result)) => sink(result),
            Ok(None) => ControlFlow::Break(()),
            Err(error) => {
                failure = Err(error);
                ControlFlow::Break(())
            }
        }
    });
    failure
}

/// So many items, or those that are there, at least one; none if there are no more or it is over.
fn next_chunk<T>(
    items: &mut impl Iterator<Item = Poll<T>>,
    chunk_len: usize,
    is_over: impl Fn() -> bool,
) -> Vec<T> {
    let mut chunk = Vec::new();
    while chunk.len() < chunk_len && !is_over() {
        match items.next() {
            Some(Poll::Ready(item)) => chunk.push(item),
            Some(Poll::Pending) if chunk.is_empty() => {}
            Some(Poll::Pending) | None => break,
        }
    }
    chunk
}

/// How many items the next chunk has after one of so many that took so long.
fn next_chunk_len(chunk_len: usize, time: Duration) -> usize {
    if time < SHORT {
        (chunk_len * 2).min(MAX_IN_CHUNK)
    } else if time > LONG {
        (chunk_len / 2).max(1)
    } else {
        chunk_len
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

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
                (0..1000).map(Poll::Ready),
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
            (0..).map(Poll::Ready),
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
        in_order(&thread_pool(2).unwrap(), (0..).map(Poll::Ready), 64, &stop, work, |n| {
            results.push(n);
            ControlFlow::Continue(())
        });
        assert!(results.len() < 1000);
        assert!(results.iter().copied().eq(0..results.len() as u64));
    }

    #[test]
    fn a_raised_flag_leaves_what_of_a_chunk_is_not_begun() {
        let (stop, begun) = (AtomicBool::new(false), AtomicUsize::new(0));
        let mut results = Vec::new();
        // Until there the chunks have grown to their full length.
        let work = |n: usize| {
            if n == 1000 {
                stop.store(true, Ordering::Relaxed);
            }
            begun.fetch_add(1, Ordering::Relaxed);
            n
        };
        in_order(&thread_pool(1).unwrap(), (0..).map(Poll::Ready), 64, &stop, work, |n| {
            results.push(n);
            ControlFlow::Continue(())
        });
        assert_eq!(begun.into_inner(), 1001);
        assert!(results.into_iter().eq(0..1001));
    }

    /// Numbers that come one by one, each when it is sent.
    fn awaited(numbers: mpsc::Receiver<u64>) -> impl Iterator<Item = Poll<u64>> + Send {
        std::iter::from_fn(move || match numbers.recv_timeout(Duration::from_millis(1)) {
            Ok(number) => Some(Poll::Ready(number)),
            Err(mpsc::RecvTimeoutError::Timeout) => Some(Poll::Pending),
            Err(mpsc::RecvTimeoutError::Disconnected) => None,
        })
    }

    #[test]
    fn no_result_waits_for_an_item_that_is_not_there_yet() {
        for threads in [1, 2, 7] {
            let (sender, numbers) = mpsc::channel();
            let mut sender = Some(sender);
            sender.as_ref().unwrap().send(0).unwrap();
            let mut results = Vec::new();
            in_order(
                &thread_pool(threads).unwrap(),
                awaited(numbers),
                64,
                &AtomicBool::new(false),
                |n| n,
                |n| {
                    results.push(n);
                    // The next number is sent only when this one has come.
                    match n {
                        99 => sender = None,
                        _ => sender.as_ref().unwrap().send(n + 1).unwrap(),
                    }
                    ControlFlow::Continue(())
                },
            );
            assert!(results.into_iter().eq(0..100), "{threads} threads");
        }
    }

    #[test]
    fn nothing_is_waited_for_once_it_is_over() {
        for threads in [1, 2, 7] {
            let (sender, numbers) = mpsc::channel();
            (0..10).for_each(|n| sender.send(n).unwrap());
            let (stop, mut results) = (AtomicBool::new(false), 0);
            let pool = &thread_pool(threads).unwrap();
            in_order(
                pool,
                awaited(numbers),
                64,
                &AtomicBool::new(false),
                |n| n,
                |_| {
                    results += 1;
                    if results == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!(results, 3, "{threads} threads");
            // The same with the flag.
            let (sender, numbers) = mpsc::channel();
            (0..10).for_each(|n| sender.send(n).unwrap());
            in_order(
                pool,
                awaited(numbers),
                64,
                &stop,
                |n| n,
                |_| {
                    results += 1;
                    stop.store(results == 13, Ordering::Relaxed);
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(results, 13, "{threads} threads");
        }
    }

    #[test]
    #[should_panic(expected = "seven")]
    fn a_panic_of_the_work_comes_through() {
        let never = AtomicBool::new(false);
        let work = |n: u64| assert_ne!(n, 7, "seven");
        in_order(&thread_pool(2).unwrap(), (0..100).map(Poll::Ready), 64, &never, work, |()| {
            ControlFlow::Continue(())
        });
    }
}
