# Script: makes one HTML file of a page's parts. The lines {{policy}}, {{style}}, {{chart}} and {{script}} of page.html are
# replaced; all others, {{title}} and {{data}} among them, stay. The policy names what is inside by its hash, and forbids
# everything else: scripts, styles, connections.
# Arguments (-D): PAGE, STYLE, CHART (one file each), SCRIPTS (a list of files, in the order they run in), OUTPUT. CHART may
# be missing, and STYLE, too: the page then brings a style of its own, which the policy allows whatever it is.

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

# The file's text between two line ends, as it will stand in the element.
function(read_part file result)
    file(READ ${file} text)
    string(REPLACE "\r" "" text "${text}")
    if(text MATCHES "</script|</style|<!--")
        message(FATAL_ERROR "${file} holds what would end the element that it stands in")
    endif()
    set(${result} "\n${text}\n" PARENT_SCOPE)
endfunction()

set(style_hash "'unsafe-inline'")
if(STYLE)
    read_part(${STYLE} style)
    hash_source("${style}" style_hash)
endif()
if(CHART)
    read_part(${CHART} chart)
    hash_source("${chart}" chart_hash)
    string(APPEND chart_hash " ")
endif()
set(script "\n'use strict';\n{\n")
foreach(file IN LISTS SCRIPTS)
    read_part(${file} part)
    string(APPEND script "${part}")
endforeach()
string(APPEND script "}\n")
hash_source("${script}" script_hash)
set(policy "default-src 'none'; script-src ${chart_hash}${script_hash}; style-src ${style_hash}; img-src data:; base-uri 'none'; form-action 'none'")

file(READ ${PAGE} page)
string(REPLACE "\r" "" page "${page}")
string(REPLACE "{{policy}}" "<meta http-equiv=\"Content-Security-Policy\" content=\"${policy}\">" page "${page}")
string(REPLACE "{{style}}" "<style>${style}</style>" page "${page}")
string(REPLACE "{{chart}}" "<script>${chart}</script>" page "${page}")
string(REPLACE "{{script}}" "<script>${script}</script>" page "${page}")
file(WRITE "${OUTPUT}.new" "${page}")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
