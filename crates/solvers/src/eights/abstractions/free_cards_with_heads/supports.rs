//! For which rules there are these states.

use gehtauf_rules::eights::Rules;

/// Whether the claim holds under these rules.
pub fn supports(rules: &Rules) -> bool {
    let &Rules {
        pack: _,
        columns: _,
        rows: _,
        passes: _,
        foundation_return,
        runs_to_spaces: _,
        forced_talon_play: _,
        one_pile_per_suit: _,
        face_down,
        forced_aces,
    } = rules;
    face_down && forced_aces && !foundation_return
}
