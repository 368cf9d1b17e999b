#!/usr/bin/env bash
# Installs what is missing, builds the fuzz targets and runs each for a while, or on the kept inputs alone.
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"

if [[ ${1:-} == --help || ${1:-} == -h ]]; then
    cat <<'END_OF_HELP'
Usage: scripts/fuzz.sh [--seconds N | --kept | --keep] [TARGET...]

Installs what is missing with apt, which needs root or sudo, builds the fuzz targets in tests/fuzz with clang 14's
libFuzzer and the address and undefined-behaviour sanitizers in build/fuzzing, and runs each for N seconds (600), one
after the other. They begin with the inputs in tests/fuzz/seeds and tests/fuzz/kept, and with the corpus of earlier runs
in build/fuzz/corpus. An input that crashes, leaks, takes more than 10 s or more than 2 GB is kept in
build/fuzz/found, and ends the script with exit code 1.

  --kept   runs only the inputs in tests/fuzz/seeds and tests/fuzz/kept, each once, as nightly.sh does; in build/asan
  --keep   rewrites tests/fuzz/kept with the smallest set of all inputs that reaches the same branches

  scripts/fuzz.sh                                    all targets, 10 minutes each
  scripts/fuzz.sh --seconds 60 hlsl_source_fuzz      one target, one minute
END_OF_HELP
    exit
fi

seconds=600 mode=fuzz
case ${1:-} in
--seconds)
    [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || stop "--seconds needs a number; see --help."
    seconds=$2
    shift 2
    ;;
--kept | --keep)
    mode=${1#--}
    shift
    ;;
-*) stop "there is no option $1; see --help." ;;
esac

install_missing clang-14:clang++-14 libclang-rt-14-dev
preset=fuzzing
[[ $mode != kept ]] || preset=asan
build "$preset" fuzz_targets
targets=$root/build/$preset/tests/fuzz
mkdir -p "$root/build/fuzz/found"
cd "$root/build/fuzz"
if (($# == 0)); then
    for source in "$root"/tests/fuzz/*_fuzz.cpp; do
        set -- "$@" "$(basename "$source" .cpp)"
    done
fi

# fuzz TARGET OPTION…
fuzz() {
    UBSAN_OPTIONS=print_stacktrace=1 "$targets/$1" -timeout=10 -rss_limit_mb=2048 -max_len=65536 -verbosity=0 \
        -artifact_prefix="found/$1-" "${@:2}" || stop "$1 failed; its input is in build/fuzz/found."
}

for target; do
    [[ -x $targets/$target ]] || stop "there is no fuzz target $target in tests/fuzz."
    packed=$root/tests/fuzz/kept/$target.tar.gz
    inputs=("kept/$target")
    rm -rf "kept/$target"
    mkdir -p "kept/$target" "corpus/$target"
    [[ ! -e $packed ]] || tar -xzf "$packed" -C "kept/$target"
    [[ ! -d $root/tests/fuzz/seeds/$target ]] || inputs+=("$root/tests/fuzz/seeds/$target")
    case $mode in
    kept) # named one by one: libFuzzer fills no corpus from a program that it does not watch
        find "${inputs[@]}" -type f -print0 | sort -z >inputs
        mapfile -d '' inputs <inputs
        (fuzz "$target" "${inputs[@]}") 2>"$target.log" || { tail -n 50 "$target.log" >&2 && exit 1; }
        ;;
    keep)
        rm -rf chosen
        mkdir chosen
        fuzz "$target" -set_cover_merge=1 -use_counters=0 chosen "${inputs[@]}" "corpus/$target"
        tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C chosen -c . | gzip -9n >"$packed"
        ;;
    fuzz)
        say "Fuzzing $target for $seconds s"
        fuzz "$target" -max_total_time="$seconds" -print_final_stats=1 "corpus/$target" "${inputs[@]}"
        ;;
    esac
done
