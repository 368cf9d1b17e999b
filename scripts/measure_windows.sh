#!/usr/bin/env bash
# Measures whether the Windows program, under Wine, gets the results that the Linux program gets on the same lavapipe, and
# prints the figure beside its goal. Takes about six minutes on two cores; leave the machine alone meanwhile. Needs the
# Windows program (scripts/test-windows.sh).
#   scripts/measure_windows.sh [PROGRAM]     (default: build/release/vkperftest)
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=SCRIPTDIR/goals.sh
source scripts/goals.sh "${1:-build/release/vkperftest}"
# shellcheck source=SCRIPTDIR/wine-display.sh
source scripts/wine-display.sh
exe=$PWD/build/windows-cross/vkperftest.exe
[[ -e $exe ]] || { echo "build/windows-cross/vkperftest.exe is missing: run scripts/test-windows.sh first"; exit 1; }
export VK_DRIVER_FILES=$lavapipe VK_ICD_FILENAMES=$lavapipe
export LP_NUM_THREADS=${LP_NUM_THREADS:-1} # lavapipe is steadier on one core, when others work
begin_wine

# In turns, so that drift and heat cost both the same. Ratios are what the program reports; times also hold how fast the
# machine was from one run to the next.
declare -A same=([ratio]=0 [time]=0) all=([ratio]=0 [time]=0)
for i in 1 2 3; do
    timed "$program" --output "$folder/linux.json" --format csv
    timed scripts/wine.sh "$exe" --output "$folder/windows.json" --format csv
    for metric in ratio time; do
        "$program" compare "$folder/linux.json" "$folder/windows.json" --metric "$metric" --format csv \
            >"$folder/compared.csv" 2>"$folder/err" || { cat "$folder/err" && exit 1; }
        read -r faster slower alike unclear < <(verdicts "$folder/compared.csv")
        echo "  try $i, $metric: $faster FASTER, $slower SLOWER, $alike SAME, $unclear UNCLEAR"
        same[$metric]=$((same[$metric] + alike))
        all[$metric]=$((all[$metric] + faster + slower + alike + unclear))
    done
done
for metric in ratio time; do
    goal "Linux and Windows on one lavapipe: ${metric}s that are SAME" \
        "$(awk -v a="${same[$metric]}" -v b="${all[$metric]}" 'BEGIN { printf "%.1f", 100 * a / b }')" ">=" 90 %
done
finish
