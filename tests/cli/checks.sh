# shellcheck shell=bash
# Sourced by tests of scripts that are for users.
set -euo pipefail

# enter_new FOLDER: empty.
enter_new() { rm -rf "$1" && mkdir -p "$1" && cd "$1"; }

stop() {
    echo "$*"
    exit 1
}

# holds FILE PATTERN…: each is found in the file.
holds() {
    local pattern
    for pattern in "${@:2}"; do
        grep -qE -- "$pattern" "$1" || stop "no '$pattern' in $1: $(cat "$1")"
    done
    echo "$1 says what it should"
}

# ends CODE COMMAND…: it ends so, its output in out and err.
ends() {
    local code=0
    "${@:2}" >out 2>err || code=$?
    [[ $code == "$1" ]] || stop "${*:2}: exit code $code instead of $1: $(cat out err)"
}

# rejects NAME WORDS COMMAND…: it ends with exit code 2, says this in one line under that name, and prints nothing else.
rejects() {
    ends 2 "${@:3}"
    holds err "^$1: $2"
    [[ $(wc -l <err) == 1 && ! -s out ]] || stop "${*:3}: more than one line: $(cat out err)"
}
