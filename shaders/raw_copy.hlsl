// Measures ByteAddressBuffer's loads where they are copied: a matrix by four Load4 or by 16 Load.
// variants: WIDTH=1,4 TECHNIQUE=direct,floor
#include "copy.hlsli"

[[vk::binding(0, 0)]] ByteAddressBuffer source;

float4 loadRow(uint address)
{
#if WIDTH == 1
    return asfloat(uint4(source.Load(address), source.Load(address + 4), source.Load(address + 8),
                         source.Load(address + 12)));
#else
    return asfloat(source.Load4(address));
#endif
}

Matrix loadMatrix(uint number, uint mask)
{
    const uint address = number * 64 | mask;
    Matrix value;
    value.a = loadRow(address);
    value.b = loadRow(address + 16);
    value.c = loadRow(address + 32);
    value.d = loadRow(address + 48);
    return value;
}
