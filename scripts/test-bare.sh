#!/usr/bin/env bash
# Runs run.sh and test.sh on bare Debian systems.
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"

if [[ ${1:-} == --help || ${1:-} == -h ]]; then
    cat <<'END'
Usage: scripts/test-bare.sh [12|13]...

Runs scripts/run.sh and scripts/test.sh as a new user would: in a fresh clone of this checkout's last commit, on a bare
Debian 12 and 13, with two cores, without ccache. Prints each time beside its goal. Needs root, and debootstrap,
which it installs; the packages come from the mirror that apt uses here. What the commands write is kept in build/bare.
END
    exit
fi
((EUID == 0)) || stop "only root can create a bare system: run this script as root."
install_packages debootstrap:debootstrap git:git

declare -A codenames=([12]=bookworm [13]=trixie)
mirror=$(apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' 'Identifier: Packages' |
    awk -v release="$(. /etc/os-release && echo "$VERSION_CODENAME")" '$1 == release && $2 == "main" { print $3; exit }')
[[ -n $mirror ]] || stop "apt has no mirror of Debian's main packages here."

# inside FOLDER COMMAND…: runs it with the folder as its root. What it mounts and starts ends with it.
inside() {
    # shellcheck disable=SC2016
    taskset -c 0,1 unshare --mount --pid --fork bash -c '
        mount --rbind /dev "$0/dev"
        mount -t proc proc "$0/proc"
        exec chroot "$0" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/home TERM=dumb LC_ALL=C.UTF-8 "$@"' "$@"
}

# goal_of NAME GOAL COMMAND…: runs it in the clone; what it writes is kept.
goal_of() {
    local name="Debian $release: $1" bound=$2 log begin=$SECONDS
    shift 2
    log=$logs/$release-$(basename "$1").log
    if inside "$system" bash -c 'cd /home/vkperftest && exec "$@"' - "$@" </dev/null >"$log" 2>&1; then
        ((SECONDS - begin <= bound)) || missed=$((missed + 1))
        printf '%-50s %5d s  goal <= %d s\n' "$name" $((SECONDS - begin)) "$bound"
    else
        missed=$((missed + 1))
        echo "$name failed, see $log"
    fi
}

logs=$root/build/bare
mkdir -p "$logs"
system=$(mktemp -d)
trap 'rm -rf "$system"' EXIT
missed=0
(($# > 0)) || set -- 12 13
for release; do
    [[ -n ${codenames[$release]:-} ]] || stop "only Debian 12 and 13 are supported, not $release; see --help."
    rm -rf "$system"
    quietly "debootstrap failed, see above." debootstrap --variant=minbase "${codenames[$release]}" "$system" "$mirror"
    echo "127.0.0.1 localhost" >"$system/etc/hosts" # which installed systems have
    git clone -q "$root" "$system/home/vkperftest"
    goal_of "run.sh, until a row is measured" 180 scripts/run.sh --quick --filter 'ByteAddressBuffer.Load4 linear'
    goal_of "test.sh, the second command" 360 scripts/test.sh
done
echo "$missed goals missed"
exit $((missed > 0))
