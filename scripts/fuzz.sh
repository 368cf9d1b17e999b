#!/usr/bin/env bash
# Installs what is missing, builds the fuzz targets of lint and runs each for a while.
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"

if [[ ${1:-} == --help || ${1:-} == -h ]]; then
    cat <<'END_OF_HELP'
Usage: scripts/fuzz.sh [--seconds N] [TARGET...]

Installs what is missing with apt, which needs root or sudo, builds the fuzz targets in tests/fuzz with clang 14's
libFuzzer and the address and undefined-behaviour sanitizers in build/asan, and runs each for N seconds (600), one after
the other. They begin with the files in tests/fuzz/seeds/TARGET and with what earlier runs found worth keeping, in
build/fuzz/corpus/TARGET. An input that crashes, takes more than 10 s or more than 2 GB is kept in build/fuzz/found, and
ends the script with exit code 1.

  scripts/fuzz.sh                                    all targets, 10 minutes each
  scripts/fuzz.sh --seconds 60 hlsl_source_fuzz      one
END_OF_HELP
    exit
fi

seconds=600
if [[ ${1:-} == --seconds ]]; then
    [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || stop "--seconds needs a number; see --help."
    seconds=$2
    shift 2
fi
[[ ${1:-} != -* ]] || stop "there is no option $1; see --help."

install_missing clang-14:clang++-14 libclang-rt-14-dev
build asan fuzz_targets
targets=$root/build/asan/tests/fuzz
mkdir -p "$root/build/fuzz/found"
cd "$root/build/fuzz"
if (($# == 0)); then
    for source in "$root"/tests/fuzz/*_fuzz.cpp; do
        set -- "$@" "$(basename "$source" .cpp)"
    done
fi
for target; do
    [[ -x $targets/$target ]] || stop "there is no fuzz target $target in tests/fuzz."
    mkdir -p "corpus/$target"
    say "Fuzzing $target for $seconds s"
    seeds=()
    [[ ! -d $root/tests/fuzz/seeds/$target ]] || seeds=("$root/tests/fuzz/seeds/$target")
    UBSAN_OPTIONS=print_stacktrace=1 "$targets/$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
        -max_len=65536 -print_final_stats=1 -verbosity=0 -artifact_prefix="found/$target-" "corpus/$target" "${seeds[@]}" ||
        stop "$target failed; what it failed on is in build/fuzz/found."
done
