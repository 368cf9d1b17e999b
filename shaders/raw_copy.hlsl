// Measures ByteAddressBuffer's loads in copies: four Load4 or 16 Load per matrix.
// variants: WIDTH=1,4 TECHNIQUE=direct,no_loads
#include "copy.hlsli"

[[vk::binding(0, 0)]] ByteAddressBuffer source;

#if WIDTH == 1
// The mask in the address of every word keeps drivers from merging the loads.
uint wordAddress(uint number, uint word, uint mask) { return number * 64 | (mask | 4 * word); }

float4 loadRow(uint number, uint row, uint mask)
{
    return asfloat(uint4(source.Load(wordAddress(number, 4 * row, mask)),
                         source.Load(wordAddress(number, 4 * row + 1, mask)),
                         source.Load(wordAddress(number, 4 * row + 2, mask)),
                         source.Load(wordAddress(number, 4 * row + 3, mask))));
}

uint keptAddress(uint kept, uint number, uint mask)
{
    kept ^= number * 64;
    // Two words each, by + and ^ in turns, so that no two of these constants become one.
#define DO(k) kept = (kept + (mask | 8 * (k) + 4)) ^ (mask | 8 * (k) + 8);
#define COUNT 7
#include "repeat.hlsli"
    return kept;
}
#else
float4 loadRow(uint number, uint row, uint mask)
{
    return asfloat(source.Load4((number * 64 | mask) + 16 * row));
}

uint keptAddress(uint kept, uint number, uint mask) { return kept ^ number * 64; }
#endif

Matrix loadMatrix(uint number, uint mask)
{
    Matrix value;
    value.a = loadRow(number, 0, mask);
    value.b = loadRow(number, 1, mask);
    value.c = loadRow(number, 2, mask);
    value.d = loadRow(number, 3, mask);
    return value;
}
