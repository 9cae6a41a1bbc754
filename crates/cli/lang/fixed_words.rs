//! Words that stand alone, on pages and in the terminal game.

/// The fixed words of the replay page.
#[derive(Debug, Clone, Copy)]
pub struct PageWords {
    /// Button: to the start.
    pub first: &'static str,
    /// Button: one move back.
    pub back: &'static str,
    /// Button: play by itself.
    pub play: &'static str,
    /// Button: stop playing by itself.
    pub pause: &'static str,
    /// Button: one move on.
    pub step: &'static str,
    /// Button: to the end.
    pub last: &'static str,
    /// Slider: how fast.
    pub speed: &'static str,
    /// Slider: which move.
    pub position: &'static str,
    /// Heading of the list of moves.
    pub moves: &'static str,
    /// The state before the first move.
    pub start: &'static str,
    /// Of "17 of 203".
    pub of: &'static str,
    /// The keys, in a line.
    pub keys: &'static str,
    /// A pile without cards.
    pub empty: &'static str,
    /// A card that lies face down.
    pub face_down: &'static str,
    /// A card that is marked.
    pub marked: &'static str,
    /// What is said where scripts do not run.
    pub no_script: &'static str,
}

/// The fixed words of the terminal game.
#[derive(Debug, Clone, Copy)]
pub struct PlayWords {
    /// Title of the list of legal moves.
    pub legal: &'static str,
    /// The background search is at work.
    pub thinking: &'static str,
    /// The position can still be won.
    pub winnable: &'static str,
    /// The position cannot be won any more.
    pub lost: &'static str,
    /// The deal could never be won.
    pub lost_from_start: &'static str,
    /// The limits were reached.
    pub unknown: &'static str,
    /// All is done.
    pub come_out: &'static str,
    /// Nothing is legal any more.
    pub stuck: &'static str,
    /// There is nothing to take back.
    pub nothing_to_undo: &'static str,
    /// There is no solution to step through.
    pub no_solution: &'static str,
    /// There may soon be a solution to step through.
    pub not_yet: &'static str,
    /// There is no solution to step through since cards are hidden.
    pub hidden: &'static str,
    /// The position cannot be won, so there is no solution to step through.
    pub no_win: &'static str,
    /// There is no winnable position to go back to.
    pub no_way_back: &'static str,
    /// The table is higher than the screen.
    pub more: &'static str,
    /// The keys, in lines of at most 60 columns.
    pub keys: &'static [&'static str],
    /// The other keys and the marks where all cards are known.
    pub keys_of_solutions: &'static [&'static str],
    /// The other keys and the marks where cards are hidden.
    pub keys_of_hidden: &'static [&'static str],
    /// Reminders of keys, left out where there is no room.
    pub keys_in_short: &'static [&'static str],
    /// That of a solution's next move.
    pub solution_in_short: &'static str,
    /// Reminders of the most important keys.
    pub last_keys_in_short: &'static [&'static str],
}

/// The fixed words of the pages about the games.
#[derive(Debug, Clone, Copy)]
pub struct GamesWords {
    /// Where there is more to read.
    pub more: &'static str,
    /// Heading of the options.
    pub options: &'static str,
    /// Heading of the options that make a game smaller.
    pub reduced: &'static str,
}
