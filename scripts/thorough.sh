#!/usr/bin/env bash
# The slow tests on TIMES times as many deals as .ci/run tries (default 5; about half an hour on two cores).
#
#   scripts/thorough.sh [TIMES]
set -euo pipefail
cd "$(dirname "$0")/.."
export THOROUGH=${1:-5}
cargo test --release -p gehtauf-certificates -p gehtauf-players -p gehtauf-solvers -- --ignored
