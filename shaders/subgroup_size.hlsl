// Measures nothing: every invocation's sum is the size of its subgroup as the shader sees it, which need not
// be the size that the driver reports.
// variants: none
#include "constants.hlsli"
#include "sink.hlsli"

[numthreads(256, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID)
{
    sink(float4(WaveGetLaneCount(), 0, 0, 0), index, group.x);
}
