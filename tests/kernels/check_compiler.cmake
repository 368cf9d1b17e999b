# Script: how the compiler of the kernels in HLSL is found and what is recorded of it, with a program that pretends to be
# DXC. Arguments (-D): ROOT, FOLDER (scratch), MODE (found or missing; missing ends with an error that a test expects).
cmake_minimum_required(VERSION 3.25)
include(${ROOT}/cmake/HlslCompiler.cmake)
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
set(CMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH FALSE) # whatever this machine has
set(CMAKE_FIND_USE_CMAKE_SYSTEM_PATH FALSE)
if(MODE STREQUAL "missing")
    vkperftest_hlsl_compiler(dxc glslangValidator program version)
    return()
endif()
file(WRITE ${FOLDER}/dxc "#!/bin/sh\necho 'libdxcompiler.so: 1.9 - 1.9.2607.3 (0123abcd); libdxil.so: 1.8'\n")
file(CHMOD ${FOLDER}/dxc PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
set(CMAKE_PROGRAM_PATH ${FOLDER})
vkperftest_hlsl_compiler(dxc glslangValidator program version)
if(NOT program STREQUAL "${FOLDER}/dxc" OR
   NOT version STREQUAL "dxc libdxcompiler.so: 1.9 - 1.9.2607.3 (0123abcd); libdxil.so: 1.8")
    message(FATAL_ERROR "found '${program}', version '${version}'")
endif()
