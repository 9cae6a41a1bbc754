# For the scripts that run the program; to be sourced in the caller's folder. $root is the repository, or the
# folder of an unpacked release; $gehtauf the program: $GEHTAUF, a path or a name in PATH, else what was built,
# else what lies in $root.
# Numbers and messages are read, so they are the same in every locale.
export LC_ALL=C
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
gehtauf=${GEHTAUF:-$root/target/release/gehtauf}
[ -n "${GEHTAUF:-}" ] || [ -e "$gehtauf" ] || [ ! -e "$root/gehtauf" ] || gehtauf=$root/gehtauf
if ! found=$(command -v "$gehtauf"); then
    echo "$0: no program $gehtauf: build it by \`cargo build --release\`, or name another by GEHTAUF" >&2
    exit 2
fi
gehtauf=$(realpath -s "$found")

# How many lines a file of records has.
lines_of() {
    if [ -e "$1" ]; then wc -l <"$1"; else echo 0; fi
}

# The day for a SUMMARY whose records got ADDED rows: today, but that of the old FILE if this is of the same deals.
day() {
    local file=$1 added=$2 summary=$3 old=
    [ ! -e "$file" ] || old=$(<"$file")
    if [ "$added" = 0 ] && [[ $summary =~ \"deals\":[0-9]+, && $old == *"${BASH_REMATCH[0]}"* ]] &&
        [[ $old =~ \"date\":\"([^\"]*)\" ]]; then
        echo "${BASH_REMATCH[1]}"
    else
        date -u +%F
    fi
}
