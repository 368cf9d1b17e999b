// Measures Texture2D<format>.Load: texel fetches without a sampler, 16 x 16 of them an invocation, one an iteration.
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random
#include "constants.hlsli"
#include "pattern.hlsli"
#include "sink.hlsli"
#include "texture.hlsli"

[numthreads(16, 16, 1)]
void main(uint index : SV_GroupIndex, uint3 local : SV_GroupThreadID, uint3 group : SV_GroupID)
{
    // Locals, since some compilers would read the push constants again in every iteration.
    const uint mask = constants.addressMask;
    const uint2 start = startTexel(local.xy);
    float4 sum = 0;
    [loop] for (uint y = 0; y < 16; ++y)
    {
        [loop] for (uint x = 0; x < 16; ++x)
        {
            const uint2 texel = (start + uint2(x, y)) | mask;
            sum += widen(source.Load(int3(texel, 0)));
        }
    }
    sink(sum, index, group.x);
}
