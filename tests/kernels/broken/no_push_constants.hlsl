// Broken on purpose: nothing opens its sink.
[[vk::binding(0, 0)]] ByteAddressBuffer source;
[[vk::binding(1, 0)]] RWByteAddressBuffer sums;

[numthreads(256, 1, 1)]
void main(uint index : SV_GroupIndex) { sums.Store(index * 4, source.Load(index * 4)); }
