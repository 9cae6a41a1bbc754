#!/usr/bin/env bash
# The games behind docs/luck-and-skill.md: every player plays deals of the default rules.
#
#   cargo build --release && scripts/luck-and-skill.sh [REGEX] && scripts/luck-and-skill.py
#
# With REGEX only the lines below that match, such as "domino ahead". Deals of a line are fewer the longer
# a player thinks; DEALS=10 plays ten times as many. Weights of players were learnt from seeds below 100000 or
# far above, so all begin there; settings of some were compared on deals of their rows too, as the page says.
# Records are kept in RECORDS/players (default target/results/players), and what is there is not played again,
# nor is a line whose file is of more deals; summaries with command and date go to docs/results/players.
set -euo pipefail
. "$(dirname "$0")/shared.sh"
records=$(realpath -m "${RECORDS:-$root/target/results}")/players
cd "$root"
only=${1:-.}
times=${DEALS:-1}
[[ $times =~ ^[1-9][0-9]*$ ]] || { echo "$0: DEALS=$times is not 1, 2, 3 ..." >&2; exit 2; }

lines=(
    "hochzeitszug naive 100000"
    "hochzeitszug random 10000"
    "hochzeitszug greedy 100000"
    "hochzeitszug digger 100000"
    "hochzeitszug memory 100000"
    "domino random 10000"
    "domino ahead-1 100000"
    "domino naive 100000"
    "domino ahead-2 100000"
    "domino ahead-4 100000"
    "domino ahead-6 100000"
    "eklige-elfer random 10000"
    "eklige-elfer naive 100000"
    "eklige-elfer greedy 100000"
    "eklige-elfer planner 100000"
    "eklige-elfer searcher 2000"
    "acht-mal-acht naive 100000"
    "acht-mal-acht random 10000"
    "acht-mal-acht greedy 100000"
    "acht-mal-acht quick-scout 100000"
    "acht-mal-acht scout 20000"
    "8x8 random 10000"
    "8x8 naive 100000"
    "8x8 greedy 100000"
    "8x8 planner 100000"
    "8x8 searcher 2000"
)

matched=
mkdir -p "$records" docs/results/players
for line in "${lines[@]}"; do
    [[ $line =~ $only ]] || continue
    matched=yes
    read -r game player games <<<"$line"
    end=$((100000 + games * times))
    command="gehtauf survey $game --player $player --seeds 100000..$end"
    echo "$command" >&2
    file=$records/$game-$player.csv
    # The first row says of which deals the file is.
    planned=$([ ! -e "$file" ] || sed -n '2s/.*""to"":\([0-9]*\).*/\1/p; 2q' "$file")
    if [ "${planned:-0}" -gt "$end" ]; then
        echo "skipped: $file is of 100000..$planned" >&2
        continue
    fi
    had=$(lines_of "$file")
    summary=$("$gehtauf" ${command#gehtauf } --quiet --format json --out "$file")
    published=docs/results/players/$game-$player.json
    day=$(day "$published" $(($(lines_of "$file") - had)) "$summary")
    printf '{"command":"%s","date":"%s","summary":%s}\n' "$command" "$day" "$summary" >"$published"
done
[ -n "$matched" ] || { echo "$0: no line matches $only" >&2; exit 2; }
