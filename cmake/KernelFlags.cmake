# Sets KERNEL_FLAGS (a list) to what every kernel of HLSL is compiled with, for COMPILER (glslang or dxc), and
# GLSL_KERNEL_FLAGS to the same for those of GLSL, which glslang compiles in any case.
if(COMPILER STREQUAL "dxc")
    set(KERNEL_FLAGS -spirv -fspv-use-unknown-image-format -T cs_6_2 -E main -fspv-target-env=vulkan1.1)
else()
    # vulkan1.1: later targets emit HLSL storage buffers that SPIR-V 1.5 tools reject.
    # --nsf: a typed buffer's format is its view's; glslang would declare R32f for Buffer<float>, and loads through an R8
    # view would be undefined.
    set(KERNEL_FLAGS -D -V -S comp -e main --target-env vulkan1.1 --nsf)
endif()
# vulkan1.1: devices that offer no later version still have addresses, by VK_KHR_buffer_device_address.
set(GLSL_KERNEL_FLAGS -V -S comp -e main --target-env vulkan1.1)
