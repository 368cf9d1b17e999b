#!/usr/bin/env bash
# Submits an array of Slurm jobs that measures the GPUs of nodes, each node by itself.
set -euo pipefail
# shellcheck source=SCRIPTDIR/common.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/common.sh"

usage() {
    cat <<'END'
Usage: submit.sh --nodes LIST --into FOLDER [--program FILE] [--gpus N] [--limit SECONDS]
                 [--grace SECONDS] [--driver ICD.json] [--software] [--wait] [--sbatch OPTION]...
                 [-- OPTIONS OF run]

Submits an array with a task for each node of the list. A task gets its node for itself, measures
the GPUs there one after the other, and writes FOLDER/HOST.UUID.DRIVER.json for each. Slurm requeues
tasks whose node fails, and tasks may be requeued by hand: a requeued task continues its files.
Submit into the same folder again to measure what is missing. Nodes must share FOLDER and the
program. summary.py needs python3.

  submit.sh --nodes 'n[1-40]' --into results --program ./vkperftest
  submit.sh --nodes n1,n2 --into results --wait        waits for the end, then prints the summary
  submit.sh --nodes 'n[1-40]' --into results -- --quick
  submit.sh --nodes 'n[1-40]' --into results --gpus 8  a task for each of 8 GPUs of a node
  submit.sh --nodes 'gpu[1-9]' --into results --sbatch --gres=gpu:4 --sbatch --partition=gpu
  summary.py results                                   what was measured, and what failed

  --gpus       an array for each GPU of a node: shorter tasks, still one at a time on a node
  --sbatch     one more option of sbatch (partition, account, gres, time); %10: ten tasks at a time
  --wait       Ctrl-C ends the waiting, not the tasks
  --limit, --grace, --driver, --software: as in measure-host.sh --help

If Slurm shows tasks only the GPUs that they ask for, ask for all GPUs of the node with --sbatch.
The time limit of a task allows for eight GPUs, or with --gpus for one, that all reach --limit. If
it exceeds the partition's limit, set another: --sbatch --time=MINUTES.

Exit codes: 0 submitted; with --wait: as summary.py; 2 bad usage, or Slurm rejected the tasks.
END
}

nodes='' folder='' program='' gpus='' limit=900 grace=20 waits='' at_once='' sbatch=() more=()
while (($# > 0)); do
    case $1 in
    --help | -h) usage && exit ;;
    --wait) waits=yes && shift && continue ;;
    --software) more+=(--software) && shift && continue ;;
    --) shift && break ;;
    --nodes | --into | --program | --gpus | --limit | --grace | --driver | --sbatch)
        [[ -n ${2:-} ]] || refuse "$1 needs a value; see --help."
        ;;&
    --nodes) nodes=$2 ;;
    --into) folder=$2 ;;
    --program) program=$2 ;;
    --gpus) gpus=$2 ;;
    --limit) limit=$2 ;;
    --grace) grace=$2 ;;
    --driver) more+=(--driver "$(realpath -m -- "$2")") ;; # Slurm starts tasks in another folder
    --sbatch) if [[ $2 == %* ]]; then at_once=$2; else sbatch+=("$2"); fi ;;
    *) refuse "there is no option '$1'; see --help. Options of \`vkperftest run\` follow after --." ;;
    esac
    shift 2
done
[[ -n $nodes && -n $folder ]] || refuse "name the nodes with --nodes and the folder with --into; see --help."
[[ -z $gpus || $gpus =~ ^[1-9][0-9]?$ ]] || refuse "'$gpus' is not a number of GPUs from 1 to 99."
check_host_options --limit "$limit" --grace "$grace" -- "$@"
command -v sbatch >/dev/null || refuse "there is no sbatch here: run this script on a machine that submits Slurm's jobs."
choose_program
mapfile -t names < <(scontrol show hostnames "$nodes" | awk 'NF && !seen[$0]++')
((${#names[@]} > 0)) || refuse "Slurm does not understand the list of nodes '$nodes'."
largest=$(scontrol show config | awk '$1 == "MaxArraySize" { print $3 }') || refuse "scontrol cannot read Slurm's settings, see above."
largest=$((${largest:-1001} - 1))
((largest > 0)) || refuse "Slurm allows no arrays here (MaxArraySize is too small)."
[[ $(realpath -m -- "$folder") != *\\* ]] || refuse "Slurm takes no folder with a backslash in its path: '$folder'."
make_folder

# For all GPUs of a task to reach their limits; of a node with an unknown number of GPUs, for eight.
minutes=$(((limit + grace) * (${#gpus} > 0 ? 1 : 8) / 60 + 5))
options=("$@") submitted=() complete=''
# Tasks that are not yet tied to their nodes must not run elsewhere, and half a fleet is none.
trap '[[ -n $complete || ${#submitted[@]} == 0 ]] || { scancel "${submitted[@]}" && echo "Cancelled: ${submitted[*]}" >&2; }' EXIT

# submit GPU NODE…: an array with a task for each node, held until each task is tied to its node.
submit() {
    local gpu=$1 id nth=0 node
    shift
    id=$(sbatch --parsable --hold "--array=0-$(($# - 1))$at_once" "--time=$minutes" "--chdir=$folder" \
        "--output=${folder//%/%%}/tasks/slurm-%A_%a.log" "${sbatch[@]}" "$here/measure-host.sh" --into "$folder" \
        --program "$program" --limit "$limit" --grace "$grace" ${gpu:+--gpu "$gpu"} "${more[@]}" -- "${options[@]}") ||
        refuse "Slurm rejected the tasks, see above."
    id=${id%%;*} # ID;CLUSTER
    submitted+=("$id")
    for node; do
        scontrol update "JobId=${id}_$nth" "ReqNodeList=$node" || refuse "Slurm cannot tie a task to $node, see above."
        nth=$((nth + 1))
    done
    scontrol release "$id" || refuse "Slurm cannot release job $id, see above."
    expect "${@/%/${gpu:+.gpu$gpu}}"
    printf 'Slurm job %s: %d tasks%s\n' "$id" $# "${gpu:+, GPU $gpu of each node}"
}

# wait_for_end: until Slurm has none of these jobs any more. Asks less often the longer it takes. Slurm may be away meanwhile.
wait_for_end() {
    local said pause trouble=''
    while true; do
        # Of a single job that ended a while ago, squeue says that its id is invalid.
        if ! said=$(squeue --noheader --jobs "$(IFS=, && echo "${submitted[*]}")" --format %i 2>&1); then
            [[ $said != *'Invalid job id'* ]] || return 0
            [[ $said == "$trouble" ]] || printf 'submit.sh: squeue failed, and is tried again: %s\n' "$said" >&2
            trouble=$said
        elif [[ -z $said ]]; then
            return 0
        fi
        pause=$((SECONDS / 20))
        sleep $((pause < 2 ? 2 : pause < 30 ? pause : 30))
    done
}

for gpu in $(if [[ -n $gpus ]]; then seq 0 $((gpus - 1)); else echo -; fi); do
    for ((first = 0; first < ${#names[@]}; first += largest)); do
        submit "${gpu#-}" "${names[@]:first:largest}"
    done
done
complete=yes
if [[ -z $waits ]]; then
    printf 'Once squeue lists none of these jobs: %q --ended %q\n' "$here/summary.py" "$folder"
    exit
fi
wait_for_end
exec "$here/summary.py" --ended "$folder"
