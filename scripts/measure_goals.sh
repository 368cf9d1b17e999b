#!/usr/bin/env bash
# Measures what the program promises about itself and prints each figure beside its goal. Takes about eight minutes;
# leave the machine alone meanwhile. Absolute times hold for two cores and lavapipe.
#   scripts/measure_goals.sh [PROGRAM]     (default: build/release/vkperftest)
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=SCRIPTDIR/goals.sh
source scripts/goals.sh "${1:-build/release/vkperftest}"
swiftshader=$(ls /usr/lib/chromium/vk_swiftshader_icd.json 2>/dev/null || true)

# Seconds until the first ratio stands on a terminal.
first_row() {
    local begin
    begin=$(now)
    TERM=xterm timeout 30 script -qefc "$program --driver $lavapipe" /dev/null </dev/null |
        while IFS= read -r -d ' ' word; do
            if [[ $word == *[0-9].[0-9][0-9][0-9]x* ]]; then
                awk -v a="$begin" -v b="$(now)" 'BEGIN { printf "%.2f\n", b - a }'
                break
            fi
        done || true
}

timed "$program" --driver "$lavapipe"
goal "full run, wall time" "$seconds" "<=" 90 s
goal "full run, per row and strategy" "$(awk -v s="$seconds" 'BEGIN { printf "%.3f", s / 276 }')" "<=" 0.2 s
goal "full run, peak memory" "$(printf '%.0f' "$peak")" "<=" 400 MB
goal "full run, share of wall time in dispatches" \
    "$(sed -n 's/.* s, \([0-9]*\) % of it in .*/\1/p' "$folder/out")" ">=" 80 %

goal_of_list
goal "first ratio on a terminal" "$(first_row)" "<=" 2 s

for i in {1..10}; do
    timed "$program" --driver "$lavapipe" --quick --format csv
    cp "$folder/out" "$folder/quick$i.csv"
    echo "$seconds"
done | sort -g | tail -n 1 >"$folder/slowest"
goal "quick run, wall time (slowest of 10)" "$(cat "$folder/slowest")" "<=" 30 s

# Coefficient of variation of each row's ratio over the ten processes, in percent.
awk -F, 'FNR > 1 && $6 == "measured" && $4 != "null-row" { k = $4 " " $5; n[k]++; s[k] += $9; q[k] += $9 * $9 }
    END { for (k in n) if (n[k] > 1) { m = s[k] / n[k]; v = (q[k] - n[k] * m * m) / (n[k] - 1)
                         printf "%.3f\n", 100 * sqrt(v > 0 ? v : 0) / m } }' \
    "$folder"/quick*.csv | sort -g >"$folder/cv"
goal "quick runs, CV of a ratio, median over $(wc -l <"$folder/cv") rows" "$(median <"$folder/cv")" "<=" 1 %
goal "quick runs, CV of a ratio, 95th percentile" \
    "$(awk '{ v[NR] = $1 } END { print v[int(0.95 * NR + 0.5)] }' "$folder/cv")" "<=" 3 %

null_error() { awk -F, '$4 == "null-row" { e = 100 * ($9 - 1); printf "%.2f\n", e < 0 ? -e : e }' "$@"; }
goal "null row on lavapipe, worst of 10 quick runs" "$(null_error "$folder"/quick*.csv | sort -g | tail -n 1)" "<=" 1 %
if [[ -n $swiftshader ]]; then
    for i in {1..3}; do
        timed "$program" --driver "$swiftshader" --quick --format csv
        cp "$folder/out" "$folder/swift$i.csv"
    done
    goal "null row on SwiftShader, worst of 3 quick runs" \
        "$(null_error "$folder"/swift*.csv | sort -g | tail -n 1)" "<=" 2 %
else
    echo "SwiftShader was not found (Debian: apt install chromium); its null row is not measured"
fi
finish
