# Script: what the build says of the commit, and that it writes nothing when nothing changed.
# Arguments (-D): ROOT, FOLDER (scratch).
cmake_minimum_required(VERSION 3.25)
find_program(git git)
if(NOT git)
    message("git was not found")
    return()
endif()
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER}/checkout/below)
foreach(variable GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE) # set inside a hook; the commits below would go there
    unset(ENV{${variable}})
endforeach()
set(ENV{GIT_CONFIG_GLOBAL} ${FOLDER}/none)
set(ENV{GIT_CEILING_DIRECTORIES} ${FOLDER}) # the build folder may lie in a checkout

function(run_git)
    execute_process(COMMAND ${git} -c user.name=test -c user.email=test@example.com ${ARGN} OUTPUT_QUIET
                    WORKING_DIRECTORY ${FOLDER}/checkout COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(expect_commit source pattern)
    execute_process(COMMAND ${CMAKE_COMMAND} ${ARGN} -D SOURCE=${source} -D VERSION=1.2.3 -D OUTPUT=${FOLDER}/version.cpp
                            -P ${ROOT}/cmake/StampVersion.cmake COMMAND_ERROR_IS_FATAL ANY)
    file(READ ${FOLDER}/version.cpp text)
    if(NOT text MATCHES "return \"1.2.3\"" OR NOT text MATCHES "toolCommit\\(\\) { return \"${pattern}\"")
        message(FATAL_ERROR "expected version 1.2.3 and commit '${pattern}':\n${text}")
    endif()
endfunction()

set(checkout ${FOLDER}/checkout)
expect_commit(${checkout} "")
run_git(init -q)
expect_commit(${checkout} "") # nothing committed yet
file(WRITE ${checkout}/tracked "one")
run_git(add tracked)
run_git(commit -m one)
run_git(tag v7)
expect_commit(${checkout} "[0-9a-f]+")

file(TIMESTAMP ${FOLDER}/version.cpp before "%s.%f")
expect_commit(${checkout} "[0-9a-f]+")
file(TIMESTAMP ${FOLDER}/version.cpp after "%s.%f")
if(NOT before STREQUAL after)
    message(FATAL_ERROR "an unchanged stamp was written again")
endif()

file(WRITE ${checkout}/untracked "")
expect_commit(${checkout} "[0-9a-f]+")
file(WRITE ${checkout}/tracked "two")
expect_commit(${checkout} "[0-9a-f]+-dirty")
expect_commit(${checkout}/below "") # a copy inside another project's checkout
expect_commit(${checkout} "" -D GIT=${FOLDER}/no-such-program)
set(ENV{GIT_TEST_ASSUME_DIFFERENT_OWNER} 1)
expect_commit(${checkout} "")
