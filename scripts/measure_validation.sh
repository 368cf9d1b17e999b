#!/usr/bin/env bash
# Runs all that the program does on a device under the Khronos validation layer, with core, synchronization and
# best-practices checks: the system's layer and Chromium's newer one, on every lavapipe that mesa-versions.sh has fetched
# and on Chromium's SwiftShader. Prints the messages, and figures beside their goals (docs/trust.md). Takes a quarter
# of an hour on two cores.
#   scripts/measure_validation.sh [BUILD [DRIVER…]]     (default: build/ci and these drivers)
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath "${1:-build/ci}")
# shellcheck source=SCRIPTDIR/goals.sh
source scripts/goals.sh "$build/vkperftest"
drivers=("${@:2}")
chromium=/usr/lib/chromium
((${#drivers[@]} > 0)) || mapfile -t drivers < <(ls build/mesa/lavapipe-*.json $chromium/vk_swiftshader_icd.json 2>/dev/null)
((${#drivers[@]} > 0)) || drivers=("$lavapipe")

# Messages that stay, as regular expressions, and why.
declare -A excused=(
    ["small(-dedicated)?-allocation"]="each resource has memory of its own; there are some hundreds, and nobody waits for them"
    ["CreateDevice-deprecated-extension"]="devices of Vulkan 1.1 know what 1.2 took over by these names alone"
)
all=$("$program" run --help | tr -s '\n ' ' ' | sed 's/.*Binding strategies: \([^(]*\) (.*/\1/; s/ //g')
suites=$("$program" run --help | tr -s '\n ' ' ' | sed 's/.*Suite of rows: \([^(]*\) (.*/\1/; s/,//g')

# manifest NAME LIBRARY: of a layer that comes without one.
manifest() {
    mkdir -p "$folder/$1"
    cat >"$folder/$1/layer.json" <<END
{"file_format_version": "1.2.0",
 "layer": {"name": "VK_LAYER_KHRONOS_validation", "type": "GLOBAL", "library_path": "$2", "api_version": "1.4.0",
           "implementation_version": "1", "description": "Khronos Validation Layer",
           "instance_extensions": [{"name": "VK_EXT_debug_utils", "spec_version": "1"},
                                   {"name": "VK_EXT_validation_features", "spec_version": "2"}]}}
END
}

# Where each layer's manifest lies, and what sets it; the newer one complains of the older one's words.
declare -A layers=([system]=/usr/share/vulkan/explicit_layer.d)
settings() {
    if [[ $1 == system ]]; then
        echo "khronos_validation.enables = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT,VK_VALIDATION_FEATURE_ENABLE_BEST_PRACTICES_EXT,VALIDATION_CHECK_ENABLE_SYNCHRONIZATION_VALIDATION_QUEUE_SUBMIT"
    else
        printf 'khronos_validation.%s = true\n' validate_sync syncval_full_validation validate_best_practices
    fi
    cat <<END
khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG
khronos_validation.report_flags = error,warn,perf
khronos_validation.log_filename = $folder/log
END
}
if [[ -e $chromium/libVkLayer_khronos_validation.so ]]; then
    manifest chromium $chromium/libVkLayer_khronos_validation.so
    layers[chromium]=$folder/chromium
else
    echo "Chromium's layer is not there."
fi

# ids: those of the messages in the log, a line each.
ids() { sed -nE 's/.*Validation [A-Za-z ]+: \[ ([^] ]+) \].*/\1/p' "$folder/log"; }

# told WHERE WHAT: prints which messages there are, and how many of each; layers repeat none more than ten times.
told() {
    local messages
    messages=$(ids | sort | uniq -c | awk '{ printf "%s%s %s", (NR > 1 ? ", " : ""), $1, $2 }')
    echo "$1 | $2 | ${messages:-none}"
}

# under LAYER ARGUMENTS…: what the layer says of one run, with all checks, by settings from outside.
under() {
    : >"$folder/log"
    VK_LAYER_PATH=$build/tests/layer:${layers[$1]} VK_LAYER_SETTINGS_PATH=$folder/settings-$1 \
        VK_INSTANCE_LAYERS=${hostile:+VK_LAYER_VKPERFTEST_hostile:}VK_LAYER_KHRONOS_validation \
        HOSTILE_DROP=${hostile:-} "$program" "${@:2}" >"$folder/out" 2>"$folder/err"
}

# fails CODE WHAT: tells of a run that does not end with exit code 0. That rows were too slow is the machine's matter: they
# were verified, and one sample of them taken.
fails() {
    local reasons code=$1
    shift
    reasons=$(grep -s -A 1 '"failed"' "$folder/run.json" | sed -n 's/.*"reason": //p' | grep -v '^"too slow: ' || true)
    if [[ $code == 4 && -z $reasons ]] && grep -qs '"too slow: ' "$folder/run.json"; then return; fi
    failed=$((failed + 1))
    echo "failed: $1: exit code $code; $reasons"
    cat "$folder/err"
}

# excuse_some: counts the messages that nothing excuses.
excuse_some() {
    local id excuse known
    for id in $(ids | sort -u); do
        known=''
        for excuse in "${!excused[@]}"; do
            [[ ! $id =~ $excuse ]] || known=1 seen[$excuse]=1
        done
        [[ -z $known ]] || continue
        unexcused=$((unexcused + 1))
        grep -m 1 -A 3 -F "$id" "$folder/log"
    done
}

declare -A seen
runs=0 failed=0 unexcused=0 own=0 blind=0
for layer in "${!layers[@]}"; do
    settings "$layer" >"$folder/settings-$layer"
    for driver in "${drivers[@]}"; do
        where="$layer | $(basename "$driver" .json)"
        rows="--quick --no-advice --filter raw-load4-linear --filter texture-bilinear-rgba8-linear"

        # A known mistake: without it, silence would mean nothing.
        read -r -a what <<<"run $rows --block 1 --driver $driver"
        hostile=barriers under "$layer" "${what[@]}" || true # its rows are wrong, perhaps
        told "$where" "run without barriers"
        for kind in SYNC-HAZARD 'VUID|UNASSIGNED-CoreValidation' BestPractices; do
            ids | grep -qE "$kind" || blind=$((blind + 1))
        done

        while read -r -a what; do
            save=()
            rm -f "$folder/run.json"
            [[ ${what[0]} != run ]] || save=(--output "$folder/run.json")
            under "$layer" "${what[@]}" --driver "$driver" "${save[@]}" || fails $? "${what[*]}"
            told "$where" "${what[*]}"
            excuse_some
            runs=$((runs + 1))
            [[ ${what[0]} == run ]] || continue
            # The program's own --validate, which asks for synchronization, too, and fails if there is any message.
            VK_LAYER_PATH=${layers[$layer]} "$program" "${what[@]}" --driver "$driver" "${save[@]}" --validate \
                >"$folder/out" 2>"$folder/err" || fails $? "${what[*]} --validate"
            ! grep -q '^vkperftest: validation: ' "$folder/err" || own=$((own + 1))
            runs=$((runs + 1))
        done < <(
            for suite in $suites; do
                echo "run --suite $suite --strategy $all --quick --no-advice --block 1"
            done
            echo "run $rows"                                                             # with the rows' twins
            echo "run --suite binding --quick --no-advice --filter raw-load4-linear"     # with recordings
            echo "run --as-gpu $rows"
            echo devices
        )
    done
done

goal "runs" "$runs" ">=" 1 ""
goal "runs that failed" "$failed" "<=" 0 ""
goal "messages without an excuse" "$unexcused" "<=" 0 ""
goal "runs that --validate has a message of" "$own" "<=" 0 ""
goal "checks that a known mistake brings to no message" "$blind" "<=" 0 ""
for excuse in "${!excused[@]}"; do
    echo "excused, $excuse: ${excused[$excuse]}"
    goal "it still occurs" "${seen[$excuse]:-0}" ">=" 1 ""
done
finish
