#!/usr/bin/env bash
# The results table of the README: surveys every rule set under its main options.
#
#   cargo build --release && scripts/results.sh
#
# Each survey ends with its seeds or after MINUTES (default 60), whichever comes first, and leaves no
# deal out. Eklige Elfer, Acht mal Acht and 8x8 were tuned on seeds below 100000, so theirs begin
# there. All searches together may take 4 GiB, so that two at a time stop for want of states, not of
# memory. Records are kept in target/results, and what is there is not solved again; summaries with
# command, date and seconds (of this run, null if it went on with older records) go to docs/results.
set -euo pipefail
cd "$(dirname "$0")/.."
gehtauf=${GEHTAUF:-target/release/gehtauf}
records=${RECORDS:-target/results}
minutes=${MINUTES:-60}

surveys=(
    "hochzeitszug 0..1000000"
    "hochzeitszug 0..100000 redeals=1"
    "hochzeitszug 0..100000 redeals=0"
    "hochzeitszug 0..100000 redeal=blocked"
    "hochzeitszug 0..1000000 moves=run"
    "hochzeitszug 0..1000000 layout=layers"
    "domino 0..1000000"
    "domino 0..100000 redeals=1"
    "domino 0..100000 redeals=0"
    "domino 0..100000 redeals=0 aces=free"
    "domino 0..1000000 fill=left"
    "domino 0..100000 fill=left redeals=0"
    "eklige-elfer 100000..200000"
    "eklige-elfer 100000..200000 take-out=forced"
    "acht-mal-acht 100000..200000"
    "acht-mal-acht 100000..200000 passes=1"
    "acht-mal-acht 100000..200000 passes=2"
    "acht-mal-acht 100000..200000 passes=unlimited"
    "acht-mal-acht 100000..200000 foundation-return=yes"
    "8x8 100000..200000"
    "8x8 100000..200000 talon-play=free"
    "8x8 100000..200000 spaces=any-run"
    "8x8 100000..200000 foundations=four"
)

mkdir -p "$records" docs/results
files=()
summaries=()
for survey in "${surveys[@]}"; do
    read -r game seeds sets <<<"$survey"
    name=$game
    command="gehtauf survey $game --seeds $seeds --max-memory 4G"
    for set in $sets; do
        name+=-$set
        command+=" --set $set"
    done
    file=$records/$name.csv
    echo "$command" >&2
    seconds=null
    [ -e "$file" ] || seconds=
    started=$EPOCHREALTIME
    # 130: stopped by the clock; what is done counts, and so do the deals in hand, which end first
    # (a second signal, which timeout would send without --foreground, would break them off).
    summary=$(timeout --foreground --signal=INT --preserve-status "${minutes}m" \
        "$gehtauf" ${command#gehtauf } --quiet --format json --out "$file") || [ $? = 130 ]
    : "${seconds:=$(awk "BEGIN { printf \"%.1f\", $EPOCHREALTIME - $started }")}"
    printf '{"command":"%s","date":"%s","seconds":%s,"summary":%s}\n' \
        "$command" "$(date -u +%F)" "$seconds" "$summary" >"docs/results/$name.json"
    files+=("$file")
    summaries+=("docs/results/$name.json")
done
scripts/results-table.py "${summaries[@]}"
"$gehtauf" report "${files[@]}" --html "$records/report.html"
