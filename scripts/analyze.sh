#!/usr/bin/env bash
# Installs what is missing, and looks for faults in the sources: each file alone, clang-tidy, cppcheck and the thread sanitizer.
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"

if [[ ${1:-} == --help || ${1:-} == -h ]]; then
    cat <<'END'
Usage: scripts/analyze.sh [alone|tidy|cppcheck|threads]...

Installs missing packages with apt, which needs root or sudo (Debian 12), and runs the named steps, or all of them:

  alone     compiles each source, header and test alone with clang 14; the presets compile whole folders as one file, which
            hides missing #includes and some of -Wshadow's warnings
  tidy      runs clang-tidy 14 on source/ with the checks in .clang-tidy and the compiler's warnings; the generated sources
            come from build/asan (scripts/test-sanitizers.sh), which is built if needed
  cppcheck  runs cppcheck's warning, performance and portability checks on source/
  threads   runs the tests of multithreaded code under the thread sanitizer, in build/tsan

The script ends with exit code 1 at the first step that finds something.
END
    exit
fi

# What the build writes itself is left out: it is not there.
alone() {
    install_missing clang-14:clang++-14 libgtest-dev libgmock-dev python3-jsonschema
    configure analysis
    quietly "The tests' precompiled header failed, see above." \
        ninja -C build/analysis tests/CMakeFiles/test_support.dir/cmake_pch.hxx.pch
    python3 - build/analysis/compile_commands.json <<'END' | xargs -d '\n' -n 1 -P "$(nproc)" sh -c ||
import json, os, re, sys
commands = {each["file"]: each["command"] for each in json.load(open(sys.argv[1]))}
for file in filter(os.path.exists, commands):
    if not file.endswith("/cmake_pch.hxx.cxx"):
        print(re.sub(r" -o \S+ -c ", " -fsyntax-only ", commands[file]))
END
        stop "a file does not compile alone, see above."
    say "Each file and header compiles alone"
}

# Each folder is one file: its headers are read once. What the build writes itself, texts as lines, is left out.
tidy() {
    install_missing clang-14:clang++-14 clang-tidy-14:clang-tidy-14 libclang-rt-14-dev libgtest-dev libgmock-dev \
        python3-jsonschema
    build asan
    sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' build/asan/compile_commands.json | grep '/source/.*/' |
        xargs -P "$(nproc)" -n 1 clang-tidy-14 -p build/asan --quiet \
            --extra-arg=-fno-sanitize=all --extra-arg=-Wreserved-identifier 2>/dev/null ||
        stop "clang-tidy has findings, see above."
    say "clang-tidy: nothing found"
}

check() {
    install_packages cppcheck:cppcheck
    cppcheck -q -j "$(nproc)" --std=c++20 --enable=warning,performance,portability --inline-suppr -I source \
        --error-exitcode=1 source || stop "cppcheck has findings, see above."
    say "cppcheck: nothing found"
}

threads() {
    install_missing clang-14:clang++-14 libclang-rt-14-dev libgtest-dev libgmock-dev python3-jsonschema
    build tsan
    TSAN_OPTIONS="exitcode=99 halt_on_error=1" build/tsan/tests/thread_tests --gtest_brief=1 ||
        stop "tests of multithreaded code failed, see above."
    say "Thread sanitizer: nothing found"
}

cd "$root"
(($# > 0)) || set -- alone tidy cppcheck threads
for step; do
    case $step in
    alone | tidy | threads) "$step" ;;
    cppcheck) check ;;
    *) stop "there is no step $step; see --help." ;;
    esac
done
