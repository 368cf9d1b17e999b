// What the loop of buffer kernels (buffer_loop.hlsli) takes from HLSL's files, for kernels in GLSL whose
// buffers are bound by descriptors.
#extension GL_EXT_control_flow_attributes : require
#include "hlsl_names.glsl"
#include "pattern.hlsli"
#define IN_GLSL

layout(local_size_x = 256) in;

// See constants.hlsli.
layout(push_constant) uniform LoadConstants
{
    uint addressMask;
    uint byteOffset;
    uint sinkRotation;
} constants;

const uint kSinkClosed = 0xffffffff;

layout(binding = 1, std430) writeonly buffer Sums { float values[]; } sums;

shared float sharedSums[256];

void sink(vec4 sum, uint index, uint group) // see sink.hlsli
{
    sharedSums[index] = dot(sum, vec4(1, 3, 5, 7));
    barrier();
    const uint rotation = constants.sinkRotation;
    [[branch]] if (rotation != kSinkClosed)
    {
        const uint other = (index + rotation) & 255;
        sums.values[group * 256 + other] = sharedSums[other];
    }
}

#define MAIN void main()
#define BEFORE_LOADS \
    uint index = gl_LocalInvocationIndex; \
    const uvec3 group = gl_WorkGroupID;
#define NOTHING LOADED(0)
