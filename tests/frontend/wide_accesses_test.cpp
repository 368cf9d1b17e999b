#include "frontend/wide_accesses.h"

#include "frontend/assembled.h"
#include "golden.h"
#include "isa/stored_text.h"
#include "lint/hlsl_accesses.h"
#include "lint/rule.h"
#include "matchers.h"

namespace vkperftest::word_groups_test {

const Rule& rule(std::string_view id) {
    for (const Rule* one : lintRules())
        if (one->id == id) return *one;
    ADD_FAILURE() << "there is no rule " << id;
    return *lintRules().front();
}

std::vector<std::string> messages(std::string_view id, const SpirvModule& module,
                                  bool rootDescriptors = false, std::span<const HlslAccess> written = {}) {
    LintSubject subject;
    subject.module = &module;
    subject.written = written;
    subject.rootDescriptors = rootDescriptors;
    std::vector<std::string> all;
    for (const LintFinding& finding : rule(id).check(subject, {})) all.push_back(finding.message);
    return all;
}

constexpr std::string_view kUnprovable = "wide-load-alignment-unprovable";
constexpr std::string_view kMisaligned = "byteaddressbuffer-load-misaligned";

// A word of the buffer at this index, an id.
std::string wordAt(const std::string& index, const std::string& name) {
    return fmt::format("{0}p = OpAccessChain %toWord %buffer %uint_0 {1}\n{0} = OpLoad %uint {0}p\n", name,
                       index);
}

// A vector of the words at these indexes.
std::string wordsAt(std::span<const std::string> indexes) {
    std::string text, parts;
    for (std::size_t i = 0; i < indexes.size(); ++i) {
        parts += fmt::format(" %c{}", i);
        text += wordAt(indexes[i], fmt::format("%c{}", i));
    }
    return text + fmt::format("%cv = OpCompositeConstruct %uint{}{}\n", indexes.size(), parts);
}

// The cases' abbreviations: "LOADS NAME COUNT", "WORD INDEX", "VECTOR INDEX…".
std::string expanded(const std::string& code) {
    std::string text;
    for (const std::string& line : split(code, '\n')) {
        const std::vector<std::string> words = split(line, ' ');
        if (words[0] == "LOADS")
            text += loads(words[1], std::stoi(words[2]));
        else if (words[0] == "WORD")
            text += wordAt(words[1], words[1] + "w");
        else
            text += words[0] == "VECTOR" ? wordsAt(std::span(words).subspan(1)) : line + "\n";
    }
    return text;
}

TEST(LintWideLoad, IsWhatTheGoldenTextSays) {
    for (const auto& [name, code] : casesIn("frontend/wide_accesses.txt")) {
        const SpirvModule module = moduleOf(shaderText(expanded(code)));
        std::string all = name + ":";
        for (const std::string_view id : {kUnprovable, kMisaligned}) {
            for (const std::string& message : messages(id, module, name.ends_with("root descriptors")))
                all += " " + message;
        }
        expectGolden(all);
    }
}

std::string addressed(int align, const std::string& type) {
    return moduleText("of an address", align, type);
}

TEST(LintWideLoad, ReadsWhatAddressesPromise) {
    EXPECT_THAT(messages(kUnprovable, moduleOf(addressed(16, "float4"))), IsEmpty());
    EXPECT_THAT(messages(kUnprovable, moduleOf(addressed(16, "float4")), true), IsEmpty());
    EXPECT_THAT(messages(kUnprovable, moduleOf(addressed(4, "float4"))),
                ElementsAre(HasSubstr("only promised"), HasSubstr("Stores 128 bits at")));
    for (const char* type : {"float2", "pair"})
        EXPECT_THAT(messages(kUnprovable, moduleOf(addressed(4, type))), SizeIs(2)) << type;
    EXPECT_THAT(messages(kUnprovable, moduleOf(addressed(8, "float2"))), IsEmpty());
    EXPECT_THAT(messages(kUnprovable, moduleOf(addressed(4, "float3"))), IsEmpty());
}

// A structured buffer whose element is a vector of four with that stride.
std::vector<std::string> structured(int stride, bool rootDescriptors) {
    std::string text =
        shaderText("%p = OpAccessChain %toVector %structured %uint_0 %x\n%v = OpLoad %float4 %p\n",
                   R"(
        %vectors = OpTypeRuntimeArray %float4
        %vectorBlock = OpTypeStruct %vectors
        %toVectorBlock = OpTypePointer Uniform %vectorBlock
        %toVector = OpTypePointer Uniform %float4
        %structured = OpVariable %toVectorBlock Uniform
    )");
    text.insert(text.find("OpDecorate"), "OpDecorate %vectors ArrayStride " + std::to_string(stride) + R"(
        OpMemberDecorate %vectorBlock 0 Offset 0
        OpDecorate %vectorBlock BufferBlock
        OpDecorate %structured DescriptorSet 0
        OpDecorate %structured Binding 1
    )");
    return messages(kUnprovable, moduleOf(text), rootDescriptors);
}

TEST(LintWideLoad, LeavesStridesToTheirRule) {
    EXPECT_THAT(structured(16, false), IsEmpty());
    EXPECT_THAT(structured(20, false), IsEmpty());
    EXPECT_THAT(structured(16, true), SizeIs(1));
    EXPECT_THAT(structured(20, true), IsEmpty());
}

HlslAccess access(std::string_view method, std::uint32_t elementBytes, std::uint32_t elements,
                  std::uint32_t offset) {
    HlslAccess one;
    one.place = {"test.hlsl", 7, 5, 20};
    one.method = method;
    one.elementBytes = elementBytes;
    one.elements = elements;
    one.offset = offset;
    return one;
}

std::vector<std::string> inSource(const HlslAccess& one) {
    LintSubject subject;
    subject.written = std::span(&one, 1);
    std::vector<std::string> all;
    for (const LintFinding& finding : rule(kMisaligned).check(subject, {})) all.push_back(finding.message);
    return all;
}

TEST(LintRawLoad, IsFoundInSource) {
    EXPECT_THAT(inSource(access("Load4", 4, 4, 8)), ElementsAre(HasSubstr("not a multiple of 16")));
    EXPECT_THAT(inSource(access("Load4", 4, 4, 32)), IsEmpty());
    EXPECT_THAT(inSource(access("Load3", 4, 3, 4)), IsEmpty());
    EXPECT_THAT(inSource(access("Load3", 4, 3, 6)), ElementsAre(HasSubstr("but HLSL requires")));
    EXPECT_THAT(inSource(access("Load", 4, 1, 2)), SizeIs(1));
    EXPECT_THAT(inSource(access("Load", 2, 4, 8)), IsEmpty());
    EXPECT_THAT(inSource(access("Load", 2, 4, 4)), SizeIs(1));
    EXPECT_THAT(inSource(access("Load", 8, 4, 16)), IsEmpty()); // 32 bytes, in loads of 16
    EXPECT_THAT(inSource(access("Load", 4, 8, 12)), IsEmpty()); // a long vector: another rule's
    EXPECT_THAT(inSource(access("Load", 0, 0, 3)), IsEmpty());  // of a type that is not known
}

TEST(LintRawLoad, IsFoundOnceInSourceAndModule) {
    const SpirvModule module = moduleOf(shaderText(expanded("OpLine %file 7 0\nVECTOR %uint_3 %uint_4")));
    EXPECT_THAT(messages(kMisaligned, module), SizeIs(1));
    const HlslAccess written = access("Load2", 4, 2, 12);
    EXPECT_THAT(messages(kMisaligned, module, false, std::span(&written, 1)), SizeIs(1));
}

// What dxc makes of Load<uint4>: all but the address has the place of the buffer's declaration.
std::string templatedLoad(const std::string& address, const std::string& code = "") {
    return code + "OpLine %file 1 19\n" + expanded("LOADS " + address + " 4");
}

TEST(LintWideLoad, IsPlacedAtTheLoadWhereTheCompilerNamesTheBuffersLine) {
    const auto places = [](const std::string& code, const HlslAccess& written) {
        const SpirvModule module = moduleOf(shaderText(code));
        const LintSubject subject{.written = std::span(&written, 1), .module = &module};
        std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
        for (const std::string_view id : {kUnprovable, kMisaligned}) {
            for (const LintFinding& finding : rule(id).check(subject, {}))
                found.emplace_back(finding.place.line, finding.place.column);
        }
        return found;
    };
    HlslAccess written = access("Load", 0, 0, 20); // in a template, whose parameter is its type
    EXPECT_THAT(places(templatedLoad("uint_20"), written), ElementsAre(testing::Pair(7u, 5u)));
    written.offset.reset();
    EXPECT_THAT(places(templatedLoad("a", "OpLine %file 7 12\n%a = OpIMul %uint %x %uint_4\n"), written),
                ElementsAre(testing::Pair(7u, 12u)));
    EXPECT_THAT(places(templatedLoad("a", "OpLine %file 8 12\n%a = OpIMul %uint %x %uint_4\n"), written),
                ElementsAre(testing::Pair(1u, 19u))); // no access that the scan has seen
    // The source has the type, and judges it.
    EXPECT_THAT(places(templatedLoad("uint_20"), access("Load", 4, 4, 20)), SizeIs(1));
}

// Words from that one on, all at one column of line 3.
std::string wordsFrom(int first, int count, int column) {
    std::string text = fmt::format("OpLine %file 3 {}\n", column);
    for (int word = 0; word < count; ++word) {
        const std::string name = fmt::format("%w{}", word);
        text += fmt::format("{}i = OpIAdd %uint %uint_{} %uint_{}\n", name, first, word) +
                wordAt(name + "i", name);
    }
    return text;
}

TEST(LintLongVector, IsFoundInOneExpressionOnly) {
    const auto found = [](const std::string& code) {
        return messages("long-vector-bytebuf-load-misaligned", moduleOf(shaderText(code)));
    };
    const struct {
        int first, count, column;
        std::size_t findings;
    } kRuns[] = {{3, 8, 5, 1}, {8, 8, 5, 0}, {4, 5, 5, 1}, {8, 5, 5, 0}, {3, 4, 5, 0}, {3, 8, 0, 0}};
    for (const auto& [first, count, column, findings] : kRuns)
        EXPECT_THAT(found(wordsFrom(first, count, column)), SizeIs(findings)) << first << " " << count;
    expectGolden(found(wordsFrom(3, 8, 5))[0]);
    const std::string loads = templatedLoad("uint_16") + templatedLoad("uint_32");
    EXPECT_THAT(found(loads), IsEmpty()) << "two loads, in dxc's code";
}

} // namespace vkperftest::word_groups_test
