#!/usr/bin/env bash
# Runs the scripts of scripts/fleet on made-up devices, with programs that fail, hang and crash, and Slurm's commands as
# stand-ins that note what they are called with. scripts/test-fleet.sh runs them on a real Slurm. No time is judged.
#   check_fleet.sh SCRIPTS PROGRAM FOLDER
set -euo pipefail
scripts=$1
real=$2
# shellcheck source=SCRIPTDIR/fleet_stand_ins.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/fleet_stand_ins.sh"
measure=("$scripts/measure-host.sh" --program "$folder/vkperftest" --host 'n 1/x' --grace 1)

# Each GPU has a file, in the order of UUIDs, whatever CUDA shows; options are passed on.
fleet "cat '$folder/two.json'" "$scripted"
CUDA_VISIBLE_DEVICES=0 ends 0 "${measure[@]}" --into results -- --seed 3 --filter 'Byte*Load4 linear'
holds calls "^run --seed 3 --filter Byte\*Load4 linear --device $one --output results/n-1-x\.$one\.Some-driver-1\.2-LLVM-15\.json --continue"
[[ $(grep -o 'device [0-9]*' calls) == "$(printf 'device %s\ndevice %s' $one $two)" ]] || stop "other devices: $(cat calls)"
[[ $(find results -maxdepth 1 -name '*.json' | wc -l) == 2 ]] || stop "not two files: $(ls results)"
ends 0 "$scripts/summary.py" results
holds out '^1 of 1 tasks are done; 2 of 2 files are complete \([0-9.]+ MB\)\.$'
# Started again, it leaves complete files as they are.
before=$(cat results/*.json | cksum)
ends 0 "${measure[@]}" --into results -- --seed 3 --filter 'Byte*Load4 linear'
[[ $(cat results/*.json | cksum) == "$before" ]] || stop "complete files have changed"
ends 2 "${measure[@]}" --into results -- --seed 3 --filter 'Byte*Load4 random'
holds err '^n-1-x: .*results/n-1-x\.1.* was measured with other rows'
[[ $(cat results/*.json | cksum) == "$before" ]] || stop "other options have changed complete files"
fleet "cat '$folder/two.json'" "$scripted"
ends 0 "${measure[@]}" --into second --gpu 1 -- --filter 'Byte*Load4 linear'
[[ $(grep -o 'device [0-9]*' calls) == "device $two" ]] || stop "other devices: $(cat calls)"
fleet "cat '$folder/software.json'" "$scripted"
ends 0 "${measure[@]}" --into software --software --driver a.json -- --filter 'Byte*Load4 linear'
holds calls '^devices --format json --driver a\.json$' '^run --driver a\.json --filter .* --device 0000'
# The program of that name in this folder, not in PATH.
fleet "cat '$folder/software.json'" "$scripted"
ends 0 "$scripts/measure-host.sh" --program vkperftest --host x --software --into -named -- --filter 'Byte*Load4 linear'
ends 0 "$scripts/summary.py" ./-named

# What goes wrong is in the record, with an exit code, and the summary names it.
# wrong CODE WORDS ARGUMENTS…
wrong() {
    rm -rf wrong
    ends "$1" "${measure[@]}" --into wrong "${@:3}"
    holds err "^n-1-x[^:]*: $2"
    ends 1 "$scripts/summary.py" wrong
    holds out "^n-1-x[^:]*: failed with exit code $1: $2"
}
wrong 3 'no GPU that can be measured; software drivers are measured only with --software$'
fleet "cat '$folder/empty.json'" ''
wrong 3 'no device that can be measured$' --software
fleet "echo 'vkperftest: error: no Vulkan driver was found' >&2; exit 3" ''
# shellcheck disable=SC2016
wrong 3 '`devices`: no Vulkan driver was found$'
fleet 'exec sleep 100' ''
# shellcheck disable=SC2016
wrong 124 '`devices`: stopped after the limit of 1 s$' --limit 1
fleet "cat '$folder/two.json'" 'echo "vkperftest: error: 3 rows failed" >&2; echo "vkperftest: saved" >&2; exit 4'
wrong 4 '3 rows failed$'
holds out '^n-1-x\.1.*\.json, n-1-x\.2.*\.json: the file is missing$'
wrong 3 'there is no GPU 2: this host has 2, counted from 0$' --gpu 2
fleet "cat '$folder/two.json'" 'exec sleep 100'
wrong 124 'stopped after the limit of 1 s$' --limit 1
fleet "cat '$folder/two.json'" "trap '' TERM; while true; do read -rt 1 <> <(:) || true; done"
wrong 137 'hung: killed because it ignored SIGTERM after the limit of 1 s$' --limit 1
fleet "cat '$folder/two.json'" 'kill -KILL $$'
wrong 137 'killed by SIGKILL, perhaps because memory ran out$'
fleet "cat '$folder/two.json'" 'kill -SEGV $$'
wrong 139 'crashed: ended by signal 11$'
printf '[\n%s,\n%s\n]\n' "$(device A 'discrete GPU' $one true)" "$(device A 'discrete GPU' $one true)" >twice.json
sed '0,/Some driver/s//Another driver/' twice.json >several.json
fleet "cat '$folder/several.json'" 'exit 0'
wrong 2 "several drivers offer the GPU $one: name one of them with --driver\$"
sed '0,/^  "usable"/s//  "pci_address": "0000:01:00.0",\n&/' twice.json >several.json
wrong 2 "several drivers offer the GPU $one: name one of them with --driver\$"
# Two manifests of one driver, in /etc and in /usr/share, list each GPU twice.
fleet "cat '$folder/twice.json'" "$scripted"
ends 0 "${measure[@]}" --into twice -- --filter 'Byte*Load4 linear'
holds err '^n-1-x: done, 1 measured$'
fleet "cat '$folder/two.json'" ''
measure[2]=$folder/missing
wrong 2 "'.*/missing' is not a program on this host\$"
measure[2]=$folder/vkperftest
# Only the first GPU fails: the second is measured all the same.
fleet "cat '$folder/two.json'" "[[ \$* != *$one* ]] || exit 4; $scripted"
wrong 4 'no message$' -- --filter 'Byte*Load4 linear'
holds out '^0 of 1 tasks are done; 1 of 1 files are complete'

# A signal stops the program, and the record names the signal.
mkfifo ready
fleet "cat '$folder/two.json'" "trap 'exit 130' TERM; echo >'$folder/ready'; while true; do read -rt 1 <> <(:) || true; done"
rm -rf wrong
"${measure[@]}" --into wrong 2>err &
read -r <ready
kill -TERM $!
wait $! && stop 'an interrupted task ended with exit code 0' || [[ $? == 130 ]] || stop 'another exit code than 130'
holds wrong/tasks/n-1-x.txt '^[0-9TZ:-]+ end 130 interrupted by SIGTERM$'
[[ $(grep -c measuring wrong/tasks/n-1-x.txt) == 1 ]] || stop 'it went on after the signal'

# A scheduler may send several signals: the program has its time to save all the same.
cat >saves_slowly <<'END'
trap 'touch saving; until [[ -e go ]]; do sleep 0.1; done; touch saved; exit 130' TERM
touch running
while true; do sleep 0.1; done
END
fleet "cat '$folder/two.json'" "source '$folder/saves_slowly'"
rm -rf wrong
"${measure[@]}" --grace 100 --into wrong 2>err &
task=$!
until [[ -e running ]]; do sleep 0.1; done
kill -TERM $task
until [[ -e saving ]]; do sleep 0.1; done
kill -TERM $task
kill -HUP $task
touch go
wait $task && stop 'a task that was interrupted twice ended with exit code 0' || [[ $? == 130 ]] || stop 'another exit code than 130'
[[ -e saved ]] || stop 'the script ended before its program'

# The summary: tasks without a start or an end, files that are broken, incomplete or foreign; equal outcomes on one line.
mkdir -p many/tasks
printf 'n1\nn2\nn9\n' >many/tasks/expected
printf 'x start \nx end 3 \033[31mred\n' | tee many/tasks/n1.txt >many/tasks/n2.txt
printf 'x start \nx measuring old.json\nx end 0 done\nx start \nx measuring n3.json\n' >many/tasks/n3.txt
ln -s nowhere many/dangling.json
echo '{' >many/broken.json
echo '[]' >many/foreign.json
sed 's/"complete": true/"complete": false/' "results/n-1-x.$one.Some-driver-1.2-LLVM-15.json" >many/partial.json
ends 1 "$scripts/summary.py" many
holds out '^0 of 4 tasks are done; 0 of 4 files are complete' '^n1, n2: failed with exit code 3: \\u001b\[31mred$' \
    '^n9: did not start$' '^n3: is running, or was killed: its record has no end$' '^n3.json: the file is missing$' \
    '^broken.json: broken: ' '^foreign.json: broken: it is no results file$' '^partial.json: incomplete \([0-9]+ of [0-9]+ rows'
ends 1 "$scripts/summary.py" --ended many
holds out '^n3: was killed: its record has no end$'
# A record that cannot be read costs no other host its line.
ln -s nowhere many/tasks/n4.txt
ends 1 "$scripts/summary.py" --ended many
holds out '^n4: failed with exit code 2: its record cannot be read: No such file' '^n9: did not start$'
! grep '^old\.json' out || stop 'a file of an earlier start is missed'

# Host against host: by UUID, or by the host alone where it has one file on each side.
mkdir before after
cp "results/n-1-x.$one.Some-driver-1.2-LLVM-15.json" "before/a.b.$one.x.json"
cp "before/a.b.$one.x.json" "after/a.b.$one.y.json"
cp "before/a.b.$one.x.json" "before/c.$one.x.json"
cp "before/a.b.$one.x.json" "after/c.$two.x.json"
cp "before/a.b.$one.x.json" "before/gone.$one.x.json"
ends 0 "$scripts/compare.py" before after --program "$real"
holds out '^2 devices in both folders, 1 only in before, 0 only in after\.$' '^only in before: gone$' '^a\.b: 0 FASTER, 0 SLOWER, ' '^c: 0 FASTER'
ends 0 "$scripts/compare.py" before after --program "$real" --fail-on slower
cp "before/a.b.$one.x.json" "before/a.b.$two.x.json"
cp "before/a.b.$one.x.json" "after/a.b.$two.x.json"
ends 0 "$scripts/compare.py" before after --program "$real"
holds out '^3 devices in both folders' '^a\.b 11111111: 0 FASTER' '^a\.b 22222222: 0 FASTER'
rm before/a.b.$two.x.json after/a.b.$two.x.json
rejects_compare() {
    ends 2 "$scripts/compare.py" "${@:2}" --program "$real"
    holds err "$1"
}
rejects_compare "there is no folder 'nowhere'" before nowhere
rejects_compare "'second/tasks' holds no files named HOST\.UUID\.DRIVER\.json" before second/tasks
cp "before/a.b.$one.x.json" "before/a.b.$one.z.json"
rejects_compare 'are of one device: keep each driver' before after
rm "before/a.b.$one.z.json"
echo '{' >"after/a.b.$one.y.json"
ends 2 "$scripts/compare.py" before after --program "$real"
holds out '^a\.b: vkperftest: error: .*a\.b\.' '^c: 0 FASTER'

# A comparison that crashes or prints something else, and no device to compare: --fail-on must not pass.
rm "after/a.b.$one.y.json"
for does in 'kill -SEGV $$' 'echo "[]"' 'exit 1'; do
    printf '#!/bin/sh\n%s\n' "$does" >odd-program
    chmod +x odd-program
    ends 2 "$scripts/compare.py" before after --program ./odd-program
done
holds out '^c: the program printed no comparison$'
mkdir elsewhere
cp "after/c.$two.x.json" "elsewhere/d.$two.x.json"
ends 0 "$scripts/compare.py" before elsewhere --program "$real"
ends 4 "$scripts/compare.py" before elsewhere --program "$real" --fail-on=slower

# Slurm: an array for each GPU, no larger than Slurm allows, each task tied to its node before any is released.
mkdir bin
# shellcheck disable=SC2016
printf '#!/usr/bin/env bash\nprintf "sbatch %%s\\n" "$*" >>"%s"\n[[ ! -e "%s" ]] || exit 1\necho "$(wc -l <"%s");cluster"\n' \
    "$folder/slurm" "$folder/full" "$folder/slurm" >bin/sbatch
# shellcheck disable=SC2016
printf '#!/usr/bin/env bash\ncase $2 in hostnames) tr , "\\n" <<<"$3" ;; config) echo "MaxArraySize = 3" ;; *) printf "scontrol %%s\\n" "$*" >>"%s" ;; esac\n' \
    "$folder/slurm" >bin/scontrol
printf '#!/usr/bin/env bash\nprintf "scancel %%s\\n" "$*" >>"%s"\n' "$folder/slurm" >bin/scancel
# Slurm's controller is away at first.
printf '#!/usr/bin/env bash\n[[ ! -e "%s" ]] || { rm "%s" && echo "Unable to contact slurm controller" && exit 1; }\n' \
    "$folder/away" "$folder/away" >bin/squeue
chmod +x bin/*
PATH=$folder/bin:$PATH
submit=("$scripts/submit.sh" --nodes 'n1,n2,n2,n3' --program vkperftest)
ends 0 "${submit[@]}" --into slurmed --gpus 2 --sbatch --partition=gpu --sbatch %4 -- --quick
holds slurm "^sbatch .* --array=0-1%4 --time=20 .* --partition=gpu .*/measure-host\.sh --into $folder/slurmed --program $folder/vkperftest --limit 900 --grace 20 --gpu 0 -- --quick\$" \
    '^scontrol update JobId=1_1 ReqNodeList=n2$' '^scontrol release 1$' '^sbatch .* --array=0-0%4 ' '--gpu 1 -- --quick$'
[[ $(tr '\n' ' ' <slurmed/tasks/expected) == 'n1.gpu0 n2.gpu0 n3.gpu0 n1.gpu1 n2.gpu1 n3.gpu1 ' ]] || stop "others: $(cat slurmed/tasks/expected)"
# Again into the same folder, whose name Slurm would take for a pattern.
mkdir 'odd %j'
ends 0 "${submit[@]}" --into 'odd %j'
ends 0 "${submit[@]}" --into 'odd %j'
holds slurm "^sbatch .* --output=$folder/odd %%j/tasks/slurm-%A_%a\.log .* --into $folder/odd %j "
[[ $(tr '\n' ' ' <'odd %j/tasks/expected') == 'n1 n2 n3 ' ]] || stop "others: $(cat 'odd %j/tasks/expected')"
touch away
ends 1 "${submit[@]}" --into waited --wait
holds out '^n1, n2, n3: did not start$'
holds err '^submit\.sh: squeue failed, and is tried again: Unable to contact slurm controller$'
touch full
ends 2 "${submit[@]}" --into rejected
holds err '^submit\.sh: Slurm rejected the tasks'

# If one task cannot be tied to its node, none runs.
rm full slurm
sed -i 's/^case/[[ "$*" != *ReqNodeList=n2* ]] || exit 1; case/' bin/scontrol
ends 2 "${submit[@]}" --into untied
holds err '^submit\.sh: Slurm cannot tie a task to n2' '^Cancelled: 1$'
holds slurm '^scancel 1$'
[[ ! -e untied/tasks/expected ]] || stop "tasks of no job are expected: $(cat untied/tasks/expected)"

# reject SCRIPT WORDS ARGUMENTS…
reject() { rejects "${1//./\\.}" "$2" "$scripts/$1" "${@:3}"; }
rm slurm
reject measure-host.sh 'name the folder' --program x
reject measure-host.sh "there is no option '--x'" --x
reject measure-host.sh '--gpu needs a value' --gpu
reject measure-host.sh "'-1' is not the number of a GPU" --into x --gpu -1
reject measure-host.sh "'0' is not a number of seconds" --into x --limit 0
reject measure-host.sh "'--device=1' is set by this script" --into x -- --quick --device=1
reject measure-host.sh "'--driver' must stand before --" --into x -- --driver a.json
ends 0 "$scripts/measure-host.sh" --check --into x --limit 1 -- --quick
reject submit.sh 'name the nodes' --into x
reject submit.sh "'0' is not a number of GPUs" --nodes n1 --into x --gpus 0
reject submit.sh "'/missing' is not a program" --nodes n1 --into x --program /missing
rejects 'measure-host\.sh' "'-d1' is set by this script" "${submit[@]}" --into x -- -d1
rejects 'measure-host\.sh' "'x' is not a number of seconds" "${submit[@]}" --into x --limit x
rejects 'submit\.sh' 'Slurm takes no folder with a backslash' "${submit[@]}" --into 'back\slash'
touch file
ends 2 "${submit[@]}" --into file/x
holds err "^submit\.sh: the folder 'file/x' cannot be written\.$"
ends 2 "${measure[@]}" --into file/x
holds err "^measure-host\.sh: the folder 'file/x' cannot be written\.$"
[[ ! -e slurm && ! -e x && ! -e 'back\slash' ]] || stop "something was submitted or made: $(cat slurm)"
PATH=$folder/none:/usr/bin:/bin
[[ -n $(command -v sbatch) ]] || reject submit.sh 'there is no sbatch here' --nodes n1 --into x --program vkperftest
ends 2 "$scripts/summary.py" nowhere
holds err "there is no folder 'nowhere'"
ends 2 "$scripts/summary.py" before
holds err "'before' has no folder 'tasks'"
for each in measure-host.sh submit.sh over-ssh.sh; do
    ends 0 "$scripts/$each" --help
    holds out "^Usage: $each " "^  $each --" '^Exit codes: '
    ! grep -E '.{101}' out || stop "a line of $each --help is longer than 100 characters"
done
# The document's examples name options that the scripts have.
grep -E '^(scripts/fleet/|  [a-z-]+\.(sh|py) )' "$scripts/../../docs/fleet.md" | sed 's/ -- .*//' >examples
while read -r script arguments; do
    ends 0 "$scripts/$(basename "$script")" --help
    mapfile -t options < <(grep -oE -- '--[a-z-]+' <<<"${arguments//--sbatch --/--sbatch }")
    for option in "${options[@]}"; do
        [[ $option == --fail-on || $option == --threshold ]] || holds out "$option"
    done
done <examples
[[ $(wc -l <examples) -gt 5 ]] || stop 'the document has no examples'
for each in summary.py compare.py; do
    ends 0 "$scripts/$each" --help
    holds out "^usage: $each " "^  $each " '^Exit codes: '
done
