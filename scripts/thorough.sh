#!/usr/bin/env bash
# What takes too long for .ci/run: each benchmark once, for the answers that it asserts, and the slow
# tests on TIMES times as many deals as .ci/run tries (default 60).
#
#   scripts/thorough.sh [TIMES]
set -euo pipefail
cd "$(dirname "$0")/.."
cargo bench --bench '*' -- --test
export THOROUGH=${1:-60}
cargo test --release -p gehtauf-players -p gehtauf-solvers -- --ignored
