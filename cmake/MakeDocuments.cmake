# Included while installing: makes the documents as they are installed. In OUTPUT/common: the documents, where links to
# files that are not installed become plain text, and NOTICES.txt, with the copyright notices of everything that became
# part of the program. OUTPUT/changelog.gz is what Debian's packages must have.
# Variables: SOURCE (the project's folder), OUTPUT, NOTICES (Debian packages), VERSION, PACKAGER ("NAME <MAIL>").
file(REMOVE_RECURSE "${OUTPUT}")
file(GLOB documents RELATIVE "${SOURCE}" "${SOURCE}/README.md" "${SOURCE}/CHANGELOG.md" "${SOURCE}/docs/*.md"
     "${SOURCE}/docs/*/*.md" "${SOURCE}/results/*.md")
set(absent "(\\.\\./)*(CONTRIBUTING\\.md|LICENSE\\.md|\\.clang-tidy|scripts/|source/|tests/|third_party/)[^()]*")
foreach(document IN LISTS documents)
    file(READ "${SOURCE}/${document}" text)
    string(REGEX REPLACE "\\[([^][]*)\\]\\(${absent}\\)" "\\1" text "${text}")
    file(WRITE "${OUTPUT}/common/${document}" "${text}")
endforeach()

# Debian's packages hold the notices of what they bring; other systems lack these files, and NOTICES.txt with them.
set(text "This program contains parts of other projects. Here are their copyright notices, as Debian's packages hold them.\n")
set(missing "")
foreach(package IN LISTS NOTICES)
    set(file /usr/share/doc/${package}/copyright)
    if(EXISTS ${file})
        file(READ ${file} notice)
        string(APPEND text "\n\n======== ${package} ========\n\n${notice}")
    else()
        list(APPEND missing ${package})
    endif()
endforeach()
if(missing)
    list(JOIN missing ", " missing)
    message("NOTICES.txt is left out: no copyright notices were found for ${missing}")
else()
    file(WRITE "${OUTPUT}/common/NOTICES.txt" "${text}")
endif()

if(CMAKE_HOST_UNIX)
    string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # that of SOURCE_DATE_EPOCH
    if(NOT PACKAGER MATCHES "<")
        string(APPEND PACKAGER " <>")
    endif()
    file(WRITE "${OUTPUT}/changelog" "vkperftest (${VERSION}) unstable; urgency=medium

  * Version ${VERSION}: see CHANGELOG.md.

 -- ${PACKAGER}  ${date}
")
    execute_process(COMMAND gzip -9nf "${OUTPUT}/changelog" COMMAND_ERROR_IS_FATAL ANY)
endif()
