// Destination and entry point of the HLSL kernels that copy matrices. Including kernels define
// loadMatrix and keptAddress.
#include "constants.hlsli"

struct Matrix
{
    float4 a, b, c, d; // rows
};
Matrix loadMatrix(uint number, uint mask);
uint keptAddress(uint kept, uint number, uint mask);

[[vk::binding(1, 0)]] RWStructuredBuffer<float4> copies;

void storeMatrix(uint row, Matrix value)
{
    copies[row] = value.a;
    copies[row + 1] = value.b;
    copies[row + 2] = value.c;
    copies[row + 3] = value.d;
}

#define LOOP [loop]
#include "copy_loop.hlsli"

[numthreads(256, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID)
{
    copyMatrices(index, group.x, constants.addressMask);
}
