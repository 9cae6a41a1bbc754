//! What each search does, in a sentence. The longer name stands first where a shorter one would fit.

use crate::lang::phrases::Phrases;

/// Names and sentences.
pub const EXPLAINED: &Phrases = &[
    ("shortest", "A win of the fewest moves, proven by a search of all shorter ones."),
    ("fewest-redeals", "A win of the fewest redeals, proven by a search with fewer."),
    (
        "complete belief-set beam",
        "Follows all sets of cards that the talon may still hold, and drops none: what it does not win is lost.",
    ),
    ("belief-set beam {}", "Follows the {} best sets of cards that the talon may still hold."),
    (
        "satisfiability",
        "Writes the game as a formula of logic that can be true only if the deal comes out.",
    ),
    (
        "beam over free cards",
        "Keeps the best positions of each step, told apart only by the cards that were dealt and moved.",
    ),
    (
        "search over free cards",
        "Searches all positions, told apart only by the cards that were dealt and moved.",
    ),
    ("beam to one redeal", "Keeps the best positions of each step on the way to one redeal."),
    (
        "forced-talon beam",
        "Keeps the best positions of each step, as if turned cards had to be built wherever they can be.",
    ),
    ("wide beam", "Keeps many of the best positions of each step."),
    ("level-wise beam", "Keeps the best positions for each number of cards played to foundations."),
    (
        "restarted beams",
        "Keep the best positions of each step, again and again with other random numbers.",
    ),
    ("beam {}", "Keeps the {} best positions of each step."),
    ("exhaustive search", "Searches every position that can be reached."),
    (
        "abstraction refinement",
        "Plays a simpler game that is won if ours is, made stricter where it is won too easily: if that is lost, so is the deal. Beams go on from where its wins fail.",
    ),
    ("dead-end detection", "Finds cards that cannot be freed whatever else is moved."),
    (
        "host arrivals",
        "Counts when the cards come that could carry others: if too late, the deal is lost.",
    ),
    (
        "chain-counting relaxation",
        "Counts how runs can be carried: if there are too few places, the deal is lost.",
    ),
    (
        "relaxation without heads",
        "Plays a game in which the first cards of columns do not matter: if that is lost, so is the deal.",
    ),
    (
        "best-first search of all rounds",
        "Takes the most promising position first, through all redeals.",
    ),
    ("best-first last rounds", "Takes the most promising position first, in the last round."),
    ("best-first rounds", "Takes the most promising position first, round by round."),
    ("depth-first search", "Follows one play to its end, then the next, through all positions."),
    ("depth-first rounds", "Follows one play of a round to its end, then the next."),
    ("depth-first", "Follows one play to its end, then the next."),
    (
        "persistent-set search to the left",
        "Searches all plays that fill gaps from the left only; what wins so wins.",
    ),
    (
        "persistent-set search",
        "Searches all positions, but of moves whose order does not matter only one order.",
    ),
    (
        "bidirectional search without redeal",
        "Searches from the deal and from the win until both meet, without a redeal.",
    ),
    ("bidirectional search", "Searches from the deal and from the win until both meet."),
    ("retrograde analysis", "Goes back from the win to the positions that reach it."),
    ("roll-outs", "Plays to the end at random, very many times."),
    ("plain", "Searches every position by the plain rules."),
    ("none", "No search was tried."),
];
