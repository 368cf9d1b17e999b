// The beginning of every kernel that reaches its buffers through addresses.
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_control_flow_attributes : require
#include "hlsl_names.glsl"

layout(local_size_x = 256) in;

// The push constants of every kernel (constants.hlsli), and the addresses behind them.
layout(push_constant) uniform LoadConstants
{
    uint addressMask;
    uint byteOffset; // always 0: the address includes it
    uint sinkRotation;
    layout(offset = 16) uvec2 source;
    uvec2 target; // of the sums
} constants;

const uint kSinkClosed = 0xffffffff;

// The address `bytes` beyond `base`, in 64 bits, for devices without shaderInt64.
uvec2 beyond(uvec2 base, uint bytes)
{
    uint carry;
    const uint low = uaddCarry(base.x, bytes, carry);
    return uvec2(low, base.y + carry);
}
