ByteAddressBuffer source : register(t0);
RWByteAddressBuffer result : register(u0);

[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    const uint4 first = source.Load4(id.x * 4);
    const uint4 second = source.Load4(id.x * 4 + 1024);
    result.Store4(id.x * 16, first + second);
}
