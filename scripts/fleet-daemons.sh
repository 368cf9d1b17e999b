# shellcheck shell=bash
# Sourced by other scripts: a Slurm and an SSH server on this machine's loopback address, from Debian's packages, which are
# unpacked and not installed. All that is started ends with the script, even if it is killed.
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"
# shellcheck source=SCRIPTDIR/debian-packages.sh
source "$root/scripts/debian-packages.sh"

tools=$root/build/fleet-tools
work=$(mktemp -d)
daemons=()                # process ids
export FLEET_WORK=$work   # by which stop_daemons knows what was started
export TMPDIR=$work       # what is killed deletes no temporary files
mkdir "$work/logs"

# fetch_tools: Slurm, GNU parallel, an SSH server and nss_wrapper with the libraries that this system lacks.
fetch_tools() {
    [[ ! -d $tools/unpacked ]] || return 0
    local apt=$tools/apt suite package name version wanted=()
    # shellcheck source=/dev/null
    suite=$(source /etc/os-release && echo "${VERSION_CODENAME:-sid}")
    prepare_apt "$suite"
    for package in slurmctld slurmd slurm-client parallel openssh-client openssh-server libnss-wrapper; do
        while read -r name version; do
            installed "$name" || wanted+=("$name=$version")
        done < <(closure "$suite" "$package")
    done
    mapfile -t wanted < <(printf '%s\n' "${wanted[@]}" | sort -u)
    say "Fetching Slurm, GNU parallel and an SSH server of $suite (${#wanted[@]} packages)"
    rm -rf "$tools/unpacking"
    unpack "$tools/unpacking" "${wanted[@]}"
    mv "$tools/unpacking" "$tools/unpacked"
    rm -rf "$apt"
}

# use_tools: their programs and libraries come first from now on.
use_tools() {
    local libraries
    libraries=$(dirname "$(compgen -G "$tools/unpacked/usr/lib/*/slurm*/accounting_storage_*.so" | head -n 1)")
    [[ -d $libraries ]] || stop "Slurm's libraries are not in $tools; delete that folder to fetch them again."
    plugins=$libraries
    export PATH=$tools/unpacked/usr/bin:$tools/unpacked/usr/sbin:$PATH
    export LD_LIBRARY_PATH=$libraries:${libraries%/*}${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
}

# tool NAME: the path of a daemon; Debian's names of Slurm's end with -wlm.
tool() { compgen -G "$tools/unpacked/usr/sbin/$1" || compgen -G "$tools/unpacked/usr/sbin/$1-wlm" || stop "$1 is not in $tools."; }

# wait_for WHAT SECONDS COMMAND…: until the command succeeds; the time is a limit for broken systems.
wait_for() {
    local what=$1 end=$((SECONDS + $2))
    shift 2
    until "$@" >/dev/null 2>&1; do
        if ((SECONDS >= end)); then
            tail -n 5 "$work"/logs/*.log >&2 || true
            stop "this did not happen in time: $what."
        fi
        sleep 0.1
    done
}

# outlive_script: ends everything if this script is killed. It is not a child of the script: ctest kills a test that takes too
# long with all its children.
outlive_script() {
    ( (
        trap '' INT TERM HUP
        env -i tail --pid=$$ -f /dev/null
        stop_daemons
        rm -rf "$work"
    ) &) </dev/null >/dev/null 2>&1
}

# daemon LOG COMMAND…: starts it; it ends with this script at the latest.
daemon() {
    ((${#daemons[@]} > 0)) || outlive_script
    setpriv --pdeathsig KILL "${@:2}" </dev/null >"$work/logs/$1.log" 2>&1 &
    daemons+=($!)
    disown # or the shell tells that it was killed
}

# free_ports COUNT: the first of so many ports on which nothing listens.
free_ports() {
    local first port taken=yes
    while [[ -n $taken ]]; do
        first=$((20000 + RANDOM % 10000)) taken=''
        for ((port = first; port < first + $1; ++port)); do
            ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || taken=yes
        done
    done
    echo "$first"
}

# start_slurm NODES: a controller and the nodes n1, n2, …, each with this machine's two first cores.
start_slurm() {
    local nodes=$1 port nth user
    port=$(free_ports $((nodes + 1)))
    user=$(id -un)
    mkdir -p "$work/slurm/state"
    cat >"$work/slurm/slurm.conf" <<END
ClusterName=fleet
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$port
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/none
CredType=cred/none
# Requeued jobs wait until the credentials of their first start have expired.
AuthInfo=cred_expire=5
SlurmUser=$user
SlurmdUser=$user
StateSaveLocation=$work/slurm/state
SlurmdSpoolDir=$work/slurm/%n
SlurmctldPidFile=$work/slurm/slurmctld.pid
SlurmdPidFile=$work/slurm/%n.pid
PluginDir=$plugins
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
KillWait=5
NodeName=n[1-$nodes] NodeHostname=localhost NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + nodes))] CPUs=1
PartitionName=fleet Nodes=n[1-$nodes] Default=YES MaxTime=INFINITE State=UP
END
    export SLURM_CONF=$work/slurm/slurm.conf
    daemon slurmctld "$(tool slurmctld)" -D -i
    for ((nth = 1; nth <= nodes; ++nth)); do
        mkdir -p "$work/slurm/n$nth"
        daemon "n$nth" "$(tool slurmd)" -D -N "n$nth" -d "$(tool slurmstepd)"
    done
    # shellcheck disable=SC2016
    wait_for "all nodes are idle" 60 bash -c '[[ $(sinfo -h -t idle -o %D) == "$0" ]]' "$nodes"
}

# start_ssh HOST…: one server, which all these names lead to; it tells sessions theirs in FLEET_NODE. The home folder there is
# $work/home. Sets FLEET_SSH.
start_ssh() {
    local port folder=$work/ssh host start=()
    port=$(free_ports 1)
    mkdir -p "$folder" "$work/home"
    ssh-keygen -q -t ed25519 -N '' -f "$folder/server" && ssh-keygen -q -t ed25519 -N '' -f "$folder/user"
    # The server changes to a user that this system may lack, and to the home folder of a user.
    printf '%s\n' "$(id -un):x:$(id -u):$(id -g)::$work/home:/bin/bash" "sshd:x:74:65534::/nonexistent:/bin/false" >"$folder/passwd"
    cat >"$folder/server.conf" <<END
ListenAddress 127.0.0.1
Port $port
HostKey $folder/server
PidFile none
AuthorizedKeysFile $folder/user.pub
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin prohibit-password
MaxStartups 100
AcceptEnv FLEET_NODE TMPDIR
END
    for host; do
        printf 'Host %s\n    SetEnv FLEET_NODE=%s TMPDIR=%s\n' "$host" "$host" "$work"
    done >"$folder/client.conf"
    cat >>"$folder/client.conf" <<END
Host unreachable
    Port $((port == 1 ? 2 : 1))
Host *
    HostName 127.0.0.1
    Port $port
    User $(id -un)
    IdentityFile $folder/user
    IdentitiesOnly yes
    UserKnownHostsFile $folder/known
    StrictHostKeyChecking accept-new
    LogLevel ERROR
END
    # It wants an empty folder in /run, which it gets in a mount namespace of its own.
    # shellcheck disable=SC2016
    ((EUID > 0)) || start=(unshare --mount bash -c 'mount -t tmpfs none /run && mkdir -m 755 /run/sshd && exec "$0" "$@"')
    daemon sshd "${start[@]}" env LD_PRELOAD="$(compgen -G "$tools/unpacked/usr/lib/*/libnss_wrapper.so")" \
        NSS_WRAPPER_PASSWD="$folder/passwd" NSS_WRAPPER_GROUP=/etc/group "$(tool sshd)" -D -e -f "$folder/server.conf"
    export FLEET_SSH="ssh -F $folder/client.conf -o BatchMode=yes"
    wait_for "the SSH server answers" 30 ssh -F "$folder/client.conf" -o BatchMode=yes "$1" true
}

# ours: the daemons, and the processes whose variables name $work: FLEET_WORK, or in SSH's sessions HOME. Without those that
# look for them: no second program starts meanwhile, which would have these variables until it loses them.
ours() {
    local process found
    for process in "${daemons[@]}"; do # the SSH server overwrites its variables
        [[ ! -e /proc/$process ]] || echo "$process"
    done
    found=$(env -i grep -lsF "$work" /proc/[0-9]*/environ || true)
    for process in $found; do echo "${process//[!0-9]/}"; done
}

# listening here|elsewhere: sockets of ours that only this machine, or that other machines, can reach, as the kernel lists them.
listening() {
    local inodes
    inodes=$(ours | while read -r process; do
        find "/proc/$process/fd" -lname 'socket:*' -printf '%l\n' 2>/dev/null || true
    done | tr -cs '0-9' ' ')
    awk -v inodes="$inodes" -v here="$([[ $1 != here ]] || echo 1)" '
        BEGIN { split(inodes, each, " "); for (nth in each) own[each[nth]]; none = "0000000000000000000000000" }
        {
            split($2, local, ":")
            loopback = local[1] == "0100007F" || local[1] == substr(none, 1, 24) "01000000"
        }
        $4 == "0A" && ($10 in own) && loopback == (here == 1)' /proc/net/tcp /proc/net/tcp6
}

# stop_daemons: ends everything that was started, jobs included, and waits for that.
stop_daemons() {
    local ids end=$((SECONDS + 10))
    mapfile -t ids < <(ours)
    while ((${#ids[@]} > 0 && SECONDS < end)); do
        kill -KILL "${ids[@]}" 2>/dev/null || true
        sleep 0.1
        mapfile -t ids < <(ours)
    done
    ((${#ids[@]} > 0)) || daemons=()
}
