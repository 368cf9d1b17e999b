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

# Runs a command; leaves its wall seconds in $seconds and its peak memory (MB) in $peak, as the kernel counted it (python3).
timed() {
    read -r seconds peak < <(python3 -c '
import resource, subprocess, sys, time
begin = time.monotonic()
with open(sys.argv[1] + "/out", "w") as out, open(sys.argv[1] + "/err", "w") as err:
    code = subprocess.call(sys.argv[2:], stdout=out, stderr=err)
seconds = time.monotonic() - begin
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
print(*(("failed", code) if code else (f"{seconds:.2f}", f"{peak:.1f}")))' "$folder" "$@")
    [[ $seconds != failed ]] || { cat "$folder/err"; echo "failed: $*"; exit 1; }
}

median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

goal_of_list() {
    local begin
    for _ in {1..21}; do
        begin=$(now)
        "$program" list >/dev/null
        awk -v a="$begin" -v b="$(now)" 'BEGIN { printf "%.1f\n", 1000 * (b - a) }'
    done | median >"$folder/list"
    goal "list (median of 21)" "$(cat "$folder/list")" "<=" 50 ms
}

# verdicts FILE: how often each verdict stands in a comparison's CSV, "FASTER SLOWER SAME UNCLEAR".
verdicts() {
    for verdict in FASTER SLOWER SAME UNCLEAR; do grep -c ",$verdict," "$1" || true; done | paste -sd ' '
}

# judge SCRIPT ARGUMENTS…: shows its lines; those with tabs are goals.
judge() {
    local name figure operator bound unit goals=0
    echo "== $*"
    while IFS=$'\t' read -r name figure operator bound unit; do
        [[ -n $operator ]] || { echo "$name"; continue; }
        goal "$name" "$figure" "$operator" "$bound" "$unit"
        goals=$((goals + 1))
    done < <(python3 "scripts/$1" "${@:2}" || printf '%s ends without an error\t0\t>=\t1\t\n' "$1")
    [[ $goals -gt 0 ]] || { echo "$1 did not come to its end"; missed=$((missed + 1)); }
}

finish() {
    echo "$missed goals missed"
    exit $((missed > 0))
}

echo "$("$program" --version | head -n 1), $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg)"
