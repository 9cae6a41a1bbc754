#!/usr/bin/env bash
# What takes too long for .ci/run: each benchmark once, for the answers that it asserts, and the slow
# tests on TIMES times as many deals as .ci/run tries (default 60); some try a fixed greater number instead.
# Before them, whether all compiles for systems on which nobody runs it.
#
#   scripts/thorough.sh [TIMES]
set -euo pipefail
cd "$(dirname "$0")/.."
export THOROUGH=${1:-60}
[[ $THOROUGH =~ ^[1-9][0-9]*$ ]] || { echo "$0: TIMES is 1, 2, 3 ..., not $THOROUGH" >&2; exit 2; }
for system in x86_64-pc-windows-gnu aarch64-apple-darwin; do
    rustup target add "$system"
    RUSTFLAGS="-D warnings" cargo check --workspace --target "$system"
done
cargo bench --bench '*' -- --test
cargo test --release -p gehtauf-players -p gehtauf-solvers -- --ignored
