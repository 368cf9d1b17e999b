#!/usr/bin/env bash
# Installs what is missing, builds vkperftest with its tests and runs them with the ctest arguments given here.
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"

if [[ ${1:-} == --help || ${1:-} == -h ]]; then
    cat <<'END'
Usage: scripts/test.sh [ARGUMENTS OF ctest]

Installs what is missing with apt, which needs root or sudo (Debian 12 or newer; written for Ubuntu 24.04 too, not yet
tried there), builds vkperftest and its tests in build/release, and runs them. No GPU is needed:
device tests run on the software driver lavapipe.

  scripts/test.sh              all tests but those of scripts/nightly.sh, and the pages in a browser
  scripts/test.sh -L unit      tests without Vulkan (labels: unit, source, cli, device)
  scripts/test.sh -R Summary   tests whose name matches
END
    exit
fi

install_missing "${test_packages[@]}"
build ci
cd "$root"
exec ctest --preset ci -j"$(nproc)" --no-label-summary -LE 'nightly|page' "$@"
