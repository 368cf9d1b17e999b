#!/usr/bin/env bash
# Runs scripts/fleet/ on a software driver, with stand-ins for Slurm and SSH, and with GNU parallel where it is installed:
# hosts without a driver, killed and unreachable ones are named, and measured when they come back. No time is judged.
#   check_fleet.sh SCRIPTS PROGRAM FOLDER MANIFEST
set -euo pipefail
scripts=$1 program=$2 folder=$3 manifest=$4
# shellcheck source=SCRIPTDIR/checks.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/checks.sh"
enter_new "$folder"
export FLEET_SOFTWARE=1 LP_NUM_THREADS=1 VK_DRIVER_FILES=$manifest VK_ICD_FILENAMES=$manifest
rows=(--filter 'cbuffer{float4} load linear')

# What a host lacks stands in troubles/HOST: its driver, or a life longer than the first save.
mkdir fleet troubles
cp "$scripts"/* fleet
cat >fleet/vkperftest <<END
#!/usr/bin/env bash
case \$(cat "$PWD/troubles/\${FLEET_HOST:-\${SLURMD_NODENAME:-}}" 2>/dev/null) in
driver) export VK_DRIVER_FILES=/no/driver.json VK_ICD_FILENAMES=/no/driver.json ;;
life)
    if [[ \$1 == run ]]; then
        "$program" "\$@" &
        until compgen -G "*/\${FLEET_HOST:-\${SLURMD_NODENAME:-}}.*.json"; do sleep 0.1; done
        kill -KILL \$! \$\$
    fi
    ;;
esac
exec "$program" "\$@"
END
chmod +x fleet/vkperftest

# one FOLDER HOST: the host's only results file, which is complete.
one() {
    local files=("$1/$2".*.json)
    [[ ${#files[@]} == 1 && -e ${files[0]} ]] || stop "$2 has no results file, or several: $(ls "$1")"
    grep -q '"complete": true' "${files[0]}" || stop "${files[0]} is not complete"
}

# One host: measured, and measured again without a change.
FLEET_HOST=n1 ends 0 fleet/measure-host.sh alone "${rows[@]}"
one alone n1
[[ ! -e alone/n1.failed ]] || stop "n1 is named: $(cat alone/n1.failed)"
before=$(cksum alone/n1.*.json)
FLEET_HOST=n1 ends 0 fleet/measure-host.sh alone "${rows[@]}"
[[ $(cksum alone/n1.*.json) == "$before" ]] || stop "a complete file has changed"
ends 2 fleet/measure-host.sh
FLEET_SOFTWARE='' FLEET_HOST=n1 ends 3 fleet/measure-host.sh gpus "${rows[@]}"
holds gpus/n1.failed '^n1: no GPU that can be measured \(exit code 3\)$'

# Slurm: a node without a driver, and one that is killed; then all is well.
mkdir bin
printf '#!/bin/sh\nprintf "n1\\nn2\\nn3\\n"\n' >bin/scontrol
cat >bin/srun <<'END'
#!/usr/bin/env bash
code=0
for node in n1 n2 n3; do SLURMD_NODENAME=$node "${@:3}" || code=$?; done
exit "$code"
END
chmod +x bin/*
sbatch() { PATH=$PWD/bin:$PATH SLURM_JOB_NODELIST='n[1-3]' SLURM_SUBMIT_DIR=$PWD/fleet bash fleet/measure.sbatch slurm "${rows[@]}"; }
echo driver >troubles/n2
echo life >troubles/n3
ends 137 sbatch
one slurm n1
holds out '^n2: devices: .*no Vulkan driver was found.*\(exit code 3\)$' '^n3: [0-9a-f]*: killed \(exit code 137\)$'
rm troubles/*
ends 0 sbatch
for node in n1 n2 n3; do one slurm "$node"; done
[[ -z $(ls slurm/*.failed 2>/dev/null) ]] || stop "somebody is still named: $(cat slurm/*.failed)"

# SSH: one host cannot be reached, one is killed; then all is well.
cat >bin/ssh <<END
#!/usr/bin/env bash
[[ \$(cat "$PWD/troubles/\$1" 2>/dev/null) != away ]] || exit 255
mkdir -p "$PWD/hosts/\$1" && cd "$PWD/hosts/\$1" && exec bash -c "\$2"
END
chmod +x bin/ssh
export FLEET_SSH=$PWD/bin/ssh
over_ssh() {
    local code=0
    if command -v parallel >/dev/null; then
        parallel --will-cite --joblog "$1" --tag fleet/over-ssh.sh {} ssh "${rows[@]@Q}" ::: me@n1 n2 n3 || code=$?
    else
        for host in me@n1 n2 n3; do fleet/over-ssh.sh "$host" ssh "${rows[@]}" || code=$((code + 1)); done
    fi
    return "$code"
}
echo away >troubles/n2
echo life >troubles/n3
ends 2 over_ssh first.log
one ssh n1
holds ssh/n2.failed '^n2: cannot be reached$'
holds ssh/n3.failed '^n3: [0-9a-f]*: killed \(exit code 137\)$'
rm troubles/*
ends 0 over_ssh second.log
for node in n1 n2 n3; do one ssh "$node"; done
[[ -z $(ls ssh/*.failed 2>/dev/null) ]] || stop "somebody is still named: $(cat ssh/*.failed)"
echo "fleets are measured, continued and named"
