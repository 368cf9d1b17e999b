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

# In turns, so that drift and heat cost both the same.
all_same=0 all=0
for i in 1 2 3; do
    timed "$program" --output "$folder/linux.json" --format csv
    timed scripts/wine.sh "$exe" --output "$folder/windows.json" --format csv
    "$program" compare "$folder/linux.json" "$folder/windows.json" --format csv >"$folder/compared.csv"
    read -r faster slower same unclear < <(verdicts "$folder/compared.csv")
    echo "  try $i: $faster FASTER, $slower SLOWER, $same SAME, $unclear UNCLEAR"
    all_same=$((all_same + same))
    all=$((all + faster + slower + same + unclear))
done
goal "Linux and Windows on one lavapipe: rows that are SAME" \
    "$(awk -v a="$all_same" -v b="$all" 'BEGIN { printf "%.1f", 100 * a / b }')" ">=" 90 %
finish
