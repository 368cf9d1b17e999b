#!/usr/bin/env bash
# Installs what is missing, and looks for faults: sanitizers, clang-tidy and cppcheck.
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"

if [[ ${1:-} == --help || ${1:-} == -h ]]; then
    cat <<'END'
Usage: scripts/analyze.sh STEP...

Installs missing packages with apt, which needs root or sudo (Debian 12), and runs the named steps:

  sanitizers  builds the unit tests with clang 14 and the address, leak and undefined-behaviour sanitizers in build/asan,
              each file of source/ alone, which also shows missing #includes (all else is compiled by folders),
              and runs them; a sanitizer's finding ends a program with exit code 99
  tidy        runs clang-tidy 14, with the checks in .clang-tidy, on the folders of source/ that changed since the commit
              that this branch has in common with origin's; on that branch itself, in the last commit
  tidy-all    the same on all folders
  cppcheck    runs cppcheck's warning, performance and portability checks on source/
  threads     runs the tests of multithreaded code under the thread sanitizer, in build/tsan
END
    exit
fi

sanitizers() {
    build asan
    ctest --preset asan -j"$(nproc)" -L unit
}

# The commit before the change: where this branch left origin's. On that branch itself the last commit's parent; without
# any, as in a shallow clone, nothing is printed.
before() {
    local head base="" upstream
    head=$(git rev-parse HEAD)
    upstream=$(git rev-parse -q --verify origin/HEAD || git rev-parse -q --verify origin/main) || true
    [[ -z $upstream ]] || base=$(git merge-base HEAD "$upstream") || true
    if [[ -z $base || $base == "$head" ]]; then base=$(git rev-parse -q --verify HEAD~) || true; fi
    echo "$base"
}

# tidy [all]: each folder is one file, whose headers are read once. What the build writes itself is left out.
tidy() {
    local base folders
    if [[ ${1:-} == all ]]; then
        folders='[^/]*'
    else
        base=$(before)
        [[ -n $base ]] || { say "clang-tidy: no earlier commit is known here, so no folder has changed" && return; }
        folders=$({ git diff --name-only "$base" -- source && git ls-files --others --exclude-standard source; } |
            sed -n 's|^source/\([^/]*\)/.*|\1|p' | sort -u | paste -sd '|')
        [[ -n $folders ]] || { say "clang-tidy: no folder of source/ has changed" && return; }
    fi
    [[ -e build/release/compile_commands.json ]] || build ci
    sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' build/release/compile_commands.json |
        grep -E "/source/CMakeFiles/vkperftest_($folders)\.dir/Unity/" |
        xargs -P "$(nproc)" -n 1 clang-tidy-14 -p build/release --quiet --extra-arg=-Wno-unknown-warning-option \
            --extra-arg=-Wno-unused-command-line-argument --extra-arg=-Wreserved-identifier 2>/dev/null ||
            stop "clang-tidy has findings, see above."
    say "clang-tidy: nothing found in ${folders//|/, }"
}

check() {
    install_packages cppcheck:cppcheck
    cppcheck -q -j "$(nproc)" --std=c++20 --enable=warning,performance,portability --inline-suppr -I source \
        --error-exitcode=1 source || stop "cppcheck has findings, see above."
    say "cppcheck: nothing found"
}

threads() {
    build tsan
    TSAN_OPTIONS="exitcode=99 halt_on_error=1" build/tsan/tests/thread_tests --gtest_brief=1 ||
        stop "tests of multithreaded code failed, see above."
    say "Thread sanitizer: nothing found"
}

cd "$root"
(($# > 0)) || stop "name a step; see --help."
[[ $* == cppcheck ]] || install_missing "${test_packages[@]}" "${analysis_packages[@]}"
for step; do
    case $step in
    sanitizers | tidy | threads) "$step" ;;
    tidy-all) tidy all ;;
    cppcheck) check ;;
    *) stop "there is no step $step; see --help." ;;
    esac
done
