#!/usr/bin/env bash
# Measures all that vkperftest can measure on a machine with a GPU, in nine minutes, into one folder.
set -uo pipefail

usage() {
    cat <<'END'
Usage: gpu-day.sh [--program FILE] [--into FOLDER] [--seconds N] [--device DEVICE]
                  [--driver ICD.json]

Measures everything that vkperftest can measure on one device, in nine minutes, and writes it to
one folder, which must be new or empty: the matrix with verified values, the matrix again and the
comparison of both runs, every experiment, the code that the driver generates, and in the remaining
time the other suites and a more precise matrix. README.md in the folder lists the results, and
what failed and why.
Needs the program, the Vulkan loader, a Vulkan driver, bash, awk and the usual small tools; no
compiler, no network.

  gpu-day.sh                       the vkperftest beside this script, or of this checkout; into
                                   gpu-day-DATE
  gpu-day.sh --device nvidia       on this device, as `vkperftest devices` lists them
  gpu-day.sh --seconds 1800        with more time for the precise run

Exit codes: 0 the matrix was measured, or part of it until its time was up; 1 it failed, or
nothing was measured; 2 bad usage. Environment: GPU_DAY_OPTIONS, further options for all
measurements (--script FILE); GPU_DAY_ROWS, further options for the matrix (--filter cbuffer).
END
}

refuse() {
    printf 'gpu-day.sh: %s\n' "$*" >&2
    exit 2
}

here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
program='' folder='' seconds=540 device=()
while (($# > 0)); do
    case $1 in
    --help | -h) usage && exit ;;
    --program | --into | --seconds | --device | --driver) [[ -n ${2:-} ]] || refuse "$1 needs a value; see --help." ;;&
    --program) program=$2 ;;
    --into) folder=$2 ;;
    --seconds) seconds=$2 ;;
    --device) device+=("$1" "$2") ;;
    --driver) device+=("$1" "$(realpath -m "$2")") ;; # the folder becomes the current one
    *) refuse "there is no option '$1'; see --help." ;;
    esac
    shift 2
done
[[ $seconds =~ ^[1-9][0-9]*$ ]] || refuse "'$seconds' is not a number of seconds."
if [[ -z $program ]]; then
    for candidate in "$here/vkperftest" ./vkperftest "$here/../build/release/vkperftest"; do
        [[ -n $program || ! -x $candidate ]] || program=$candidate
    done
    [[ -n $program ]] || refuse "there is no vkperftest beside this script; name it with --program."
fi
[[ -x $program ]] || refuse "'$program' is not a program."
program=$(realpath "$program")
# briefly ARGUMENTS…: the program for what takes no time, unless it hangs.
briefly() { timeout --kill-after=1 4 "$program" "$@"; }

folder=${folder:-gpu-day-$(date -u +%Y%m%d-%H%M%S)}
{ mkdir -p "$folder" && cd "$folder"; } || refuse "the folder '$folder' cannot be created."
# What lies there could be taken for what this run measured.
[[ -z $(ls -A) ]] || refuse "the folder '$folder' is not empty; empty it, or name another with --into."
read -ra all_options <<<"${GPU_DAY_OPTIONS:-}"
read -ra matrix_options <<<"${GPU_DAY_ROWS:-}"
measuring=("${device[@]}" "${all_options[@]}")

began=$SECONDS
steps=() # lines of the README's table
running='' interrupted=''
trap 'interrupted=yes; [[ -z $running ]] || kill -INT "$running" 2>/dev/null' INT TERM

# last_words FILE: the last message, whose further lines are indented, for a cell of the table.
last_words() { awk 'NF { sub(/^  +/, " ") ? line = line $0 : line = $0 } END { gsub(/\|/, "/", line); print line }' "$1"; }

# step SHARE NAME WHAT ARGUMENTS…: runs the program with these arguments for at most so many hundredths of the time (0: all
# that is left), what it prints into NAME.txt. Notes in the table what became of it.
step() {
    local name=$2 what=$3 left limit code=0 from=$SECONDS outcome words
    left=$((seconds - SECONDS + began - 5)) # for what must be killed
    limit=$(($1 > 0 && seconds * $1 / 100 < left ? seconds * $1 / 100 : left))
    shift 3
    if [[ -n $interrupted ]] || ((limit < 1)); then
        steps+=("| $what | not run: $([[ -n $interrupted ]] && echo interrupted || echo no time was left) | 0 | |")
        return 1
    fi
    printf '%s: %s (at most %d s)\n' "$name" "$what" "$limit"
    timeout --signal=INT --kill-after=5 "$limit" "$program" "$@" >"$name.txt" 2>"$name.log" </dev/null &
    running=$!
    wait "$running" || code=$?
    # A signal to this script ends the waiting, not the program.
    if [[ -n $interrupted ]]; then wait "$running" && code=0 || code=$?; fi
    running=''
    words=$(last_words "$name.log")
    case $code in
    0) outcome='done' ;;
    124 | 130) outcome="cut short after $((SECONDS - from)) s" ;; # what it has is saved
    137) outcome='killed: it did not end in time' ;;
    *) outcome="failed with exit code $code: ${words:-no reason given}" ;;
    esac
    if [[ $name == isa && $code == 3 && $words =~ ' cannot be read: '(.*)'; name another driver' ]]; then
        outcome="not reported: ${BASH_REMATCH[1]}"
    fi
    local files=''
    for file in "$name".{txt,log,json}; do
        if [[ -s $file ]]; then files+=" $file"; else rm -f "$file"; fi
    done
    steps+=("| $what | $outcome | $((SECONDS - from)) |$files |")
    printf '  %s\n' "$outcome"
    return "$code"
}

step 4 devices 'devices and drivers' devices --all ${device[@]+"${device[@]}"}
step 16 matrix 'matrix' run "${measuring[@]}" "${matrix_options[@]}" --output matrix.json
matrix_code=$?
if [[ $matrix_code == 124 || $matrix_code == 130 ]]; then # cut short, perhaps before its first row
    grep -qs '^ *"status": "measured"' matrix.json && matrix_code=0
fi
step 16 again 'matrix again' run "${measuring[@]}" "${matrix_options[@]}" --output again.json
step 2 compare 'both matrix runs compared: differences are false alarms' compare matrix.json again.json
experiments=(uniform cache binding robustness stride vector) # the most valuable first
declare -A shares=([uniform]=5 [cache]=8 [binding]=7 [robustness]=4 [stride]=5 [vector]=10)
for experiment in "${experiments[@]}"; do
    step "${shares[$experiment]}" "$experiment" "experiment $experiment" experiment "$experiment" --quick \
        "${measuring[@]}" --output "$experiment.json"
done
step 2 integer 'suite integer' run --suite integer --quick "${measuring[@]}" --output integer.json
step 3 isa 'code that the driver generates' isa "${device[@]}"
# Stores and other loads than the matrix's: those first that tell most in the least time.
for suite in offset shared store bindless memory constant atomic narrow pattern storage texture format; do
    step 5 "$suite" "suite $suite" run --suite "$suite" --quick "${measuring[@]}" --output "$suite.json"
done
step 0 precise 'matrix, precisely' run --precise --strategy set "${measuring[@]}" "${matrix_options[@]}" \
    --output precise.json

{
    printf '# What vkperftest measured here\n\n%s, %s\n\n' "$(briefly --version | head -n 1)" "$(date -u +%FT%TZ)"
    [[ ! -s devices.txt ]] || printf '```text\n%s\n```\n\n' "$(<devices.txt)"
    printf '| step | outcome | seconds | files |\n|---|---|---:|---|\n'
    printf '%s\n' "${steps[@]}"
    printf '\n%s\n' 'Files of a step: its output (.txt), its messages (.log) and everything that was measured (.json).' \
        'To continue FILE.json that was cut short: the same options of vkperftest, --output FILE.json and --continue'
    printf '\n## Both matrix runs compared\n\n'
    if [[ -s compare.txt ]]; then awk '/ compared[:,]/' compare.txt; else echo 'unknown: there is no comparison.'; fi
    printf '\n## Remarks on the matrix\n\n'
    if [[ -s matrix.json ]]; then briefly show matrix.json --format markdown | awk '/^- /'
    else echo 'unknown: there is no matrix.'; fi
    printf '\n## Experiments\n'
    for experiment in "${experiments[@]}"; do
        [[ ! -s $experiment.txt ]] || printf '\n```text\n%s\n```\n' "$(<"$experiment.txt")"
    done
} >README.md 2>/dev/null
printf 'Written: %s/README.md, %d s\n' "$PWD" "$((SECONDS - began))"
((matrix_code == 0))
