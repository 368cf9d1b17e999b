# shellcheck shell=bash
# Sourced by scripts that measure how the project is built: figures beside goals, as goals.py prints them.
missed=0

# goal NAME FIGURE OPERATOR BOUND UNIT: what is no number misses it.
goal() {
    local verdict
    verdict=$(awk -v a="$2" -v op="$3" -v b="$4" 'BEGIN { print (a ~ /^[0-9.]+$/ && (op == "<=" ? a <= b : a >= b) ? "met" : "MISSED") }')
    [[ $verdict == met ]] || missed=$((missed + 1))
    printf '%-58s %10s %-4s goal %s %-6s %s\n' "$1" "$2" "$5" "$3" "$4" "$verdict"
}

median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

finish() {
    echo "$missed goals missed"
    exit $((missed > 0))
}

echo "$(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg)"
