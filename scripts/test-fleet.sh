#!/usr/bin/env bash
# Runs scripts/fleet/ on a Slurm and over SSH, with hosts that fail, hang and are killed.
# shellcheck disable=SC2317 # functions that `expect` calls
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"

if [[ ${1:-} == --help || ${1:-} == -h ]]; then
    cat <<'END'
Usage: scripts/test-fleet.sh [--fetch | --fetched] [PROGRAM]

Starts Debian's Slurm with four nodes, and an SSH server, all on this machine's loopback address,
and measures software drivers with scripts/fleet/: an array of four tasks of which one has no driver
and one is requeued while it measures; a task that is cancelled; then six hosts over SSH through GNU
parallel, of which one has no driver, one hangs, one is killed and one cannot be reached; then a host
whose connection is cut. Compares two versions of Mesa's lavapipe across these hosts. Checks every
file, every record and what the summaries name, and that nothing listens beyond the loopback address.
Measured times are not checked. All processes are ended, also if the script is killed. Nothing is
installed: packages are unpacked into build/fleet-tools and build/mesa. Needs Debian 12 or newer, and
python3. Takes about two minutes on two cores.

  scripts/test-fleet.sh              fetches what is missing, and runs the test
  scripts/test-fleet.sh --fetch      only fetches: then the test fleet_on_slurm of scripts/test.sh runs, too
  scripts/test-fleet.sh --fetched    fetches nothing: exit code 77 if something is missing

PROGRAM defaults to build/release/vkperftest.
END
    exit
fi
mode=''
if [[ ${1:-} == --fetch || ${1:-} == --fetched ]]; then mode=$1 && shift; fi
[[ $# -lt 2 && ${1:-} != -* ]] || stop "there is no option or second program '${*: -1}'; see --help."
# shellcheck source=SCRIPTDIR/fleet-daemons.sh
source "$root/scripts/fleet-daemons.sh"
trap 'stop_daemons; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

# two_drivers: sets the manifests of the oldest and the newest lavapipe that mesa-versions.sh has fetched.
two_drivers() {
    local manifests
    mapfile -t manifests < <(compgen -G "$root/build/mesa/lavapipe-*.json" | sort -V)
    ((${#manifests[@]} > 1)) && old=${manifests[0]} new=${manifests[-1]}
}

if [[ $mode == --fetched ]]; then
    if [[ ! -d $tools/unpacked ]] || ! two_drivers; then
        say "Skipped: Slurm, GNU parallel or two versions of lavapipe are missing. scripts/test-fleet.sh --fetch fetches them."
        exit 77
    fi
else
    fetch_tools
    "$root/scripts/mesa-versions.sh" >/dev/null
    two_drivers || stop "there are no two versions of lavapipe in build/mesa."
fi
[[ $mode != --fetch ]] || exit 0
program=$(realpath -m "${1:-$root/build/release/vkperftest}")
[[ -x $program && ! -d $program ]] || stop "there is no program $program; build it with scripts/test.sh or name it."
started=$SECONDS
# shellcheck source=SCRIPTDIR/goals.sh
source "$root/scripts/goals.sh"
use_tools
fleet=$root/scripts/fleet
options=(--program "$work/vkperftest" --software --limit 40 --grace 1)
rows=(-- --time 10 --filter '*Load4*') # long enough to be interrupted
cd "$work"

# A host's driver stands in drivers/HOST, and what goes wrong there in troubles/HOST.
mkdir drivers troubles
cat >vkperftest <<END
#!/usr/bin/env bash
host=\${SLURMD_NODENAME:-\${FLEET_NODE:-here}}
VK_DRIVER_FILES=\$(cat "$work/drivers/\$host" 2>/dev/null || echo "$work/no-driver.json")
export VK_DRIVER_FILES LP_NUM_THREADS=1
trouble=\$(cat "$work/troubles/\$host" 2>/dev/null)
if [[ \$1 == run && \$trouble == hangs ]]; then
    trap '' TERM
    exec sleep 1000
elif [[ \$1 == run && \$trouble == waits ]]; then
    touch "$work/waits"
    while [[ -e "$work/waits" ]]; do sleep 0.1; done
elif [[ \$1 == run && \$trouble == killed ]]; then
    "$program" "\$@" &
    until grep -qs '"nanoseconds": *\[[0-9]' results/*.json; do sleep 0.1; done
    kill -KILL \$! \$\$
fi
exec "$program" "\$@"
END
chmod +x vkperftest

# expect WHAT COMMAND…: counts as a goal that was missed if the command fails.
expect() {
    local what=$1 code=0
    shift
    "$@" >"$work/saying" 2>&1 || code=$?
    mv "$work/saying" "$work/said" # which the command may have read
    ((code == 0)) || tail -n 20 "$work/said" >&2
    goal "$what" "$((code == 0))" '>=' 1 ''
}

# names FILE REGULAR_EXPRESSION: whether a line of the file matches.
names() { grep -E -- "$2" "$1" || { cat "$1" && return 1; }; }

# in_order RECORD WORD…: whether the record has these words, each behind the one before.
in_order() {
    local text
    text=$(tr '\n' ' ' <"$1")
    for word in "${@:2}"; do
        [[ $text == *"$word"* ]] || { echo "no '$word' in order in:" && cat "$1" && return 1; }
        text=${text#*"$word"}
    done
}

# nobody_else SERVICE SOCKETS: while it works, all services listen, with so many sockets, and only on the loopback address.
nobody_else() {
    local found
    goal "$1: sockets that listen on the loopback address" "$(listening here | wc -l)" '>=' "$2" ''
    mapfile -t found < <(listening elsewhere)
    ((${#found[@]} == 0)) || printf 'listens: %s\n' "${found[@]}"
    goal "$1: sockets that listen beyond the loopback address" "${#found[@]}" '<=' 0 ''
}

# samples_kept BEFORE AFTER: whether all that a file held is in the later one. Both may have several runs of a row.
samples_kept() {
    python3 - "$root/scripts" "$@" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
import goals
def samples(path):
    return {row["name"]: [row["baseline_nanoseconds"], *(each["nanoseconds"] for each in row["strategies"])]
            for row in goals.all_rows(goals.load(path))}
before, after = map(samples, sys.argv[2:])
count = sum(len(series) for each in before.values() for series in each)
lost = [name for name, each in before.items()
        if any(now[:len(then)] != then for then, now in zip(each, after.get(name, [[]] * 9)))]
print(f"{count} samples were saved, of {len(before)} rows; of these rows lack some: {lost}")
sys.exit(bool(lost) or count == 0)
END
}

# measures_and_saves PATTERN: whether the file holds samples.
# shellcheck disable=SC2086 # a pattern
measures_and_saves() { grep -qs '"nanoseconds": *\[[0-9]' $1; }

on_slurm() {
    local file job before=$work/partial.json
    start_slurm 4
    say "Slurm and four nodes started in $((SECONDS - started)) s"
    cp <(echo "$old") drivers/n1 && cp drivers/n1 drivers/n4 && echo "$new" >drivers/n2 # n3 has none
    "$fleet/submit.sh" --nodes 'n[1-4]' --into before "${options[@]}" --wait "${rows[@]}" >slurm.txt 2>&1 &
    job=$!
    file="before/n4.*.json"
    wait_for "n4 measures and saves" 60 measures_and_saves "$file"
    # shellcheck disable=SC2086
    cp $file "$before"
    nobody_else "Slurm" 5
    scontrol requeue "$(squeue --noheader --nodelist n4 --format %i)"
    wait "$job" || true
    cat slurm.txt
    expect "Slurm: the summary counts three tasks and three files" \
        names slurm.txt '^3 of 4 tasks are done; 3 of 3 files are complete'
    expect "Slurm: the summary names the host without a driver" \
        names slurm.txt '^n3: failed with exit code 3: .*no Vulkan driver was found'
    expect "Slurm: the requeued task was interrupted and continued" in_order before/tasks/n4.txt \
        'restart 0' 'end 130 interrupted by SIGTERM' 'restart 1' 'end 0 done, 1 measured'
    # shellcheck disable=SC2086
    expect "Slurm: the requeued task kept its samples" samples_kept "$before" $file
    expect "Slurm: each file is named by its driver" \
        compgen -G "before/n2.????????????????????????????????.llvmpipe-Mesa-$(basename "${new#*lavapipe-}" .json)*.json"
}

on_slurm_cancelled() {
    "$fleet/submit.sh" --nodes n1 --into cancelled "${options[@]}" "${rows[@]}" >cancelled.txt 2>&1
    wait_for "n1 measures and saves" 60 measures_and_saves 'cancelled/n1.*.json'
    scancel "$(squeue --noheader --nodelist n1 --format %i)"
    wait_for "n1 ends" 60 grep ' end ' cancelled/tasks/n1.txt
    "$fleet/summary.py" --ended cancelled >summary.txt 2>&1 || true
    expect "Slurm: the summary names the host whose task was cancelled" \
        names summary.txt '^n1: failed with exit code 130: interrupted by SIGTERM'
    expect "Slurm: the cancelled task left a file that can be read" "$program" show cancelled/n1.*.json
}

over_ssh() {
    local host hosts=(n1 n2 n3 n4 unreachable)
    start_ssh "${hosts[@]}"
    nobody_else "Slurm and SSH" 6
    for host in n1 n2 n4 here; do echo "$new" >"drivers/$host"; done
    echo hangs >troubles/n1
    echo killed >troubles/n2
    printf '%s\n' "${hosts[@]}" : >hosts
    local first=("$fleet/over-ssh.sh" --hosts hosts --into after "${options[@]}")
    HOME=$work/home "${first[@]}" "${rows[@]}" >ssh.txt 2>&1 || true
    cat ssh.txt
    expect "SSH: the summary names the host that hung" names ssh.txt '^n1: failed with exit code 137: hung: '
    expect "SSH: the summary names the host that was killed" names ssh.txt '^n2: failed with exit code 137: killed by SIGKILL'
    expect "SSH: the summary names the incomplete file" names ssh.txt '^n2\.[^ ]*\.json: incomplete \('
    expect "SSH: the summary names the host without a driver" names ssh.txt '^n3: failed with exit code 3: .*no Vulkan driver'
    expect "SSH: the summary names the host that cannot be reached" \
        names ssh.txt '^unreachable: failed with exit code 255: .*Connection refused'
    expect "SSH: two of six tasks are done" names ssh.txt '^2 of 6 tasks are done; 2 of 3 files are complete'
    cp after/n2.*.json partial.json
    rm troubles/*
    HOME=$work/home "${first[@]}" "${rows[@]}" >again.txt 2>&1 || true
    cat again.txt
    expect "SSH again: four of six tasks are done" names again.txt '^4 of 6 tasks are done; 4 of 4 files are complete'
    expect "SSH again: the killed run kept its samples" samples_kept partial.json after/n2.*.json
    # shellcheck disable=SC2016
    expect "SSH again: only the host that failed keeps its files" \
        bash -c '[[ $(ls "home/vkperftest-fleet/$(<after/tasks/fleet)") == n3 ]]'
}

over_ssh_cut() {
    local cut=("$fleet/over-ssh.sh" --hosts hosts.cut --into cut "${options[@]}")
    local rows=(-- --time 1 --filter '*Load4 linear')
    echo n1 >hosts.cut
    echo waits >troubles/n1
    HOME=$work/home "${cut[@]}" --host-limit 8 "${rows[@]}" >cut.txt 2>&1 || true
    cat cut.txt
    expect "SSH: the summary names the host that exceeded its limit" \
        names cut.txt '^n1: failed with exit code 255: stopped here, by --host-limit or a signal'
    expect "SSH: the host has not finished then" rm waits troubles/n1
    wait_for "n1 goes on after its connection was cut" 60 \
        grep ' end 0 done' "home/vkperftest-fleet/$(<cut/tasks/fleet)/n1/results/tasks/n1.txt"
    HOME=$work/home "${cut[@]}" "${rows[@]}" >cut.txt 2>&1 || true
    expect "SSH: what it measured then is fetched" names cut.txt '^1 of 1 tasks are done; 1 of 1 files are complete'
}

# All that a killed script has started ends, also what its daemons have started.
killed() {
    mkdir killed
    # shellcheck disable=SC2016
    {
        TMPDIR=$work/killed bash -c 'source "$0/scripts/fleet-daemons.sh"
            daemon parent bash -c "sleep 1000 & touch \"$1\"; wait"
            wait_for "it starts" 60 test -e "$1"
            kill -KILL $$' "$root" "$work/starts" || true
    } 2>killed.txt # the shell reports that it was killed
    expect "killed: a script with a daemon" test -e starts
    # shellcheck disable=SC2016
    wait_for "all that a killed script has started ends, and its folder is deleted" 60 \
        bash -c '! env -i grep -lsF "FLEET_WORK=$0/" /proc/[0-9]*/environ && ! compgen -G "$0/*"' "$work/killed"
}

together() {
    expect "compare: two driver versions across hosts" "$program" compare before/n1.*.json before/n2.*.json
    expect "compare: all 12 figures are judged" names said '^12 figures compared: '
    expect "compare of a folder" "$program" compare before
    expect "compare.py: host by host" "$fleet/compare.py" before after --program "$program"
    expect "compare.py: pairs the hosts of both folders" names said '^3 devices in both folders, 0 only in before, 1 only in after'
    expect "advise of a folder" "$program" advise before
    expect "report of all hosts" "$program" report before after --output all.html
    expect "report names a host's file" names all.html 'n4\.[0-9a-f]*\.'
}

on_slurm
on_slurm_cancelled
over_ssh
over_ssh_cut
killed
together
stop_daemons
mapfile -t left < <(ours)
goal "processes that are left" "${#left[@]}" '<=' 0 ''
say "Took $(duration $((SECONDS - started))); the goal is at most 3 min"
finish
