#!/usr/bin/env bash
# Makes docs/winnable again: the deal numbers of PySolFC's "Eight Times Eight" and "8 x 8" that come out.
#   scripts/winnable.sh FOLDER [GEHTAUF OPTIONS]     e.g. scripts/winnable.sh /tmp/winnable --threads 1
# FOLDER keeps the records, so that a run that was broken off goes on. GEHTAUF is the program to use.
set -euo pipefail
. "$(dirname "$0")/shared.sh"
folder=$(realpath -m "${1:?usage: scripts/winnable.sh FOLDER [GEHTAUF OPTIONS]}")
shift
cd "$root"
mkdir -p "$folder" docs/winnable

# The numbers of the rows read with this verdict, as ranges: 1-45 47 50-99.
numbers() {
    awk -F, -v verdict="$1" '
        function close_range() { if (first) print (first == last ? first : first "-" last); first = 0 }
        $2 == verdict && first && $1 == last + 1 { last = $1; next }
        $2 == verdict { close_range(); first = last = $1 }
        END { close_range() }' | tr '\n' ' ' | fold -s -w 100 | sed 's/ *$//'
}

# RECORDS, and the options that are the rules.
survey() {
    local records=$folder/$1.csv
    shift
    "$gehtauf" survey acht-mal-acht --pysol 1..10001 "$@" --max-memory 4G --out "$records" "${more[@]}" > /dev/null
}

# The rows of RECORDS; where the verdict is unknown, VERDICT if it is that in OTHER.
rows() {
    awk -F, -v OFS=, -v verdict="$3" '
        NR == FNR { other[$1] = $2; next }
        $2 == "unknown" && other[$1] == verdict { $2 = verdict }
        { print }' "$folder/$2.csv" "$folder/$1.csv"
}

# RECORDS, their name in PySolFC, OTHER and VERDICT of `rows`, and the options that are the rules.
list() {
    local rows name=$2 unwinnable unknown
    rows=$(rows "$1" "$3" "$4")
    shift 4
    unwinnable=$(numbers unwinnable <<<"$rows" | tr '\n' ' ')
    unknown=$(numbers unknown <<<"$rows" | tr '\n' ' ')
    printf '# Deal numbers 1 to 10000 of "%s" in PySolFC that can be won, all cards known.\n' "$name"
    printf '# gehtauf survey acht-mal-acht --pysol 1..10001 %s --max-memory 4G\n' "$*"
    printf '# Cannot be won: %s\n' "$unwinnable" | fold -s -w 100 | sed '2,$s/^/#   /; s/ *$//'
    printf '# Not decided: %s\n' "$unknown" | fold -s -w 100 | sed '2,$s/^/#   /; s/ *$//'
    numbers won <<<"$rows"
    echo
}

more=("$@")
strict=(--set foundation-return=yes)
loose=(--set passes=unlimited "${strict[@]}")
survey eight-times-eight "${strict[@]}"
survey 8-x-8 "${loose[@]}"
# What is lost under the looser rules is lost under the stricter ones, and what is won under these is won under those.
list eight-times-eight "Eight Times Eight" 8-x-8 unwinnable "${strict[@]}" > "$folder/eight-times-eight.txt"
list 8-x-8 "8 x 8" eight-times-eight won "${loose[@]}" > "$folder/8-x-8.txt"
mv "$folder/eight-times-eight.txt" "$folder/8-x-8.txt" docs/winnable/
