#!/usr/bin/env bash
# Measures whether the Windows program, under Wine, gets the results that the Linux program gets on the same lavapipe, and
# prints the figure beside its goal. Takes about three minutes on two cores; leave the machine alone meanwhile. Needs the
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

printf '#!/usr/bin/env bash\nexec %q %q "$@"\n' "$PWD/scripts/wine.sh" "$exe" >"$folder/windows.sh"
chmod +x "$folder/windows.sh"

# In many processes by turns: each process has its own luck with memory, and a shared machine its own from minute to minute.
timed "$program" ab --program "$program" --program "$folder/windows.sh" --blocks 16 --keep "$folder/kept" --format csv
read -r faster slower same unclear < <(verdicts "$folder/out")
echo "  ab, pair by pair: $faster FASTER, $slower SLOWER, $same SAME, $unclear UNCLEAR"
for metric in time ratio; do
    timed "$program" compare "$folder/kept-a.json" "$folder/kept-b.json" --metric "$metric" --format csv
    read -r faster slower same unclear < <(verdicts "$folder/out")
    echo "  compare, ${metric}s: $faster FASTER, $slower SLOWER, $same SAME, $unclear UNCLEAR"
    goal "Linux and Windows on one lavapipe: ${metric}s that are SAME" \
        "$(awk -v s="$same" -v all=$((faster + slower + same + unclear)) 'BEGIN { printf "%.1f", 100 * s / all }')" ">=" 90 %
done
finish
