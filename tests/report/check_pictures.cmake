# The pictures in docs/pictures/ are those that the program draws. Given: PROGRAM, ROOT, FOLDER.
file(REMOVE_RECURSE ${FOLDER})
execute_process(COMMAND ${PROGRAM} report ${ROOT}/results/nvidia-h100.json --svg ${FOLDER}
                COMMAND_ERROR_IS_FATAL ANY)
file(GLOB committed RELATIVE ${ROOT}/docs/pictures ${ROOT}/docs/pictures/*)
file(GLOB drawn RELATIVE ${FOLDER} ${FOLDER}/*)
if(NOT committed STREQUAL drawn)
    message(FATAL_ERROR "docs/pictures/ holds ${committed}; the program draws ${drawn}")
endif()
foreach(picture IN LISTS drawn)
    execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${ROOT}/docs/pictures/${picture} ${FOLDER}/${picture}
                    RESULT_VARIABLE differs)
    if(differs)
        message(FATAL_ERROR "docs/pictures/${picture} is not what the program draws: "
                            "vkperftest report results/nvidia-h100.json --svg docs/pictures")
    endif()
endforeach()
