// Long vectors at good and bad offsets.
typedef vector<float, 8> Wide;
using Half8 = vector<float16_t, 8>;
static const uint kStart = 12, kNext = kStart + sizeof(Wide) * 2;
namespace layout { enum class Part : uint { Head = 4, Body = Head << 2, Tail }; static const int End = -8; }
ByteAddressBuffer source[4] : register(t0, space1);
RWByteAddressBuffer target : register(u0);
struct Scene { ByteAddressBuffer data; float3 a; float2 b; static const uint k = 3; uint at(uint i) { return data.Load(i * k); } };
cbuffer Constants : register(b0) { uint offset; row_major float4x4 m; };
template <typename T, uint N> T get(ByteAddressBuffer b, uint i) { return b.Load<vector<T, N> >(i * sizeof(T)); }
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    Wide w = source[2].Load<Wide>(kStart); // vkperftest: ignore long-vector-bytebuf-load-misaligned cold code
    const uint local = (uint)layout::Part::Body | 0x3u;
    for (uint i = 0, j = 4; i < 4; ++i) target.Store<Half8>(i > 2 ? 16 : 6, (Half8)0);
    target.Store(local & ~3, w);
    Scene s; uint4 q = s.data.Load4(id.x * 16) + ((ByteAddressBuffer)ResourceDescriptorHeap[id.y]).Load4(0b1010);
    target.Store2(017ul % 5, q.xy);
}
