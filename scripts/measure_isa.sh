#!/usr/bin/env bash
# Measures what the program promises about `isa` and prints each figure beside its goal: seconds, for two cores. Needs
# Mesa's RADV (Debian and Ubuntu: apt install mesa-vulkan-drivers), no GPU.
#   scripts/measure_isa.sh [PROGRAM]     (default: build/release/vkperftest)
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=SCRIPTDIR/goals.sh
source scripts/goals.sh "${1:-build/release/vkperftest}"

timed "$program" isa --target polaris10
goal "isa, 138 rows, one target" "$seconds" "<=" 20 s
cp "$folder/out" "$folder/first"
timed "$program" isa --target polaris10
goal "isa, lines that differ between two runs" "$(diff "$folder/first" "$folder/out" | grep -c '^[<>]' || true)" "<=" 0 ""

families=(fiji polaris10 vega10 navi10 navi21)
timed "$program" isa "${families[@]/#/--target=}"
goal "isa, 138 rows, five targets" "$seconds" "<=" 90 s
finish
