# Tests of the sources and of the build (CMake).
add_test(NAME layers COMMAND ${CMAKE_COMMAND} -D SOURCE=${PROJECT_SOURCE_DIR}/source
                             -D LAYERS=${PROJECT_BINARY_DIR}/layers.cmake -D DOCUMENT=${PROJECT_SOURCE_DIR}/CONTRIBUTING.md
                             -P ${CMAKE_CURRENT_SOURCE_DIR}/check_layers.cmake)
add_test(NAME layers_bite COMMAND ${CMAKE_COMMAND} -D SOURCE=${CMAKE_CURRENT_SOURCE_DIR}/wrong_layers
                                  -D LAYERS=${PROJECT_BINARY_DIR}/layers.cmake
                                  -D DOCUMENT=${PROJECT_SOURCE_DIR}/README.md
                                  -P ${CMAKE_CURRENT_SOURCE_DIR}/check_layers.cmake)
set_tests_properties(layers_bite PROPERTIES PASS_REGULAR_EXPRESSION
                     "hlsl/wrong.h must not include lint/.*stats/wrong.h must not include <CLI>.*stats/wrong.h must not include run/.*the document does not describe lint/")
set_tests_properties(layers layers_bite PROPERTIES LABELS unit)

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
set_tests_properties(kernel_build PROPERTIES LABELS unit)

if(CMAKE_HOST_UNIX)
    foreach(mode found missing)
        add_test(NAME kernel_compiler_${mode}
                 COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR} -D MODE=${mode}
                         -D FOLDER=${CMAKE_CURRENT_BINARY_DIR}/kernel_compiler_${mode}
                         -P ${CMAKE_CURRENT_SOURCE_DIR}/kernels/check_compiler.cmake)
    endforeach()
    set_tests_properties(kernel_compiler_missing PROPERTIES PASS_REGULAR_EXPRESSION "dxc was not found\\.")
    set_tests_properties(kernel_compiler_found kernel_compiler_missing PROPERTIES LABELS unit)
endif()

add_test(NAME version_stamp
         COMMAND ${CMAKE_COMMAND} -D ROOT=${PROJECT_SOURCE_DIR} -D FOLDER=${CMAKE_CURRENT_BINARY_DIR}/version_stamp
                 -P ${CMAKE_CURRENT_SOURCE_DIR}/cli/check_version.cmake)
set_tests_properties(version_stamp PROPERTIES LABELS unit SKIP_REGULAR_EXPRESSION "git was not found")

# The documents' links and anchors, the width of their prose, and its English. The checks bite.
set(check_links ${VKPERFTEST_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/docs/check_links.py ${PROJECT_SOURCE_DIR})
add_test(NAME links COMMAND ${check_links})
add_test(NAME links_bite COMMAND ${check_links} ${CMAKE_CURRENT_SOURCE_DIR}/docs/broken_links.txt)
set_tests_properties(links_bite PROPERTIES
    PASS_REGULAR_EXPRESSION "missing.md: there is no.*#missing: .*#missing-too: .*3 links in 1 files are broken")
set(check_width ${VKPERFTEST_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/docs/check_width.py ${PROJECT_SOURCE_DIR})
add_test(NAME width COMMAND ${check_width})
add_test(NAME width_bite COMMAND ${check_width} ${CMAKE_CURRENT_SOURCE_DIR}/docs/wide_prose.txt)
set_tests_properties(width_bite PROPERTIES
    PASS_REGULAR_EXPRESSION "^tests/docs/wide_prose.txt:5: 121 columns[\r\n]+1 lines in 1 files are wider")
set(check_english ${VKPERFTEST_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/docs/check_english.py ${PROJECT_SOURCE_DIR})
add_test(NAME english COMMAND ${check_english})
add_test(NAME english_bite COMMAND ${check_english} ${CMAKE_CURRENT_SOURCE_DIR}/docs/forbidden_phrases.txt)
set_tests_properties(english_bite PROPERTIES PASS_REGULAR_EXPRESSION
    "3: 'are told'.*3: 'is told'.*3: 'refuses'.*3: 'told together'.*4: 'tells of'.*[\r\n]+5 phrases in 1 files")
set_tests_properties(links links_bite width width_bite english english_bite PROPERTIES LABELS unit)

# Facts are typed: nobody searches in names of rows or in sentences for them.
set(check_facts ${VKPERFTEST_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/check_facts.py)
add_test(NAME facts COMMAND ${check_facts} ${PROJECT_SOURCE_DIR}/source)
add_test(NAME facts_bite COMMAND ${check_facts} ${CMAKE_CURRENT_SOURCE_DIR}/wrong_facts --planted)
set_tests_properties(facts facts_bite PROPERTIES LABELS unit)

# The faults that scripts/measure_mutations.py plants still stand in the sources.
add_test(NAME mutations COMMAND ${VKPERFTEST_PYTHON} ${PROJECT_SOURCE_DIR}/scripts/measure_mutations.py --check)
set_tests_properties(mutations PROPERTIES LABELS unit)

# Every header compiles alone: the first that a source includes is its own; here are those that no source begins with.
if(NOT CMAKE_UNITY_BUILD)
    file(GLOB_RECURSE headers RELATIVE ${PROJECT_SOURCE_DIR}/source CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/source/*.h)
    set(lonely_sources "")
    foreach(header IN LISTS headers)
        string(REGEX REPLACE "\\.h$" ".cpp" source ${PROJECT_SOURCE_DIR}/source/${header})
        if(EXISTS ${source})
            file(STRINGS ${source} first REGEX "^#include" LIMIT_COUNT 1)
            if(first STREQUAL "#include \"${header}\"")
                continue()
            endif()
        endif()
        string(REPLACE "/" "_" name ${header})
        set(lonely ${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.cpp)
        file(CONFIGURE OUTPUT ${lonely} CONTENT "#include \"${header}\"\n" @ONLY)
        list(APPEND lonely_sources ${lonely})
    endforeach()
    add_library(lonely_headers OBJECT EXCLUDE_FROM_ALL ${lonely_sources})
    target_link_libraries(lonely_headers PRIVATE vkperftest_cli vkperftest_json vkperftest_warnings)
endif()
