#!/usr/bin/env bash
# Measures the source and its build against an earlier revision and prints each figure beside its goal: lines, CPU time of
# the program's build (both revisions from scratch, in turns, without ccache), and how much a change recompiles.
#   scripts/measure_source.sh [--whole] REVISION [TURNS]     (REVISION: a tag or commit; TURNS: builds of each, default 1)
# --whole: also .ci/run, and both commands on bare systems (scripts/test-bare.sh, which needs root).
set -euo pipefail
cd "$(dirname "$0")/.."
whole=0
[[ ${1:-} != --whole ]] || { whole=1 && shift; }
if [[ $# == 0 || $# -gt 2 || $1 == -* ]]; then
    sed -n '2,5s/^# \{0,1\}//p' "$0"
    [[ ${1:-} == --help || ${1:-} == -h ]]
    exit
fi
earlier=$(git rev-parse --verify --short "$1^{commit}") turns=${2:-1}
export CCACHE_DISABLE=1
trees=$(mktemp -d)
clean() {
    for revision in "$earlier" HEAD; do git worktree remove --force "$trees/$revision"; done
    rm -rf "$trees"
}
trap clean EXIT
for revision in "$earlier" HEAD; do
    git worktree add --quiet --detach "$trees/$revision" "$revision"
done
# shellcheck source=SCRIPTDIR/goals.sh
source scripts/goals.sh

# build REVISION: the CPU seconds of configuring and building the program are appended to the file of its times.
build() (
    cd "$trees/$1"
    rm -rf build
    TIMEFORMAT='%U %S'
    { time { cmake --preset release && cmake --build --preset release; } >/dev/null; } 2>"$trees/times"
    awk '{ print $1 + $2 }' "$trees/times" >>"$trees/$1.seconds"
)

for ((turn = 0; turn < turns; ++turn)); do
    build "$earlier"
    build HEAD
done

# sources REVISION [FOLDER]: all its files below source/FOLDER.
sources() { (cd "$trees/$1" && git ls-files "source/${2:-}" | sed "s|^|$trees/$1/|"); }

# lines REVISION [FOLDER]: of all of them.
lines() { sources "$@" | xargs cat | wc -l; }

# longest REVISION: the lines of its longest file of code; source/perftest/tables.csv is data.
longest() { sources "$1" | grep -E '\.(cpp|h|js|css|html)$' | xargs -n 1 wc -l | sort -n | awk 'END { print $1 }'; }

# objects FILE…: the most objects of the program that read one of these files.
objects() {
    local file most=0 count
    for file; do
        count=$(ninja -C "$trees/HEAD/build/release" -t deps |
            awk -v file="/source/$file" '/^[^ ]/ { object = $1 } substr($0, length($0) - length(file) + 1) == file { print object }' |
            sort -u | wc -l)
        ((count > 0)) || { echo "none reads $file" && return; }
        ((count <= most)) || most=$count
    done
    echo "$most"
}

for revision in "$earlier" HEAD; do
    echo "build of the program, $revision: $(paste -sd ' ' "$trees/$revision.seconds") CPU s"
done
goal "build of the program, CPU time (median)" "$(median <"$trees/HEAD.seconds")" "<=" 260 s
goal "lines in source/ ($earlier: $(lines "$earlier"))" "$(lines HEAD)" "<=" 42000 ""
goal "lines in source/cli/ ($earlier: $(lines "$earlier" cli))" "$(lines HEAD cli)" "<=" 3600 ""
goal "lines of the longest file in source/ ($earlier: $(longest "$earlier"))" "$(longest HEAD)" "<=" 300 ""
goal "wrong or circular includes (test layers; 0: none)" \
    "$(cmake -D SOURCE="$trees/HEAD/source" -D LAYERS="$trees/HEAD/build/release/layers.cmake" \
        -P tests/check_layers.cmake >/dev/null 2>&1 && echo 0 || echo 1)" "<=" 0 ""
goal "objects recompiled for a header of cli/, at most" \
    "$(cd "$trees/HEAD/source" && objects cli/*.h)" "<=" 15 ""
goal "objects recompiled for a line of cases/format.h" "$(objects cases/format.h)" "<=" 15 ""
goal "objects recompiled for a line of cases/strategy.cpp" "$(objects cases/strategy.cpp)" "<=" 15 ""

if ((whole)); then
    rm -rf "$trees/HEAD/build"
    begin=$SECONDS
    if "$trees/HEAD/.ci/run" >"$trees/ci.log" 2>&1; then
        goal ".ci/run, fresh clone, on $(nproc) cores" $((SECONDS - begin)) "<=" 1200 s
    else
        tail -n 40 "$trees/ci.log"
        goal ".ci/run ends without an error" 0 ">=" 1 ""
    fi
    goal "both commands on bare systems (0: all goals met)" \
        "$(scripts/test-bare.sh >&2 && echo 0 || echo 1)" "<=" 0 ""
fi
finish
