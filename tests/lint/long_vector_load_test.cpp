// The rule long-vector-bytebuf-load-misaligned, on HLSL's source.

#include "golden.h"
#include "lint/hlsl_text.h"
#include "lint/rule.h"
#include "matchers.h"

namespace vkperftest::long_vector_load_test {

// Of statements on line 3.
std::vector<LintFinding> findings(const std::string& statements) {
    const std::string text = "ByteAddressBuffer b; RWByteAddressBuffer w;\n"
                             "void f(uint x, vector<float, 8> v) {\n" +
                             statements + "\n}\n";
    const std::vector<HlslAccess> written = accessesIn(text);
    LintSubject subject;
    subject.written = written;
    const auto rules = lintRules();
    const auto rule = std::find_if(rules.begin(), rules.end(), [](const Rule* each) {
        return each->id == "long-vector-bytebuf-load-misaligned";
    });
    EXPECT_NE(rule, rules.end());
    return (*rule)->check(subject, {});
}

// The alignment that a load at 2 is told to have; 0 where nothing is found.
std::string required(const std::string& element, int elements) {
    const auto found = findings("b.Load<vector<" + element + ", " + std::to_string(elements) + "> >(2);");
    return found.empty() ? "0" : std::to_string(std::get<std::uint64_t>(found[0].details[3].second));
}

// HLSL requires a multiple of the element's size; a slower load would be the smaller trouble.
TEST(LintLongVectorLoad, NamesUndefinedBehaviour) {
    std::string messages;
    for (const char* access : {"b.Load<vector<float, 8> >(6);", "b.Load<vector<double, 5> >(12);"}) {
        const auto found = findings(access);
        ASSERT_THAT(found, SizeIs(1)) << access;
        messages += found[0].message + "\n";
        EXPECT_TRUE(found[0].undefined);
        EXPECT_THAT(found[0].remedies, SizeIs(1)) << "narrower loads there are undefined, too";
    }
    expectGolden(messages);
    EXPECT_FALSE(findings("b.Load<vector<float, 8> >(12);")[0].undefined);
}

TEST(LintLongVectorLoad, NamesOffsetAlignmentAndTheNextGoodOffset) {
    const auto found = findings("b.Load<vector<float, 8> >(12);");
    ASSERT_THAT(found, SizeIs(1));
    expectGolden(found[0].message + "\n" + found[0].remedies[0] + "\n" + found[0].remedies[1] + "\n");
    EXPECT_THAT(found[0].details,
                ElementsAre(Pair("elements", LintDetail(8u)), Pair("elementBytes", LintDetail(4u)),
                            Pair("offset", LintDetail(12u)), Pair("requirement", LintDetail(32u)),
                            Pair("next", LintDetail(32u)), Pair("type", LintDetail("vector<float, 8>"))));
    EXPECT_EQ(found[0].place.line, 3u);
    EXPECT_THAT(findings("b.Load<vector<float, 8> >(32);"), IsEmpty());
}

TEST(LintLongVectorLoad, FindsStores) {
    EXPECT_THAT(findings("w.Store<vector<float, 8> >(36, v);"), SizeIs(1));
    EXPECT_THAT(findings("w.Store(36, v); w.Store(64, v);"), SizeIs(1));
}

TEST(LintLongVectorLoad, RoundsUpToTheElementsWidth) {
    const std::vector bytes = {required("float16_t", 5),  required("float16_t", 8), required("uint16_t", 9),
                               required("float16_t", 20), required("uint", 12),     required("double", 5)};
    EXPECT_THAT(bytes, ElementsAre("16", "16", "32", "48", "64", "64"));
    EXPECT_EQ(required("float", 4), "0");
    for (const char* word : {"float", "int", "half"}) // 32 bits, unless the shader says otherwise
        for (const int elements : {5, 8}) EXPECT_EQ(required(word, elements), "32");
}

TEST(LintLongVectorLoad, LeavesShortVectorsAndUnknownOffsetsAlone) {
    EXPECT_THAT(
        findings("b.Load4(4); b.Load<float4>(4); b.Load<float4x4>(4); b.Load<vector<float, 8> >(x + 4);\n"
                 "b.Load<T>(4); b.Load<vector<float, 8> >(0);"),
        IsEmpty());
}

} // namespace vkperftest::long_vector_load_test
