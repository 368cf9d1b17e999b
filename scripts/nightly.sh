#!/usr/bin/env bash
# Checks before a release what .ci/run leaves out.
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"
# shellcheck source=SCRIPTDIR/steps.sh
source "$root/scripts/steps.sh"

if [[ ${1:-} == --help || ${1:-} == -h ]]; then
    cat <<'END'
Usage: scripts/nightly.sh [STEP...]

Installs what is missing, and runs the steps named, or all of them, in about two hours on two cores:

  tests      all tests that .ci/run leaves out: SwiftShader, all of Mesa's versions, every page in Chromium, failing calls,
             lying devices, known answers, kills, failing saves, hostile files, a GPU's day, fleets
  sanitizers the tests of the commands under the address and undefined-behaviour sanitizers
  fuzz       the kept inputs of the fuzz targets
  tidy       clang-tidy on all of source/
  cppcheck   cppcheck on all of source/
  threads    the tests of multithreaded code under the thread sanitizer
  windows    all tests of the Windows program, under Wine
  faults     every Vulkan call fails in every way; also lies, answers, kills, saves and simulated, each in full
  mutations  injects faults in a copy of the sources, which the tests must find
  packages   builds all packages of the last commit, and checks them

All steps run, whatever fails; the output of those that failed comes last.
END
    exit
fi
cd "$root"
export VKPERFTEST_WERROR=ON keep_going=1
use_ccache
all=(tests sanitizers fuzz tidy cppcheck threads windows faults lies answers kills saves simulated mutations packages)
(($# > 0)) || set -- "${all[@]}"
for name; do
    [[ " ${all[*]} " == *" $name "* ]] || stop "there is no step $name; see --help."
done

# shellcheck disable=SC2317
tests() {
    scripts/mesa-versions.sh
    scripts/fetch-axe.sh build/release/axe-core
    build ci # which finds these drivers
    ctest --preset ci -j"$(nproc)" -L nightly
}

# shellcheck disable=SC2317
commands_with_sanitizers() {
    build asan cli_tests
    ctest --preset asan -j"$(nproc)" -L cli
}

step packages install_missing "${test_packages[@]}" "${analysis_packages[@]}" "${windows_packages[@]}" "${page_packages[@]}" \
    parallel:parallel cppcheck:cppcheck npm:npm
step build build ci
for name; do
    case $name in
    tests) step tests tests ;;
    sanitizers) step sanitizers commands_with_sanitizers ;;
    fuzz) step fuzz scripts/fuzz.sh --kept ;;
    tidy) step tidy scripts/analyze.sh tidy-all ;;
    cppcheck | threads) step "$name" scripts/analyze.sh "$name" ;;
    windows) step windows scripts/test-windows.sh ;;
    faults | lies | answers | kills | saves | simulated) step "$name" "scripts/$name.py" ;;
    mutations) step mutations scripts/mutations.py ;;
    packages) step release scripts/release.sh ;;
    esac
done
finish
