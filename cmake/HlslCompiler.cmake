# vkperftest_hlsl_compiler(COMPILER GLSL_PROGRAM PROGRAM VERSION): sets PROGRAM to the compiler of the kernels in HLSL and
# VERSION to what is recorded of it, for COMPILER glslang (then it is GLSL_PROGRAM) or dxc. Of glslang that is its number.
# DXC prints the versions of several libraries, of which the first alone makes SPIR-V, so all of them are recorded.
function(vkperftest_hlsl_compiler compiler glsl_program program version)
    if(compiler STREQUAL "dxc")
        find_program(VKPERFTEST_HLSL_PROGRAM_DXC dxc)
        if(NOT VKPERFTEST_HLSL_PROGRAM_DXC)
            message(FATAL_ERROR "dxc was not found. No Debian package has it: take a release of the DirectX Shader Compiler "
                                "that generates SPIR-V and name it with -D VKPERFTEST_HLSL_PROGRAM_DXC=PATH, or leave out "
                                "-D VKPERFTEST_HLSL_COMPILER=dxc.")
        endif()
        set(found ${VKPERFTEST_HLSL_PROGRAM_DXC})
    elseif(compiler STREQUAL "glslang")
        set(found ${glsl_program})
    else()
        message(FATAL_ERROR "VKPERFTEST_HLSL_COMPILER is '${compiler}'; it must be glslang or dxc.")
    endif()
    execute_process(COMMAND ${found} --version OUTPUT_VARIABLE text ERROR_QUIET)
    string(STRIP "${text}" text)
    if(compiler STREQUAL "dxc")
        string(REGEX REPLACE "[\r\n]+" "; " text "${text}")
        string(REGEX REPLACE "[\"\\\\]" "" text "${text}") # it becomes a literal of C++
    elseif(text MATCHES "[0-9]+:([0-9]+\\.[0-9]+\\.[0-9]+)" OR text MATCHES "([0-9]+\\.[0-9]+(\\.[0-9]+)?)")
        set(text ${CMAKE_MATCH_1})
    endif()
    set(${program} ${found} PARENT_SCOPE)
    set(${version} "${compiler} ${text}" PARENT_SCOPE)
endfunction()
