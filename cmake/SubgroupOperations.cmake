# subgroup_operations(HEX RESULT): the capabilities for subgroups of a SPIR-V module, given as hexadecimal digits, as
# VkSubgroupFeatureFlags. The capabilities are the first instructions after the header of five words; GroupNonUniform
# is 61, and its kinds follow in the order of VkSubgroupFeatureFlagBits.
function(subgroup_operations hex result)
    set(operations 0)
    set(at 40)
    while(TRUE)
        string(SUBSTRING "${hex}" ${at} 16 instruction)
        if(NOT instruction MATCHES "^11000200(..)(..)0000$") # OpCapability, two words long
            break()
        endif()
        math(EXPR capability "0x${CMAKE_MATCH_2}${CMAKE_MATCH_1}")
        if(capability GREATER_EQUAL 61 AND capability LESS_EQUAL 68)
            math(EXPR operations "${operations} | (1 << (${capability} - 61))")
        endif()
        math(EXPR at "${at} + 16")
    endwhile()
    set(${result} ${operations} PARENT_SCOPE)
endfunction()
