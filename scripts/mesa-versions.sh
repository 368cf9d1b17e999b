#!/usr/bin/env bash
# Fetches Mesa's software driver lavapipe in two versions, side by side and without installing them.
set -euo pipefail
# shellcheck source=SCRIPTDIR/packages.sh
source "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/packages.sh"

if [[ ${1:-} == --help || ${1:-} == -h ]]; then
    cat <<'END'
Usage: scripts/mesa-versions.sh

Fetches lavapipe of Debian 12 (bookworm) and of its backports from the Debian mirror that this machine uses, unpacks
them below build/mesa and prints an ICD manifest for each: two versions of one driver to compare on one machine. Beside them
lie manifests of the same versions' RADV, ANV and hasvk (radv-VERSION.json, …), for `isa`. Needs Debian 12 or newer, but not root; nothing is installed, and the system's apt is left as it is. Delete build/mesa to
fetch them anew.
END
    exit
fi
(($# == 0)) || stop "there are no arguments; see --help."

folder=$root/build/mesa
suites=(bookworm bookworm-backports)

# Debian's mirrors among the sources of the system's apt, without those of security updates and of others' packages.
mirrors() {
    apt-get indextargets --format "\$(RELEASE) \$(COMPONENT) \$(REPO_URI)" 'Created-By: Packages' |
        awk -v name="$1" '$2 == "main" && ($1 == name || $1 ~ /^((old)*stable|testing|sid|unstable)$/) { print $3 }' |
        sort -u
}

# prepare_apt CODENAME: makes an apt that knows the two suites and keeps all its files in the folder apt.
prepare_apt() {
    local signed='' mirror suite keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    [[ ! -e $keyring ]] || signed="[signed-by=$keyring]"
    rm -rf "$folder/apt"
    mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial"
    for mirror in $(mirrors "$1"); do
        for suite in "${suites[@]}"; do
            echo "deb $signed $mirror $suite main"
        done
    done >"$folder/apt/sources.list"
    [[ -s $folder/apt/sources.list ]] || stop "apt's sources name no Debian mirror for $1."
    # The empty status makes apt list all that a package needs. The cleared hooks are for the system's own lists.
    cat >"$folder/apt/apt.conf" <<END
Dir::Etc::sourcelist "$folder/apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::State::lists "$folder/apt/lists";
Dir::State::status "/dev/null";
Dir::Cache "$folder/apt/cache";
Acquire::Languages "none";
APT::Sandbox::User "root";
APT::Install-Recommends "false";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
END
    quietly "apt-get update failed for ${suites[*]}, see above." apt-get -c "$folder/apt/apt.conf" update
}

# unpack FOLDER PACKAGE=VERSION…
unpack() (
    mkdir -p "$1"
    cd "$1"
    quietly "apt-get could not download ${*:2}, see above." apt-get -c "$folder/apt/apt.conf" download "${@:2}"
    for file in *.deb; do
        quietly "$file cannot be unpacked, see above." dpkg-deb -x "$file" .
    done
    rm -- *.deb
)

# closure SUITE PACKAGE: the package and all that it needs, as lines "PACKAGE VERSION".
closure() {
    LC_ALL=C apt-get -c "$folder/apt/apt.conf" -t "$1" --simulate install "$2" |
        sed -n 's/^Inst \([^ ]*\) (\([^ ]*\) .*/\1 \2/p'
}

# set_library_path LIBRARY: makes it and the libraries that it needs look for others beside them first.
set_library_path() {
    local patchelf=$folder/tools/usr/bin/patchelf beside file
    beside=$(dirname "$1")
    # A RUNPATH, such as LLVM's, would keep a library from looking where the one that needs it does.
    for file in "$beside"/*.so*; do
        [[ -L $file || -z $("$patchelf" --print-rpath "$file") ]] ||
            quietly "patchelf failed, see above." "$patchelf" --remove-rpath "$file"
    done
    quietly "patchelf failed, see above." \
        "$patchelf" --force-rpath --set-rpath "\$ORIGIN:\$ORIGIN/../../../lib/$(basename "$beside")" "$1"
}

# fetch SUITE: unpacks its lavapipe, with what this system lacks of the libraries it needs, into a folder named by the
# version.
fetch() {
    local unpacked=$folder/unpacking package version mesa='' wanted=() library trouble
    while read -r package version; do
        if [[ $package == mesa-vulkan-drivers ]]; then
            mesa=${version#*:} # 1:25.0.7-2~bpo12+1 without epoch and revision
            mesa=${mesa%%-*}
        elif [[ $package != libdrm* ]] && installed "$package"; then # the system's libdrm may be too old for it
            continue
        fi
        wanted+=("$package=$version")
    done < <(closure "$1" mesa-vulkan-drivers)
    [[ -n $mesa ]] || stop "$1 of the configured mirror has no mesa-vulkan-drivers for this processor."
    say "Fetching lavapipe $mesa of $1 (${#wanted[@]} packages)"
    rm -rf "$unpacked"
    unpack "$unpacked" "${wanted[@]}"
    library=$(compgen -G "$unpacked/usr/lib/*/libvulkan_lvp.so") || stop "mesa-vulkan-drivers $mesa has no lavapipe."
    set_library_path "$library"
    if trouble=$(ldd -r "$library" 2>&1 | grep -m 5 -E 'not found|undefined symbol'); then
        say "$trouble"
        stop "lavapipe $mesa cannot be loaded on this system, see above."
    fi
    rm -rf "${folder:?}/$mesa"
    mv "$unpacked" "$folder/$mesa"
}

versions() {
    local path
    for path in "$folder"/[0-9]*/; do
        [[ ! -d $path ]] || basename "$path"
    done | sort -V
}

# write_manifest NAME MESAS_NAME VERSION: beside the folder of that version; left alone if it says where the library is.
write_manifest() {
    local packaged library manifest=$folder/$1-$3.json
    packaged=$(compgen -G "$folder/$3/usr/share/vulkan/icd.d/$2_icd*.json" | head -n 1)
    library=$(compgen -G "$folder/$3/usr/lib/*/libvulkan_$2.so")
    ! grep -qsF "\"$library\"" "$manifest" || return 0
    cat >"$manifest" <<END
{
    "file_format_version": "1.0.0",
    "ICD": {
        "library_path": "$library",
        "api_version": "$(sed -n 's/.*"api_version": *"\([^"]*\)".*/\1/p' "$packaged")"
    }
}
END
}

mapfile -t found < <(versions)
if ((${#found[@]} < ${#suites[@]})); then
    # shellcheck source=/dev/null
    codename=$(source /etc/os-release 2>/dev/null && [[ $ID == debian ]] && echo "${VERSION_CODENAME:-sid}") ||
        stop "this needs Debian 12 or newer and its apt; elsewhere, use ICD manifests of drivers that you have."
    prepare_apt "$codename"
    # Fetched like the rest, so that root is not needed.
    unpack "$folder/tools" patchelf
    for suite in "${suites[@]}"; do
        fetch "$suite"
    done
    rm -rf "$folder/apt" "$folder/tools"
    mapfile -t found < <(versions)
fi

example="build/release/vkperftest ab"
for version in "${found[@]}"; do
    write_manifest lavapipe lvp "$version"
    # For isa, which the same packages serve.
    write_manifest radv radeon "$version"
    write_manifest anv intel "$version"
    write_manifest hasvk intel_hasvk "$version"
    echo "$folder/lavapipe-$version.json"
    example+=" --driver build/mesa/lavapipe-$version.json"
done
echo "Compare them: $example"
