// Broken on purpose: a push constant without ConstantBuffer<> lands at binding 0, on top of the source, and spirv-val
// accepts it.
struct LoadConstants
{
    uint sinkRotation;
};
[[vk::push_constant]] LoadConstants constants;
[[vk::binding(0, 0)]] ByteAddressBuffer source;
[[vk::binding(1, 0)]] RWByteAddressBuffer sums;

[numthreads(256, 1, 1)]
void main(uint index : SV_GroupIndex) { sums.Store(index * 4, source.Load(constants.sinkRotation)); }
