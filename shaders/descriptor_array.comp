// Measures loads through one of eight descriptors in an array, by what its index is known to be. Whatever the
// index, an invocation loads the same elements as the others of its pattern do: the data of each descriptor
// begin a bit further in one sequence than those of the one before, and the address makes up for it. So a load
// through another descriptor loads another element. The index stays the same in the loop. In GLSL, since
// glslang's HLSL knows no NonUniformResourceIndex. The counterpart of structured_buffer.hlsl, typed_buffer.hlsl and
// texture_load.hlsl with one descriptor, whose no-load controls serve these rows, too.
// variants: KIND=structured,typed,texture INDEX=constant,uniform,per_subgroup,per_lane PATTERN=uniform,linear
// variants: KIND=structured,typed,texture INDEX=constant,uniform,per_subgroup,per_lane PATTERN=uniform,linear TECHNIQUE=dependent
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_samplerless_texture_functions : require
#define KIND_STRUCTURED 0
#define KIND_TYPED 1
#define KIND_TEXTURE 2
#define INDEX_CONSTANT 0
#define INDEX_UNIFORM 1      // known only at run time
#define INDEX_PER_SUBGROUP 2 // which the compiler can know
#define INDEX_PER_LANE 3
#if INDEX == INDEX_PER_SUBGROUP
#extension GL_KHR_shader_subgroup_ballot : require
#endif
#include "hlsl_names.glsl"
#include "pattern.hlsli"
#if KIND == KIND_TEXTURE
#define WIDTH 1
#else
#define WIDTH 4
#endif
#include "widen.hlsli"
#include "technique.hlsli"

#if KIND == KIND_TEXTURE
layout(local_size_x = 16, local_size_y = 16) in;
#else
layout(local_size_x = 256) in;
#endif

layout(push_constant) uniform LoadConstants // see constants.hlsli
{
    uint addressMask;
    uint byteOffset;
    uint sinkRotation;
} constants;

const uint kSinkClosed = 0xffffffff;

layout(binding = 1, std430) writeonly buffer Sums { float values[]; } sums;
#define STORE_SUM(place, sum) sums.values[place] = sum
#include "sink.glsl"

// How far the data of each descriptor begin behind those of the one before: elements, or rows of a texture
// (source/cases/source_data.h).
const uint kDescriptors = 8;
#if KIND == KIND_STRUCTURED
const uint kApart = 16;
layout(binding = 0, std430) readonly buffer Source { vec4 elements[]; } source[kDescriptors];
#define LOAD(address) source[CHOSEN].elements[address]
#elif KIND == KIND_TYPED
const uint kApart = 64;
layout(binding = 0) uniform textureBuffer source[kDescriptors];
#define LOAD(address) texelFetch(source[CHOSEN], int(address))
#else
const uint kApart = 2;
layout(binding = 0) uniform texture2D source[kDescriptors];
#define LOAD(column) texelFetch(source[CHOSEN], ivec2(column, row), 0).x
#endif

#if INDEX == INDEX_CONSTANT
#define CHOSEN 5
#elif INDEX == INDEX_UNIFORM
#define CHOSEN chosen
#else
#define CHOSEN nonuniformEXT(chosen)
#endif

uint chosenIndex(uint index, uint mask)
{
#if INDEX == INDEX_CONSTANT
    return CHOSEN;
#elif INDEX == INDEX_UNIFORM
    return 5 | mask;
#elif INDEX == INDEX_PER_SUBGROUP
    // Those of smaller subgroups share it, so that all devices load the same.
    return (subgroupBroadcastFirst(index) / 64 * 2 + 1) & (kDescriptors - 1);
#else
    // Different in eight neighbouring lanes, whether they are of a row or of a block of a texture.
    return (index ^ index >> 3) & (kDescriptors - 1);
#endif
}

void main() // see buffer_loop.hlsli, and texture_load.hlsl
{
    uint index = gl_LocalInvocationIndex;
    const uint mask = constants.addressMask;
    const uint chosen = chosenIndex(index, mask);
    const uint moved = (kDescriptors - 1 - chosen) * kApart;
    LOADED sum = LOADED(0);
    uint ahead[IN_FLIGHT];
#define DO(k) ahead[k] = (k) + 1 | mask;
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
#if KIND == KIND_TEXTURE
    const uint2 start = startTexel(gl_LocalInvocationID.xy) + uint2(0, moved);
#define LOADS 16
#else
    uint address = startElement(index) + moved - 1; // of the element before
#define LOADS 256
#endif
#if KIND == KIND_TEXTURE
    LOOP for (uint y = 0; y < 16; ++y)
    {
    const uint row = (start.y + y) | mask;
    uint address = start.x - 1; // the column of the texel before
#endif
    LOOP for (uint i = 0; i < LOADS; i += IN_FLIGHT)
    {
        LOADED values[IN_FLIGHT];
#define DO(k) values[k] = LOAD(address + ahead[k]);
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
        address += ahead[IN_FLIGHT - 1];
#define DO(k) sum += values[k];
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
    }
#if KIND == KIND_TEXTURE
    }
#endif
    sink(widen(sum), index, gl_WorkGroupID.x);
}
