# Tests of the sources and of the build (CMake).
add_test(NAME layers COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR}/source
                             -D LAYERS=${PROJECT_BINARY_DIR}/layers.cmake -D DOCUMENT=${PROJECT_SOURCE_DIR}/CONTRIBUTING.md
                             -P ${CMAKE_CURRENT_SOURCE_DIR}/check_layers.cmake)
set_tests_properties(layers PROPERTIES LABELS source)

set(kernel_compiler "")
if(TARGET vkperftest_kernel_compiler)
    set(kernel_compiler $<TARGET_FILE:vkperftest_kernel_compiler>)
endif()
add_test(NAME kernel_build
         COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR} -D FOLDER=${CMAKE_CURRENT_BINARY_DIR}/kernel_build
                 -D COMPILER=${VKPERFTEST_HLSL_COMPILER} -D COMPILER_PROGRAM=${VKPERFTEST_HLSL_PROGRAM}
                 -D GLSL_PROGRAM=${VKPERFTEST_GLSL_PROGRAM} -D SPIRV_VAL=${VKPERFTEST_SPIRV_VAL}
                 -D SPIRV_CROSS=${VKPERFTEST_SPIRV_CROSS} -D "KERNEL_COMPILER=${kernel_compiler}"
                 -P ${CMAKE_CURRENT_SOURCE_DIR}/kernels/check_build.cmake)
set_tests_properties(kernel_build PROPERTIES LABELS source)

if(CMAKE_HOST_UNIX)
    foreach(mode found missing)
        add_test(NAME kernel_compiler_${mode}
                 COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR} -D MODE=${mode}
                         -D FOLDER=${CMAKE_CURRENT_BINARY_DIR}/kernel_compiler_${mode}
                         -P ${CMAKE_CURRENT_SOURCE_DIR}/kernels/check_compiler.cmake)
    endforeach()
    set_tests_properties(kernel_compiler_missing PROPERTIES PASS_REGULAR_EXPRESSION "dxc was not found\\.")
    set_tests_properties(kernel_compiler_found kernel_compiler_missing PROPERTIES LABELS source)
endif()

add_test(NAME version_stamp
         COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR} -D FOLDER=${CMAKE_CURRENT_BINARY_DIR}/version_stamp
                 -P ${CMAKE_CURRENT_SOURCE_DIR}/cli/check_version.cmake)
set_tests_properties(version_stamp PROPERTIES LABELS source SKIP_REGULAR_EXPRESSION "git was not found")

# The documents' links and anchors.
add_test(NAME links COMMAND ${VKPERFTEST_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/docs/check_links.py ${PROJECT_SOURCE_DIR})
set_tests_properties(links PROPERTIES LABELS source)

# The faults that scripts/mutations.py injects still stand in the sources.
add_test(NAME mutations COMMAND ${VKPERFTEST_PYTHON} ${PROJECT_SOURCE_DIR}/scripts/mutations.py --check)
set_tests_properties(mutations PROPERTIES LABELS source)
