#!/usr/bin/env bash
# Fails every Vulkan call, measures on devices that lie, and plants ratios, all by the layer in tests/layer; prints what came
# of each, and figures beside their goals (docs/trust.md). Takes half an hour on two cores.
#   scripts/measure_faults.sh [BUILD [DRIVER [SANITIZED]]]   (default: build/ci and the first lavapipe; SANITIZED: a program
#                                                            of the preset asan, which is then also given every fault)
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath "${1:-build/ci}")
# shellcheck source=SCRIPTDIR/goals.sh
source scripts/goals.sh "$build/vkperftest"
driver=$(realpath "${2:-$lavapipe}")

judge measure_faults.py "$program" "$build/tests/layer" "$driver"
[[ -z ${3:-} ]] || judge measure_faults.py "$3" "$build/tests/layer" "$driver"
judge measure_lies.py "$program" "$build/tests/layer" "$driver"
judge measure_answers.py "$program" "$build/tests/layer" "$driver" build/kernels
finish
