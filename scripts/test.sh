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
device tests run on software drivers.

  scripts/test.sh              all tests
  scripts/test.sh -L unit      tests without Vulkan (labels: unit, cli, device, page)
  scripts/test.sh -R Summary   tests whose name matches
END
    exit
fi

packages=(libgtest-dev libgmock-dev python3-jsonschema mesa-vulkan-drivers vulkan-validationlayers zsh fish man-db:man)
if grep -qsE '^ID(_LIKE)?=.*ubuntu' /etc/os-release; then
    say "Note: Ubuntu's chromium is a snap without the driver SwiftShader; device tests use lavapipe alone," \
        "and tests in a browser are skipped."
else
    # chromium brings SwiftShader, the second software driver; npm fetches axe-core.
    packages+=(chromium chromium-driver python3-selenium npm:npm)
fi
install_missing "${packages[@]}"
build ci
cd "$root"
scripts/fetch-axe.sh build/release/axe-core || say "Note: axe-core could not be fetched; the test page_accessibility is skipped."
exec ctest --preset ci -j"$(nproc)" "$@"
