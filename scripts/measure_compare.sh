#!/usr/bin/env bash
# Measures what the program promises about comparisons and prints each figure beside its goal; whether verdicts hold on
# real runs, measure_verdicts.sh measures. Takes a minute; leave the machine alone meanwhile.
#   scripts/measure_compare.sh [PROGRAM]     (default: build/release/vkperftest)
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=SCRIPTDIR/goals.sh
source scripts/goals.sh "${1:-build/release/vkperftest}"

# All but the baseline a tenth slower, through the scripted executor, with 2 % noise a sample and 0.5 % an epoch.
for side in "base 0.01" "new 0.011"; do
    printf 'load | * | * | %s | 0.02\nload | Buffer<RGBA8>.Load random | * | 0.01 | 0.02\nepoch | * | * | 0.005\n' \
        "${side#* }" >"$folder/script"
    "$program" --script "$folder/script" --output "$folder/${side% *}.json" --format csv >"$folder/out" 2>"$folder/err"
done
"$program" compare "$folder/base.json" "$folder/new.json" --format csv >"$folder/slower.csv"
read -r faster slower same unclear < <(verdicts "$folder/slower.csv")
goal "a tenth slower: share of rows that come out SLOWER" \
    "$(awk -v n="$slower" -v all=$((faster + slower + same + unclear)) 'BEGIN { printf "%.1f", 100 * n / all }')" \
    ">=" 95 %
goal "a tenth slower: rows that come out FASTER" "$faster" "<=" 0 ""

# Files of 276 rows with 100 samples each.
printf 'load | * | * | 0.01 | 0.02\nepoch | * | * | 0.005\n' >"$folder/script"
for i in 1 2; do
    "$program" --script "$folder/script" --precise --block 100 --output "$folder/long$i.json"
done
for _ in {1..11}; do
    begin=$(now)
    "$program" compare "$folder/long1.json" "$folder/long2.json" >"$folder/out"
    awk -v a="$begin" -v b="$(now)" 'BEGIN { printf "%.0f\n", 1000 * (b - a) }'
done | median >"$folder/two"
goal "compare two files of 276 rows x 100 samples (median of 11)" "$(cat "$folder/two")" "<=" 150 ms
files=()
for i in {1..200}; do
    cp "$folder/long$((1 + i % 2)).json" "$folder/many$i.json"
    files+=("$folder/many$i.json")
done
timed "$program" compare "${files[@]:0:50}" --format csv
peak50=$peak
timed "$program" compare "${files[@]}" --format csv
goal "compare 200 such files" "$seconds" "<=" 5 s
goal "compare: memory of 200 files over that of 50" \
    "$(awk -v a="$peak" -v b="$peak50" 'BEGIN { printf "%.2f", a / b }')" "<=" 4 ""
rm "${files[@]}"

finish
