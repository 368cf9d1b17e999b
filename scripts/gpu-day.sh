#!/usr/bin/env bash
# Measures all that vkperftest can measure on a machine with a GPU, in nine minutes, into one folder.
set -uo pipefail

usage() {
    cat <<'END'
Usage: gpu-day.sh [--program FILE] [--into FOLDER] [--seconds N] [--device DEVICE]
                  [--driver ICD.json]
       gpu-day.sh [--program FILE] --peak FILE.json

Measures all that vkperftest can measure on one device, in nine minutes, into one folder, which
must be new or empty: the matrix with verified values, the same again and the comparison of the
two, every experiment, the code that the driver generates, and the matrix more precisely in the
time that is left. README.md in the folder says what came out, and what failed and why. Needs the
program, a Vulkan driver, bash, awk and the usual small tools; no compiler and no network.

  gpu-day.sh                       the vkperftest beside this script, or of this checkout; into
                                   gpu-day-DATE
  gpu-day.sh --device nvidia       on this device, as `vkperftest devices` lists them
  gpu-day.sh --seconds 1800        with more time for the precise run
  gpu-day.sh --peak matrix.json    only what of it came near the limit of L1

Exit codes: 0 the matrix was measured, or some of it before its time was up; 1 it was not, or it
failed; 2 bad usage. Environment: GPU_DAY_OPTIONS, further options for all that is measured
(--script FILE); GPU_DAY_ROWS, further options for the matrix (--filter cbuffer).
END
}

refuse() {
    printf 'gpu-day.sh: %s\n' "$*" >&2
    exit 2
}

here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
program='' folder='' peak_of='' seconds=540 device=()
while (($# > 0)); do
    case $1 in
    --help | -h) usage && exit ;;
    --program | --into | --seconds | --device | --driver | --peak) [[ -n ${2:-} ]] || refuse "$1 needs a value; see --help." ;;&
    --program) program=$2 ;;
    --into) folder=$2 ;;
    --seconds) seconds=$2 ;;
    --peak) peak_of=$2 ;;
    --device) device+=("$1" "$2") ;;
    --driver) device+=("$1" "$(realpath -m "$2")") ;; # the folder becomes the current one
    *) refuse "there is no option '$1'; see --help." ;;
    esac
    shift 2
done
[[ $seconds =~ ^[1-9][0-9]*$ ]] || refuse "'$seconds' is no number of seconds."
if [[ -z $program ]]; then
    for candidate in "$here/vkperftest" ./vkperftest "$here/../build/release/vkperftest"; do
        [[ -n $program || ! -x $candidate ]] || program=$candidate
    done
    [[ -n $program ]] || refuse "there is no vkperftest beside this script; name it with --program."
fi
[[ -x $program ]] || refuse "'$program' is no program."
program=$(realpath "$program")
# briefly ARGUMENTS…: the program for what takes no time, unless it hangs.
briefly() { timeout --kill-after=1 4 "$program" "$@"; }

# peak FILE.json: the fastest loads of neighbouring elements against the limit of L1 (bytes a clock and unit): 128 on NVIDIA
# and RDNA, 64 on CDNA and GCN. Uniform and random rows read the same bytes many times over.
peak() {
    awk '
    function value(line) {
        sub(/^[^:]*: */, "", line)
        sub(/,$/, "", line)
        gsub(/^"|"$/, "", line)
        return line
    }
    function bytes_of(operation, format, width) {
        if (operation ~ /^ByteAddressBuffer\.Load/) {
            match(operation, /Load[234]?/)
            width = substr(operation, RSTART + 4, RLENGTH - 4)
            return 4 * (width == "" ? 1 : width)
        }
        if (operation ~ /^StructuredBuffer<float[24]?>/) {
            match(operation, /float[24]?/)
            width = substr(operation, RSTART + 5, RLENGTH - 5)
            return 4 * (width == "" ? 1 : width)
        }
        if (operation ~ /^cbuffer/) return 16
        if (!match(operation, /<R(G|GBA)?(8|16|32)/)) return 0
        format = substr(operation, RSTART + 1, RLENGTH - 1)
        width = format
        gsub(/[A-Z]/, "", width)
        gsub(/[0-9]/, "", format)
        return length(format) * width / 8
    }
    FNR == 1 { file++ }
    file == 1 && /^ "device": \{/ { in_device = 1 }
    file == 1 && in_device && /^  "/ {
        key = $1
        gsub(/[":]/, "", key)
        device[key] = value($0)
    }
    file == 1 && /^ \}/ { in_device = 0 }
    file == 1 && /"clock_mhz": [0-9]/ { clocks++; clock += value($0) / 1000 }
    file == 2 && FNR == 1 { n = split($0, names, ","); for (i = 1; i <= n; i++) column[names[i]] = i }
    file == 2 && FNR > 1 {
        split($0, cell, ",")
        if (cell[column["status"]] != "measured" || cell[column["pattern"]] != "linear") next
        rate = cell[column["loads_per_ns"]] * bytes_of(cell[column["operation"]])
        if (rate <= best) next
        best = rate
        loads = cell[column["loads_per_ns"]]
        row = cell[column["name"]] " (" cell[column["strategy"]] ")"
    }
    END {
        if (best == 0) { print "unknown: no linear row was measured."; exit }
        printf "%s: %s: %.4g loads/ns, %.4g bytes/ns.\n", device["name"], row, loads, best
        if (device["kind"] == "cpu") {
            print "It is a software driver, which says nothing about GPUs, and has no limit to compare with."
            exit
        }
        if (device["vendor_id"] == 4318) width = 128
        if (device["vendor_id"] == 4098)
            width = device["name"] ~ /Instinct|MI[0-9]|V(EGA|ega|II)|POLARIS|RAVEN|RENOIR|RX [45][0-9][0-9]( |$)/ ? 64 : 128
        units = device["compute_units"] + 0
        printf "Limit of L1: %s bytes a clock and unit, %s units, clock under load %s: ", width ? width : "unknown", \
            units ? units : "unknown", clocks ? sprintf("%.3f GHz", clock / clocks) : "unknown"
        if (!width || !units || !clocks) { print "the limit is unknown."; exit }
        limit = width * units * clock / clocks
        printf "%.0f bytes/ns; reached: %.0f %%.\n", limit, 100 * best / limit
        if (device["vendor_id"] == 4318 && best < 0.6 * limit) print "(A40 and L40, and so their kin among the GeForce RTX 30 and 40, have been measured at 64.)"
    }' "$1" <(briefly show "$1" --format csv 2>/dev/null)
}

if [[ -n $peak_of ]]; then
    [[ -f $peak_of ]] || refuse "there is no file '$peak_of'; check the path."
    briefly show "$peak_of" >/dev/null 2>&1 ||
        refuse "'$peak_of' is not a results file; name one that \`vkperftest run --output FILE.json\` wrote."
    peak "$peak_of"
    exit
fi

folder=${folder:-gpu-day-$(date -u +%Y%m%d-%H%M%S)}
{ mkdir -p "$folder" && cd "$folder"; } || refuse "the folder '$folder' cannot be made."
# What lies there could be taken for what this run measured.
[[ -z $(ls -A) ]] || refuse "the folder '$folder' is not empty; empty it, or name another with --into."
read -ra all_options <<<"${GPU_DAY_OPTIONS:-}"
read -ra matrix_options <<<"${GPU_DAY_ROWS:-}"
measuring=("${device[@]}" "${all_options[@]}")

began=$SECONDS
steps=() # lines of the README's table
running='' interrupted=''
trap 'interrupted=yes; [[ -z $running ]] || kill -INT "$running" 2>/dev/null' INT TERM

# last_words FILE: the last line that says something, for a cell of the table.
last_words() { awk 'NF { line = $0 } END { gsub(/\|/, "/", line); print line }' "$1"; }

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
    *) outcome="failed with exit code $code: ${words:-it does not say why}" ;;
    esac
    # No driver has to tell its code.
    if [[ $name == isa && $code == 3 && $words =~ ' is not known: '(.*)'; name another driver' ]]; then
        outcome="not told: ${BASH_REMATCH[1]}"
    fi
    local files=''
    for file in "$name".{txt,log,json,md}; do
        if [[ -s $file ]]; then files+=" $file"; else rm -f "$file"; fi
    done
    steps+=("| $what | $outcome | $((SECONDS - from)) |$files |")
    printf '  %s\n' "$outcome"
    return "$code"
}

step 4 devices 'devices and drivers' devices ${device[@]+"${device[@]}"}
step 19 matrix 'matrix' run "${measuring[@]}" "${matrix_options[@]}" --output matrix.json --output matrix.md
matrix_code=$?
if [[ $matrix_code == 124 || $matrix_code == 130 ]]; then # cut short, perhaps before its first row
    grep -qs '^ *"status": "measured"' matrix.json && matrix_code=0
fi
step 19 again 'matrix again' run "${measuring[@]}" "${matrix_options[@]}" --output again.json
step 4 compare 'the same against itself: differences are false alarms' compare matrix.json again.json
experiments=(uniform binding vector stride)
for experiment in "${experiments[@]}"; do
    share=7
    [[ $experiment != vector ]] || share=14 # it has by far the most rows
    step "$share" "$experiment" "experiment $experiment" experiment "$experiment" --quick "${measuring[@]}" \
        --output "$experiment.json"
done
step 3 integer 'suite integer' run --suite integer --quick "${measuring[@]}" --output integer.json
step 5 isa 'code that the driver generates' isa "${device[@]}"
step 0 precise 'matrix, precisely' run --precise --strategy set "${measuring[@]}" "${matrix_options[@]}" \
    --output precise.json --output precise.md

{
    printf '# What vkperftest measured here\n\n%s, %s\n\n' "$(briefly --version | head -n 1)" "$(date -u +%FT%TZ)"
    [[ ! -s devices.txt ]] || printf '```text\n%s\n```\n\n' "$(<devices.txt)"
    printf '| step | outcome | seconds | files |\n|---|---|---:|---|\n'
    printf '%s\n' "${steps[@]}"
    printf '\n%s\n' 'Beside what a step printed (.txt) stands what it said meanwhile (.log) and all that was measured (.json).' \
        'A .json that was cut short goes on with: vkperftest --resume FILE'
    printf '\n## Peak against the limit of L1\n\n'
    if [[ -s matrix.json ]]; then peak matrix.json; else echo 'unknown: there is no matrix.'; fi
    printf '\n## The same against itself\n\n'
    if [[ -s compare.txt ]]; then awk '/ compared: /' compare.txt; else echo 'unknown: there is no comparison.'; fi
    printf '\n## What the matrix says of itself\n\n'
    if [[ -s matrix.md ]]; then awk '/^- /' matrix.md; else echo 'unknown: there is no matrix.'; fi
    printf '\n## Experiments\n'
    for experiment in "${experiments[@]}"; do
        [[ ! -s $experiment.txt ]] || printf '\n```text\n%s\n```\n' "$(<"$experiment.txt")"
    done
} >README.md 2>/dev/null
printf 'Written: %s/README.md, %d s\n' "$PWD" "$((SECONDS - began))"
((matrix_code == 0))
