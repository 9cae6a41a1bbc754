#!/usr/bin/env bash
# The games behind docs/luck-and-skill.md: every player plays deals of the default rules.
#
#   cargo build --release && scripts/luck-and-skill.sh [REGEX] && scripts/luck-and-skill.py
#
# With REGEX only the lines below that match, such as "domino ahead". Deals of a line are fewer the longer
# a player thinks; DEALS=10 plays ten times as many. Weights of players were tuned on seeds below 100000 or far above, so all begin there. Records are kept in
# target/results/players, and what is there is not played again; summaries with command and date go to
# docs/results/players.
set -euo pipefail
cd "$(dirname "$0")/.."
gehtauf=${GEHTAUF:-target/release/gehtauf}
records=${RECORDS:-target/results}/players
only=${1:-.}

lines=(
    "hochzeitszug naive 10000"
    "hochzeitszug random 500"
    "hochzeitszug greedy 10000"
    "hochzeitszug digger 10000"
    "hochzeitszug memory 500"
    "domino random 500"
    "domino ahead-1 10000"
    "domino naive 10000"
    "domino ahead-2 10000"
    "domino ahead-4 500"
    "domino ahead-6 2000"
    "eklige-elfer random 500"
    "eklige-elfer naive 10000"
    "eklige-elfer greedy 10000"
    "eklige-elfer planner 10000"
    "eklige-elfer searcher 2000"
    "acht-mal-acht naive 2000"
    "acht-mal-acht random 2000"
    "acht-mal-acht greedy 2000"
    "acht-mal-acht quick-scout 2000"
    "acht-mal-acht scout 2000"
    "8x8 random 200"
    "8x8 naive 2000"
    "8x8 greedy 2000"
    "8x8 planner 10000"
    "8x8 searcher 200"
)

mkdir -p "$records" docs/results/players
for line in "${lines[@]}"; do
    [[ $line =~ $only ]] || continue
    read -r game player games <<<"$line"
    games=$((games * ${DEALS:-1}))
    command="gehtauf survey $game --player $player --seeds 100000..$((100000 + games))"
    echo "$command" >&2
    summary=$("$gehtauf" ${command#gehtauf } --quiet --format json --out "$records/$game-$player.csv")
    printf '{"command":"%s","date":"%s","summary":%s}\n' \
        "$command" "$(date -u +%F)" "$summary" >"docs/results/players/$game-$player.json"
done
