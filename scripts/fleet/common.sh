# shellcheck shell=bash
# Sourced by submit.sh and over-ssh.sh: what both check before they start anything.
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")

refuse() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 2
}

# check_host_options OPTIONS…: what measure-host.sh would reject on every host.
check_host_options() { "$here/measure-host.sh" --check --into folder "$@" || exit 2; }

# choose_program: makes $program a path, that of a vkperftest beside the scripts or of this checkout if it is empty.
choose_program() {
    local candidate
    for candidate in "$here/vkperftest" "$here/../../build/release/vkperftest"; do
        [[ -n $program || ! -x $candidate ]] || program=$candidate
    done
    [[ -n $program ]] || refuse "there is no vkperftest beside this script; name it with --program."
    [[ -x $program && ! -d $program ]] || refuse "'$program' is not a program."
    program=$(realpath -- "$program")
}

# make_folder: makes $folder a path, of a folder with records that can be written.
make_folder() {
    { mkdir -p -- "$folder/tasks" && [[ -w $folder && -w $folder/tasks ]]; } || refuse "the folder '$folder' cannot be written."
    folder=$(realpath -- "$folder")
}

# expect TASK…: summary.py names those that never start.
expect() {
    local expected=$folder/tasks/expected new
    touch -- "$expected" || refuse "'$expected' cannot be written."
    new=$(printf '%s\n' "$@" | grep -vxFf "$expected") || return 0 # all are known
    printf '%s\n' "$new" >>"$expected"
}
