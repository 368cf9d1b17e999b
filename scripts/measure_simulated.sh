#!/usr/bin/env bash
# Measures simulated GPUs, whose truth is planted (docs/measuring.md), and prints what was found beside it and beside
# the goals. Takes some minutes on two cores; no time of this machine counts.
#   scripts/measure_simulated.sh [PROGRAM [RUNS]]     (default: build/release/vkperftest, 20 runs of each GPU)
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=SCRIPTDIR/goals.sh
source scripts/goals.sh "${1:-build/release/vkperftest}"
tries=5
runs=${2:-20}
((runs >= tries)) || { echo "$tries runs are the fewest"; exit 2; }

# Prints what the function says of the files as goals.
judge() {
    while IFS=$'\t' read -r name figure operator bound unit; do
        goal "$gpu, $name" "$figure" "$operator" "$bound" "$unit"
    done < <(python3 scripts/measure_simulated.py "$@")
}

# quietly COMMAND…: several at a time are started by xargs, so what they say is only shown if they fail.
quietly() { "$@" >"$folder/out" 2>"$folder/err" || { cat "$folder/err"; echo "failed: $*"; exit 1; }; }

for gpu in nvidia rdna3 arc; do
    printf 'simulate | %s\n' "$gpu" >"$folder/$gpu"
    printf 'simulate | %s\nexact\n' "$gpu" >"$folder/exact"
    quietly "$program" --script "$folder/exact" --seed 1 --output "$folder/truth.json"
    seq "$runs" | quietly xargs -P "$(nproc)" -I{} "$program" --script "$folder/$gpu" --seed {} \
        --output "$folder/run{}.json" --format csv
    judge ratios "$folder/truth.json" "$folder"/run*.json

    # Twenty rows are slower on one side, or none; each side has a seed of its own.
    python3 scripts/measure_simulated.py plant "$folder/truth.json" >"$folder/planted"
    cp "$folder/$gpu" "$folder/equal"
    cat "$folder/$gpu" "$folder/planted" >"$folder/slower"
    for side in equal slower; do echo 'seed | 2' >>"$folder/$side"; done
    for ((try = 1; try <= tries; ++try)); do
        for side in equal slower; do
            quietly "$program" --script "$folder/$side" --seed $((runs + try)) --output "$folder/new.json"
            for metric in auto time; do
                quietly "$program" compare "$folder/run$try.json" "$folder/new.json" --metric "$metric" \
                    --output "$folder/compare-$metric-$side$try.csv"
                quietly "$program" ab --script "$folder/$gpu" --script "$folder/$side" --seed $((100 * try)) \
                    --metric "$metric" --output "$folder/ab-$metric-$side$try.csv"
            done
        done
    done
    for command in compare ab; do
        judge verdicts "$command" "$folder/planted" "$folder/$command"-auto-{equal,slower}*.csv
        # Slower rows cannot be told from slower clocks by times, so that only false alarms count.
        judge verdicts "$command by time" "$folder/planted" "$folder/$command"-time-equal*.csv
    done
done
finish
