// Measures Texture2D<format>.SampleLevel at texel centres of level 0, wrapped. The sampler object decides
// whether it is nearest or bilinear; at a centre both return the texel itself, so one CPU model serves both.
// Verification samples a second time, off the centres, where they differ. With SHAPE it samples other images;
// with METHOD it samples at a level, with a gradient along the rows, or gathers. The constant is the level or the
// gradient's length then, and the distance from the centres otherwise.
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random TECHNIQUE=dependent
// variants: WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=no_loads
// variants: SHAPE=line,layers,volume,cube WIDTH=4 PATTERN=uniform,linear
// variants: SHAPE=line,layers,volume,cube WIDTH=4 PATTERN=uniform,linear TECHNIQUE=dependent
// variants: METHOD=level,grad,gather WIDTH=4 PATTERN=uniform,linear
// variants: METHOD=level,grad,gather WIDTH=4 PATTERN=uniform,linear TECHNIQUE=dependent
#include "constants.hlsli"
#include "pattern.hlsli"
#include "sink.hlsli"
#include "texture.hlsli"
#include "technique.hlsli"

[[vk::binding(2, 0)]] SamplerState sourceSampler;

#define METHOD_LEVEL 1
#define METHOD_GRAD 2
#define METHOD_GATHER 3

static const float kRowStep = 1.0 / 32;

// A texel's place, from the place along its row and from the row's place. Both are parts of 32 x 32 texels: u and v.
#ifndef SHAPE
#define PLACE float2
#define ALONG(u, v) u
#define ROW float
#define ROW_OF(v) v
static const float kStep = kRowStep;
#elif SHAPE == SHAPE_LINE
#define PLACE(along, row) along
#define ALONG(u, v) ((u) / 32 + (v) - 1.0 / 64) // behind the rows before
#define ROW float
#define ROW_OF(v) v
static const float kStep = 1.0 / 1024;
#elif SHAPE == SHAPE_CUBE // a direction, whose largest component is y
#define PLACE float3
#define ALONG(u, v) (2 * (u) - 1)
#define ROW float2
#define ROW_OF(v) float2(1, 2 * (v) - 1)
static const float kStep = 2.0 / 32;
#else
#define PLACE float3
#define ALONG(u, v) u
#define ROW float2
#if SHAPE == SHAPE_LAYERS
#define ROW_OF(v) float2(frac(2 * (v)), floor(2 * (v)))
#else
#define ROW_OF(v) float2(frac(2 * (v)), (floor(2 * (v)) + 0.5) / 2)
#endif
static const float kStep = kRowStep;
#endif

// Gather takes its texels from between four.
#if METHOD == METHOD_GATHER
#define CENTRE 1.0
#define SAMPLED(place) source.Gather(sourceSampler, place)
#else
#define CENTRE 0.5
#if METHOD == METHOD_LEVEL
#define SAMPLED(place) source.SampleLevel(sourceSampler, place, constant)
#elif METHOD == METHOD_GRAD
#define SAMPLED(place) source.SampleGrad(sourceSampler, place, float2(constant, 0), float2(0, kStep))
#else
#define SAMPLED(place) source.SampleLevel(sourceSampler, place, 0)
#endif
#endif

// How far off the centres samples lie; along the rows alone in images where no row lies beside another.
#if METHOD == METHOD_LEVEL || METHOD == METHOD_GRAD
#define SHIFT 0
#elif defined(SHAPE)
#define SHIFT float2(asfloat(constants.byteOffset), 0)
#else
#define SHIFT asfloat(constants.byteOffset)
#endif

[numthreads(16, 16, 1)]
void main(uint index : SV_GroupIndex, uint3 local : SV_GroupThreadID, uint3 group : SV_GroupID)
{
    // Locals, since some compilers would read the push constants again in every iteration.
    const uint mask = constants.addressMask;
    // Steps of 1/32 from a centre are exact in binary, so the coordinates never drift off the centres.
    const float2 start = (float2(startTexel(local.xy)) + CENTRE) / 32 + SHIFT;
#if METHOD == METHOD_LEVEL || METHOD == METHOD_GRAD
    const float constant = asfloat(constants.byteOffset);
#endif
    // What is held, precise and ahead: see buffer_loop.hlsli.
#if TECHNIQUE == TECHNIQUE_NO_LOADS
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
    [loop] for (uint y = 0; y < 16; ++y)
    {
#if TECHNIQUE == TECHNIQUE_NO_LOADS
        kept += asuint(v);
#else
        const ROW row = asfloat(asuint(ROW_OF(v)) | mask);
        float u = ALONG(start.x, v) - kStep; // of the texel before
#endif
        [loop] for (uint x = 0; x < 16; x += IN_FLIGHT)
        {
#if TECHNIQUE == TECHNIQUE_NO_LOADS
            kept = keptAddress(kept, zeros);
#define DO(k) sum += held;
#else
            LOADED values[IN_FLIGHT];
#define DO(k) values[k] = SAMPLED(PLACE(u + ahead[k], row));
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
            u += ahead[IN_FLIGHT - 1];
#define DO(k) sum += values[k];
#endif
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
        }
        v += kRowStep;
    }
#if TECHNIQUE == TECHNIQUE_NO_LOADS
    index |= kept & mask;
#endif
    sink(widen(sum), index, group.x);
}
