#!/usr/bin/env bash
# Measures what the program promises about `isa` and prints each figure beside its goal: seconds, for two cores. Needs
# the drivers that scripts/mesa-versions.sh fetches, no GPU. Takes about half an hour, most of it for the last part.
#   scripts/measure_isa.sh [PROGRAM [PART…]]   (default: build/release/vkperftest, all parts: times equal unknown)
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=SCRIPTDIR/goals.sh
source scripts/goals.sh "${1:-build/release/vkperftest}"
parts=("${@:2}")
((${#parts[@]} > 0)) || parts=(times equal unknown)

scripts/mesa-versions.sh >"$folder/out" || { cat "$folder/out"; exit 1; }
mapfile -t drivers < <(compgen -G 'build/mesa/radv-*.json'; compgen -G 'build/mesa/anv-*.json'
    compgen -G 'build/mesa/hasvk-*.json'; compgen -G 'build/mesa/trixie/anv-*.json'
    compgen -G 'build/mesa/trixie/nvk-*.json')

# targets DRIVER: those that it compiles for, a line each.
targets() {
    "$program" isa --driver "$1" --target all --filter raw-load4-linear --format csv 2>"$folder/err" |
        sed -n 's/^[^,]*,[^,]*,set,\([^,]*\),.*/\1/p'
}

times() {
    local driver target slowest all
    for driver in "${drivers[@]}"; do
        slowest=0
        for target in $(targets "$driver"); do
            timed "$program" isa --driver "$driver" --target "$target"
            slowest=$(printf '%s\n' "$slowest" "$seconds" | sort -g | tail -n 1)
        done
        goal "$(basename "$driver" .json), 138 rows, slowest target" "$slowest" "<=" 5 s
        timed "$program" isa --driver "$driver" --target all
        goal "$(basename "$driver" .json), 138 rows, all targets" "$seconds" "<=" 60 s
    done
}

# Of each target the code of all rows, which ends with its hash in JSON.
equal() {
    local driver target run different
    for driver in "${drivers[@]}"; do
        different=0
        for target in $(targets "$driver"); do
            for ((run = 1; run <= 20; ++run)); do
                { "$program" isa --driver "$driver" --target "$target" --full &&
                    "$program" isa --driver "$driver" --target "$target" --format json; } 2>/dev/null | sha256sum
            done | sort -u >"$folder/sums"
            (($(wc -l <"$folder/sums") == 1)) || different=$((different + 1))
        done
        goal "$(basename "$driver" .json), targets with texts that differ in 20 runs" "$different" "<=" 0 ""
    done
}

unknown() {
    local driver suite strategies rows count=0
    strategies=set,push,push-template,dynamic,inline,buffer,address-4,address-16
    for driver in "${drivers[@]}"; do
        rows=0 count=0
        for suite in matrix uniform binding vector stride integer; do
            "$program" isa --driver "$driver" --target all --suite "$suite" --strategy "$strategies" --format csv \
                >"$folder/rows.csv" 2>"$folder/err" || true
            rows=$((rows + $(wc -l <"$folder/rows.csv") - 1))
            count=$((count + $(grep -c 'unknown: ' "$folder/rows.csv" || true)))
        done
        goal "$(basename "$driver" .json), unknown of $rows rows of all targets, suites and strategies" "$count" "<=" 0 ""
    done
}

for part in "${parts[@]}"; do
    "$part"
done
finish
