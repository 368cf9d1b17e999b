# Tests of the program as a file that is carried to other machines, and of what runs it here (CMake).

# What it names that the system has to bring. Vulkan's loader is none of it: it is opened at run time.
if(CMAKE_OBJDUMP AND VKPERFTEST_CARRIED)
    if(WIN32)
        set(allowed KERNEL32.dll ADVAPI32.dll msvcrt.dll)
    else()
        set(allowed libc.so.6 libm.so.6 libpthread.so.0 libdl.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1)
    endif()
    add_test(NAME needs COMMAND ${CMAKE_COMMAND} -D OBJDUMP=${CMAKE_OBJDUMP} -D PROGRAM=$<TARGET_FILE:vkperftest>
                                -D "ALLOWED=${allowed}" -P ${CMAKE_CURRENT_SOURCE_DIR}/cli/check_needs.cmake)
    set_tests_properties(needs PROPERTIES LABELS "cli${and_windows}")
endif()

# In a root that holds only the C library, and then also a driver.
if(CMAKE_SYSTEM_NAME STREQUAL Linux AND VKPERFTEST_CARRIED AND VKPERFTEST_LAVAPIPE_MANIFEST)
    add_test(NAME carried COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/cli/check_carried.sh $<TARGET_FILE:vkperftest>
                                  ${VKPERFTEST_LAVAPIPE_MANIFEST})
    set_tests_properties(carried PROPERTIES LABELS device SKIP_RETURN_CODE 77)
endif()

# As people run it, on a real driver.
if(VKPERFTEST_LAVAPIPE_MANIFEST)
    add_test(NAME on_driver
             COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/cli/check_on_driver.sh ${VKPERFTEST_LAVAPIPE_MANIFEST}
                     ${CMAKE_CURRENT_BINARY_DIR}/on_driver ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:vkperftest>)
    set(lavapipe VK_DRIVER_FILES=${VKPERFTEST_LAVAPIPE_MANIFEST} VK_ICD_FILENAMES=${VKPERFTEST_LAVAPIPE_MANIFEST})
    set_tests_properties(on_driver PROPERTIES LABELS "device${and_windows}" COST 60 ENVIRONMENT "${lavapipe}")
endif()

# What `cmake --install` puts where. Not with sanitizers, which would find nothing more in the few lines of the program
# that this test runs.
if(CMAKE_SYSTEM_NAME STREQUAL Linux AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    add_test(NAME install COMMAND ${VKPERFTEST_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/cli/check_install.py
                                  ${PROJECT_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR}/installed)
    set_tests_properties(install PROPERTIES LABELS cli)
endif()

# All that is measured on a machine with a GPU, by one script, on the scripted device and on a driver; and the scripts
# for many machines.
if(CMAKE_SYSTEM_NAME STREQUAL Linux)
    set(gpu_day ${CMAKE_CURRENT_SOURCE_DIR}/cli/check_gpu_day.sh ${PROJECT_SOURCE_DIR}/scripts/gpu-day.sh
                $<TARGET_FILE:vkperftest_scripted>)
    add_test(NAME gpu_day COMMAND ${gpu_day} ${CMAKE_CURRENT_BINARY_DIR}/gpu_day)
    set_tests_properties(gpu_day PROPERTIES LABELS cli-nightly COST 60)
    if(VKPERFTEST_LAVAPIPE_MANIFEST)
        add_test(NAME gpu_day_on_driver COMMAND ${gpu_day} ${CMAKE_CURRENT_BINARY_DIR}/gpu_day_on_driver
                                                ${VKPERFTEST_LAVAPIPE_MANIFEST})
        set_tests_properties(gpu_day_on_driver PROPERTIES LABELS device-nightly)
    endif()
    if(VKPERFTEST_LAVAPIPE_MANIFEST)
        add_test(NAME fleet COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/cli/check_fleet.sh ${PROJECT_SOURCE_DIR}/scripts/fleet
                                    $<TARGET_FILE:vkperftest> ${CMAKE_CURRENT_BINARY_DIR}/fleet
                                    ${VKPERFTEST_LAVAPIPE_MANIFEST})
        set_tests_properties(fleet PROPERTIES LABELS device-nightly COST 60)
    endif()
endif()

# Under Wine a crash could look like success: it must fail a test. (Elsewhere ctest itself knows a crash.)
if(CMAKE_CROSSCOMPILING)
    add_executable(crasher cli/crasher.cpp)
    foreach(way none null abort)
        add_test(NAME crash.${way} COMMAND crasher ${way})
        set_tests_properties(crash.${way} PROPERTIES LABELS "cli${and_windows}")
    endforeach()
    set_tests_properties(crash.null crash.abort PROPERTIES WILL_FAIL TRUE)
endif()
