# The drawings in docs/pictures/ are those that the program and scripts/diagrams.py draw. Given: PROGRAM, PYTHON, ROOT,
# FOLDER.
file(REMOVE_RECURSE ${FOLDER})
execute_process(COMMAND ${PROGRAM} report ${ROOT}/results/nvidia-h100.json --svg ${FOLDER}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${PYTHON} ${ROOT}/scripts/diagrams.py ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)
file(GLOB committed RELATIVE ${ROOT}/docs/pictures ${ROOT}/docs/pictures/*.svg)
file(GLOB drawn RELATIVE ${FOLDER} ${FOLDER}/*)
if(NOT committed STREQUAL drawn)
    message(FATAL_ERROR "docs/pictures/ holds ${committed}; what is drawn is ${drawn}")
endif()
foreach(picture IN LISTS drawn)
    execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${ROOT}/docs/pictures/${picture} ${FOLDER}/${picture}
                    RESULT_VARIABLE differs)
    if(differs)
        message(FATAL_ERROR "docs/pictures/${picture} is out of date: vkperftest report "
                            "results/nvidia-h100.json --svg docs/pictures; scripts/diagrams.py docs/pictures")
    endif()
endforeach()
