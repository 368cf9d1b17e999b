# vkperftest_carried(TARGET): the program runs where it is carried to, without the libraries of its compiler; on Windows it
# takes arguments and names of files in UTF-8.
option(VKPERFTEST_CARRIED "Link the C++ library into the program" ON)

function(vkperftest_carried target)
    if(VKPERFTEST_CARRIED AND NOT MSVC) # there CMAKE_MSVC_RUNTIME_LIBRARY decides
        # What is not used would be large, and ask for a newer glibc.
        target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc -Wl,--gc-sections)
    endif()
    if(MSVC)
        target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/source/windows/vkperftest.manifest)
    elseif(WIN32)
        enable_language(RC)
        target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/source/windows/vkperftest.rc)
        set_source_files_properties(${PROJECT_SOURCE_DIR}/source/windows/vkperftest.rc PROPERTIES
            INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}/source/windows
            OBJECT_DEPENDS ${PROJECT_SOURCE_DIR}/source/windows/vkperftest.manifest)
    endif()
endfunction()
