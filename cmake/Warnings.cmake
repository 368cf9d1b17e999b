# vkperftest_warnings: the one set of warnings; VKPERFTEST_WERROR turns them into errors.
option(VKPERFTEST_WERROR "Treat warnings as errors" OFF)
add_library(vkperftest_warnings INTERFACE)
if(MSVC)
    # C4702, unreachable code: in templates of libraries, found where they are instantiated, which is in our files.
    target_compile_options(vkperftest_warnings INTERFACE /W4 /permissive- /utf-8 /wd4702
                                                         $<$<BOOL:${VKPERFTEST_WERROR}>:/WX>)
    target_compile_definitions(vkperftest_warnings INTERFACE _CRT_SECURE_NO_WARNINGS) # of getenv, strerror, freopen
else()
    target_compile_options(
        vkperftest_warnings
        # Designated initializers leave members at their defaults on purpose.
        INTERFACE -Wall -Wextra -Wno-missing-field-initializers -Wpedantic
                  # Where a folder is compiled as one file, a name may hide that of another file, and GCC takes what one
                  # of its sources keeps to itself for a header's.
                  $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow>
                  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wno-subobject-linkage>
                  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wno-attributes>
                  # GCC 12 is wrong about every inlined std::variant and about "literal" + string (its bug 105651).
                  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> -Wconversion -Wsign-conversion -Wnon-virtual-dtor
                  -Woverloaded-virtual $<$<BOOL:${VKPERFTEST_WERROR}>:-Werror>)
endif()
