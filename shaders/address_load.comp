// Measures loads through a buffer's address that promise ALIGN bytes of alignment (SPIR-V's Aligned): one to
// four 32-bit words, in one load but for the three. The twin of raw_buffer.hlsl and structured_buffer.hlsl.
// variants: WIDTH=1,2,3,4 ALIGN=4 PATTERN=uniform,linear,random
// variants: WIDTH=4 ALIGN=16 PATTERN=uniform,linear,random
// variants: WIDTH=1,2,3,4 ALIGN=4 PATTERN=uniform,linear TECHNIQUE=floor
// variants: WIDTH=4 ALIGN=16 PATTERN=uniform,linear TECHNIQUE=floor
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_buffer_reference : require
#include "address.glsl"
#include "pattern.hlsli"
#include "widen.hlsli"
#include "technique.hlsli"

#if WIDTH == 1
#define ELEMENT float
#elif WIDTH == 2
#define ELEMENT vec2
#elif WIDTH == 3
struct Three // a vec3 would take 16 bytes in an array
{
    float x, y, z;
};
#define ELEMENT Three
#else
#define ELEMENT vec4
#endif

layout(buffer_reference, std430, buffer_reference_align = ALIGN) readonly buffer Source { ELEMENT value; };
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer Sums { float values[]; };

const uint kElementBytes = 4 * WIDTH;

vec4 load(uvec2 address)
{
    Source source = Source(address);
#if WIDTH == 3
    return widen(vec3(source.value.x, source.value.y, source.value.z));
#else
    return widen(source.value);
#endif
}

shared float sharedSums[256];

void sink(vec4 sum, uint index, uint group) // see sink.hlsli
{
    sharedSums[index] = dot(sum, vec4(1, 3, 5, 7));
    barrier();
    const uint rotation = constants.sinkRotation;
    [[branch]] if (rotation != kSinkClosed)
    {
        const uint other = (index + rotation) & 255;
        Sums(constants.target).values[group * 256 + other] = sharedSums[other];
    }
}

void main() // see buffer_loop.hlsli
{
    const uint index = gl_LocalInvocationIndex;
    const uint mask = constants.addressMask;
    // One address in 64 bits a load: an index into an array would be extended and shifted in 64 bits, too.
    const uvec2 first = beyond(constants.source, startElement(index) * kElementBytes);
    uint offset = 0;
#if TECHNIQUE == TECHNIQUE_FLOOR
    const vec4 held = load(beyond(first, index * kElementBytes | mask));
    precise vec4 sum = vec4(0);
#else
    vec4 sum = vec4(0);
#endif
    LOOP for (uint i = 0; i < 256; ++i)
    {
        const uvec2 address = beyond(first, offset | mask);
#if TECHNIQUE == TECHNIQUE_FLOOR
        sum += heldTerm(held, allBits(address) & mask);
#else
        sum += load(address);
#endif
        offset += kElementBytes;
    }
    sink(sum, index, gl_WorkGroupID.x);
}
