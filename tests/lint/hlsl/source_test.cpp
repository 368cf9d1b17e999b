// Accesses to byte-address buffers, found in HLSL's source.
#include "lint/hlsl/source.h"

#include "lint/hlsl/scan.h"

namespace vkperftest {
namespace hlsl_source_test {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::string kBuffers = "ByteAddressBuffer b; RWByteAddressBuffer w;\n";

std::vector<std::string> inMain(const std::string& statements, const ShaderOptions& options = {}) {
    return scannedAccesses(kBuffers + "[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {\n" +
                               statements + "\n}\n",
                           options);
}

TEST(LintHlslSource, FindsLongVectorsHoweverTheirTemplatesClose) {
    EXPECT_THAT(inMain("auto x = b.Load<vector<float, 8> >(12);"), ElementsAre("Load float x 8 @ 12"));
    EXPECT_THAT(inMain("auto x = b.Load<vector<float, 8>>(12);"), ElementsAre("Load float x 8 @ 12"));
    EXPECT_THAT(inMain("auto x = b . Load < vector < float , 8 > > ( 12 ) ;"),
                ElementsAre("Load float x 8 @ 12"));
    EXPECT_THAT(inMain("auto x = b.Load</* long */vector<half, 8>\n>\n(12); // .Load<float>(4)"),
                ElementsAre("Load half x 8 @ 12"));
}

TEST(LintHlslSource, FindsEveryMethod) {
    EXPECT_THAT(
        inMain("uint a = b.Load(4); uint2 c = b.Load2(4); uint3 d = b.Load3(8); uint4 e = w.Load4(16);"),
        ElementsAre("Load uint x 1 @ 4", "Load2 uint x 2 @ 4", "Load3 uint x 3 @ 8", "Load4 uint x 4 @ 16"));
    EXPECT_THAT(
        inMain("w.Store2(4, a); w.Store3(8, a); w.Store4(16, a); w.Store<vector<uint16_t, 8> >(6, a);"),
        ElementsAre("Store2 uint x 2 @ 4", "Store3 uint x 3 @ 8", "Store4 uint x 4 @ 16",
                    "Store uint16_t x 8 @ 6"));
    EXPECT_THAT(inMain("w.Store(4, v);"), ElementsAre("Store  x 0 @ 4")); // what v is stands nowhere
    EXPECT_THAT(inMain("uint status; b.Load<float4>(20, status);"), ElementsAre("Load float x 4 @ 20"));
    EXPECT_THAT(inMain("uint old; w.InterlockedAdd(4, 1, old); b.GetDimensions(old); b.Load5(4);"),
                IsEmpty());
}

TEST(LintHlslSource, TakesAStoredValuesTypeWhereItIsPlain) {
    EXPECT_THAT(inMain("vector<float, 8> v; w.Store(12, v);"), ElementsAre("Store float x 8 @ 12"));
    EXPECT_THAT(inMain("w.Store(12, vector<float, 8>(0));"), ElementsAre("Store float x 8 @ 12"));
    EXPECT_THAT(inMain("w.Store(12, (vector<float, 8>)0);"), ElementsAre("Store float x 8 @ 12"));
    EXPECT_THAT(inMain("float f; float4 v; w.Store(12, (float)f * v);"), ElementsAre("Store  x 0 @ 12"));
}

TEST(LintHlslSource, KnowsTypesByTheirOtherNames) {
    EXPECT_THAT(inMain("typedef vector<float, 8> float8; b.Load<float8>(12);"),
                ElementsAre("Load float x 8 @ 12"));
    EXPECT_THAT(inMain("using float8 = vector<float, 4 + 4>; b.Load<float8>(12);"),
                ElementsAre("Load float x 8 @ 12"));
    EXPECT_THAT(scannedAccesses("typedef ByteAddressBuffer Raw; namespace n { static const uint N = 6;\n"
                                "typedef vector<int64_t, N> Wide; }\n"
                                "Raw r; void f() { r.Load<n::Wide>(8); }"),
                ElementsAre("Load int64_t x 6 @ 8"));
    EXPECT_THAT(inMain("b.Load<float8>(12);"), ElementsAre("Load  x 0 @ 12")); // HLSL has no such name
    EXPECT_THAT(inMain("b.Load<T>(12); b.Load<vector<T, 8> >(12); b.Load<vector<float, id.x> >(12);"),
                ElementsAre("Load  x 0 @ 12", "Load  x 0 @ 12", "Load  x 0 @ 12"));
}

TEST(LintHlslSource, KnowsSizesOfTypes) {
    const auto size = [](const std::string& type, const ShaderOptions& options = {}) {
        const HlslSource source = scanText(
            "struct S { float3 a; float2 b; };\n"
            "struct D { float a; double b; half c[3]; };\n"
            "struct Nested : S { D d; float2x3 m; static const uint k = 3; uint f() { return k; } };\n"
            "struct Odd { Unknown u; };\n" +
                kBuffers + "void f() { b.Load<" + type + ">(0); }",
            options);
        EXPECT_THAT(source.accesses, SizeIs(1));
        const BufferAccess& access = source.accesses.at(0);
        return std::to_string(access.elements) + " x " + std::to_string(access.elementBytes) + " at " +
               std::to_string(access.alignment);
    };
    EXPECT_EQ(size("float"), "1 x 4 at 4");
    EXPECT_EQ(size("double3"), "3 x 8 at 8");
    EXPECT_EQ(size("vector<uint64_t, 2>"), "2 x 8 at 8");
    EXPECT_EQ(size("unsigned int"), "1 x 4 at 4");
    EXPECT_EQ(size("bool4"), "4 x 4 at 4");
    EXPECT_EQ(size("int16_t4"), "4 x 2 at 2");
    EXPECT_EQ(size("float4x4"), "1 x 64 at 4");
    EXPECT_EQ(size("matrix<double, 2, 3>"), "1 x 48 at 8");
    EXPECT_EQ(size("vector"), "4 x 4 at 4");
    EXPECT_EQ(size("S"), "1 x 20 at 4");
    EXPECT_EQ(size("D"), "1 x 32 at 8"); // 4, 4 of padding, 8, 3 × 4, 4 of padding
    EXPECT_EQ(size("Nested"), "1 x 80 at 8");
    EXPECT_EQ(size("Odd"), "0 x 0 at 0");
    EXPECT_EQ(size("half4"), "4 x 4 at 4");
    EXPECT_EQ(size("half4", {.defines = {"__HLSL_ENABLE_16_BIT"}}), "4 x 2 at 2");
    EXPECT_EQ(size("min16uint2", {.defines = {"__HLSL_ENABLE_16_BIT=1"}}), "2 x 2 at 2");
    EXPECT_EQ(size("float16_t2"), "2 x 2 at 2");
}

TEST(LintHlslSource, KnowsByteAddressBuffersWhereverTheyAre) {
    EXPECT_THAT(
        scannedAccesses(
            "struct Scene { ByteAddressBuffer data[4]; Texture2D t; };\n"
            "struct Outer { Scene scene; };\n"
            "RWByteAddressBuffer many[] : register(u0, space1), one : register(u1);\n"
            "ByteAddressBuffer pick(uint i) { return many[i]; }\n"
            "uint f(Outer o, ByteAddressBuffer p, const RWByteAddressBuffer q = one) {\n"
            "    return o.scene.data[2].Load(4) + p.Load(8) + many[p.Load(12)].Load(16) + q.Load(20)\n"
            "         + pick(3).Load(24) + (one).Load(28)\n"
            "         + ((ByteAddressBuffer)ResourceDescriptorHeap[3]).Load(32)\n"
            "         + ByteAddressBuffer(ResourceDescriptorHeap[3]).Load(36) + o.scene.t.Load(40);\n"
            "}"),
        ElementsAre("Load uint x 1 @ 4", "Load uint x 1 @ 8", "Load uint x 1 @ 12", "Load uint x 1 @ 16",
                    "Load uint x 1 @ 20", "Load uint x 1 @ 24", "Load uint x 1 @ 28", "Load uint x 1 @ 32",
                    "Load uint x 1 @ 36"));
    EXPECT_THAT(inMain("ByteAddressBuffer heap = ResourceDescriptorHeap[id.x]; heap.Load(4);"),
                ElementsAre("Load uint x 1 @ 4"));
}

TEST(LintHlslSource, PassesOverOtherResources) {
    EXPECT_THAT(
        scannedAccesses(
            "Texture2D<float4> t; Buffer<float> f; StructuredBuffer<uint> s; RWTexture2D<uint> r;\n"
            "struct Wrapper { float4 a; template<typename T> T Load(uint i) { return (T)0; } };\n"
            "Wrapper wrapper;\n"
            "void f(Texture3D p) { t.Load(int3(0, 0, 0)); f.Load(1); s.Load(3); r.Load(5); p.Load(7);\n"
            "    wrapper.Load<float4>(3); Load(9); unknown.Load(11); a.b().Load(13); }"),
        IsEmpty());
    // Only byte-address buffers have these.
    EXPECT_THAT(inMain("unknown.Load<float4>(4); other.Load2(8); get().Store4(16, x);"),
                ElementsAre("Load float x 4 @ 4", "Load2 uint x 2 @ 8", "Store4 uint x 4 @ 16"));
    // A name within is another thing.
    EXPECT_THAT(inMain("{ Texture1D b; b.Load(4); } b.Load(8);"), ElementsAre("Load uint x 1 @ 8"));
}

TEST(LintHlslSource, NeedsNoSpacesNorReadsCommentsAndStrings) {
    EXPECT_THAT(
        inMain(
            "// b.Load(1);\n/* b.Load(2); */ printf(\"b.Load(3); // \\\" \"); b.Load(4); \"/*\"; b.Load(5);"),
        ElementsAre("Load uint x 1 @ 4", "Load uint x 1 @ 5"));
    EXPECT_THAT(inMain("b.Lo\\\nad(1\\\r\n2);"), ElementsAre("Load uint x 1 @ 12"));
    EXPECT_THAT(inMain("uint c = '(' + '\"' + '\\''; b.Load(4); // it's"), ElementsAre("Load uint x 1 @ 4"));
    EXPECT_THAT(
        scannedAccesses(kBuffers + "#define LOADS \\ \t\n b.Load(4) + \\\r\n b.Load(8)\nvoid f() { LOADS; }"),
        ElementsAre("Load uint x 1 @ 4", "Load uint x 1 @ 8"));
    EXPECT_THAT(inMain("// comment \\\n b.Load(4);"), IsEmpty());
}

TEST(LintHlslSource, SaysWhere) {
    const HlslSource source = scanText("ByteAddressBuffer b;\n"
                                       "#define AT(x) b.Load(x)\n"
                                       "void f() {\n"
                                       "    b.Load2( 4 +\t8 );\n"
                                       "    uint x = \\\n 1 + b.Load(4\n);\n"
                                       "  AT(16);\n"
                                       "}");
    ASSERT_THAT(source.accesses, SizeIs(3));
    const auto place = [&](std::size_t i) {
        const Place& at = source.accesses[i].place;
        return at.file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + "-" +
               std::to_string(at.endColumn);
    };
    EXPECT_EQ(place(0), "test.hlsl:4:7-21");
    EXPECT_EQ(place(1), "test.hlsl:6:8-12"); // up to the end of the name, since the bracket closes below
    EXPECT_EQ(place(2), "test.hlsl:8:3-5");
}

// As "name: stride element (members) at line:column", in order.
std::vector<std::string> declaredBuffers(const std::string& text) {
    std::vector<std::string> result;
    for (const DeclaredBuffer& each : scanText(text).structuredBuffers) {
        std::string members;
        for (const ReflectedMember& member : each.buffer.members)
            members += " " + member.type + " " + member.name + "@" + std::to_string(member.offset);
        result.push_back(each.buffer.name + ": " + std::to_string(each.buffer.stride) + " " +
                         each.buffer.element + members + " at " + std::to_string(each.place.line) + ":" +
                         std::to_string(each.place.column) + "-" + std::to_string(each.place.endColumn));
    }
    return result;
}

TEST(LintHlslSource, KnowsDeclaredStructuredBuffers) {
    EXPECT_THAT(declaredBuffers("struct A { float3 at; uint2 counts[2]; double d; };\n"
                                "StructuredBuffer<A> a : register(t0);\n"
                                "RWStructuredBuffer<float3> many[4], other;\n"
                                "namespace n { struct A { float4x3 m; }; AppendStructuredBuffer<A> inner; }\n"
                                "ConsumeStructuredBuffer<vector<float, 3> > c;"),
                ElementsAre("a: 40 A float3 at@0 uint2[2] counts@12 double d@32 at 2:21-22",
                            "many: 12 float3 at 3:28-32", "other: 12 float3 at 3:37-42",
                            "inner: 48 A float4x3 m@0 at 4:67-72", "c: 12 float3 at 5:44-45"));
    EXPECT_THAT(declaredBuffers("struct Base { float a; float b() { float c = a; return c; } };\n"
                                "struct Derived : Base { float3 d; static const uint k = 3; };\n"
                                "enum E { X, Y }; struct WithEnum { E e; bool f; };\n"
                                "StructuredBuffer<Derived> d; StructuredBuffer<WithEnum> e;"),
                ElementsAre("d: 16 Derived float a@0 float3 d@4 at 4:27-28",
                            "e: 8 WithEnum int e@0 bool f@4 at 4:57-58"));
}

TEST(LintHlslSource, LeavesOutStructuredBuffersOfUnknownStride) {
    EXPECT_THAT(
        declaredBuffers(
            "struct Unknown { Other o; }; struct Bits { uint a : 4; uint b : 28; };\n"
            "template<typename T> struct Made { T t; };\n"
            "StructuredBuffer<Unknown> a; StructuredBuffer<Bits> b; StructuredBuffer<Made<float> > c;\n"
            "StructuredBuffer<float3> f(StructuredBuffer<float3> d) { StructuredBuffer<float3> e = d; "
            "return e; }\n"
            "struct Holder { StructuredBuffer<float3> g; }; StructuredBuffer h; Buffer<float3> i;"),
        IsEmpty());
}

TEST(LintHlslSource, TellsTypesOf16Bits) {
    EXPECT_FALSE(scanText("half3 a; min16float b; float16 c;").usesSixteenBitTypes);
    for (const std::string type : {"float16_t", "int16_t3", "uint16_t2x2"})
        EXPECT_TRUE(scanText(type + " a;").usesSixteenBitTypes) << type;
    EXPECT_THAT(declaredBuffers("struct S { float16_t a; half b; }; StructuredBuffer<S> s;"),
                ElementsAre("s: 4 S float16_t a@0 half b@2 at 1:56-57")); // dxc's option is for both
}

TEST(LintHlslSource, RefusesWhatHasNoEnd) {
    EXPECT_EQ(scanError("void f() {\n  (1;\n"), "test.hlsl:2: '(' is not closed; close it");
    EXPECT_EQ(scanError("void f() {\n  (1};\n"),
              "test.hlsl:2: '}' closes no open bracket; correct the brackets before it");
    EXPECT_EQ(scanError("\n\n/* x"), "test.hlsl:3: the comment is not closed; close it with */");
    EXPECT_THAT(scanError(std::string(10'000, '(') + std::string(10'000, ')')),
                testing::HasSubstr("brackets nest more than 1,000 deep"));
    EXPECT_EQ(scanError(std::string(1'000, '(') + std::string(1'000, ')')), "");
}

} // namespace hlsl_source_test
} // namespace vkperftest
