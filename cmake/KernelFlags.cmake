# Sets KERNEL_FLAGS (a list) to what every kernel is compiled with, for COMPILER (glslang or dxc).
if(COMPILER STREQUAL "dxc")
    set(KERNEL_FLAGS -spirv -fspv-use-unknown-image-format -T cs_6_2 -E main -fspv-target-env=vulkan1.1)
else()
    # vulkan1.1: later targets emit HLSL storage buffers that SPIR-V 1.5 tools reject.
    # --nsf: a typed buffer's format is its view's; glslang would declare R32f for Buffer<float>, and loads through an R8
    # view would be undefined.
    set(KERNEL_FLAGS -D -V -S comp -e main --target-env vulkan1.1 --nsf)
endif()
