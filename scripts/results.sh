#!/usr/bin/env bash
# The records behind docs/winnability.md: surveys every rule set under its main options.
#
#   cargo build --release && scripts/results.sh [REGEX]
#
# With REGEX only the surveys whose line below matches, such as "domino .*redeals=0", are run.
# Each survey ends with its seeds or after MINUTES (default 60), whichever comes first, and leaves no
# deal out. Eklige Elfer, Acht mal Acht and 8x8 were tuned on seeds below 100000 at first, so theirs begin
# there. All searches together may take 4 GiB, so that two at a time stop for want of states, not of
# memory. Records are kept in RECORDS (default target/results), and what is there is not solved again; summaries
# with command, date, commits and seconds (of all runs that added deals, seconds null if one was killed) go to
# docs/results. A program that does not say its commit is to be built at the one that is checked out. Where no more than
# 20,000 deals were not won, docs/results/not-won has their seeds and verdicts (scripts/compare-published.py reads them).
set -euo pipefail
. "$(dirname "$0")/shared.sh"
records=$(realpath -m "${RECORDS:-$root/target/results}")
cd "$root"
minutes=${MINUTES:-60}
only=${1:-.}

surveys=(
    "hochzeitszug 0..1000000"
    "hochzeitszug 0..100000 redeals=1"
    "hochzeitszug 0..100000 redeals=0 --max-states=100M"
    "hochzeitszug 0..1000000 redeal=blocked"
    "hochzeitszug 0..1000000 moves=run"
    "hochzeitszug 0..1000000 layout=layers"
    "hochzeitszug 0..1000000 packing=stalled"
    "domino 0..1000000"
    "domino 0..1000000 redeals=2"
    "domino 0..1000000 redeals=1"
    "domino 0..1000000 aces=free"
    "domino 0..1000000 pickup=lifo"
    "domino 0..100000 redeal=blocked"
    "domino 0..100000 redeals=0"
    "domino 0..100000 redeals=0 aces=free"
    "domino 0..1000000 fill=left"
    "domino 0..100000 fill=left redeals=1"
    "domino 0..1000000 fill=left redeals=0"
    "domino 0..100000 fill=left redeals=0 aces=free"
    "eklige-elfer 100000..1100000"
    "eklige-elfer 100000..200000 take-out=forced"
    "acht-mal-acht 100000..200000"
    "acht-mal-acht 100000..200000 passes=1"
    "acht-mal-acht 100000..200000 passes=2"
    "acht-mal-acht 100000..200000 passes=unlimited"
    "acht-mal-acht 100000..200000 foundation-return=yes"
    "8x8 100000..200000"
    "8x8 100000..200000 --max-states=100M --max-memory=8G"
    "8x8 100000..200000 talon-play=free"
    "8x8 100000..200000 spaces=any-run"
    "8x8 100000..200000 foundations=four"
)

commit=$("$gehtauf" --version | sed -n 's/.*(\([^ )]*\).*/\1/p')
[ -n "$commit" ] || [ ! -e .git ] || commit=$(git rev-parse --short=7 HEAD)
matched=
mkdir -p "$records" docs/results/not-won
for survey in "${surveys[@]}"; do
    read -r game seeds sets <<<"$survey"
    name=$game
    command="gehtauf survey $game --seeds $seeds"
    [[ $sets == *--max-memory* ]] || command+=" --max-memory 4G"
    for set in $sets; do
        case $set in
        --*) name+=-${set#--} command+=" ${set/=/ }" ;;
        *) name+=-$set command+=" --set $set" ;;
        esac
    done
    file=$records/$name.csv
    [[ $survey =~ $only ]] || continue
    matched=yes
    echo "$command" >&2
    had=$(lines_of "$file")
    # A run that is killed leaves its commit behind, and no time.
    before=0
    [ ! -e "$file" ] || before=$(cat "$file.seconds" 2>/dev/null || echo null)
    rm -f "$file.seconds"
    # Of records that are there already nobody may have said what made them.
    [ ! -e "$file" ] || [ -e "$file.commits" ] || echo unknown >"$file.commits"
    echo "${commit:-unknown}" >>"$file.commits"
    started=$EPOCHREALTIME
    # 130: stopped by the clock; what is done counts, and so do the deals in hand, which end first
    # (a second signal, which timeout would send without --foreground, would break them off).
    ended=0
    summary=$(timeout --foreground --signal=INT --preserve-status "${minutes}m" \
        "$gehtauf" ${command#gehtauf } --quiet --format json --out "$file") || ended=$?
    added=$(($(lines_of "$file") - had))
    seconds=$before
    if [ "$added" = 0 ]; then
        sed -i '$d' "$file.commits"
    elif [ "$before" != null ]; then
        seconds=$(awk "BEGIN { printf \"%.1f\", $before + $EPOCHREALTIME - $started }")
    fi
    echo "$seconds" >"$file.seconds"
    [ "$ended" = 0 ] || [ "$ended" = 130 ] || exit "$ended"
    published=docs/results/$name.json
    day=$(day "$published" "$added" "$summary")
    printf '{"command":"%s","date":"%s","commits":["%s"],"seconds":%s,"summary":%s}\n' \
        "$command" "$day" "$(sort -u "$file.commits" | paste -sd, | sed 's/,/","/g')" \
        "$seconds" "$summary" >"$published"
    list=docs/results/not-won/$name.csv
    awk -F, '$2 != "won" { print $1 "," $2 }' "$file" >"$list"
    [ "$(lines_of "$list")" -le 20001 ] || rm "$list"
done
[ -n "$matched" ] || { echo "$0: no survey matches $only" >&2; exit 2; }
"$gehtauf" report "$records"/*.csv --html "$records/report.html"
