// Measures loads through a buffer's address that promise ALIGN bytes of alignment (SPIR-V's Aligned): one to
// four 32-bit words, in one load except for three. The counterpart of raw_buffer.hlsl and structured_buffer.hlsl.
// variants: WIDTH=1,2,3,4 ALIGN=4 PATTERN=uniform,linear,random
// variants: WIDTH=2,4 ALIGN=8 PATTERN=uniform,linear,random
// variants: WIDTH=4 ALIGN=16 PATTERN=uniform,linear,random
// variants: WIDTH=1,2,3,4 ALIGN=4 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: WIDTH=2,4 ALIGN=8 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: WIDTH=4 ALIGN=16 PATTERN=uniform,linear TECHNIQUE=no_loads
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

LOADED load(uvec2 address)
{
    Source source = Source(address);
#if WIDTH == 3
    return vec3(source.value.x, source.value.y, source.value.z);
#else
    return source.value;
#endif
}

#define STORE_SUM(place, sum) Sums(constants.target).values[place] = sum
#include "sink.glsl"

void main() // see buffer_loop.hlsli
{
    const uint index = gl_LocalInvocationIndex;
    const uint mask = constants.addressMask;
    const uvec2 first = beyond(constants.source, startElement(index) * kElementBytes);
#if TECHNIQUE == TECHNIQUE_NO_LOADS
    const LOADED held = load(beyond(first, index * kElementBytes | mask));
    precise LOADED sum = LOADED(0);
    uint high = first.y; // takes the carries of all addresses, which keeps their arithmetic alive
#else
    LOADED sum = LOADED(0);
#endif
    uint masked[IN_FLIGHT]; // computed before the loop
#define DO(k) masked[k] = (k) * kElementBytes | mask;
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
    LOOP for (uint offset = 0; offset < 256 * kElementBytes; offset += IN_FLIGHT * kElementBytes)
    {
        // One 64-bit address per load: an array index would also have to be extended and shifted in 64 bits.
#if TECHNIQUE == TECHNIQUE_NO_LOADS
#define DO(k) \
    high = beyond(uvec2(first.x, high), offset + masked[k]).y; \
    sum += held;
#else
        LOADED values[IN_FLIGHT];
#define DO(k) values[k] = load(beyond(first, offset + masked[k]));
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
#define DO(k) sum += values[k];
#endif
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
    }
#if TECHNIQUE == TECHNIQUE_NO_LOADS
    sink(widen(sum), index | (high & mask), gl_WorkGroupID.x);
#else
    sink(widen(sum), index, gl_WorkGroupID.x);
#endif
}
