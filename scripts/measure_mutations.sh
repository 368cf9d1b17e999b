#!/usr/bin/env bash
# Plants the faults of mutations.py one by one and prints which test catches each, and the score beside its goal
# (docs/trust.md, "Planted faults"). Takes about half an hour on two cores.
#   scripts/measure_mutations.sh [BUILD]     (default: build/ci, whose program only says its version)
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=SCRIPTDIR/goals.sh
source scripts/goals.sh "$(realpath "${1:-build/ci}")/vkperftest"
judge measure_mutations.py
finish
