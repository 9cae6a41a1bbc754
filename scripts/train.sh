#!/usr/bin/env bash
# Learns weights for the beams of a game from nothing but deals, in rounds: each learns from the wins that the
# weights of the round before find, two of them from deals that narrow beams do not win, the last ones from which
# states of a win's levels a beam of five wins.
#
#   scripts/train.sh GAME[,NAME=VALUE...] > weights.txt
#
# For acht-mal-acht and 8x8, and `eklige-elfer-planner`, `8x8-planner` and `acht-mal-acht-planner` for the weights of
# those players. The weights of the other solvers stand in their evaluation/, each with how it was made: by hand, or
# fitted once by a program that was not kept.
# DEALS is the number of deals of a round (default 1500), from seed FIRST on (default 1000); all must lie below
# 100000, since the seeds from there on are for measuring. To use the weights put them into
# crates/solvers/src/eights/evaluation/weights. ROUNDS (default "easy easy hard hard labels labels labels") are the
# rounds. START (default guess) is what to begin with: a file of weights, or `used` for those in use. Equal code, START,
# FIRST, DEALS and ROUNDS give equal weights. ROUNDS="free-cards free-cards free-cards" learns the weights of the
# level-wise beams over free-card states, ROUNDS="heads heads hard-heads" of those over free cards with heads.
# For the planners ROUNDS is their number (default 60, of two to three seconds, for 8x8 of ten, by seeds of its own) and
# START a file of weights (default: those in use); the output goes into WEIGHTS and CHANCES of
# crates/players/src/eklige_elfer/evaluation.rs or into crates/players/src/eights/weights.rs.
set -euo pipefail
[ ! -f "${START:-}" ] || START=$(realpath "$START")
cd "$(dirname "$0")/.."
game=${1:?which game: acht-mal-acht, 8x8, or eklige-elfer-, 8x8- or acht-mal-acht-planner}
planner() {
    exec cargo run --quiet --release -p gehtauf-players --features training --example "$1" -- \
        "${@:2}" "${ROUNDS:-60}" ${START:+"$START"}
}
case $game in
    eklige-elfer-planner) planner train_elfer ;;
    8x8-planner | acht-mal-acht-planner) planner train_blind_eights "${game%-planner}" ;;
    acht-mal-acht* | 8x8*) ;;
    *) echo "no trainer for $game: see evaluation/ of its solver" >&2; exit 2 ;;
esac
deals=${DEALS:-1500}
first=${FIRST:-1000}
cargo build --quiet --release -p gehtauf-solvers --features training --example train_eights
train=${CARGO_TARGET_DIR:-target}/release/examples/train_eights
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

from=${START:-guess}
for kind in ${ROUNDS:-easy easy hard hard labels labels labels}; do
    echo "seeds $first..$((first + deals)), $kind deals" >&2
    "$train" "$game" "$first..$((first + deals))" "$from" "$kind" >"$work/next"
    mv "$work/next" "$work/weights"
    from=$work/weights
    first=$((first + deals))
done
cat "$work/weights"
