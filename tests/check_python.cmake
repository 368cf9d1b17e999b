# Script: a python3 that fails whatever it is asked, as the Store's does, is passed over for a python that runs.
# Arguments (-D): FOLDER (for scratch), PYTHON (one that runs).
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/python.cmake)

file(REMOVE_RECURSE ${FOLDER})
file(WRITE ${FOLDER}/python3 "#!/bin/sh\necho 'Python was not found; run without arguments to install from the Store'\nexit 49\n")
file(CHMOD ${FOLDER}/python3 PERMISSIONS OWNER_READ OWNER_EXECUTE)
vkperftest_find_python(nothing PATHS ${FOLDER} NO_DEFAULT_PATH)
if(nothing)
    message(FATAL_ERROR "${nothing} was taken for Python")
endif()
file(CREATE_LINK ${PYTHON} ${FOLDER}/python SYMBOLIC)
vkperftest_find_python(found PATHS ${FOLDER} NO_DEFAULT_PATH)
if(NOT found STREQUAL "${FOLDER}/python")
    message(FATAL_ERROR "'${found}' was found instead of ${FOLDER}/python")
endif()
