// Broken on purpose: texture and sampler lie on one binding. Compilers and spirv-val accept it, since the two could be
// one combined descriptor, which the program does not write.
struct LoadConstants
{
    uint sinkRotation;
};
[[vk::push_constant]] ConstantBuffer<LoadConstants> constants;
[[vk::binding(0, 0)]] Texture2D<float> source;
[[vk::binding(0, 0)]] SamplerState sourceSampler;
[[vk::binding(1, 0)]] RWByteAddressBuffer sums;

[numthreads(256, 1, 1)]
void main(uint index : SV_GroupIndex)
{
    sums.Store((index + constants.sinkRotation) * 4, asuint(source.SampleLevel(sourceSampler, float2(0, 0), 0)));
}
