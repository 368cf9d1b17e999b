#!/usr/bin/env bash
# Measures whether verdicts hold and prints each figure beside its goal: 20 pairs of runs of one unchanged driver, quiet
# and beside one to three busy loops, in which nothing may come out FASTER or SLOWER; changes that are planted on
# simulated GPUs; and two versions of lavapipe. Takes about twenty minutes on two cores.
#   scripts/measure_verdicts.sh [PROGRAM [PART…]]   (default: build/release/vkperftest, all parts: pairs planted ab)
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=SCRIPTDIR/goals.sh
source scripts/goals.sh "${1:-build/release/vkperftest}"
parts=("${@:2}")
((${#parts[@]} > 0)) || parts=(pairs planted ab)

loops=()
end_loops() {
    ((${#loops[@]} == 0)) || kill "${loops[@]}" 2>/dev/null || true
    loops=()
}
trap 'end_loops; rm -rf "$folder"' EXIT

# measure SIDE EFFORT ROWS LOOPS: a run of lavapipe beside so many busy loops. EFFORT: quick, default; ROWS: six, whole.
measure() {
    local options=(--driver "$lavapipe" --output "$folder/$1.json" --format csv)
    [[ $2 == default ]] || options+=("--$2")
    [[ $3 == whole ]] ||
        options+=(--filter cbuffer --filter 'ByteAddressBuffer.Load linear' --filter '*<RGBA8>.Load linear')
    for ((i = 0; i < $4; ++i)); do
        yes >/dev/null &
        loops+=($!)
    done
    # A row that fails, since the machine is that busy, is no verdict.
    "$program" "${options[@]}" >"$folder/out" 2>"$folder/err" || (($? == 4)) || { cat "$folder/err"; exit 1; }
    end_loops
}

grade() { sed -n 's/^  "grade": "\(.*\)",$/\1/p' "$folder/$1.json"; }

pairs() {
    local wrong=0 judged=0 pair=0 effort rows first second faster slower same unclear
    while read -r effort rows first second; do
        pair=$((pair + 1))
        measure base "$effort" "$rows" "$first"
        measure new "$effort" "$rows" "$second"
        : >"$folder/pair.csv"
        "$program" compare "$folder/base.json" "$folder/new.json" --format csv >"$folder/pair.csv" \
            2>"$folder/err" || true
        read -r faster slower same unclear < <(verdicts "$folder/pair.csv")
        echo "  pair $pair ($effort, $rows, $first and $second loops, $(grade base) and $(grade new)):" \
            "$faster FASTER, $slower SLOWER, $same SAME, $unclear UNCLEAR"
        ((faster + slower == 0)) || wrong=$((wrong + 1))
        [[ $(grade base)$(grade new) != goodgood ]] || judged=$((judged + 1))
    done <<'END'
quick six 0 0
quick six 0 0
quick six 0 1
quick six 1 0
quick six 0 2
quick six 1 1
quick six 2 3
quick six 3 0
default six 0 0
default six 0 0
default six 1 0
default six 0 2
default six 2 1
default six 0 3
quick whole 0 0
quick whole 0 1
quick whole 2 0
quick whole 1 3
default whole 0 0
default whole 0 2
END
    echo "  $judged of $pair pairs were of good runs alone"
    goal "pairs of runs of one driver with FASTER or SLOWER, of $pair" "$wrong" "<=" 0 ""
}

# Twenty rows are a tenth slower on one side, or none; each side has a seed of its own.
planted() {
    local gpu try side name figure operator bound unit
    for gpu in nvidia rdna3 arc; do
        printf 'simulate | %s\nexact\n' "$gpu" >"$folder/exact"
        "$program" --script "$folder/exact" --seed 1 --output "$folder/truth.json" --format csv >"$folder/out" 2>&1
        python3 scripts/measure_simulated.py plant "$folder/truth.json" 10 >"$folder/planted"
        printf 'simulate | %s\n' "$gpu" >"$folder/base"
        printf 'simulate | %s\nseed | 2\n' "$gpu" >"$folder/equal"
        cat "$folder/equal" "$folder/planted" >"$folder/slower"
        for try in 1 2 3; do
            for side in base equal slower; do
                "$program" --script "$folder/$side" --seed $((10 * try)) --quick --output "$folder/$side.json" \
                    --format csv >"$folder/out" 2>&1
            done
            for side in equal slower; do
                "$program" compare "$folder/base.json" "$folder/$side.json" --output "$folder/$side$try.csv" \
                    >"$folder/out" 2>&1
            done
        done
        while IFS=$'\t' read -r name figure operator bound unit; do
            goal "$gpu, quick, $name" "$figure" "$operator" "$bound" "$unit"
        done < <(python3 scripts/measure_simulated.py verdicts compare "$folder/planted" \
            "$folder"/{equal,slower}[123].csv)
    done
}

ab() {
    local manifests faster slower same unclear
    mapfile -t manifests < <(scripts/mesa-versions.sh 2>"$folder/err" | head -n 2)
    ((${#manifests[@]} == 2)) || { cat "$folder/err"; exit 1; }
    timed "$program" ab --driver "${manifests[0]}" --driver "${manifests[1]}" --filter 'ByteAddressBuffer.Load*' \
        --format csv
    read -r faster slower same unclear < <(verdicts "$folder/out")
    echo "  ${manifests[0]##*/} against ${manifests[1]##*/}: $faster FASTER, $slower SLOWER, $same SAME," \
        "$unclear UNCLEAR in $seconds s"
    grep -h 'Nothing is called' "$folder/err" || true
    goal "ab finds the raw loads faster in the newer one, of 36" "$faster" ">=" 36 ""
}

for part in "${parts[@]}"; do
    "$part"
done
finish
