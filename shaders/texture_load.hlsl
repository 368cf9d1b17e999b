// Measures Texture2D<format>.Load: texel fetches without a sampler, 16 x 16 per invocation, row by row,
// IN_FLIGHT per iteration.
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random
// variants: WIDTH=1,2,4 PATTERN=uniform,linear,random TECHNIQUE=serial,heavier
// variants: WIDTH=4 PATTERN=uniform TECHNIQUE=shuffle,broadcast,reduce,perlane
// variants: WIDTH=1,2,4 PATTERN=uniform,linear TECHNIQUE=floor
#include "constants.hlsli"
#include "pattern.hlsli"
#include "sink.hlsli"
#include "texture.hlsli"

static const uint kAddressStep = 1;

// For lanes that share loads: the texel of that number in the 16 x 16.
LOADED load(uint address) { return source.Load(int3(address & 15, address >> 4, 0)); }

#include "technique.hlsli"

[numthreads(16, 16, 1)]
void main(uint index : SV_GroupIndex, uint3 local : SV_GroupThreadID, uint3 group : SV_GroupID)
{
    // Locals, since some compilers would read the push constants again in every iteration.
    const uint mask = constants.addressMask;
#ifdef TECHNIQUE_SHARES
    sink(widen(sharedSum(0, mask)), index, group.x);
#else
    const uint2 start = startTexel(local.xy);
    // What is held, precise and ahead: see buffer_loop.hlsli.
#if TECHNIQUE == TECHNIQUE_FLOOR
    const LOADED held = source.Load(int3(local.xy | mask, 0));
    precise LOADED sum = 0;
    const uint4 zeros = uint4(1, 2, 4, 8) & mask;
    uint kept = start.x;
#elif TECHNIQUE == TECHNIQUE_PERLANE
    precise LOADED sum = index;
#else
    LOADED sum = 0;
#endif
    uint ahead[IN_FLIGHT];
#define DO(k) ahead[k] = (k) + 1 | mask;
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
    HEAVIER_BEGIN
    [loop] for (uint y = 0; y < 16; ++y)
    {
#if TECHNIQUE == TECHNIQUE_FLOOR
        kept += start.y + y;
#else
        const uint row = (start.y + y) | mask;
        uint column = start.x - 1; // of the texel before
#endif
        [loop] for (uint x = 0; x < 16; x += IN_FLIGHT)
        {
#if TECHNIQUE == TECHNIQUE_FLOOR
            kept = keptAddress(kept, zeros);
#define DO(k) sum += held;
#else
            LOADED values[IN_FLIGHT];
#define DO(k) values[k] = source.Load(int3(column + ahead[k], row, 0));
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
            column += ahead[IN_FLIGHT - 1];
            HEAVIER_ITERATION
#define DO(k) sum += values[k];
#endif
#define COUNT IN_FLIGHT
#include "repeat.hlsli"
        }
    }
#if TECHNIQUE == TECHNIQUE_FLOOR
    index |= kept & mask;
#endif
    HEAVIER_END
    sink(widen(sum), index, group.x);
#endif
}
