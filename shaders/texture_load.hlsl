// Measures Texture2D<format>.Load: texel fetches without a sampler, 16 x 16 of them an invocation, one an iteration.
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random
// variants: WIDTH=4 PATTERN=uniform TECHNIQUE=shuffle,broadcast,reduce,perlane
// variants: WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=floor
#include "constants.hlsli"
#include "pattern.hlsli"
#include "sink.hlsli"
#include "texture.hlsli"

static const uint kAddressStep = 1;

// For lanes that share loads: the texel of that number in the 16 x 16.
float4 load(uint address) { return widen(source.Load(int3(address & 15, address >> 4, 0))); }

#include "technique.hlsli"

[numthreads(16, 16, 1)]
void main(uint index : SV_GroupIndex, uint3 local : SV_GroupThreadID, uint3 group : SV_GroupID)
{
    // Locals, since some compilers would read the push constants again in every iteration.
    const uint mask = constants.addressMask;
#ifdef TECHNIQUE_SHARES
    const float4 sum = sharedSum(0, mask);
#else
    const uint2 start = startTexel(local.xy);
    // precise: see buffer_loop.hlsli
#if TECHNIQUE == TECHNIQUE_FLOOR
    const float4 held = widen(source.Load(int3(local.xy | mask, 0)));
    precise float4 sum = 0;
#elif TECHNIQUE == TECHNIQUE_PERLANE
    precise float4 sum = index;
#else
    float4 sum = 0;
#endif
    [loop] for (uint y = 0; y < 16; ++y)
    {
        [loop] for (uint x = 0; x < 16; ++x)
        {
#if TECHNIQUE == TECHNIQUE_FLOOR
            const uint2 texel = start + uint2(x, y);
            sum += heldTerm(held, (texel.x | texel.y) & mask);
#else
            const uint2 texel = (start + uint2(x, y)) | mask;
            sum += widen(source.Load(int3(texel, 0)));
#endif
        }
    }
#endif
    sink(sum, index, group.x);
}
