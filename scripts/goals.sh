# shellcheck shell=bash
# Sourced by the scripts that measure what the program promises, with its path as the argument: figures beside goals.
program=$(realpath "$1")
lavapipe=$(ls /usr/share/vulkan/icd.d/lvp_icd*.json | head -n 1)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
missed=0

now() { echo "${EPOCHREALTIME/,/.}"; }

# goal NAME FIGURE OPERATOR BOUND UNIT
goal() {
    local verdict
    verdict=$(awk -v a="$2" -v op="$3" -v b="$4" 'BEGIN { print ((op == "<=" ? a <= b : a >= b) ? "met" : "MISSED") }')
    [[ $verdict == met ]] || missed=$((missed + 1))
    printf '%-58s %10s %-4s goal %s %-6s %s\n' "$1" "$2" "$5" "$3" "$4" "$verdict"
}

# Runs a command; leaves its wall seconds in $seconds and its peak memory (MB) in $peak.
timed() {
    local begin pid high
    begin=$(now)
    "$@" >"$folder/out" 2>"$folder/err" &
    pid=$!
    peak=0
    while kill -0 "$pid" 2>/dev/null; do
        high=$(awk '/VmHWM/ { print $2 / 1024 }' "/proc/$pid/status" 2>/dev/null || true)
        [[ -z $high ]] || peak=$high
        sleep 0.1
    done
    wait "$pid" || { cat "$folder/err"; echo "failed: $*"; exit 1; }
    seconds=$(awk -v a="$begin" -v b="$(now)" 'BEGIN { printf "%.2f", b - a }')
}

median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

finish() {
    echo "$missed goals missed"
    exit $((missed > 0))
}

echo "$("$program" --version | head -n 1), $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg)"
