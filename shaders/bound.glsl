// What loops of kernels (buffer_loop.hlsli, traversal_loop.hlsli, store_loop.hlsli) take from HLSL's files, for
// kernels in GLSL whose buffers are bound by descriptors.
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
#ifdef TRAVERSES
    uvec4 traversal; // at byte 16
#endif
} constants;

const uint kSinkClosed = 0xffffffff;

#ifndef STORES // such kernels have no sums
layout(binding = 1, std430) writeonly buffer Sums { float values[]; } sums;
#define STORE_SUM(place, sum) sums.values[place] = sum
#include "sink.glsl"
#endif

#define MAIN void main()
#define BEFORE_LOADS \
    uint index = gl_LocalInvocationIndex; \
    const uvec3 group = gl_WorkGroupID;
#define NOTHING LOADED(0)
