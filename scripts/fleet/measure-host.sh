#!/usr/bin/env bash
# Measures the GPUs of one host into a folder: what Slurm (measure.sbatch) and GNU parallel (over-ssh.sh) run on each host.
set -uo pipefail

usage() {
    cat <<'END'
Usage: measure-host.sh FOLDER [OPTIONS OF vkperftest run]

Measures each GPU of this host, one after the other, into FOLDER/HOST.UUID.json, with the vkperftest
beside this script. Run the same command again after a kill or a reboot: files are continued, and
complete ones are left as they are. FOLDER/HOST.failed names what failed; it is gone once all GPUs are
done. FOLDER/HOST.log has the program's messages. Needs bash, awk and coreutils.

  measure-host.sh results
  measure-host.sh results --quick --filter '*Load4*'

  FLEET_HOST       the host's name in file names; default: the name of Slurm's node, or of this machine
  FLEET_PROGRAM    default: vkperftest beside this script
  FLEET_LIMIT      seconds for one GPU (900); then it gets SIGTERM, on which it saves, 20 s later SIGKILL
  FLEET_SOFTWARE   if set, software drivers such as lavapipe are measured, too
  VK_DRIVER_FILES  only devices of these Vulkan drivers

Exit code: that of `vkperftest run` for the first GPU that failed; 2 bad usage; 3 no GPU or driver.
END
}

if [[ $# == 0 || $1 == -* ]]; then
    usage
    [[ ${1:-} == --help || ${1:-} == -h ]]
    exit $(($? * 2))
fi
folder=$1
shift
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
program=${FLEET_PROGRAM:-$here/vkperftest}
host=${FLEET_HOST:-${SLURMD_NODENAME:-$(uname -n)}}
host=$(LC_ALL=C sed 's/[^A-Za-z0-9._-]\{1,\}/-/g; s/^[.-]*//' <<<"$host")
mkdir -p "$folder" || exit 2
log=$folder/$host.log
said=$(mktemp) || exit 2
trap 'rm -f "$said"' EXIT
# A signal ends the program, which saves; what is left is not begun.
running='' interrupted=''
trap 'interrupted=yes; [[ -z $running ]] || kill -TERM "$running" 2>/dev/null' TERM INT HUP

# limited COMMAND…: its exit code; its output is in $said.
limited() {
    local code=0
    timeout --foreground --kill-after=20 "${FLEET_LIMIT:-900}" "$@" >"$said" 2>>"$log" </dev/null &
    running=$!
    wait "$running" || code=$?
    while kill -0 "$running" 2>/dev/null; do wait "$running" || code=$?; done # a signal ends the waiting alone
    running=''
    return "$code"
}

# why CODE: the program's last error, or how it ended.
why() {
    case $1 in
    124) echo "stopped after ${FLEET_LIMIT:-900} s" ;;
    137) echo "killed" ;;
    *) tail -n 5 "$log" | sed -n 's/^vkperftest: error: //p' | tail -n 1 | tr -d '[:cntrl:]' ;;
    esac
}

# gpus: the UUIDs of the GPUs in what `devices` printed as JSON, a line for each value.
gpus() {
    awk -v software="${FLEET_SOFTWARE:-}" '
        match($0, /^  "[a-z_]+": /) {
            value = substr($0, RLENGTH + 1)
            gsub(/^"|"?,?$/, "", value)
            device[substr($0, 4, RLENGTH - 6)] = value
        }
        /^ }/ && device["usable"] == "true" && (software || device["kind"] != "cpu") { print device["device_uuid"] }
        /^ }/ { split("", device) }' "$said" | LC_ALL=C sort -u
}

worst=0 failures=''
# failed CODE WHAT…
failed() {
    ((worst > 0)) || worst=$1
    failures+="$host: ${*:2} (exit code $1)"$'\n'
}

echo "$host: started, and did not end" >"$folder/$host.failed"
code=0
limited "$program" devices --format json || code=$?
mapfile -t found < <(gpus)
if ((code > 0)); then
    failed "$code" "devices: $(why "$code")"
elif ((${#found[@]} == 0)); then
    failed 3 "no GPU that can be measured"
fi
for uuid in "${found[@]}"; do
    code=130
    if [[ -z $interrupted ]]; then
        code=0
        limited "$program" run "$@" --device "$uuid" --output "$folder/$host.$uuid.json" --continue || code=$?
    fi
    if [[ -n $interrupted ]]; then
        failed 130 "$uuid: interrupted"
    elif ((code > 0)); then
        failed "$code" "$uuid: $(why "$code")"
    fi
done
if [[ -z $failures ]]; then
    rm "$folder/$host.failed"
else
    printf '%s' "$failures" | tee "$folder/$host.failed" >&2
fi
exit "$worst"
