#!/usr/bin/env bash
# Learns weights for the beams of Acht mal Acht or 8x8 from nothing but deals, in rounds: each learns
# from the wins that the weights of the round before find, the last two from deals that narrow beams
# do not win.
#
#   scripts/train-eights.sh acht-mal-acht|8x8[,NAME=VALUE...] > weights.txt
#
# DEALS is the number of deals of a round (default 1500), from seed FIRST on (default 1000); all must
# lie below 100000, since the seeds from there on are for measuring. To use the weights put them into
# crates/solvers/src/eights/evaluation/weights. With ROUNDS="free-cards free-cards free-cards" it learns those of
# the level-wise beams over free-card states instead.
set -euo pipefail
cd "$(dirname "$0")/.."
game=${1:?which game: acht-mal-acht or 8x8}
deals=${DEALS:-1500}
first=${FIRST:-1000}
cargo build --quiet --release -p gehtauf-solvers --features training --example train_eights
train=${CARGO_TARGET_DIR:-target}/release/examples/train_eights
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

from=guess
for kind in ${ROUNDS:-easy easy hard hard}; do
    echo "seeds $first..$((first + deals)), $kind deals" >&2
    "$train" "$game" "$first..$((first + deals))" "$from" "$kind" >"$work/next"
    mv "$work/next" "$work/weights"
    from=$work/weights
    first=$((first + deals))
done
cat "$work/weights"
