#!/usr/bin/env bash
# Installs what is missing, builds vkperftest and runs it with the arguments given here.
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"

if [[ ${1:-} == --help || ${1:-} == -h ]]; then
    cat <<'END'
Usage: scripts/run.sh [ARGUMENTS OF vkperftest]

Installs what is missing with apt, which needs root or sudo (Debian 12 or newer; written for Ubuntu 24.04 too, not yet
tried there), builds vkperftest in build/release and runs it. It measures a GPU if there is one, else Mesa's software
driver lavapipe.

  scripts/run.sh                                  all rows
  scripts/run.sh --quick --filter 'Byte*Load4*'   some rows, at a glance
  scripts/run.sh run --help                       the options of vkperftest
END
    exit
fi

install_missing
build release
# A manifest alone is no device: NVIDIA's may stand in a container without its GPU. Mesa's package brings lavapipe.
"$root/build/release/vkperftest" devices &>/dev/null || install_missing mesa-vulkan-drivers
exec "$root/build/release/vkperftest" "$@"
