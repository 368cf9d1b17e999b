# Script: reads which shared libraries a program names and fails on one that is not allowed, or if it finds none.
# Arguments (-D): OBJDUMP, PROGRAM, ALLOWED (a list).
cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${OBJDUMP} -p ${PROGRAM} OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "(NEEDED|DLL Name:) +[^ \n]+" lines "${headers}")
if(NOT lines)
    message(FATAL_ERROR "${PROGRAM}: no needs were found")
endif()
set(wrong FALSE)
foreach(line IN LISTS lines)
    string(REGEX REPLACE ".* " "" library "${line}")
    if(NOT library IN_LIST ALLOWED)
        message("must not need ${library}") # errors are wrapped, and where depends on the path
        set(wrong TRUE)
    endif()
endforeach()
if(wrong)
    message(FATAL_ERROR "${PROGRAM} needs more than it may")
endif()
message(STATUS "${lines}")
