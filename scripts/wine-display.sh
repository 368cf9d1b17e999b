#!/usr/bin/env bash
# The servers that Wine needs to run Windows programs: sourced, or around a command.
#   scripts/wine-display.sh COMMAND…

# Begins an X server without a screen, without which Wine 8 has no Vulkan, and ends it with the script. A desktop of Wine's
# that was begun without one would go on without Vulkan: it is ended first, and last, so that nothing stays behind.
begin_wine() {
    WINEPREFIX=${WINEPREFIX:-$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")/build/wine}
    export WINEPREFIX
    mkdir -p "$WINEPREFIX"
    end_wine
    local display screen
    exec {screen}< <(exec Xvfb -displayfd 1 -screen 0 640x480x24 -nolisten tcp 2>/dev/null)
    xvfb=$!
    trap end_all EXIT
    read -r -t 30 -u "$screen" display || { echo "Xvfb, an X server without a screen, did not start" >&2; exit 1; }
    export DISPLAY=:$display
}

end_wine() {
    "$(command -v wineserver64 wineserver /usr/lib/wine/wineserver64 /usr/lib/wine/wineserver | head -n 1)" -k || true
}

end_all() {
    end_wine
    kill "$xvfb" 2>/dev/null || true
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
    set -euo pipefail
    begin_wine
    "$@"
fi
