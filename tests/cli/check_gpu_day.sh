#!/usr/bin/env bash
# Runs scripts/gpu-day.sh: on a scripted device, with programs that hang, fail or stop early, and on the results of made-up
# GPUs; or, with a manifest, on that driver. No time is judged.
#   check_gpu_day.sh SCRIPT PROGRAM FOLDER [MANIFEST]
set -euo pipefail
script=$1
program=$2
folder=$3
# shellcheck source=SCRIPTDIR/checks.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/checks.sh"
enter_new "$folder"

# refuses WORDS ARGUMENTS…
refuses() { rejects 'gpu-day\.sh' "$1" "$script" --program "$program" "${@:2}"; }

if (($# == 4)); then
    GPU_DAY_ROWS='--filter cbuffer' "$script" --program "$program" --into day --seconds 60 --driver "$4"
    holds day/README.md '^0  .*\(CPU\)' '^\| matrix \| (done|cut short .*) \| [0-9]+ \| matrix.txt .*matrix.json \|' \
        '^\| code that the driver generates \| (done|cut short .*|not reported: the driver [^;]*) \|'
    exit
fi

# Without a driver two steps fail, and the others come out: in time even with sanitizers beside other tests.
printf 'device | Some GPU\ngpu\nload | * | * | 0.01 | 0.004\nload | *, noLoads | * | 0.004 | 0.004\n' >scripted
export VK_DRIVER_FILES=/no/driver.json VK_ICD_FILENAMES=/no/driver.json
GPU_DAY_OPTIONS="--script $PWD/scripted --seed 1" "$script" --program "$program" --into day --seconds 7200
holds day/README.md '^\| devices and drivers \| failed with exit code 3: .*no Vulkan (driver|loader) was found.* devices.log \|' \
    '^\| matrix \| done \| [0-9]+ \| matrix.txt matrix.log matrix.json \|' '^\| matrix again \| done' \
    '^\| both matrix runs compared.* \| done' '^\| experiment uniform \| done' '^\| experiment binding \| done' \
    '^\| experiment vector \| done' '^\| experiment stride \| done' '^\| suite integer \| done' \
    '^\| experiment cache \| done' '^\| experiment robustness \| done' '^RobustBufferAccess: the same 10 of 10' \
    '^\| suite offset \| done' '^\| suite store \| done' '^\| suite atomic \| done' '^\| suite shared \| done' '^\| suite bindless \| done' \
    '^\| suite storage \| done' '^\| suite narrow \| done' '^\| suite format \| done' '^\| suite texture \| done' \
    '^\| suite pattern \| done' '^\| suite memory \| done' '^\| suite constant \| done' \
    '^\| code that the driver generates \| failed with exit code 3: ' \
    '^\| matrix, precisely \| done \| [0-9]+ \| precise.txt precise.log precise.json \|' \
    '^322 figures compared: 0 FASTER, 0 SLOWER, ' 'clocks and temperature unknown' \
    '^Sharing by hand: unclear 10 of 10' 'cbuffer\{float4\} load'

# Old results are never taken for new ones: a folder that holds something is left as it is.
before=$(cat day/* | cksum)
refuses "the folder 'day' is not empty.*--into" --into day
[[ $(cat day/* | cksum) == "$before" ]] || stop 'a folder that was refused has changed'

# stand_in CODE FOLDER RESULTS…: a day with a program whose matrix leaves these results and ends with this code, and whose
# driver does not tell its code. Sets `code`.
cat >stand_in <<'END'
#!/bin/sh
case "$*" in
run*\ matrix.json*)
    for file in $RESULTS; do cp "$file" "matrix.${file##*.}"; done
    exit "$CODE"
    ;;
isa*)
    echo "vkperftest: error: the code compiled for 'Some GPU' cannot be read: the driver does not tell (an extension" \
        "is missing); name another driver with --driver, or an AMD GPU with --target" >&2
    exit 3
    ;;
esac
END
chmod +x stand_in
stand_in() {
    code=0
    CODE=$1 RESULTS=${*:3} "$script" --program ./stand_in --into "$2" || code=$?
}
sed 's/"status": "measured"/"status": "not measured"/' day/matrix.json >nothing.json
stand_in 130 short ../day/matrix.json
[[ $code == 0 ]] || stop "a matrix that was cut short, with results: exit code $code instead of 0"
holds short/README.md '^\| matrix \| cut short after [0-9]+ s \| [0-9]+ \| matrix.json \|' \
    '^\| code that .* \| not reported: the driver does not tell \(an extension is missing\) \| [0-9]+ \| isa.log \|'
stand_in 130 early ../nothing.json
[[ $code == 1 ]] || stop "a matrix that was cut short before its first row: exit code $code instead of 1"
stand_in 130 empty
[[ $code == 1 ]] || stop "a matrix that was cut short without results: exit code $code instead of 1"
stand_in 4 failed ../day/matrix.json
[[ $code == 1 ]] || stop "a matrix that failed: exit code $code instead of 1"
holds failed/README.md '^\| matrix \| failed with exit code 4: '

# A program that never ends, and does not heed that it should: each step is killed, and all that is left is not begun.
printf '#!/bin/sh\ntrap "" INT\nwhile true; do sleep 1; done\n' >hangs
chmod +x hangs
mkdir hung # an empty folder is welcome
code=0
"$script" --program ./hangs --into hung --seconds 12 || code=$?
[[ $code == 1 ]] || stop "a program that hangs: exit code $code instead of 1"
holds hung/README.md '^\| matrix \| killed: it did not end in time' '^\| matrix, precisely \| not run: no time was left' \
    '^unknown: there is no matrix\.$' '^unknown: there is no comparison\.$'

code=0
"$script" --program ./none 2>err || code=$?
[[ $code == 2 ]] || stop "no program: exit code $code instead of 2"
holds err "'./none' is not a program"
"$script" --help >help
holds help '^Usage: gpu-day.sh'
if grep -E '.{101}' help; then stop 'a line of --help is longer than 100 characters'; fi
