# vkperftest_add_kernels(OUTPUT): compiles every variant of every shaders/*.hlsl and *.comp (GLSL) and sets OUTPUT to the
# generated C++ file. A kernel's key is its file name and the values of its variant, joined by dots: raw_buffer.4.linear.
# A kernel may have several lines of variants.
#
# Build folders share the compiled kernels: a product is named by its key and a hash of all that it is made from, so that
# one with the right name is the right one, whichever build made it. A change in shaders/ or of flags runs CMake again.
set(VKPERFTEST_KERNEL_FOLDER ${CMAKE_CURRENT_BINARY_DIR}/kernels CACHE PATH "Holds the compiled kernels; may be shared")

# The programs that compile, validate and reflect. DXC's only starts its library, which lies beside it or in ../lib.
function(vkperftest_kernel_programs result)
    set(libraries "")
    if(VKPERFTEST_HLSL_COMPILER STREQUAL "dxc")
        file(REAL_PATH ${VKPERFTEST_HLSL_PROGRAM} program)
        cmake_path(GET program PARENT_PATH folder)
        file(GLOB libraries ${folder}/libdxcompiler.* ${folder}/dxcompiler.dll ${folder}/../lib/libdxcompiler.*)
    endif()
    set(${result} ${VKPERFTEST_HLSL_PROGRAM} ${VKPERFTEST_GLSL_PROGRAM} ${VKPERFTEST_SPIRV_VAL} ${VKPERFTEST_SPIRV_CROSS}
                  ${libraries} PARENT_SCOPE)
endfunction()

# vkperftest_kernel_libraries(RESULT): empty if the kernels can be compiled with libraries, or why they cannot. Products
# share their names with those of the programs, so that both must be of one installation.
function(vkperftest_kernel_libraries result)
    if(NOT VKPERFTEST_HLSL_COMPILER STREQUAL "glslang")
        set(${result} "the kernels in HLSL are compiled by ${VKPERFTEST_HLSL_COMPILER}" PARENT_SCOPE)
        return()
    endif()
    if(NOT TARGET vkperftest_kernel_libraries)
        set(${result} "the libraries for lint and SPIRV-Cross's reflection were not found, or are not wanted" PARENT_SCOPE)
        return()
    endif()
    vkperftest_other_installation(${VKPERFTEST_GLSL_PROGRAM} other ${VKPERFTEST_SPIRV_VAL} ${VKPERFTEST_SPIRV_CROSS}
                                  ${VKPERFTEST_KERNEL_LIBRARY_PATHS})
    if(other)
        set(other "${other} is not of the same installation as ${VKPERFTEST_GLSL_PROGRAM}")
    endif()
    set(${result} "${other}" PARENT_SCOPE)
endfunction()

# vkperftest_other_installation(PROGRAM RESULT PATH...): the first of the paths that does not lie where PREFIX/bin/PROGRAM
# is installed; empty if there is none. /usr/local is another installation than /usr.
function(vkperftest_other_installation program result)
    file(REAL_PATH ${program} program)
    cmake_path(GET program PARENT_PATH folder)
    cmake_path(GET folder PARENT_PATH prefix)
    set(${result} "" PARENT_SCOPE)
    foreach(path IN LISTS ARGN)
        file(REAL_PATH ${path} real)
        cmake_path(IS_PREFIX prefix ${real} below)
        if(NOT below OR real MATCHES "^${prefix}/local/" OR path MATCHES "NOTFOUND$")
            set(${result} ${path} PARENT_SCOPE)
            return()
        endif()
    endforeach()
endfunction()

# A program made of the libraries compiles a kernel in a tenth of the time that the programs take, and to the same.
function(vkperftest_kernel_compiler)
    vkperftest_kernel_libraries(missing)
    if(missing)
        message(STATUS "Compiling the kernels takes ten times as long as it could: ${missing}.")
        return()
    endif()
    add_executable(vkperftest_kernel_compiler ${PROJECT_SOURCE_DIR}/cmake/kernel_compiler.cpp)
    target_link_libraries(vkperftest_kernel_compiler PRIVATE vkperftest_kernel_libraries vkperftest_warnings)
    if(NOT MSVC)
        # It is short, and the libraries do the work. They are not made for sanitizers.
        target_compile_options(vkperftest_kernel_compiler PRIVATE -O1 -fno-sanitize=all)
        target_link_options(vkperftest_kernel_compiler PRIVATE -fno-sanitize=all)
    endif()
endfunction()

# vkperftest_kernel_hash(RESULT TEXT FILE...): a hash of the text and of the files' contents.
function(vkperftest_kernel_hash result text)
    set(hashes "${text}")
    foreach(file IN LISTS ARGN)
        file(SHA256 ${file} hash)
        list(APPEND hashes ${hash})
    endforeach()
    string(SHA256 hash "${hashes}")
    string(SUBSTRING ${hash} 0 16 hash)
    set(${result} ${hash} PARENT_SCOPE)
endfunction()

# All combinations of the axes "NAME=a,b NAME=c,d" as a list of strings "NAME=a NAME=c"; "none" of the axes "none".
function(vkperftest_variants axes result)
    if(axes STREQUAL "none")
        set(${result} none PARENT_SCOPE)
        return()
    endif()
    set(combinations "-")
    separate_arguments(axes)
    foreach(axis IN LISTS axes)
        if(NOT axis MATCHES "^([A-Z0-9_]+)=([a-z0-9_,]+)$")
            message(FATAL_ERROR "variants: '${axis}' is not of the form NAME=value,value")
        endif()
        set(name ${CMAKE_MATCH_1})
        string(REPLACE "," ";" values "${CMAKE_MATCH_2}")
        set(longer "")
        foreach(combination IN LISTS combinations)
            foreach(value IN LISTS values)
                list(APPEND longer "${combination} ${name}=${value}")
            endforeach()
        endforeach()
        set(combinations "${longer}")
    endforeach()
    list(TRANSFORM combinations REPLACE "^- ?" "")
    set(${result} "${combinations}" PARENT_SCOPE)
endfunction()

function(vkperftest_add_kernels output)
    set(folder ${VKPERFTEST_KERNEL_FOLDER})
    set(catalogue ${CMAKE_CURRENT_BINARY_DIR}/catalogue.cpp)
    file(MAKE_DIRECTORY ${folder})
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/shaders/*.hlsl
         ${PROJECT_SOURCE_DIR}/shaders/*.comp)
    file(GLOB includes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/shaders/*.hlsli ${PROJECT_SOURCE_DIR}/shaders/*.glsl)
    list(APPEND includes ${PROJECT_SOURCE_DIR}/cmake/CompileKernels.cmake ${PROJECT_SOURCE_DIR}/cmake/KernelFlags.cmake
         ${PROJECT_SOURCE_DIR}/cmake/kernel_compiler.cpp)
    vkperftest_kernel_programs(programs)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources} ${includes} ${programs})
    # What a compiler says of itself tells its library's version, wherever that lies.
    vkperftest_kernel_hash(common "${VKPERFTEST_HLSL_VERSION}" ${includes} ${programs})
    vkperftest_kernel_compiler()
    set(names "")
    set(all_products "")
    foreach(source IN LISTS sources)
        vkperftest_kernel_hash(hash ${common} ${source})
        get_filename_component(stem ${source} NAME_WE)
        file(STRINGS ${source} lines REGEX "^// variants: ")
        if(NOT lines)
            message(FATAL_ERROR "${source}: a line '// variants: NAME=value,value …' or '// variants: none' is missing")
        endif()
        set(variants "")
        foreach(line IN LISTS lines)
            string(REGEX REPLACE "^// variants: " "" axes "${line}")
            vkperftest_variants("${axes}" more)
            list(APPEND variants "${more}")
        endforeach()
        set(kernels "")
        set(products "")
        foreach(variant IN LISTS variants)
            separate_arguments(variant)
            list(REMOVE_ITEM variant none)
            set(key ${stem})
            set(defines "")
            foreach(setting IN LISTS variant)
                string(REGEX MATCH "^([A-Z0-9_]+)=(.+)$" _ ${setting})
                set(name ${CMAKE_MATCH_1})
                set(value ${CMAKE_MATCH_2})
                string(APPEND key ".${value}")
                if(NOT value MATCHES "^[0-9]+$") # a word: the shader compares with NAME_WORD, of NAME0 as of NAME1
                    string(REGEX REPLACE "[0-9]+$" "" common_name ${name})
                    string(TOUPPER "${common_name}_${value}" value)
                endif()
                string(APPEND defines " ${name}=${value}")
            endforeach()
            set(name ${key}-${hash})
            list(APPEND names ${name})
            list(APPEND kernels "${name}${defines}")
            list(APPEND products ${folder}/${name}.spv ${folder}/${name}.words ${folder}/${name}.json)
        endforeach()
        if(TARGET vkperftest_kernel_compiler)
            add_custom_command(
                OUTPUT ${products}
                COMMAND vkperftest_kernel_compiler ${source} ${folder} ${kernels}
                COMMENT "Kernels of ${stem}"
                VERBATIM)
        else()
            add_custom_command(
                OUTPUT ${products}
                COMMAND ${CMAKE_COMMAND} -D COMPILER=${VKPERFTEST_HLSL_COMPILER}
                        -D COMPILER_PROGRAM=${VKPERFTEST_HLSL_PROGRAM} -D GLSL_PROGRAM=${VKPERFTEST_GLSL_PROGRAM}
                        -D SPIRV_VAL=${VKPERFTEST_SPIRV_VAL} -D SPIRV_CROSS=${VKPERFTEST_SPIRV_CROSS}
                        -D SOURCE=${source} -D "KERNELS=${kernels}" -D FOLDER=${folder}
                        -P ${PROJECT_SOURCE_DIR}/cmake/CompileKernels.cmake
                COMMENT "Kernels of ${stem}"
                VERBATIM)
        endif()
        list(APPEND all_products ${products})
    endforeach()
    add_custom_command(
        OUTPUT ${catalogue}
        COMMAND ${CMAKE_COMMAND} -D "NAMES=${names}" -D FOLDER=${folder} -D OUTPUT=${catalogue}
                -D COMPILER=${VKPERFTEST_HLSL_COMPILER} -D "COMPILER_NAME=${VKPERFTEST_HLSL_VERSION}"
                -P ${PROJECT_SOURCE_DIR}/cmake/EmbedKernels.cmake
        DEPENDS ${all_products} ${PROJECT_SOURCE_DIR}/cmake/EmbedKernels.cmake ${PROJECT_SOURCE_DIR}/cmake/KernelFlags.cmake
                ${PROJECT_SOURCE_DIR}/cmake/SubgroupOperations.cmake
        COMMENT "Embedding the kernels"
        VERBATIM)
    set(${output} ${catalogue} PARENT_SCOPE)
endfunction()
