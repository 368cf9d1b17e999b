#!/usr/bin/env bash
# Measures what the program promises about `report` and prints each figure beside its goal. The files are copies of
# results/nvidia-h100.json (276 figures), and for the larger figures of 276 rows with 100 samples each of a software driver.
# Needs chromium, chromium-driver and python3-selenium. Takes a minute; leave the machine alone meanwhile.
#   scripts/measure_report.sh [PROGRAM]     (default: build/release/vkperftest)
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=SCRIPTDIR/goals.sh
source scripts/goals.sh "${1:-build/release/vkperftest}"

# many NAME FILE…: 200 copies of the files, written into NAME.html.
many() {
    local name=$1 i
    shift
    local sources=("$@") files=()
    for i in {1..200}; do
        cp "${sources[i % ${#sources[@]}]}" "$folder/$name-$i.json"
        files+=("$folder/$name-$i.json")
    done
    timed "$program" report "${files[@]}" --output "$folder/$name.html"
    rm "${files[@]}"
}

"$program" report results/nvidia-h100.json --output "$folder/one.html" 2>"$folder/err"
goal "page of one file, less its data" "$("$program" report perftest:"RX 480" --output - | wc -c |
    awk '{ printf "%.2f", $1 / 1e6 }')" "<=" 1.5 MB
many gpu results/nvidia-h100.json
goal "write 200 files of a GPU, 276 figures each" "$seconds" "<=" 3 s
printf 'load | * | * | 0.01 | 0.02\nepoch | * | * | 0.005\n' >"$folder/script"
for i in 1 2; do
    "$program" --script "$folder/script" --precise --block 100 --output "$folder/long$i.json"
done
many long "$folder/long1.json" "$folder/long2.json"
goal "write 200 files of 276 figures x 100 samples" "$seconds" "<=" 3 s
/usr/bin/python3 scripts/measure_page.py "$folder"/{one,gpu,long}.html >"$folder/times"
{
    read -r ready typed
    goal "1 file: usable after (median of 5)" "$ready" "<=" 1000 ms
    goal "1 file: filter reacts within (worst of 7)" "$typed" "<=" 100 ms
    for what in "200 files" "200 files x 100 samples"; do
        read -r ready typed
        goal "$what: usable after (median of 5)" "$ready" "<=" 3000 ms
        goal "$what: filter reacts within (worst of 7)" "$typed" "<=" 100 ms
    done
} <"$folder/times"

finish
