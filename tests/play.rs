//! `gehtauf play` in a pseudo-terminal: what becomes of it and of the terminal when either ends.
#![cfg(target_os = "linux")]

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use crate::program::{PATIENCE, heeding_signals, until};

const GAME: [&str; 4] = ["hochzeitszug", "--seed", "25", "--lang=en"];

/// A game that is played in a pseudo-terminal.
struct Played {
    /// The side of whoever looks at the terminal.
    master: File,
    /// The side of the program.
    slave: File,
    child: Child,
    /// What the program has written.
    output: String,
}

impl Played {
    fn begin(arguments: &[&str]) -> Played {
        Played::begin_on("xterm", arguments)
    }

    fn begin_on(kind_of_terminal: &str, arguments: &[&str]) -> Played {
        Played::run(kind_of_terminal, &[&["play"], arguments].concat())
    }

    /// Runs any command in the terminal.
    fn run(kind_of_terminal: &str, arguments: &[&str]) -> Played {
        Played::begin_in((80, 24), kind_of_terminal, arguments)
    }

    /// The same, in a terminal of so many columns and rows.
    fn begin_in(size: (u16, u16), kind_of_terminal: &str, arguments: &[&str]) -> Played {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let master = openpt(flags).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let slave = OpenOptions::new().read(true).write(true).open(name).unwrap();
        let (ws_col, ws_row) = size;
        let size = Winsize { ws_row, ws_col, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&slave, size).unwrap();
        let side = || slave.try_clone().unwrap();
        let mut command = heeding_signals();
        command.args(arguments).env("TERM", kind_of_terminal).process_group(0);
        command.env_remove("NO_COLOR");
        let child = command.stdin(side()).stdout(side()).stderr(side()).spawn().unwrap();
        Played { master: master.into(), slave, child, output: String::new() }
    }

    /// Reads what the program writes until it has written this.
    fn wait_for(&mut self, text: &str) {
        let from = self.output.len();
        let started = Instant::now();
        while !self.output[from..].contains(text) {
            assert!(started.elapsed() < PATIENCE, "no {text:?} among {:?}", &self.output[from..]);
            self.read_a_little();
        }
    }

    fn read_a_little(&mut self) {
        let mut polled = [PollFd::new(&self.master, PollFlags::IN)];
        let tenth = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };
        if poll(&mut polled, Some(&tenth)).unwrap() > 0 {
            let mut bytes = [0; 4096];
            let count = (&self.master).read(&mut bytes).unwrap_or(0);
            self.output += &String::from_utf8_lossy(&bytes[..count]);
        }
    }

    fn press(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).unwrap();
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Whether keys come as they are pressed and unseen.
    fn is_raw(&self) -> bool {
        let modes = tcgetattr(&self.slave).unwrap().local_modes;
        !modes.intersects(LocalModes::ICANON | LocalModes::ECHO)
    }

    /// The letter of the process' state: `S` asleep, `T` stopped, ...
    fn state(&self) -> char {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        stat.rsplit(") ").next().unwrap().chars().next().unwrap()
    }

    /// How the program ended, which it has to do in this time.
    fn end(&mut self, within: Duration) -> ExitStatus {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(started.elapsed() < within, "it goes on");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Played {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Moves the pseudo-terminal out of the game, which closes it.
fn hang_up(played: &mut Played) {
    played.master = File::open("/dev/null").unwrap();
}

#[test]
fn the_game_ends_with_its_terminal() {
    let mut played = Played::begin(&GAME);
    played.wait_for("Legal moves");
    hang_up(&mut played);
    assert_eq!(played.end(Duration::from_secs(3)).code(), Some(130));
}

#[test]
fn the_game_ends_with_its_terminal_while_a_key_is_on_its_way() {
    for _ in 0..10 {
        let mut played = Played::begin(&["domino", "--seed", "7"]);
        played.wait_for("Legal moves");
        played.press("\x1b[B\x1b[");
        hang_up(&mut played);
        assert_eq!(played.end(Duration::from_secs(3)).code(), Some(130));
    }
}

#[test]
fn a_signal_ends_the_game_and_leaves_no_raw_terminal() {
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let mut played = Played::begin(&GAME);
        played.wait_for("Legal moves");
        assert!(played.is_raw());
        played.signal(signal);
        assert_eq!(played.end(Duration::from_secs(3)).code(), Some(130));
        assert!(!played.is_raw());
    }
}

#[test]
fn a_signal_ends_the_game_even_if_nobody_reads_what_it_writes() {
    let mut played = Played::begin(&GAME);
    until("the game", || played.is_raw());
    // Nothing is read, so that the terminal is soon full.
    for _ in 0..200 {
        played.press("?");
        std::thread::sleep(Duration::from_millis(2));
    }
    played.signal(Signal::TERM);
    assert_eq!(played.end(Duration::from_secs(5)).code(), Some(130));
    assert!(!played.is_raw());
}

#[test]
fn a_long_paste_is_worked_off() {
    let mut played = Played::begin(&GAME);
    played.wait_for("Legal moves");
    played.press(&("\x1b[B".repeat(1_000) + "q"));
    played.wait_for("\x1b[?1049l");
    assert!(played.end(PATIENCE).success());
}

#[test]
fn ctrl_z_hands_the_terminal_back_until_the_game_goes_on() {
    let mut played = Played::begin(&GAME);
    played.wait_for("Legal moves");
    for _ in 0..2 {
        played.press("\x1a");
        played.wait_for("\x1b[?1049l");
        until("the stop", || played.state() == 'T');
        assert!(!played.is_raw());
        played.signal(Signal::CONT);
        played.wait_for("Legal moves");
        assert!(played.is_raw());
    }
    played.press("q");
    assert!(played.end(PATIENCE).success());
    assert!(!played.is_raw());
}

#[test]
fn ctrl_l_draws_all_anew_and_the_game_goes_on() {
    let mut played = Played::begin(&GAME);
    played.wait_for("Legal moves");
    for _ in 0..4 {
        played.press("\x0c");
        // Else only what has changed is drawn.
        played.wait_for("Legal moves");
    }
    played.press("q");
    assert!(played.end(PATIENCE).success());
}

#[test]
fn the_cursor_is_seen_beside_the_chosen_move() {
    let mut played = Played::begin(&GAME);
    // The list begins below its title.
    played.wait_for("\x1b[3;41H\x1b[2mLegal moves");
    played.wait_for("\x1b[?25h\x1b[4;41H");
    played.press("\x1b[B");
    played.wait_for("\x1b[?25h\x1b[5;41H");
    played.press("q");
    assert!(played.end(PATIENCE).success());
}

#[test]
fn a_terminal_that_does_not_say_how_large_it_is_gets_no_game() {
    let mut played = Played::begin_in((0, 0), "xterm", &[&["play"], &GAME[..]].concat());
    played.wait_for("does not say how large it is");
    assert_eq!(played.end(PATIENCE).code(), Some(2));
    assert!(!played.is_raw() && !played.output.contains('\x1b'));
}

#[test]
fn the_moves_played_are_printed_in_the_end_and_taken_up_again() {
    let mut played = Played::begin(&GAME);
    played.wait_for("Legal moves");
    played.press("\r\r\x1b[B\ruq");
    played.wait_for("'\r\n");
    assert!(played.end(PATIENCE).success());
    let line = format!("to go on from here: gehtauf play {} --after '", GAME.join(" "));
    let after = played.output.split(&format!("2 moves played; {line}")).nth(1).expect("the moves");
    let moves = after.split('\'').next().unwrap().to_string();
    assert_eq!(moves.split(' ').count(), 2);

    let again = [GAME.as_slice(), &["--after", &moves]].concat();
    let mut played = Played::begin(&again);
    played.wait_for("Legal moves");
    played.press("uq");
    let first = moves.split(' ').next().unwrap();
    played.wait_for(&format!("1 move played; {line}{first}'"));
    assert!(played.end(PATIENCE).success());

    let mut played = Played::begin(&[GAME.as_slice(), &["--after", "s1>s2"]].concat());
    played.wait_for("--after: illegal move 1: s1>s2");
    assert_eq!(played.end(PATIENCE).code(), Some(2));
}

#[test]
fn a_dumb_terminal_gets_no_colours_and_no_game() {
    const FOREGROUND: &str = "[38;5;";
    let mut played = Played::begin_on("xterm", &GAME);
    played.wait_for("quit");
    assert!(played.output.contains(FOREGROUND));
    for (kind_of_terminal, is_coloured) in [("xterm", true), ("dumb", false)] {
        let words = ["show", "domino", "--seed", "7", "--board", "--lang=en"];
        let mut shown = Played::run(kind_of_terminal, &words);
        shown.wait_for("r4 ");
        assert_eq!(shown.output.contains("\x1b["), is_coloured, "{kind_of_terminal}");
    }
    let mut refused = Played::begin_on("dumb", &GAME);
    refused.wait_for("TERM=dumb cannot");
    assert!(!refused.output.contains('\x1b'));
}

#[test]
fn a_long_search_tells_how_it_gets_on() {
    let words = "solve hochzeitszug --seed 762 --set redeals=0 --max-states 100M --lang en";
    let mut solving = Played::run("xterm", &words.split(' ').collect::<Vec<_>>());
    solving.wait_for("/s; ");
    solving.signal(Signal::INT);
    assert_eq!(solving.end(PATIENCE).code(), Some(130));
    let states = solving.output.split(" states, ").next().unwrap();
    assert!(states.ends_with(|c: char| c.is_ascii_digit()), "{:?}", solving.output);
}
