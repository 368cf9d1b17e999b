#!/usr/bin/env bash
# Builds vkperftest and writes one page with the tables of all GPUs that PerfTest's author published.
#   scripts/published.sh [PAGE]     (default: build/published.html)
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"

page=$(realpath "${1:-$root/build/published.html}")
install_missing
build release
cd "$root"
mapfile -t tables < <(build/release/vkperftest reference --format csv | sed '1d; s/,.*//; s/^/perftest:/')
build/release/vkperftest report "${tables[@]}" --output "$page"
