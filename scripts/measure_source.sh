#!/usr/bin/env bash
# Measures the source against an earlier revision (lines, circles of includes, the time to build) and prints each figure
# beside its goal. Builds both revisions from nothing, in turns, three times each.
#   scripts/measure_source.sh [REVISION]     (default: 92a8310, the last one before the folders of today)
set -euo pipefail
cd "$(dirname "$0")/.."
earlier=${1:-92a8310}
trees=$(mktemp -d)
clean() {
    for revision in "$earlier" HEAD; do git worktree remove --force "$trees/$revision"; done
    rm -rf "$trees"
}
trap clean EXIT
for revision in "$earlier" HEAD; do
    git worktree add --quiet --detach "$trees/$revision" "$revision"
done

# build REVISION: its CPU seconds are appended to the file of its times.
build() (
    cd "$trees/$1"
    rm -rf build
    cmake --preset ci >/dev/null
    TIMEFORMAT=%U
    { time cmake --build --preset ci >/dev/null; } 2>>"$trees/$1.seconds"
)

for _ in 1 2 3; do
    build "$earlier"
    build HEAD
done

# shellcheck source=SCRIPTDIR/goals.sh
source scripts/goals.sh "$trees/HEAD/build/ci/vkperftest"
trap 'rm -rf "$folder"; clean' EXIT

# lines REVISION FOLDER: of C++ below the folder.
lines() { find "$trees/$1/$2" -name '*.h' -o -name '*.cpp' | xargs cat | wc -l; }

goal "lines in source/" "$(lines HEAD source)" "<=" "$(lines "$earlier" source)" ""
goal "lines in source/cli/" "$(lines HEAD source/cli)" "<=" 2500 ""
goal "lines of the longest file in source/" \
    "$(find "$trees/HEAD/source" -name '*.h' -o -name '*.cpp' | xargs wc -l | grep -v total | sort -n | tail -n 1 |
        awk '{ print $1 }')" "<=" 300 ""
goal "wrong includes and circles (test layers, 0 is none)" \
    "$(cmake -D SOURCE="$trees/HEAD/source" -D LAYERS="$trees/HEAD/build/ci/layers.cmake" -P tests/check_layers.cmake \
        >/dev/null 2>&1 && echo 0 || echo 1)" "<=" 0 ""
for revision in "$earlier" HEAD; do
    echo "whole build of $revision: $(paste -sd ' ' "$trees/$revision.seconds") CPU seconds"
done
goal "CPU time of a whole build, medians, against $earlier" \
    "$(awk -v a="$(median <"$trees/HEAD.seconds")" -v b="$(median <"$trees/$earlier.seconds")" \
        'BEGIN { printf "%.2f", a / b }')" "<=" 1 x
finish
