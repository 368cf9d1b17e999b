# Script: compiles the kernels of one source, validates and reflects them, and strips their names, which are a tenth of
# their size. Any failing step stops the build with the kernel's name. Arguments (-D): COMPILER (glslang or dxc, of HLSL),
# COMPILER_PROGRAM, GLSL_PROGRAM (glslang's, of GLSL), SPIRV_VAL (spirv-opt lies beside it), SPIRV_CROSS, SOURCE (.hlsl or
# .comp), KERNELS (a list "PRODUCT NAME=VALUE NAME=VALUE": a variant's defines), FOLDER (of PRODUCT.spv,
# PRODUCT.words, the same as C++ wants it, and PRODUCT.json; what is already there was made from the same, by this or
# another build).

cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/KernelFlags.cmake)

function(run_step step)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT status EQUAL 0)
        file(REMOVE "${unfinished}")
        get_filename_component(name "${SOURCE}" NAME)
        list(JOIN defines " " variant)
        message(FATAL_ERROR "kernel ${name} (${variant}): ${step} failed\n${output}")
    endif()
    set(step_output "${output}" PARENT_SCOPE)
endfunction()

get_filename_component(spirv_tools "${SPIRV_VAL}" DIRECTORY)
find_program(SPIRV_OPT spirv-opt HINTS "${spirv_tools}" REQUIRED)
foreach(kernel IN LISTS KERNELS)
    separate_arguments(defines UNIX_COMMAND "${kernel}")
    list(POP_FRONT defines product)
    set(product "${FOLDER}/${product}")
    if(EXISTS "${product}.spv" AND EXISTS "${product}.words" AND EXISTS "${product}.json")
        continue()
    endif()
    list(TRANSFORM defines PREPEND "-D" OUTPUT_VARIABLE define_arguments)
    string(RANDOM LENGTH 8 unfinished) # another build may be making the same at this moment
    set(unfinished "${product}.${unfinished}")

    if(SOURCE MATCHES "\\.comp$")
        run_step("glslangValidator" "${GLSL_PROGRAM}" ${GLSL_KERNEL_FLAGS} ${define_arguments}
                 -o "${unfinished}" "${SOURCE}")
    elseif(COMPILER STREQUAL "dxc")
        run_step("dxc" "${COMPILER_PROGRAM}" ${KERNEL_FLAGS} ${define_arguments} "${SOURCE}" -Fo "${unfinished}")
    else()
        run_step("glslangValidator" "${COMPILER_PROGRAM}" ${KERNEL_FLAGS} ${define_arguments}
                 -o "${unfinished}" "${SOURCE}")
    endif()
    run_step("spirv-val" "${SPIRV_VAL}" --target-env vulkan1.1 "${unfinished}")
    run_step("spirv-cross --reflect" "${SPIRV_CROSS}" "${unfinished}" --reflect)
    file(WRITE "${unfinished}.json" "${step_output}")
    run_step("spirv-opt --strip-debug" "${SPIRV_OPT}" --strip-debug "${unfinished}" -o "${unfinished}")
    file(READ "${unfinished}" hex HEX)
    string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1,\n" words "${hex}")
    file(WRITE "${unfinished}.words" "${words}")
    file(RENAME "${unfinished}.json" "${product}.json")
    file(RENAME "${unfinished}.words" "${product}.words")
    file(RENAME "${unfinished}" "${product}.spv")
endforeach()
