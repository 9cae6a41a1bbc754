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
if [ $# -lt 4 ]; then
    echo "usage: $0 OUT.csv SHARDS GAME --seeds A..B [survey options]" >&2
    exit 2
fi
out=$1 shards=$2
shift 2
export gehtauf=${GEHTAUF:-gehtauf}
name=${out%.csv}

# --retries takes a job to another machine when it or its machine fails.
seq "$shards" | parallel -S "${HOSTS:-:}" --retries 3 --workdir . --env gehtauf \
    --halt soon,fail=1 \
    '"$gehtauf" survey' "$(printf '%q ' "$@")" \
    "--threads 1 --quiet --shard {}/$shards --out $name-{}.csv >/dev/null"

seq -f "$name-%.0f.csv" "$shards" | xargs "$gehtauf" merge --out "$out"
"$gehtauf" report "$out"
