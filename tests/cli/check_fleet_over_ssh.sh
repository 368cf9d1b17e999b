#!/usr/bin/env bash
# Runs scripts/fleet/over-ssh.sh with stand-ins for ssh and GNU parallel, on hosts that are folders, of which some are down,
# lack bash or send files of others. scripts/test-fleet.sh runs it over SSH. No time is judged.
#   check_fleet_over_ssh.sh SCRIPTS PROGRAM FOLDER
set -euo pipefail
scripts=$1
real=$2
# shellcheck source=SCRIPTDIR/fleet_stand_ins.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/fleet_stand_ins.sh"

# Each host is a folder, its home. Before a command runs there, the file hosts/HOST.does is sourced.
mkdir bin hosts
cat >bin/ssh-stand-in <<END
#!/usr/bin/env bash
mkdir -p "$folder/hosts/\$1" && cd "$folder/hosts/\$1" || exit 255
command=\$2
[[ ! -e ../\$1.does ]] || source "../\$1.does"
exec bash -c "\$command"
END
cat >bin/parallel <<'END'
#!/usr/bin/env bash
[[ $1 != --version ]] || { echo "GNU parallel" && exit; }
while [[ $1 != ::: ]]; do
    [[ $1 != --joblog ]] || log=$2
    shift
done
[[ ! -e fails ]] || exit 2
printf 'header\n' >"$log"
for host in "${@:2}"; do
    bash -c "one_host $(printf %q "$host")"
    printf '%s\n' "$host" >>"$log"
done
END
chmod +x bin/*
export FLEET_SSH=$folder/bin/ssh-stand-in PATH=$folder/bin:$PATH
over=("$scripts/over-ssh.sh" --hosts list --program vkperftest --grace 1)
rows=(-- --filter 'Byte*Load4 linear')

# A list with comments, empty lines, a host that is named twice, and one whose name begins with another's.
printf '# all of them\r\n\r\n  n1  # the first\r\nn1\nme@n1.example\n \nn3' >list
fleet "cat '$folder/two.json'" "[[ \$* != *n1.example* ]] || exit 4; $scripted"
ends 1 "${over[@]}" --into first "${rows[@]}"
holds out '^n1: done, 2 measured$' '^2 of 3 tasks are done; 4 of 4 files are complete' '^n1\.example: failed with exit code 4: '
[[ $(sort first/tasks/expected | tr '\n' ' ') == 'n1 n1.example n3 ' ]] || stop "others: $(cat first/tasks/expected)"
[[ $(find hosts -name vkperftest-fleet) == hosts/me@n1.example/vkperftest-fleet ]] || stop "hosts keep: $(find hosts)"
# Again: each host gets its own files, so that complete ones are not measured again.
before=$(cat first/n[13]."$one".*.json first/n[13]."$two".*.json | cksum)
echo 'exit 4' >runs
ends 1 "${over[@]}" --into first "${rows[@]}"
echo "$scripted" >runs
ends 0 "${over[@]}" --into first "${rows[@]}"
holds out '^3 of 3 tasks are done; 6 of 6 files are complete'
[[ $(cat first/n[13]."$one".*.json first/n[13]."$two".*.json | cksum) == "$before" ]] || stop "complete files have changed"
# If GNU parallel does not start, records of an earlier start do not count.
touch fails
ends 1 "${over[@]}" --into first "${rows[@]}"
holds err '^over-ssh\.sh: GNU parallel ended early, see above: it has not started, or not finished, 3 of 3 hosts\.$'
rm fails
echo 'exit 4' >runs
mkdir seen
# shellcheck disable=SC2016
echo '[[ $command != *measure-host.sh* || $command == *tar* ]] || cp vkperftest-fleet/*/n1/results/*.json ../../seen' >hosts/n1.does
ends 1 "${over[@]}" --into first "${rows[@]}"
[[ $(find seen -name 'n1.[12]*' | wc -l) == 2 && $(find seen -type f | wc -l) == 2 ]] || stop "n1 got others' files: $(ls seen)"
rm hosts/n1.does
echo "$scripted" >runs

# What goes wrong on a host costs its own files only.
printf 'down\nnobash\nevil\nn1\n' >list
echo 'echo "no route to host" >&2; exit 255' >hosts/down.does
# shellcheck disable=SC2016
echo '[[ $command != *measure-host.sh* || $command == *tar* ]] || { echo "bash: not found" >&2; exit 127; }' >hosts/nobash.does
# shellcheck disable=SC2016
printf '%s\n' 'if [[ $command == *"tar -c"* ]]; then cd vkperftest-fleet/*/evil/results; echo forged >"n1.$one.x.json"' \
    'for each in "n1.$one.Some-driver-1.2-LLVM-15.json" tasks/n1.txt tasks/expected; do echo forged >"$each"; done' \
    'rm -f evil.$one.*; ln -s ../fleet "evil.$one.link.json"; cd ~-; fi' | sed "s/\$one/$one/g" >hosts/evil.does
ends 1 "${over[@]}" --into troubles "${rows[@]}"
holds out '^2 of 4 tasks are done; 3 of 3 files are complete' '^down: failed with exit code 255: the program could not be copied: no route to host$' \
    '^nobash: failed with exit code 255: the task ended with exit code 127: bash: not found$' '^evil\.1.*\.json: the file is missing$'
! grep -rl forged troubles || stop 'a host has written files of another'
[[ -z $(find troubles -type l) ]] || stop "a host has left a link: $(find troubles -type l)"

# A host whose shell prints something at its start, and one whose record holds what moves a cursor.
printf 'chatty\nred\n' >list
echo 'echo Welcome; echo; echo -n to this host' >hosts/chatty.does
# shellcheck disable=SC2016,SC2028
echo '[[ $command != *"tar -c"* ]] || sed -i "s/ measured$/\x1b[31m/" vkperftest-fleet/*/red/results/tasks/red.txt' >hosts/red.does
ends 0 "${over[@]}" --into chatty "${rows[@]}"
holds out '^chatty: done, 2 measured$' '^red: done, 2 \[31m$' '^2 of 2 tasks are done; 4 of 4 files are complete'

# Host names that change in file names: both scripts must change them alike.
printf 'fd00::7\nxn--n1.example\nme@n1%%\n' >list
ends 0 "${over[@]}" --into addresses "${rows[@]}"
holds out '^3 of 3 tasks are done; 6 of 6 files are complete'
[[ $(find addresses/tasks -name '*.txt' -printf '%f\n' | sort | tr '\n' ' ') == 'fd00--7.txt n1.txt xn--n1.example.txt ' ]] ||
    stop "other names: $(ls addresses/tasks)"

# Another name of the program, also the one that it has on hosts.
printf 'n1\n' >list
mkdir odd
for name in program 'a b$' -x; do
    cp vkperftest "odd/$name"
    ends 0 "${over[@]}" --into "into $name" --program "odd/$name" "${rows[@]}"
done

reject() { rejects 'over-ssh\.sh' "$1" "${over[@]}" --into rejected "${@:2}"; }
for names in 'a b' 'user@' '..' '-oProxyCommand=x' "\$(x)"; do
    printf '%s\n' "$names" >list
    reject "'.*' in 'list' is not the name of a host"
done
printf 'me@n1\nn1\n' >list
reject "'me@n1' and 'n1' in 'list' would share the name 'n1'"
printf '# none\n' >list
reject "the list of hosts 'list' names no host"
reject "the list of hosts 'missing' cannot be read" --hosts missing
reject "the list of hosts 'hosts' cannot be read" --hosts hosts
printf 'n1\n' >list
reject "'a.json' is not a full path" --driver a.json
reject "'x' is not a number" --jobs x
reject "'/missing' is not a program" --program /missing
rejects 'measure-host\.sh' "'--output' is set by this script" "${over[@]}" --into rejected -- --output x
rejects 'over-ssh\.sh' 'name the list of hosts' "$scripts/over-ssh.sh" --into rejected
[[ ! -e rejected ]] || stop 'a folder was made for a command line that was rejected'
exec 9<first/tasks/fleet
flock 9
rejects 'over-ssh\.sh' "another over-ssh\.sh is measuring into '$folder/first'" "${over[@]}" --into first
exec 9<&-
echo / >troubles/tasks/fleet
rejects 'over-ssh\.sh' "'.*/tasks/fleet' is damaged" "${over[@]}" --into troubles
printf '#!/bin/sh\nexit 1\n' >bin/parallel # the one of moreutils
reject 'GNU parallel is missing'
