#!/usr/bin/env bash
# check_shells.sh PROGRAM STUBS: what bash and fish offer for begun command lines, through the stubs that are installed.
set -euo pipefail
program=$(realpath "$1") stubs=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$program" "$folder/vkperftest"
cd "$folder"
touch old.json
export PATH=$folder:$PATH

expect() { # SHELL LINE OFFERED WANTED
    [[ $3 == "$4" ]] || { echo "$1 offers for '$2': '$3', not '$4'" >&2; exit 1; }
}

source "$stubs/bash"
in_bash() {
    read -ra COMP_WORDS <<<"${1//=/ = }"
    [[ $1 != *' ' && $1 != *= ]] || COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _vkperftest vkperftest
    expect bash "$1" "${COMPREPLY[*]}" "$2"
}
in_bash 'vkperftest li' 'list lint'
in_bash 'vkperftest experiment un' uniform
in_bash 'vkperftest list --suite=mat' matrix
in_bash 'vkperftest show old' '' # so that bash offers files

in_fish() {
    expect fish "$1" "$(fish -c "source $stubs/fish; complete -C '$1'" | sort | tr '\n' ' ')" "$2"
}
if command -v fish >/dev/null; then
    in_fish 'vkperftest li' 'lint list '
    in_fish 'vkperftest run --suite mat' 'matrix '
    in_fish 'vkperftest show old' 'old.json '
else
    echo "fish is not installed, and was not tested."
fi
echo "Shells complete command lines."
