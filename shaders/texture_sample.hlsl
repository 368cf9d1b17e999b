// Measures Texture2D<format>.SampleLevel at texel centres of level 0, wrapped. The sampler object decides whether it is
// nearest or bilinear; at a centre both return the texel itself, so one CPU model serves both. Verification samples a second
// time, beside the centres, where they differ.
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random
// variants: WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=floor
#include "constants.hlsli"
#include "pattern.hlsli"
#include "sink.hlsli"
#include "texture.hlsli"
#include "technique.hlsli"

[[vk::binding(2, 0)]] SamplerState sourceSampler;

[numthreads(16, 16, 1)]
void main(uint index : SV_GroupIndex, uint3 local : SV_GroupThreadID, uint3 group : SV_GroupID)
{
    // Locals, since some compilers would read the push constants again in every iteration.
    const uint mask = constants.addressMask;
    // Steps of 1/32 from a centre are exact in binary, so the coordinates never drift off the centres.
    const float2 start = (float2(startTexel(local.xy)) + 0.5) / 32 + asfloat(constants.byteOffset);
#if TECHNIQUE == TECHNIQUE_FLOOR
    const float2 own = (float2(local.xy) + 0.5) / 32;
    const float4 held = widen(source.SampleLevel(sourceSampler, asfloat(asuint(own) | mask), 0));
    precise float4 sum = 0; // precise: see buffer_loop.hlsli
#else
    float4 sum = 0;
#endif
    float2 uv = start;
    [loop] for (uint y = 0; y < 16; ++y)
    {
        uv.x = start.x;
        [loop] for (uint x = 0; x < 16; ++x)
        {
#if TECHNIQUE == TECHNIQUE_FLOOR
            sum += heldTerm(held, (asuint(uv.x) | asuint(uv.y)) & mask);
#else
            const float2 masked = asfloat(asuint(uv) | mask);
            sum += widen(source.SampleLevel(sourceSampler, masked, 0));
#endif
            uv.x += 1.0 / 32;
        }
        uv.y += 1.0 / 32;
    }
    sink(sum, index, group.x);
}
