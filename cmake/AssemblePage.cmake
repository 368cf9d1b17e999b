# Script: puts the style and the script into the page, whose lines {{policy}}, {{style}} and {{script}} are replaced. The policy
# allows only this script, by its hash, and no connections; styles cannot do harm without them.
# Arguments (-D): PAGE, STYLE, SCRIPT (a file each), OUTPUT.

cmake_minimum_required(VERSION 3.25)

# The SHA-256 of a text as base64, which a Content-Security-Policy wants.
function(hash_source text result)
    string(SHA256 hex "${text}")
    set(digits ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
    set(base64 "")
    string(REGEX MATCHALL "......|....$" groups "${hex}") # 32 bytes: ten groups of three, and two
    foreach(group IN LISTS groups)
        string(LENGTH ${group} length)
        set(last 3)
        if(length EQUAL 4)
            set(group ${group}00)
            set(last 2)
        endif()
        foreach(place RANGE ${last})
            math(EXPR digit "(0x${group} >> (18 - 6 * ${place})) & 63")
            string(SUBSTRING ${digits} ${digit} 1 digit)
            string(APPEND base64 ${digit})
        endforeach()
    endforeach()
    set(${result} "'sha256-${base64}='" PARENT_SCOPE)
endfunction()

foreach(part PAGE STYLE SCRIPT)
    file(READ ${${part}} text)
    string(REPLACE "\r" "" ${part}_text "${text}")
    if(NOT part STREQUAL PAGE AND text MATCHES "</script|</style|<!--")
        message(FATAL_ERROR "${${part}} holds what would end the element that it stands in")
    endif()
endforeach()
set(script "\n'use strict';\n{\n${SCRIPT_text}}\n")
hash_source("${script}" hash)
set(policy "default-src 'none'; script-src ${hash}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'")
set(page "${PAGE_text}")
string(REPLACE "{{policy}}" "<meta http-equiv=\"Content-Security-Policy\" content=\"${policy}\">" page "${page}")
string(REPLACE "{{style}}" "<style>\n${STYLE_text}{{pictures}}\n</style>" page "${page}")
string(REPLACE "{{script}}" "<script>${script}</script>" page "${page}")
file(WRITE "${OUTPUT}.new" "${page}")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
