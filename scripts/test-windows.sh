#!/usr/bin/env bash
# Installs what is missing, builds vkperftest for Windows with its tests and runs them under Wine.
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"

if [[ ${1:-} == --help || ${1:-} == -h ]]; then
    cat <<'END'
Usage: scripts/test-windows.sh [--unit | ARGUMENTS OF ctest]

Installs what is missing with apt, which needs root or sudo (Debian 12 or newer; written for Ubuntu 24.04 too, not yet
tried there), builds vkperftest.exe and its tests in build/windows-cross with mingw-w64, and runs them under Wine.
Device tests run on the host's lavapipe. No GPU and no display are needed.

  scripts/test-windows.sh              all tests
  scripts/test-windows.sh --unit       only the program and its unit tests, in one process, as .ci/run does
  scripts/test-windows.sh -L unit      tests without Vulkan (labels: unit, cli, device)
END
    exit
fi

install_missing "${windows_packages[@]}" python3-jsonschema mesa-vulkan-drivers
targets=()
[[ ${1:-} != --unit ]] || targets=(vkperftest unit_tests)
build windows-cross "${targets[@]}"
cd "$root"

# shellcheck source=SCRIPTDIR/wine-display.sh
source scripts/wine-display.sh
begin_wine
quietly "Wine cannot make its folder in build/wine, see above." scripts/wine.sh wineboot --init
if [[ ${1:-} == --unit ]]; then
    scripts/wine.sh build/windows-cross/vkperftest.exe --version
    scripts/wine.sh build/windows-cross/tests/unit_tests.exe --gtest_brief=1
else
    ctest --preset windows-cross -j"$(nproc)" "$@"
fi
