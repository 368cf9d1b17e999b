#!/usr/bin/env bash
# Kills 200 runs while they measure, others at each step of a save, and lets saves fail, on full disks too; prints what came
# of each, and figures beside their goals (docs/trust.md). Takes a quarter of an hour on two cores; without rights to mount,
# full disks are left out.
#   scripts/measure_kills.sh [BUILD [DRIVER [SEED]]]   (default: build/ci, the first lavapipe and a random seed)
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath "${1:-build/ci}")
# shellcheck source=SCRIPTDIR/goals.sh
source scripts/goals.sh "$build/vkperftest"
driver=$(realpath "${2:-$lavapipe}")

judge measure_kills.py ${3:+--seed "$3"} "$program" "$build/tests/layer" "$driver"
judge measure_saves.py "$program" "$build/tests/layer" "$driver"
finish
