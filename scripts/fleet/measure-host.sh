#!/usr/bin/env bash
#SBATCH --job-name=vkperftest --nodes=1 --ntasks=1 --exclusive --requeue --open-mode=append
# Measures the GPUs of one host into a folder. Slurm's batch script, and what over-ssh.sh runs on each host.
set -uo pipefail

running='' interrupted=''
trap 'interrupted=SIGTERM; [[ -z $running ]] || kill -TERM "$running" 2>/dev/null' TERM
trap 'interrupted=SIGINT; [[ -z $running ]] || kill -TERM "$running" 2>/dev/null' INT
trap 'interrupted=SIGHUP; [[ -z $running ]] || kill -TERM "$running" 2>/dev/null' HUP

usage() {
    cat <<'END'
Usage: measure-host.sh --into FOLDER [--program FILE] [--host NAME] [--gpu N] [--limit SECONDS]
                       [--grace SECONDS] [--driver ICD.json] [--software] [--check]
                       [-- OPTIONS OF run]

Measures each GPU of this host, one after the other, into FOLDER/HOST.UUID.DRIVER.json. GPUs are
chosen by the UUIDs that `vkperftest devices` lists, so CUDA_VISIBLE_DEVICES has no effect. After a
kill or a reboot, run the same command again: it measures only what is missing. The script writes a
record of what happened to FOLDER/tasks/HOST.txt, and the program's messages to HOST.log beside it;
summary.py reads the records. Needs bash, awk and coreutils.

  measure-host.sh --into results --program ./vkperftest
  measure-host.sh --into results --gpu 1 -- --quick    the second GPU in the order of UUIDs, quickly
  sbatch --nodelist=n7 measure-host.sh --into /shared/results --program /shared/vkperftest

  --program    default: the vkperftest beside this script, or of this checkout
  --host       default: the name of Slurm's node, or of this machine
  --gpu        only this GPU, counted from 0 in the order of UUIDs; its record is HOST.gpuN.txt
  --limit      seconds for one GPU (default 900); then the program gets SIGTERM, on which it saves
  --grace      seconds from SIGTERM to SIGKILL (default 20)
  --driver     only devices of this Vulkan driver
  --software   also measure software drivers, such as lavapipe
  --check      only check the command line

Exit codes: those of `vkperftest run` for the first GPU that failed: 0 done; 2 bad usage or file;
3 no GPU or no driver; 4 some rows failed. Also 124 limit exceeded; 130 interrupted; 137 killed.
END
}

refuse() {
    printf 'measure-host.sh: %s\n' "$*" >&2
    exit 2
}

folder='' program='' host=${SLURMD_NODENAME:-$(uname -n | cut -d . -f 1)} gpu='' limit=900 grace=20 software='' driver=()
check=''
while (($# > 0)); do
    case $1 in
    --help | -h) usage && exit ;;
    --software) software=yes && shift && continue ;;
    --check) check=yes && shift && continue ;;
    --) shift && break ;;
    --into | --program | --host | --gpu | --limit | --grace | --driver)
        [[ -n ${2:-} ]] || refuse "$1 needs a value; see --help."
        ;;&
    --into) folder=$2 ;;
    --program) program=$2 ;;
    --host) host=$2 ;;
    --gpu) gpu=$2 ;;
    --limit) limit=$2 ;;
    --grace) grace=$2 ;;
    --driver) driver=(--driver "$2") ;;
    *) refuse "there is no option '$1'; see --help. Options of \`vkperftest run\` follow after --." ;;
    esac
    shift 2
done
[[ -n $folder ]] || refuse "name the folder of the results with --into; see --help."
[[ -z $gpu || $gpu =~ ^[0-9]{1,3}$ ]] || refuse "'$gpu' is not the number of a GPU; GPUs are counted from 0."
for seconds in "$limit" "$grace"; do
    [[ $seconds =~ ^[1-9][0-9]{0,6}$ ]] || refuse "'$seconds' is not a number of seconds."
done
for option; do
    case $option in
    --output* | -o* | --continue | --resume* | --device | --device=* | -d*)
        refuse "'$option' is set by this script; leave it out."
        ;;
    --driver | --driver=*) refuse "'$option' must stand before --, since it also decides which GPUs are listed." ;;
    esac
done
[[ -z $check ]] || exit 0
[[ $folder != -* ]] || folder=./$folder
# file_name TEXT: without what a shell or a file system may treat specially. Leaves names that task_of of over-ssh.sh made.
file_name() { LC_ALL=C sed 's/[^A-Za-z0-9._-]\{1,\}/-/g; s/^[.-]*//; s/-*$//' <<<"${1//$'\n'/-}"; }

host=$(file_name "$host")
[[ -n $host ]] || refuse "the host's name is empty; name it with --host."
task=$host${gpu:+.gpu$gpu}
{ mkdir -p "$folder/tasks" && [[ -w $folder && -w $folder/tasks ]]; } || refuse "the folder '$folder' cannot be written."
log=$folder/tasks/$task.log

# note WORDS…: a line of the record that summary.py reads. Words of the program must not end a line.
note() {
    local line
    line="$(date -u +%FT%TZ) $*"
    printf '%s\n' "${line//[[:cntrl:]]/ }" >>"$folder/tasks/$task.txt" ||
        printf 'measure-host.sh: %s\n' "the record $folder/tasks/$task.txt cannot be written." >&2
}

# finish CODE WORDS…
finish() {
    # Whatever the program made of the signal.
    [[ -z $interrupted ]] || set -- 130 "interrupted by $interrupted"
    note end "$@"
    printf '%s: %s\n' "$task" "${*:2}" >&2
    exit "$1"
}

# limited SECONDS COMMAND…: stops it then, or with this script. In the foreground group, so that Slurm finds it.
limited() {
    local code=0
    [[ -z $interrupted ]] || return 130
    timeout --foreground --signal=TERM --kill-after="$grace" "$@" </dev/null &
    running=$!
    [[ -z $interrupted ]] || kill -TERM "$running" 2>/dev/null # the signal came before its process id was known
    wait "$running" || code=$?
    # A signal to this script ends the waiting, not the program; a scheduler may send several.
    while kill -0 "$running" 2>/dev/null; do wait "$running" || code=$?; done
    running=''
    return "$code"
}

# last_error FILE: the error that the program printed, or else its last words.
last_error() {
    awk 'NF { line = $0 } /^vkperftest: error: / { error = $0 }
         END { line = error ? error : line; sub(/^vkperftest: (error: )?/, "", line); print line ? line : "no message" }' "$1"
}

# why CODE SECONDS MESSAGE: what became of the program after so many seconds.
why() {
    if [[ -n $interrupted ]]; then
        echo "interrupted by $interrupted"
    elif (($1 == 124)); then
        echo "stopped after the limit of $2 s"
    elif (($1 == 137 && SECONDS - began >= $2)); then
        echo "hung: killed because it ignored SIGTERM after the limit of $2 s"
    elif (($1 == 137)); then
        echo "killed by SIGKILL, perhaps because memory ran out"
    elif (($1 > 128 && $1 != 130)); then
        echo "crashed: ended by signal $(($1 - 128))"
    else
        echo "$3"
    fi
}

# gpus FILE: of the JSON that `devices` prints, which has a line for each value: UUID, driver, name and PCI address, in the
# order of UUIDs. A GPU is listed twice if two manifests name its driver.
gpus() {
    awk -v software="$software" '
        match($0, /^  "[a-z_]+": /) {
            key = substr($0, 4, RLENGTH - 6)
            value = substr($0, RLENGTH + 1)
            sub(/,$/, "", value)
            gsub(/^"|"$/, "", value)
            device[key] = value
        }
        /^ }/ && device["usable"] == "true" && (software || device["kind"] != "CPU") {
            print device["device_uuid"] "\t" device["driver"] "\t" device["name"] "\t" device["pci_address"]
        }
        /^ }/ { split("", device) }' "$1" | LC_ALL=C sort -u
}

unset COLUMNS # each message on one line
scratch=$(mktemp -d) || refuse "no temporary folder can be created; set TMPDIR to a folder that can be written."
trap 'rm -rf "$scratch"' EXIT
said=$scratch/said
job=${SLURM_ARRAY_JOB_ID:-${SLURM_JOB_ID:-}}${SLURM_ARRAY_TASK_ID:+_$SLURM_ARRAY_TASK_ID}
note start "${job:+Slurm job $job, restart ${SLURM_RESTART_COUNT:-0}}"
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")") # in a Slurm job: a copy in Slurm's own folder
if [[ -z $program ]]; then
    for candidate in "$here/vkperftest" "$here/../../build/release/vkperftest"; do
        [[ -n $program || ! -x $candidate ]] || program=$candidate
    done
    [[ -n $program ]] || finish 2 "there is no vkperftest beside measure-host.sh; name it with --program"
fi
[[ -x $program && ! -d $program ]] || finish 2 "'$program' is not a program on this host"
program=$(realpath "$program") # a bare name would be looked for in PATH
began=$SECONDS seconds=$((limit < 60 ? limit : 60)) code=0
limited "$seconds" "$program" devices --format json "${driver[@]}" >"$scratch/devices.json" 2>"$said" || code=$?
cat "$said" >>"$log"
((code == 0)) || finish "$code" "\`devices\`: $(why "$code" "$seconds" "$(last_error "$said")")"
mapfile -t found < <(gpus "$scratch/devices.json")
if ((${#found[@]} == 0)); then
    [[ -n $software ]] || finish 3 "no GPU that can be measured; software drivers are measured only with --software"
    finish 3 "no device that can be measured"
fi
# `--device UUID` would measure the first driver under the names of all.
twice=$(printf '%s\n' "${found[@]}" | cut -f 1 | uniq -d | head -n 1)
[[ -z $twice ]] || finish 2 "several drivers offer the GPU $twice: name one of them with --driver"
if [[ -n $gpu ]]; then
    ((gpu < ${#found[@]})) || finish 3 "there is no GPU $gpu: this host has ${#found[@]}, counted from 0"
    found=("${found[gpu]}")
fi

worst=0 reason="done, ${#found[@]} measured"
for line in "${found[@]}"; do
    IFS=$'\t' read -r uuid name _ <<<"$line"
    file=$host.$uuid.$(file_name "$name").json
    note measuring "$file"
    began=$SECONDS code=0
    limited "$limit" "$program" run "${driver[@]}" "$@" --device "$uuid" --output "$folder/$file" --continue \
        >/dev/null 2>"$said" || code=$?
    cat "$said" >>"$log"
    words=$(why "$code" "$limit" "$(last_error "$said")")
    ((code > 0)) || words='done'
    note measured "$code" "$file" "$words"
    ((worst > 0 || code == 0)) || worst=$code reason=$words
    [[ -z $interrupted ]] || break
done
finish "$worst" "$reason"
