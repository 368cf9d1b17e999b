// Keeps the loads alive. While timing, the branch is never taken, but the compiler cannot know that; while
// verifying, every invocation stores one sum of its workgroup, each sum once. Including kernels use bindings
// 0 and 2 for their source.
[[vk::binding(1, 0)]] RWByteAddressBuffer sums;

groupshared float sharedSums[256];

void sink(float4 sum, uint index, uint group)
{
    // Odd weights distinguish the channels and keep the result an exact integer.
    sharedSums[index] = dot(sum, float4(1, 3, 5, 7));
    GroupMemoryBarrierWithGroupSync();
    const uint rotation = constants.sinkRotation;
    [branch] if (rotation != kSinkClosed)
    {
        const uint other = (index + rotation) & 255;
        sums.Store((group * 256 + other) * 4, asuint(sharedSums[other]));
    }
}
