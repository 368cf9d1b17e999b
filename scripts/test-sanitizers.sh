#!/usr/bin/env bash
# Installs what is missing, builds vkperftest with sanitizers and runs the tests that need no Vulkan.
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"

if [[ ${1:-} == --help || ${1:-} == -h ]]; then
    cat <<'END'
Usage: scripts/test-sanitizers.sh [ARGUMENTS OF ctest]

Installs what is missing with apt, which needs root or sudo (Debian 12, which has clang 14), builds vkperftest with clang
and the address, leak and undefined-behaviour sanitizers in build/asan, and runs the tests labelled
unit and cli. A sanitizer's finding ends a program with exit code 99.

  scripts/test-sanitizers.sh              all tests, and the kept inputs of the fuzz targets (scripts/fuzz.sh --kept)
  scripts/test-sanitizers.sh -R unit      tests whose name matches; a name stands for a quarter of a program's tests
END
    exit
fi

install_missing clang-14:clang++-14 libclang-rt-14-dev libgtest-dev libgmock-dev python3-jsonschema
build asan
cd "$root"
ctest --preset asan -j"$(nproc)" "$@"
(($# > 0)) || exec scripts/fuzz.sh --kept
