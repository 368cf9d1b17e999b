// Measures Texture2D<format>.SampleLevel at texel centres of level 0, wrapped. The sampler object decides
// whether it is nearest or bilinear; at a centre both return the texel itself, so one CPU model serves both.
// Verification samples a second time, off the centres, where they differ.
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random TECHNIQUE=serial,heavier
// variants: WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=floor
#include "constants.hlsli"
#include "pattern.hlsli"
#include "sink.hlsli"
#include "texture.hlsli"
#include "technique.hlsli"

[[vk::binding(2, 0)]] SamplerState sourceSampler;

static const float kStep = 1.0 / 32;

[numthreads(16, 16, 1)]
void main(uint index : SV_GroupIndex, uint3 local : SV_GroupThreadID, uint3 group : SV_GroupID)
{
    // Locals, since some compilers would read the push constants again in every iteration.
    const uint mask = constants.addressMask;
    // Steps of 1/32 from a centre are exact in binary, so the coordinates never drift off the centres.
    const float2 start = (float2(startTexel(local.xy)) + 0.5) / 32 + asfloat(constants.byteOffset);
    // What is held, precise and ahead: see buffer_loop.hlsli.
#if TECHNIQUE == TECHNIQUE_FLOOR
    const float2 own = (float2(local.xy) + 0.5) / 32;
    const LOADED held = source.SampleLevel(sourceSampler, asfloat(asuint(own) | mask), 0);
    precise LOADED sum = 0;
    const uint4 zeros = uint4(1, 2, 4, 8) & mask;
    uint kept = asuint(start.x);
#else
    LOADED sum = 0;
#endif
    float ahead[IN_FLIGHT];
#define DO(k) ahead[k] = asfloat(asuint(((k) + 1) * kStep) | mask);
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
    float v = start.y;
    HEAVIER_BEGIN
    [loop] for (uint y = 0; y < 16; ++y)
    {
#if TECHNIQUE == TECHNIQUE_FLOOR
        kept += asuint(v);
#else
        const float row = asfloat(asuint(v) | mask);
        float u = start.x - kStep; // of the texel before
#endif
        [loop] for (uint x = 0; x < 16; x += IN_FLIGHT)
        {
#if TECHNIQUE == TECHNIQUE_FLOOR
            kept = keptAddress(kept, zeros);
#define DO(k) sum += held;
#else
            LOADED values[IN_FLIGHT];
#define DO(k) values[k] = source.SampleLevel(sourceSampler, float2(u + ahead[k], row), 0);
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
            u += ahead[IN_FLIGHT - 1];
            HEAVIER_ITERATION
#define DO(k) sum += values[k];
#endif
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
        }
        v += kStep;
    }
#if TECHNIQUE == TECHNIQUE_FLOOR
    index |= kept & mask;
#endif
    HEAVIER_END
    sink(widen(sum), index, group.x);
}
