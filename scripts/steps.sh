# shellcheck shell=bash
# Sourced after packages.sh by .ci/run and nightly.sh: steps with their times. A step's output goes to build/steps/NAME.log;
# of one that passed its runner's closing lines are shown, of those that failed everything, last.
set -euo pipefail

# shellcheck disable=SC2154
steps=$root/build/steps
mkdir -p "$steps"
times=() failed=() current=""
keep_going="" # not empty: a step that fails ends nothing

# What a test runner says at its end.
closing() {
    if grep -q '% tests passed' "$1"; then sed -n '/% tests passed/,$p' "$1"; else tail -n 3 "$1"; fi | grep -v '^$' || true
}

# step NAME COMMAND…
step() {
    local begin=$SECONDS code
    current=$1
    echo "==== $1"
    set +e
    (set -e; "${@:2}") >"$steps/$1.log" 2>&1 </dev/null
    code=$?
    set -e
    times+=("$(printf '%5d s  %s' $((SECONDS - begin)) "$1")")
    if ((code == 0)); then
        closing "$steps/$1.log"
    else
        echo "failed with exit code $code, see below"
        failed+=("$1")
        [[ $keep_going ]] || finish
    fi
    current=""
}

# finish: the times of all steps; of each that failed its output, and exit code 1.
finish() {
    local name
    trap - EXIT INT TERM
    echo "==== times"
    printf '%s\n' "${times[@]}" "$(printf '%5d s  together' "$SECONDS")" | tee "$steps/times"
    for name in "${failed[@]}"; do
        echo "==== $name failed; its output (build/steps/$name.log):"
        tail -n 400 "$steps/$name.log"
    done
    ((${#failed[@]} == 0)) || { echo "==== failed: ${failed[*]}" && exit 1; }
    exit 0
}
# Ended from outside, the step at work is the one that failed.
trap 'failed+=(${current:+"$current"}); finish' INT TERM
