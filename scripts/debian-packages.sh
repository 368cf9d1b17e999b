# shellcheck shell=bash
# Sourced after packages.sh: fetches packages of any Debian release and unpacks them without installing them. All files
# of this apt lie in the folder $apt; the system's apt and its lists are left as they are.
set -euo pipefail

# Debian's mirrors among the sources of the system's apt, without those of security updates and of others' packages.
mirrors() {
    apt-get indextargets --format "\$(RELEASE) \$(COMPONENT) \$(REPO_URI)" 'Created-By: Packages' |
        awk -v name="$1" '$2 == "main" && ($1 == name || $1 ~ /^((old)*stable|testing|sid|unstable)$/) { print $3 }' |
        sort -u
}

# prepare_apt SUITE…: from now on packages come from these suites alone. On other systems the script stops, and says what to
# do elsewhere if the variable of that name does.
prepare_apt() {
    local signed='' mirror suite codename keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    # shellcheck source=/dev/null
    codename=$(source /etc/os-release 2>/dev/null && [[ $ID == debian ]] && echo "${VERSION_CODENAME:-sid}") ||
        stop "this needs Debian 12 or newer and its apt${elsewhere:+; elsewhere, $elsewhere}."
    [[ ! -e $keyring ]] || signed="[signed-by=$keyring]"
    rm -rf "${apt:?}"
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
    for mirror in $(mirrors "$codename"); do
        for suite; do
            echo "deb $signed $mirror $suite main"
        done
    done >"$apt/sources.list"
    [[ -s $apt/sources.list ]] || stop "apt's sources name no Debian mirror for $codename."
    # The empty status makes apt list all that a package needs. The cleared hooks are for the system's own lists.
    cat >"$apt/apt.conf" <<END
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::State::lists "$apt/lists";
Dir::State::status "/dev/null";
Dir::Cache "$apt/cache";
Acquire::Languages "none";
APT::Sandbox::User "root";
APT::Install-Recommends "false";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
END
    quietly "apt-get update failed for $*, see above. A missing key comes with a newer debian-archive-keyring." \
        apt-get -c "$apt/apt.conf" update
}

# unpack FOLDER PACKAGE=VERSION…
unpack() (
    mkdir -p "$1"
    cd "$1"
    quietly "apt-get could not download ${*:2}, see above." apt-get -c "$apt/apt.conf" download "${@:2}"
    for file in *.deb; do
        quietly "$file cannot be unpacked, see above." dpkg-deb -x "$file" .
    done
    rm -- *.deb
)

# closure SUITE PACKAGE: the package and all that it needs, as lines "PACKAGE VERSION".
closure() {
    LC_ALL=C apt-get -c "$apt/apt.conf" -t "$1" --simulate install "$2" |
        sed -n 's/^Inst \([^ ]*\) (\([^ ]*\) .*/\1 \2/p'
}
