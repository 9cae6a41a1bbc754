#!/usr/bin/env bash
# Makes docs/luck-and-skill.txt: for each game a ladder of its players, and the rate with all cards known.
# Records stay in FOLDER, so that a run that was broken off goes on.
# Usage: scripts/luck-and-skill.sh FOLDER [PROGRAM]
set -euo pipefail
folder=${1:?a folder for the records}
program=${2:-gehtauf}
out=$(cd "$(dirname "$0")/.." && pwd)/docs/luck-and-skill.txt
mkdir -p "$folder"

# ladder GAME DEALS_SOLVED PLAYER=GAMES... (0: the solver is left out, as it takes seconds a deal)
ladder() {
    local game=$1 solved=$2 files=() player games
    shift 2
    if [ "$solved" != 0 ]; then
        "$program" survey "$game" --seeds 0.."$solved" --out "$folder/$game.csv" --quiet >/dev/null
        files+=("$folder/$game.csv")
    fi
    for pair in "$@"; do
        player=${pair%=*} games=${pair#*=}
        "$program" survey "$game" --seeds 0.."$games" --player "$player" --quiet \
            --out "$folder/$game-$player.csv" >/dev/null
        files+=("$folder/$game-$player.csv")
    done
    "$program" report "${files[@]}" | sed -n '/^ladder of/,$p'
    echo
}

{
    ladder hochzeitszug 10k random=1k naive=20k greedy=20k digger=20k memory=10k
    ladder domino 2k random=1k naive=20k ahead-1=20k ahead-2=10k ahead-4=1k ahead-6=300
    ladder eklige-elfer 500 random=500 naive=10k greedy=10k
    ladder acht-mal-acht 100 random=500 naive=5k greedy=5k
    ladder 8x8 0 random=200 naive=2k greedy=2k
} > "$out.new"
mv "$out.new" "$out"
