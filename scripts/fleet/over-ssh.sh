#!/usr/bin/env bash
# Measures the GPUs of one host over SSH, for GNU parallel. The folder of this script holds vkperftest and measure-host.sh;
# hosts.txt names a host on each line, as ssh takes it:
#   parallel --jobs 32 --joblog fleet.log --tag ./over-ssh.sh {} results --quick :::: hosts.txt
#   parallel --retry-failed --joblog fleet.log       continues what did not end
#   cat results/*.failed                             what failed; nothing is there once all is done
# Usage: over-ssh.sh HOST FOLDER [OPTIONS OF vkperftest run]. Files also stay in ~/vkperftest-fleet on the host, where a cut
# connection is taken up. FLEET_SSH: the command, such as "ssh -F FILE"; FLEET_*: as in measure-host.sh.
set -uo pipefail
host=${1:?name a host} folder=${2:?name the folder of the results}
shift 2
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
read -ra ssh <<<"${FLEET_SSH:-ssh -o BatchMode=yes -o ServerAliveInterval=30}"
name=$(LC_ALL=C sed 's/.*@//; s/[^A-Za-z0-9._-]\{1,\}/-/g; s/^[.-]*//' <<<"$host")
mkdir -p "$folder"

failed() {
    echo "$name: $*" | tee "$folder/$name.failed" >&2
    exit 255
}

tar -C "$here" -hc measure-host.sh vkperftest | "${ssh[@]}" "$host" 'mkdir -p vkperftest-fleet && tar -C vkperftest-fleet -x' ||
    failed "cannot be reached"
code=0
"${ssh[@]}" "$host" "cd vkperftest-fleet && FLEET_HOST=$name FLEET_LIMIT=${FLEET_LIMIT:-} FLEET_SOFTWARE=${FLEET_SOFTWARE:-} \
    ./measure-host.sh results $(printf '%q ' "$@")" || code=$?
# A host sends only files of its own name.
rm -f "$folder/$name.failed"
"${ssh[@]}" "$host" 'tar -C vkperftest-fleet/results -c .' |
    tar -C "$folder" -x --no-same-owner --no-same-permissions --wildcards "./$name.*" ||
    failed "its files could not be fetched"
exit "$code"
