#!/usr/bin/env bash
# Installs what is missing, builds vkperftest for Windows with its tests and runs them under Wine.
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"

if [[ ${1:-} == --help || ${1:-} == -h ]]; then
    cat <<'END'
Usage: scripts/test-windows.sh [ARGUMENTS OF ctest]

Installs what is missing with apt, which needs root or sudo (Debian 12 or newer; written for Ubuntu 24.04 too, not yet
tried there), builds vkperftest.exe and its tests in build/windows-cross with mingw-w64, and runs them under Wine.
Device tests run on the host's lavapipe. No GPU and no display are needed.

  scripts/test-windows.sh              all tests
  scripts/test-windows.sh -L unit      tests without Vulkan (labels: unit, cli, device)
END
    exit
fi

install_missing g++-mingw-w64-x86-64-posix:x86_64-w64-mingw32-g++-posix googletest wine64 xvfb:Xvfb python3-jsonschema \
    mesa-vulkan-drivers
build windows-cross
cd "$root"

# shellcheck source=SCRIPTDIR/wine-display.sh
source scripts/wine-display.sh
begin_wine
quietly "Wine cannot make its folder in build/wine, see above." scripts/wine.sh wineboot --init
ctest --preset windows-cross -j"$(nproc)" "$@"
