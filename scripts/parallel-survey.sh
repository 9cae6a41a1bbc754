#!/usr/bin/env bash
# A survey on several machines by GNU parallel over ssh.
#
#   scripts/parallel-survey.sh OUT.csv SHARDS GAME --seeds A..B [survey options]
#
# HOSTS names the machines as GNU parallel's -S does, "host1,4/host2" and so on (default: this
# machine, a job for each core). They must share the folder of OUT.csv and have gehtauf (or
# $GEHTAUF) at the same place. A line that was broken off is run again as it is: complete shards
# are skipped, others go on where they were.
set -euo pipefail
if [ $# -lt 4 ] || ! [[ $2 =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: $0 OUT.csv SHARDS GAME --seeds A..B [survey options]" >&2
    exit 2
fi
out=$1
export shards=$2
shift 2
case $out in -*) out=./$out ;; esac
export name=${out%.csv} gehtauf=${GEHTAUF:-gehtauf}
# Each word in single quotes, for whichever shell evaluates them on the machines.
survey=
for word; do survey+=" '${word//\'/\'\\\'\'}'"; done
export survey

# What GNU parallel reads as a command is always the same; the words come in the environment, which
# it quotes. --retries takes a job to another machine when it or its machine fails.
seq "$shards" | parallel -S "${HOSTS:-:}" --retries 3 --workdir . --halt soon,fail=1 \
    --env gehtauf --env survey --env shards --env name \
    'eval "set -- $survey" && "$gehtauf" survey "$@" --threads 1 --quiet --shard {}/"$shards" --out "$name"-{}.csv >/dev/null'

# All in one call, which fails if that is too long: of several, each would write OUT.csv anew.
parts=()
for ((i = 1; i <= shards; i++)); do parts+=("$name-$i.csv"); done
"$gehtauf" merge --out "$out" -- "${parts[@]}"
"$gehtauf" report "$out"
