// Measures nothing on the GPU: the recordings of the CPU's side dispatch it (vulkan/recorder.h). Every
// invocation copies a word from one buffer to another, XORed with a pushed word, so that the binding can be
// verified.
// variants: none
#define PUSHED_VALUES 1
#include "constants.hlsli"

[[vk::binding(0, 0)]] StructuredBuffer<uint> source;
[[vk::binding(1, 0)]] RWStructuredBuffer<uint> target;

[numthreads(256, 1, 1)]
void main(uint index : SV_GroupIndex)
{
    target[index] = source[index] ^ asuint(constants.values[0].x);
}
