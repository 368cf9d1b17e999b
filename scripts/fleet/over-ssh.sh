#!/usr/bin/env bash
# Measures the GPUs of many hosts over SSH, through GNU parallel: for those who have no Slurm.
# shellcheck disable=SC2317 # functions that GNU parallel calls
set -uo pipefail
# shellcheck source=SCRIPTDIR/common.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/common.sh"

usage() {
    cat <<'END'
Usage: over-ssh.sh --hosts FILE --into FOLDER [--program FILE] [--jobs N] [--limit SECONDS]
                   [--grace SECONDS] [--host-limit SECONDS] [--driver ICD.json] [--software]
                   [-- OPTIONS OF run]

Copies vkperftest to each host, measures the host's GPUs one after the other, and fetches a file for
each GPU into FOLDER. FILE names a host on each line, as ssh takes it (HOST, USER@HOST or a name of
~/.ssh/config); ':' is this machine; a # starts a comment. ssh must not ask for passwords: set up
keys. After a failure, run the same command again: it measures only what is missing. Needs GNU
parallel, ssh, tar and python3 here; bash, awk, coreutils and GNU tar on the hosts. The program must
run there.

  over-ssh.sh --hosts hosts.txt --into results --program ./vkperftest
  over-ssh.sh --hosts hosts.txt --into results -- --quick
  summary.py results                  what was measured, and what failed

  --jobs         hosts at the same time (default 32)
  --host-limit   seconds for a whole host (default 7200); then its connection is cut
  --driver       the path of the driver's manifest on the hosts
  --limit, --grace, --software: as in measure-host.sh --help

On a host everything lies in ~/vkperftest-fleet, and is deleted once the host's files are complete
and fetched. Environment: FLEET_SSH, a command in place of `ssh -o BatchMode=yes -o
ConnectTimeout=15 -o ServerAliveInterval=15`; its last arguments are the host and a command line.

Exit codes: as summary.py, which runs at the end; 1 also if GNU parallel ended early; 2 bad usage.
END
}

# task_of HOST: its name in the names of files, which measure-host.sh leaves as it is; empty if nothing is left of it.
task_of() {
    local name=${1##*@}
    [[ $name != : ]] || name=$(uname -n | cut -d . -f 1)
    name=${name//[^A-Za-z0-9._-]/-}
    name=${name#"${name%%[!.-]*}"}
    printf '%s\n' "${name%"${name##*[!-]}"}"
}

hosts='' folder='' program='' jobs=32 host_limit=7200 more=()
while (($# > 0)); do
    case $1 in
    --help | -h) usage && exit ;;
    --software) more+=(--software) && shift && continue ;;
    --) shift && break ;;
    --hosts | --into | --program | --jobs | --host-limit | --limit | --grace | --driver)
        [[ -n ${2:-} ]] || refuse "$1 needs a value; see --help."
        ;;&
    --hosts) hosts=$2 ;;
    --into) folder=$2 ;;
    --program) program=$2 ;;
    --jobs) jobs=$2 ;;
    --host-limit) host_limit=$2 ;;
    --driver)
        [[ $2 == /* ]] || refuse "'$2' is not a full path: name the driver's manifest as the hosts know it."
        more+=("$1" "$2")
        ;;
    --limit | --grace) more+=("$1" "$2") ;;
    *) refuse "there is no option '$1'; see --help. Options of \`vkperftest run\` follow after --." ;;
    esac
    shift 2
done
[[ -n $hosts && -n $folder ]] || refuse "name the list of hosts with --hosts and the folder with --into; see --help."
[[ -r $hosts && ! -d $hosts ]] || refuse "the list of hosts '$hosts' cannot be read."
for number in "$jobs" "$host_limit"; do
    [[ $number =~ ^[1-9][0-9]{0,6}$ ]] || refuse "'$number' is not a number."
done
check_host_options "${more[@]}" -- "$@"
# The package moreutils has another program of this name.
[[ $(parallel --version 2>/dev/null) == GNU* ]] || refuse "GNU parallel is missing (Debian and Ubuntu: apt install parallel)."
choose_program
mapfile -t names < <(sed 's/#.*//; s/^[[:space:]]*//; s/[[:space:]]*$//' -- "$hosts" | awk 'NF && !seen[$0]++')
((${#names[@]} > 0)) || refuse "the list of hosts '$hosts' names no host."
declare -A tasks=()
for name in "${names[@]}"; do
    task=$(task_of "$name")
    [[ -n $task && ($name == : || $name =~ ^[A-Za-z0-9._@:%-]+$ && $name != -*) ]] || refuse "'$name' in '$hosts' is not the name of a host."
    [[ -z ${tasks[$task]:-} ]] || refuse "'${tasks[$task]}' and '$name' in '$hosts' would share the name '$task': keep one of them."
    tasks[$task]=$name
done
make_folder
# A folder of its own on the hosts: files of an earlier fleet are not this one's.
[[ -s $folder/tasks/fleet ]] || printf '%s\n' "$(date -u +%Y%m%d-%H%M%S)-$$" >"$folder/tasks/fleet"
[[ $(<"$folder/tasks/fleet") =~ ^[0-9]+-[0-9]+-[0-9]+$ ]] || refuse "'$folder/tasks/fleet' is damaged: measure into another folder."
# Two of these would fetch into each other's folders.
exec {lock}<"$folder/tasks/fleet"
! command -v flock >/dev/null || flock -n "$lock" || refuse "another over-ssh.sh is measuring into '$folder'."

# at HOST COMMANDLINE: runs it there.
at() {
    local command
    read -ra command <<<"${FLEET_SSH:-ssh -o BatchMode=yes -o ConnectTimeout=15 -o ServerAliveInterval=15}"
    if [[ $1 == : ]]; then (cd && bash -c "$2"); else "${command[@]}" "$1" "$2"; fi
}

# note TASK WORDS…: a line of the record, for what the host cannot record itself.
note() { printf '%s %s\n' "$(date -u +%FT%TZ)" "${*:2}" | tr -d '\r' >>"$fleet_folder/tasks/$1.txt"; }

# lost WORDS…: notes why the host of one_host was not measured, or not fetched, with the last message.
lost() {
    local last
    last=$(awk 'NF { line = $0 } END { print line }' "$said")
    note "$task" end 255 "$*${last:+: $last}"
    printf '%s: %s\n' "$task" "$*"
    exit 255
}

# one_host HOST: copies, measures, fetches, and deletes what is complete. A process of GNU parallel's.
# shellcheck disable=SC2231 # a pattern
one_host() {
    local host=$1 task there said fetched uuid program code=0 file own=() last
    task=$(task_of "$host")
    there="vkperftest-fleet/$(<"$fleet_folder/tasks/fleet")/$task"
    fetched=$fleet_folder/tasks/.fetched.$task
    uuid=$(printf '[0-9a-f]%.0s' {1..32})
    said=$(mktemp) && rm -rf "$fetched" && mkdir "$fetched" || exit 1 # with their messages
    # shellcheck disable=SC2064
    trap "rm -rf $(printf '%q ' "$said" "$fetched")" EXIT
    trap 'lost "stopped here, by --host-limit or a signal"' TERM INT HUP
    note "$task" start over SSH
    for file in "$fleet_folder/$task".$uuid.*.json; do # what the host has itself is as new, or newer
        [[ ! -e $file ]] || own+=("$(basename "$file")")
    done
    program=$(basename "$fleet_program")
    tar -c -f - -C "$(dirname "$fleet_program")" "./$program" -C "$fleet_here" ./measure-host.sh |
        at "$host" "mkdir -p $there/results/tasks $there/new && cd $there && tar -x -C new -f - && \
mv -f new/$(printf %q "$program") program && mv -f new/measure-host.sh ." >"$said" 2>&1 || lost "the program could not be copied"
    if ((${#own[@]} > 0)); then
        tar -c -f - -C "$fleet_folder" "${own[@]}" | at "$host" "cd $there/results && tar -x --skip-old-files -f -" \
            >"$said" 2>&1 || lost "its files could not be copied back"
    fi
    at "$host" "cd $there && exec bash measure-host.sh --into results --program ./program --host $task $fleet_options" \
        </dev/null >"$said" 2>&1 || code=$?
    # What the host's shell prints at its start comes before the files.
    at "$host" "cd $there/results && printf '\nvkperftest-files\n' && tar -c -f - ." 2>>"$said" </dev/null |
        LC_ALL=C sed '0,/^vkperftest-files$/d' | tar -x --no-same-owner -C "$fetched" -f - 2>>"$said" ||
        lost "the task ended with exit code $code, and its files could not be fetched"
    # The record of the host replaces the one here: its last lines are about this run. No host can replace another's files.
    for file in "$fetched/$task".$uuid.*.json "$fetched/tasks/$task".{txt,log}; do
        [[ ! -f $file || -L $file ]] || mv -f "$file" "$fleet_folder/${file#"$fetched/"}"
    done
    # A connection that was cut leaves a record without an end, as does a host without bash.
    ((code != 255)) || lost "the connection was cut"
    tail -n 1 "$fleet_folder/tasks/$task.txt" | grep -q "^[^ ]* end $code " || lost "the task ended with exit code $code"
    ((code > 0)) || at "$host" "rm -rf $there && rmdir -p ${there%/*}" </dev/null >/dev/null 2>&1
    last=$(tail -n 1 "$fleet_folder/tasks/$task.txt" | cut -d ' ' -f 4-)
    printf '%s: %s\n' "$task" "${last//[[:cntrl:]]/ }"
    exit "$code"
}

expect "${!tasks[@]}"
fleet_folder=$folder fleet_program=$program fleet_here=$here
fleet_options=$(printf '%q ' "${more[@]}" -- "$@")
export fleet_folder fleet_program fleet_here fleet_options PARALLEL_SHELL=/bin/bash
export -f task_of at note lost one_host
joblog=$folder/tasks/joblog
: >"$joblog" || refuse "'$joblog' cannot be written."
# Its own 0.4 s from SIGTERM to SIGKILL would be too short for a busy machine to note why a host was stopped.
parallel --plain --will-cite --jobs "$jobs" --timeout "$host_limit" --termseq TERM,5000,KILL,25 --joblog "$joblog" \
    one_host {} ::: "${names[@]}"
code=0
"$here/summary.py" --ended "$folder" || code=$?
# Records of an earlier start may say that all is done.
missing=$((${#names[@]} - $(sed 1d "$joblog" | wc -l)))
if ((missing > 0)); then
    printf 'over-ssh.sh: GNU parallel ended early, see above: it has not started, or not finished, %d of %d hosts.\n' \
        "$missing" ${#names[@]} >&2
    ((code > 0)) || code=1
fi
exit "$code"
