# Script: the steps that build kernels stop at broken ones and name them, and includes are tracked.
# Arguments (-D): ROOT, FOLDER (scratch), COMPILER, COMPILER_PROGRAM, GLSL_PROGRAM, SPIRV_VAL, SPIRV_CROSS.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})

function(compile source key result)
    execute_process(
        COMMAND ${CMAKE_COMMAND} -D COMPILER=${COMPILER} -D COMPILER_PROGRAM=${COMPILER_PROGRAM}
                -D GLSL_PROGRAM=${GLSL_PROGRAM} -D SPIRV_VAL=${SPIRV_VAL} -D SPIRV_CROSS=${SPIRV_CROSS} -D SOURCE=${source} -D "DEFINES=${ARGN}"
                -D SPV=${FOLDER}/${key}.spv -D JSON=${FOLDER}/${key}.json -D DEPFILE=${FOLDER}/${key}.d
                -P ${ROOT}/cmake/CompileKernel.cmake
        RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    set(${result} ${status} PARENT_SCOPE)
    set(output "${output}" PARENT_SCOPE)
endfunction()

function(embed key result)
    execute_process(COMMAND ${CMAKE_COMMAND} -D KEYS=${key} -D FOLDER=${FOLDER} -D OUTPUT=${FOLDER}/${key}.cpp
                            -D COMPILER=${COMPILER} -D COMPILER_NAME=test -P ${ROOT}/cmake/EmbedKernels.cmake
                    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    set(${result} ${status} PARENT_SCOPE)
    set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect_failure status text)
    string(REGEX REPLACE "[ \n]+" " " flat "${output}") # messages are wrapped
    if(status EQUAL 0 OR NOT flat MATCHES "${text}")
        message(FATAL_ERROR "expected a failure that says '${text}'; status ${status}:\n${output}")
    endif()
endfunction()

function(expect_success status)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "expected success; status ${status}:\n${output}")
    endif()
endfunction()

set(broken ${ROOT}/tests/kernels/broken)
compile(${broken}/syntax_error.hlsl syntax_error status)
expect_failure(${status} "kernel syntax_error.hlsl")
if(EXISTS ${FOLDER}/syntax_error.spv)
    message(FATAL_ERROR "a failed kernel left its product behind")
endif()

compile(${broken}/same_binding.hlsl same_binding status)
expect_success(${status})
embed(same_binding status)
expect_failure(${status} "kernel same_binding: two resources lie on binding 0")

compile(${broken}/no_push_constants.hlsl no_push_constants status)
expect_success(${status})
embed(no_push_constants status)
expect_failure(${status} "kernel no_push_constants: it has no push constants")

compile(${ROOT}/shaders/raw_buffer.hlsl raw status WIDTH=4 PATTERN=PATTERN_LINEAR)
expect_success(${status})
embed(raw status)
expect_success(${status})
compile(${ROOT}/shaders/raw_buffer.hlsl wrong status WIDTH=4 PATTERN=7)
expect_failure(${status} "kernel raw_buffer.hlsl \\(WIDTH=4 PATTERN=7\\)")
if(COMPILER STREQUAL "glslang")
    file(READ ${FOLDER}/raw.d depfile)
    if(NOT depfile MATCHES "sink.hlsli")
        message(FATAL_ERROR "the depfile does not name included files:\n${depfile}")
    endif()
endif()

compile(${ROOT}/shaders/address_load.comp address status WIDTH=4 ALIGN=16 PATTERN=PATTERN_LINEAR)
expect_success(${status})
embed(address status)
expect_success(${status})
compile(${ROOT}/shaders/address_load.comp wrong status WIDTH=4 ALIGN=16 PATTERN=7)
expect_failure(${status} "kernel address_load.comp \\(WIDTH=4 ALIGN=16 PATTERN=7\\)")
file(READ ${FOLDER}/address.d depfile)
if(NOT depfile MATCHES "pattern.hlsli" OR NOT depfile MATCHES "address.glsl")
    message(FATAL_ERROR "the depfile of GLSL does not name included files:\n${depfile}")
endif()

# Capabilities of more than a byte (here 5297) stand among those for subgroups: Shader, that one, Basic, Arithmetic.
include(${ROOT}/cmake/SubgroupOperations.cmake)
string(REPEAT "0" 40 header)
set(capabilities 1100020001000000 11000200b1140000 110002003d000000 110002003f000000)
list(JOIN capabilities "" capabilities)
subgroup_operations("${header}${capabilities}0b00060001000000" operations)
if(NOT operations EQUAL 5)
    message(FATAL_ERROR "the capabilities were read as the subgroup operations ${operations}, must be 5")
endif()
