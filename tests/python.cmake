# vkperftest_find_python(VARIABLE [OPTIONS OF find_program]): a Python that runs. On Windows python3.exe may be a stub that
# only leads to the Store: it fails whatever it is asked.
function(vkperftest_runs_python result program)
    execute_process(COMMAND ${program} --version RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    if(NOT status EQUAL 0)
        set(${result} FALSE PARENT_SCOPE)
    endif()
endfunction()

function(vkperftest_find_python variable)
    find_program(${variable} NAMES python3 python VALIDATOR vkperftest_runs_python ${ARGN})
endfunction()
