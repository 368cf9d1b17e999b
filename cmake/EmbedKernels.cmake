# Script: turns compiled kernels into one C++ file that defines the catalogue (source/kernels/catalogue.h).
# Arguments (-D): NAMES (a list of KEY-HASH), FOLDER (holds NAME.spv and NAME.json for each), OUTPUT, COMPILER (glslang
# or dxc), COMPILER_NAME (text).

cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/KernelFlags.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/SubgroupOperations.cmake)
list(JOIN KERNEL_FLAGS " " kernel_flags)
list(JOIN GLSL_KERNEL_FLAGS " " glsl_kernel_flags)

function(fail key text)
    message(FATAL_ERROR "kernel ${key}: ${text}")
endfunction()

# Bytes of a scalar or vector type as spirv-cross names it.
function(size_of_type key type result)
    if(type MATCHES "^(uint|int|float)$")
        set(${result} 4 PARENT_SCOPE)
    elseif(type MATCHES "^[iu]?vec([234])$")
        math(EXPR bytes "4 * ${CMAKE_MATCH_1}")
        set(${result} ${bytes} PARENT_SCOPE)
    else()
        fail(${key} "a push constant of type ${type} is not handled by the reflection step")
    endif()
endfunction()

# Appends "{binding, kind, bytes, count}" lines of one list of the reflection to the variable `rows` of the caller.
function(append_bindings key json list kind)
    string(JSON count ERROR_VARIABLE absent LENGTH "${json}" ${list})
    if(absent)
        return()
    endif()
    math(EXPR last "${count} - 1")
    foreach(i RANGE ${last})
        string(JSON set GET "${json}" ${list} ${i} set)
        string(JSON binding GET "${json}" ${list} ${i} binding)
        string(JSON type GET "${json}" ${list} ${i} type)
        if(NOT set EQUAL 0)
            fail(${key} "a resource lies in descriptor set ${set}; all must lie in set 0")
        endif()
        if(binding IN_LIST bindings)
            fail(${key} "two resources lie on binding ${binding}")
        endif()
        list(APPEND bindings ${binding})
        set(this_kind ${kind})
        if(kind STREQUAL "image")
            if(type MATCHES "^[iu]?(sampler|texture)Buffer$")
                set(this_kind UniformTexelBuffer)
            elseif(type MATCHES "^[iu]?texture(1D|2D|2DArray|3D|Cube)$")
                set(this_kind SampledImage)
            elseif(type MATCHES "^[iu]?imageBuffer$")
                set(this_kind StorageTexelBuffer)
            elseif(type MATCHES "^[iu]?image2D$")
                set(this_kind StorageImage)
            else()
                fail(${key} "an image of type ${type} is not handled by the reflection step")
            endif()
        endif()
        set(bytes 0)
        if(kind STREQUAL "UniformBuffer")
            string(JSON bytes GET "${json}" ${list} ${i} block_size)
        endif()
        string(JSON descriptors ERROR_VARIABLE no_array GET "${json}" ${list} ${i} array 0)
        if(no_array)
            set(descriptors 1)
        endif()
        string(APPEND rows "    {${binding}, BindingKind::${this_kind}, ${bytes}, ${descriptors}},\n")
    endforeach()
    set(rows "${rows}" PARENT_SCOPE)
    set(bindings "${bindings}" PARENT_SCOPE)
endfunction()

set(arrays "")
set(table "")
foreach(name IN LISTS NAMES)
    string(REGEX REPLACE "-[0-9a-f]+$" "" key ${name})
    file(READ "${FOLDER}/${name}.json" json)
    file(SHA256 "${FOLDER}/${name}.spv" hash)
    file(READ "${FOLDER}/${name}.spv" hex HEX)
    string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1,\n" words "${hex}")
    string(MAKE_C_IDENTIFIER "${key}" symbol)

    set(rows "")
    set(bindings "")
    append_bindings(${key} "${json}" separate_images image)
    append_bindings(${key} "${json}" images image)
    append_bindings(${key} "${json}" separate_samplers Sampler)
    append_bindings(${key} "${json}" ssbos StorageBuffer)
    append_bindings(${key} "${json}" ubos UniformBuffer)
    foreach(unhandled textures inputs outputs subpass_inputs acceleration_structures)
        string(JSON count ERROR_VARIABLE absent LENGTH "${json}" ${unhandled})
        if(NOT absent)
            fail(${key} "resources of the list '${unhandled}' are not handled by the reflection step")
        endif()
    endforeach()

    string(JSON type ERROR_VARIABLE absent GET "${json}" push_constants 0 type)
    if(absent)
        fail(${key} "it has no push constants (constants.hlsli must be included)")
    endif()
    string(JSON count LENGTH "${json}" types ${type} members)
    math(EXPR last "${count} - 1")
    string(JSON offset GET "${json}" types ${type} members ${last} offset)
    string(JSON member_type GET "${json}" types ${type} members ${last} type)
    size_of_type(${key} ${member_type} bytes)
    string(JSON elements ERROR_VARIABLE no_array GET "${json}" types ${type} members ${last} array 0)
    if(NOT no_array)
        string(JSON stride GET "${json}" types ${type} members ${last} array_stride)
        math(EXPR bytes "${elements} * ${stride}")
    endif()
    math(EXPR push_bytes "${offset} + ${bytes}")

    string(JSON x GET "${json}" entryPoints 0 workgroup_size 0)
    string(JSON y GET "${json}" entryPoints 0 workgroup_size 1)
    string(JSON z GET "${json}" entryPoints 0 workgroup_size 2)

    subgroup_operations("${hex}" operations)

    string(APPEND arrays "constexpr std::uint32_t words_${symbol}[] = {\n${words}};\n")
    set(span "{}")
    if(rows)
        set(span "bindings_${symbol}")
        string(APPEND arrays "constexpr Binding ${span}[] = {\n${rows}};\n")
    endif()
    string(APPEND table "    {\"${key}\", words_${symbol}, ${span}, {${x}, ${y}, ${z}}, ${push_bytes},\n"
                        "     ${operations}, \"${hash}\"},\n")
endforeach()

file(WRITE "${OUTPUT}.new" "// Generated by cmake/EmbedKernels.cmake.
#include \"kernels/catalogue.h\"

namespace vkperftest {
namespace {
${arrays}
constexpr Kernel kKernels[] = {
${table}};
} // namespace

std::span<const Kernel> kernelCatalogue() { return kKernels; }

std::string_view kernelCompiler() { return \"${COMPILER_NAME}\"; }

std::string_view kernelCompilerFlags() { return \"${kernel_flags}; GLSL: ${glsl_kernel_flags}\"; }

} // namespace vkperftest
")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
