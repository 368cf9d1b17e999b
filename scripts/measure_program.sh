#!/usr/bin/env bash
# Measures the program as a file, its size and its start, and prints each figure beside its goal, and what it needs.
#   scripts/measure_program.sh [PROGRAM]     (default: build/release/vkperftest)
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=SCRIPTDIR/goals.sh
source scripts/goals.sh "${1:-build/release/vkperftest}"

# goal_of_size NAME FILE STRIP: of a file without what is for debuggers alone. A text tells whether lint is in it.
goal_of_size() {
    local has="without lint" goal=6
    if grep -aq 'SPIRV-Cross cannot read it' "$2"; then has="with lint" goal=15; fi
    "$3" -o "$folder/stripped" "$2"
    goal "$1 $has, stripped, with all kernels" \
        "$(awk -v b="$(stat -c %s "$folder/stripped")" 'BEGIN { printf "%.2f", b / 1e6 }')" "<=" "$goal" MB
}

goal_of_size vkperftest "$program" strip
goal_of_list
echo "  needs $(objdump -p "$program" | awk '/NEEDED/ { print $2 }' | paste -sd ' ')," \
    "$(objdump -T "$program" | grep -oE 'GLIBC_[0-9.]+' | sort -V | tail -n 1) or newer"
exe=build/windows-cross/vkperftest.exe
if [[ -e $exe ]]; then
    goal_of_size vkperftest.exe "$exe" x86_64-w64-mingw32-strip
    echo "  needs $(objdump -p "$exe" | awk '/DLL Name/ { print $3 }' | paste -sd ' ')"
fi
finish
