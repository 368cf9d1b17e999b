# Script: the steps that build kernels stop at broken ones and name them, and a product serves only what it was made from.
# Arguments (-D): ROOT, FOLDER (scratch), COMPILER, COMPILER_PROGRAM, GLSL_PROGRAM, SPIRV_VAL, SPIRV_CROSS, KERNEL_COMPILER
# (empty if there is none: else it must make the same of each kernel as the programs).
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER} ${FOLDER}/libraries)

# What the libraries made is what the programs made.
function(compare_products)
    file(GLOB products RELATIVE ${FOLDER}/libraries ${FOLDER}/libraries/*)
    foreach(product IN LISTS products)
        execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${FOLDER}/${product} ${FOLDER}/libraries/${product}
                        COMMAND_ERROR_IS_FATAL ANY)
    endforeach()
endfunction()

function(compile_with_libraries source key status defines)
    execute_process(COMMAND ${KERNEL_COMPILER} ${source} ${FOLDER}/libraries "${key}${defines}"
                    RESULT_VARIABLE its_status ERROR_VARIABLE its_output)
    get_filename_component(name ${source} NAME)
    string(STRIP "${defines}" defines)
    if(NOT status EQUAL its_status OR (status AND NOT its_output MATCHES "kernel ${name} \\(${defines}\\): "))
        message(FATAL_ERROR "of ${name}, the programs make status ${status}, the libraries ${its_status}: ${its_output}")
    endif()
    compare_products()
    foreach(extension spv words json)
        if(status EQUAL 0 AND NOT EXISTS ${FOLDER}/libraries/${key}.${extension})
            message(FATAL_ERROR "the libraries made no ${key}.${extension} of ${name}")
        endif()
    endforeach()
endfunction()

function(compile source key result)
    list(JOIN ARGN " " defines)
    execute_process(
        COMMAND ${CMAKE_COMMAND} -D COMPILER=${COMPILER} -D COMPILER_PROGRAM=${COMPILER_PROGRAM}
                -D GLSL_PROGRAM=${GLSL_PROGRAM} -D SPIRV_VAL=${SPIRV_VAL} -D SPIRV_CROSS=${SPIRV_CROSS} -D SOURCE=${source}
                -D "KERNELS=${key} ${defines}" -D FOLDER=${FOLDER} -P ${ROOT}/cmake/CompileKernels.cmake
        RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(KERNEL_COMPILER)
        list(TRANSFORM ARGN PREPEND " " OUTPUT_VARIABLE defines)
        list(JOIN defines "" defines)
        compile_with_libraries(${source} ${key} ${status} "${defines}")
    endif()
    set(${result} ${status} PARENT_SCOPE)
    set(output "${output}" PARENT_SCOPE)
endfunction()

function(embed key result)
    execute_process(COMMAND ${CMAKE_COMMAND} -D NAMES=${key} -D FOLDER=${FOLDER} -D OUTPUT=${FOLDER}/${key}.cpp
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
file(GLOB left ${FOLDER}/*.* ${FOLDER}/libraries/*)
if(left)
    message(FATAL_ERROR "a failed kernel left something behind: ${left}")
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
compile(${ROOT}/shaders/raw_buffer.hlsl wrong status WIDTH=4 PATTERN=9)
expect_failure(${status} "kernel raw_buffer.hlsl \\(WIDTH=4 PATTERN=9\\)")
compile(${ROOT}/shaders/address_load.comp address status WIDTH=4 ALIGN=16 PATTERN=PATTERN_LINEAR)
expect_success(${status})
embed(address status)
expect_success(${status})
compile(${ROOT}/shaders/address_load.comp wrong status WIDTH=4 ALIGN=16 PATTERN=9)
expect_failure(${status} "kernel address_load.comp \\(WIDTH=4 ALIGN=16 PATTERN=9\\)")

# Several kernels of a source in one process, whose state must not pass from one to the next: "key NAME=VALUE …".
function(compile_several name)
    set(source ${ROOT}/shaders/${name}.hlsl)
    execute_process(
        COMMAND ${CMAKE_COMMAND} -D COMPILER=${COMPILER} -D COMPILER_PROGRAM=${COMPILER_PROGRAM}
                -D GLSL_PROGRAM=${GLSL_PROGRAM} -D SPIRV_VAL=${SPIRV_VAL} -D SPIRV_CROSS=${SPIRV_CROSS} -D SOURCE=${source}
                -D "KERNELS=${ARGN}" -D FOLDER=${FOLDER} -P ${ROOT}/cmake/CompileKernels.cmake
        COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${KERNEL_COMPILER} ${source} ${FOLDER}/libraries ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
    compare_products()
endfunction()
if(KERNEL_COMPILER)
    compile_several(outside_load "rwtyped KIND=KIND_RWTYPED" "texture KIND=KIND_TEXTURE" "rwtexture KIND=KIND_RWTEXTURE")
    compile_several(atomic
        "typed TARGET=TARGET_TYPED OPERATION=OPERATION_ADD RESULT=RESULT_USED PATTERN=PATTERN_LINEAR"
        "reduced TARGET=TARGET_SHARED OPERATION=OPERATION_ADD RESULT=RESULT_USED PATTERN=PATTERN_UNIFORM TECHNIQUE=TECHNIQUE_REDUCE")
    compile_several(texture_sample
        "sample WIDTH=4 PATTERN=PATTERN_LINEAR" "gather METHOD=METHOD_GATHER WIDTH=4 PATTERN=PATTERN_UNIFORM")
    file(GLOB made ${FOLDER}/libraries/*.spv)
    list(LENGTH made count)
    if(count LESS 11)
        message(FATAL_ERROR "only ${count} kernels were compared: ${made}")
    endif()
endif()

# What is there is taken as it is: another build made it from the same.
file(WRITE ${FOLDER}/raw.json "made by another build")
file(WRITE ${FOLDER}/libraries/raw.json "made by another build")
compile(${broken}/syntax_error.hlsl raw status)
expect_success(${status})
file(READ ${FOLDER}/raw.json text)
if(NOT text STREQUAL "made by another build")
    message(FATAL_ERROR "a kernel was compiled although its products were there")
endif()

# Products are told apart by the content of all that they are made from, and by the programs that make them: of DXC, whose
# program stays the same, by its library.
include(${ROOT}/cmake/Kernels.cmake)
foreach(path /usr/lib/cmake/glslang /usr/share/spirv_cross_core/cmake)
    vkperftest_other_installation(/usr/bin/glslangValidator other ${path})
    if(other)
        message(FATAL_ERROR "${path} is of the same installation as /usr/bin")
    endif()
endforeach()
foreach(path /usr/local/lib/cmake/glslang /opt/sdk/lib LIBRARY-NOTFOUND)
    vkperftest_other_installation(/usr/bin/glslangValidator other /usr/lib/cmake/glslang ${path})
    if(NOT other STREQUAL path)
        message(FATAL_ERROR "${path} is not of the same installation as /usr/bin, but it says '${other}'")
    endif()
endforeach()

function(expect_as_first_alone text) # of four texts, the third
    if(NOT text MATCHES "^([^;]+);([^;]+);([^;]+);([^;]+)$" OR NOT CMAKE_MATCH_1 STREQUAL CMAKE_MATCH_3
       OR CMAKE_MATCH_1 STREQUAL CMAKE_MATCH_2 OR CMAKE_MATCH_1 STREQUAL CMAKE_MATCH_4)
        message(FATAL_ERROR "hashes do not follow contents and programs: ${text}")
    endif()
endfunction()
set(hashes "")
foreach(content first second first)
    file(WRITE ${FOLDER}/include.hlsli ${content})
    vkperftest_kernel_hash(hash version ${broken}/syntax_error.hlsl ${FOLDER}/include.hlsli)
    list(APPEND hashes ${hash})
endforeach()
vkperftest_kernel_hash(hash another ${broken}/syntax_error.hlsl ${FOLDER}/include.hlsli)
expect_as_first_alone("${hashes};${hash}")

set(VKPERFTEST_GLSL_PROGRAM ${GLSL_PROGRAM})
set(VKPERFTEST_SPIRV_VAL ${SPIRV_VAL})
set(VKPERFTEST_SPIRV_CROSS ${SPIRV_CROSS})
set(VKPERFTEST_HLSL_COMPILER dxc)
set(VKPERFTEST_HLSL_PROGRAM ${FOLDER}/dxc/bin/dxc)
foreach(library bin/libdxcompiler.so lib/libdxcompiler.so bin/dxcompiler.dll)
    file(REMOVE_RECURSE ${FOLDER}/dxc)
    file(WRITE ${VKPERFTEST_HLSL_PROGRAM} "the program")
    set(hashes "")
    foreach(content first second first)
        file(WRITE ${FOLDER}/dxc/${library} ${content})
        vkperftest_kernel_programs(programs)
        vkperftest_kernel_hash(hash version ${programs})
        list(APPEND hashes ${hash})
    endforeach()
    set(VKPERFTEST_SPIRV_CROSS ${SPIRV_VAL})
    vkperftest_kernel_programs(programs)
    set(VKPERFTEST_SPIRV_CROSS ${SPIRV_CROSS})
    vkperftest_kernel_hash(hash version ${programs})
    expect_as_first_alone("${hashes};${hash}")
endforeach()

# Capabilities of more than a byte (here 5297) stand among those for subgroups: Shader, that one, Basic, Arithmetic.
include(${ROOT}/cmake/SubgroupOperations.cmake)
string(REPEAT "0" 40 header)
set(capabilities 1100020001000000 11000200b1140000 110002003d000000 110002003f000000)
list(JOIN capabilities "" capabilities)
subgroup_operations("${header}${capabilities}0b00060001000000" operations)
if(NOT operations EQUAL 5)
    message(FATAL_ERROR "the capabilities were read as the subgroup operations ${operations}, must be 5")
endif()
