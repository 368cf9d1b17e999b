// Measures StructuredBuffer's loads in copies: a matrix as four float4 or as one element.
// variants: WIDTH=4,16 TECHNIQUE=direct,no_loads
#include "copy.hlsli"

#if WIDTH == 4
[[vk::binding(0, 0)]] StructuredBuffer<float4> source;
#else
struct Element
{
    row_major float4x4 rows;
};
[[vk::binding(0, 0)]] StructuredBuffer<Element> source;
#endif

uint keptAddress(uint kept, uint number, uint mask) { return kept ^ number * (16 / WIDTH); }

Matrix loadMatrix(uint number, uint mask)
{
    Matrix value;
#if WIDTH == 4
    const uint first = number * 4 | mask;
    value.a = source[first];
    value.b = source[first + 1];
    value.c = source[first + 2];
    value.d = source[first + 3];
#else
    const float4x4 rows = source[number | mask].rows;
    value.a = rows[0];
    value.b = rows[1];
    value.c = rows[2];
    value.d = rows[3];
#endif
    return value;
}
