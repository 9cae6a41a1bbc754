#!/usr/bin/env bash
# Tries scripts/survey.sbatch on a Slurm of one machine, this one, as root (Debian: slurm-wlm,
# munge): a job array of which a task is killed and requeued must give the bytes of a single run,
# but for the timings. Skipped where Slurm is not installed.
set -euo pipefail
. "$(dirname "$0")/shared.sh"
export GEHTAUF=$gehtauf
for tool in slurmctld slurmd sbatch munged; do
    if ! command -v $tool >/dev/null; then
        echo "skipped: $tool is not installed (Debian: slurm-wlm munge)"
        exit 0
    fi
done
work=$(mktemp -d)
survey=(domino --seeds 0..20000 --set redeals=2)

cat >"$work/slurm.conf" <<CONF
ClusterName=one
SlurmctldHost=$(hostname)
SlurmUser=root
AuthType=auth/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
SlurmctldPort=16817
SlurmdPort=16818
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MpiDefault=none
NodeName=$(hostname) CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$work/slurm.conf
mkdir -p "$work/state" "$work/spool" /run/munge

stop() {
    for name in slurmd slurmctld munged; do
        [ -s "$work/$name.pid" ] || continue
        pid=$(cat "$work/$name.pid")
        kill "$pid" 2>/dev/null || true
        # They write into the folder until they are gone.
        while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
    done
    rm -rf "$work"
}
trap stop EXIT

# Tries until it holds, for as many seconds at most.
within() {
    local seconds=$1 begun=$SECONDS
    shift
    until "$@"; do
        if ((SECONDS - begun >= seconds)); then
            echo "not within $seconds s: $*" >&2
            return 1
        fi
        sleep 0.1
    done
}
idle() { [[ $(sinfo --noheader --format=%t 2>/dev/null) == *idle* ]]; }
begun() { [ -s all-1.csv.part ] || [ -s all-1.csv ]; }
done_all() {
    # A requeued task waits for two minutes unless it is let go.
    scontrol update JobId="${job}_1" StartTime=now 2>/dev/null || true
    [ -z "$(squeue --noheader --jobs="$job" 2>/dev/null)" ]
}

if ! munge -n >/dev/null 2>&1; then
    [ -s /etc/munge/munge.key ] || mungekey --create
    chown -R munge: /etc/munge /run/munge /var/lib/munge /var/log/munge
    runuser -u munge -- munged
    cp /run/munge/munged.pid "$work/munged.pid"
fi
slurmctld
slurmd
within 60 idle

cd "$work"
job=$(sbatch --parsable --array=1-4 --output="$work/task-%a.log" "$root/scripts/survey.sbatch" all.csv 4 "${survey[@]}")
# A task is stopped in the middle and put back into the queue.
within 60 begun
scontrol requeue "${job}_1"
within 600 done_all
grep -q "Requeuing JobId=${job}_1" slurmctld.log
grep -q "stopped after" task-1.log
"$GEHTAUF" merge all-*.csv --out all.csv
"$GEHTAUF" survey "${survey[@]}" --quiet --out whole.csv >/dev/null
# Without the times, and the checks, which are over them too.
untimed() { cut -d, -f1-4,6- "$1" | sed 's/,[^,]*$//'; }
cmp <(untimed all.csv) <(untimed whole.csv)
echo "ok: $(($(wc -l <all.csv) - 1)) records of four tasks equal those of a single run"
