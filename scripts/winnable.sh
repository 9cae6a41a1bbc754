#!/usr/bin/env bash
# Makes docs/winnable again: the deal numbers of PySolFC's "Eight Times Eight" and "8 x 8" that come out.
#   scripts/winnable.sh FOLDER [GEHTAUF OPTIONS]     e.g. scripts/winnable.sh /tmp/winnable --threads 1
# FOLDER keeps the records, so that a run that was broken off goes on. GEHTAUF is the program to use.
set -euo pipefail
export LC_ALL=C
folder=$(realpath -m "${1:?usage: scripts/winnable.sh FOLDER [GEHTAUF OPTIONS]}")
shift
cd "$(dirname "$0")/.."
gehtauf=${GEHTAUF:-target/release/gehtauf}
mkdir -p "$folder" docs/winnable

# The numbers of the records with this verdict, as ranges: 1-45 47 50-99.
numbers() {
    awk -F, -v verdict="$2" '
        function close_range() { if (first) print (first == last ? first : first "-" last); first = 0 }
        $2 == verdict && first && $1 == last + 1 { last = $1; next }
        $2 == verdict { close_range(); first = last = $1 }
        END { close_range() }' "$1" | tr '\n' ' ' | fold -s -w 100 | sed 's/ *$//'
}

# NAME, its name in PySolFC, and the options that are its rules.
list() {
    local records=$folder/$1.csv name=$2 unwinnable unknown
    shift 2
    "$gehtauf" survey acht-mal-acht --pysol 1..10001 "$@" --max-memory 4G --out "$records" "${more[@]}" > /dev/null
    unwinnable=$(numbers "$records" unwinnable | tr '\n' ' ')
    unknown=$(numbers "$records" unknown | tr '\n' ' ')
    printf '# Deal numbers 1 to 10000 of "%s" in PySolFC that can be won, all cards known.\n' "$name"
    printf '# gehtauf survey acht-mal-acht --pysol 1..10001 %s --max-memory 4G\n' "$*"
    printf '# Cannot be won: %s\n' "$unwinnable" | fold -s -w 100 | sed '2,$s/^/#   /; s/ *$//'
    printf '# Not decided: %s\n' "$unknown" | fold -s -w 100 | sed '2,$s/^/#   /; s/ *$//'
    numbers "$records" won
    echo
}

more=("$@")
list eight-times-eight "Eight Times Eight" --set foundation-return=yes > "$folder/eight-times-eight.txt"
list 8-x-8 "8 x 8" --set passes=unlimited --set foundation-return=yes > "$folder/8-x-8.txt"
mv "$folder/eight-times-eight.txt" "$folder/8-x-8.txt" docs/winnable/
