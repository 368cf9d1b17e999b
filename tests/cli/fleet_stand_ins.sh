# shellcheck shell=bash
# Sourced by the tests of scripts/fleet: checks.sh, and in the new folder $3 a program whose devices and runs are made up.
# Needs $real, the real program. Sets $folder, $one and $two (UUIDs), and $scripted (a run on the scripted device).
# shellcheck source=SCRIPTDIR/checks.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/checks.sh"
enter_new "$3"
folder=$PWD
unset "${!SLURM@}"

# device NAME KIND UUID USABLE: as `devices` prints it.
device() {
    printf ' {\n  "name": "%s",\n  "kind": "%s",\n  "driver": "Some driver 1.2 (LLVM: 15)",\n  "device_uuid": "%s",\n  "usable": %s\n }' "$@"
}

one=11111111111111111111111111111111 two=22222222222222222222222222222222 none=00000000000000000000000000000000
{
    printf '[\n' && device B 'discrete GPU' $two true && printf ',\n' && device A 'discrete GPU' $one true &&
        printf ',\n' && device CPU CPU $none true && printf ',\n' && device Old 'integrated GPU' 3 false && printf '\n]\n'
} >two.json
printf '[\n%s\n]\n' "$(device CPU CPU $none true)" >software.json
printf '[\n]\n' >empty.json
# The program: what `devices` prints and what `run` does are files; its calls are noted.
cat >vkperftest <<END
#!/usr/bin/env bash
printf '%s\n' "\$*" >>"$folder/calls"
if [[ \$1 == devices ]]; then
    source "$folder/devices"
else
    source "$folder/runs"
fi
END
chmod +x vkperftest
printf 'load | * | * | 0.01 | 0.01\n' >script
# shellcheck disable=SC2034,SC2154 # for and from the test
scripted="args=(); while ((\$# > 0)); do if [[ \$1 == --device ]]; then shift 2; else args+=(\"\$1\"); shift; fi; done
    exec '$real' \"\${args[@]}\" --script '$folder/script'"

# fleet DEVICES RUNS: what the program prints and does from now on.
fleet() {
    printf '%s\n' "$1" >devices
    printf '%s\n' "$2" >runs
    rm -f calls
}
