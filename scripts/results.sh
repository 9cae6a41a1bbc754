#!/usr/bin/env bash
# The results table of the README: surveys every rule set under its main options.
#
#   cargo build --release && scripts/results.sh
#
# Each survey ends at its number of deals or after MINUTES (default 60), whichever comes first; the
# deals are always the first seeds, none left out. Records are kept in target/results, and what is
# there is not solved again; summaries with their command and date go to docs/results, and
# the table to docs/results/table.md.
set -euo pipefail
cd "$(dirname "$0")/.."
gehtauf=${GEHTAUF:-target/release/gehtauf}
records=${RECORDS:-target/results}
minutes=${MINUTES:-60}

surveys=(
    "hochzeitszug 1000000"
    "hochzeitszug 100000 redeals=1"
    "hochzeitszug 100000 redeals=0"
    "hochzeitszug 100000 redeal=blocked"
    "hochzeitszug 100000 moves=run"
    "hochzeitszug 100000 layout=layers"
    "domino 1000000"
    "domino 100000 redeals=1"
    "domino 100000 redeals=0"
    "domino 100000 redeals=0 aces=free"
    "domino 100000 fill=left"
    "domino 100000 fill=left redeals=0"
    "eklige-elfer 100000"
    "eklige-elfer 100000 take-out=forced"
    "acht-mal-acht 100000"
    "acht-mal-acht 100000 passes=1"
    "acht-mal-acht 100000 passes=2"
    "acht-mal-acht 100000 passes=unlimited"
    "acht-mal-acht 100000 foundation-return=yes"
    "8x8 100000"
    "8x8 100000 talon-play=free"
    "8x8 100000 spaces=any-run"
    "8x8 100000 foundations=four"
)

mkdir -p "$records" docs/results
files=()
for survey in "${surveys[@]}"; do
    read -r game deals sets <<<"$survey"
    name=$game
    command="gehtauf survey $game --seeds 0..$deals"
    for set in $sets; do
        name+=-$set
        command+=" --set $set"
    done
    file=$records/$name.csv
    echo "$command" >&2
    # 130: stopped by the clock; what is done counts.
    summary=$(timeout --signal=INT --preserve-status "${minutes}m" \
        "$gehtauf" ${command#gehtauf } --quiet --format json --out "$file") || [ $? = 130 ]
    printf '{"command":"%s","date":"%s","summary":%s}\n' \
        "$command" "$(date -u +%F)" "$summary" >"docs/results/$name.json"
    files+=("$file")
done
"$gehtauf" report "${files[@]}" --format markdown | sed '/^$/,$d' >docs/results/table.md
"$gehtauf" report "${files[@]}" --html "$records/report.html"
