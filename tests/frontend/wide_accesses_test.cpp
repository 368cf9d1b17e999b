#include "frontend/wide_accesses.h"

#include <gmock/gmock.h>

#include "frontend/assembled.h"
#include "golden.h"
#include "lint/hlsl_accesses.h"
#include "lint/rule.h"

namespace vkperftest {
namespace word_groups_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

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

std::vector<std::string> unprovable(const std::string& code, bool rootDescriptors = false) {
    return messages(kUnprovable, moduleOf(shaderText(code)), rootDescriptors);
}

std::vector<std::string> misaligned(const std::string& code) {
    return messages(kMisaligned, moduleOf(shaderText(code)));
}

// Words of the buffer at these indexes, each an id, made into a vector.
std::string vectorOf(const std::vector<std::string>& indexes) {
    std::string text, parts;
    for (std::size_t word = 0; word < indexes.size(); ++word) {
        const std::string name = "%c" + std::to_string(word);
        text += name + "p = OpAccessChain %toWord %buffer %uint_0 " + indexes[word] + "\n";
        text += name + " = OpLoad %uint " + name + "p\n";
        parts += " " + name;
    }
    return text + "%cv = OpCompositeConstruct %uint" + std::to_string(indexes.size()) + parts + "\n";
}

TEST(LintWideLoad, IsFoundWhereTheAddressCanBeAnything) {
    const auto found =
        unprovable("%m = OpIMul %uint %x %uint_16\n%a = OpBitwiseOr %uint %m %pushed\n" + loads("a", 4));
    ASSERT_THAT(found, SizeIs(1));
    expectGolden(found[0] + "\n");
    EXPECT_THAT(unprovable("%a = OpIMul %uint %x %uint_8\n" + loads("a", 4)), SizeIs(1));
    EXPECT_THAT(unprovable("%a = OpIMul %uint %x %uint_4\n" + loads("a", 2)), SizeIs(1));
    EXPECT_THAT(unprovable(loads("x", 4) + loads("y", 2)), SizeIs(2));
}

TEST(LintWideLoad, SaysWhereItIsNeverAligned) {
    EXPECT_THAT(unprovable("%m = OpIMul %uint %x %uint_16\n%a = OpIAdd %uint %m %uint_4\n" + loads("a", 2)),
                ElementsAre(HasSubstr("is never a multiple of 8")));
}

TEST(LintWideLoad, OfRootDescriptorsIsNeverProvable) {
    const std::string code = "%a = OpIMul %uint %x %uint_64\n" + loads("a", 4);
    EXPECT_THAT(unprovable(code, true), ElementsAre(HasSubstr("a root descriptor promises")));
}

TEST(LintWideLoad, SeesStores) {
    std::string code = "%a = OpShiftRightLogical %int %x %uint_2\n%v = OpCompositeConstruct %uint2 %x %y\n";
    for (const char* word : {"0", "1"}) {
        const std::string n = word;
        code += "%s" + n + "i = OpIAdd %int %a %uint_" + n + "\n%s" + n + "v = OpCompositeExtract %uint %v " +
                n + "\n%s" + n + "p = OpAccessChain %toWord %buffer %uint_0 %s" + n + "i\nOpStore %s" + n +
                "p %s" + n + "v\n";
    }
    EXPECT_THAT(unprovable(code), ElementsAre(HasSubstr("Stores 64 bits")));
}

TEST(LintWideLoad, SeesVectorsMadeOfWords) {
    const std::string second = "%b = OpIAdd %uint %x %uint_1\n";
    EXPECT_THAT(unprovable(second + vectorOf({"%x", "%b"})), SizeIs(1));
    EXPECT_THAT(unprovable(second + vectorOf({"%b", "%x"})), IsEmpty()); // in the wrong order: two loads
    EXPECT_THAT(unprovable(vectorOf({"%x", "%y"})), IsEmpty());          // from two places
    EXPECT_THAT(
        unprovable("%e = OpIMul %uint %x %uint_2\n%b = OpIAdd %uint %e %uint_1\n" + vectorOf({"%e", "%b"})),
        IsEmpty()); // 8 bytes each
}

TEST(LintWideLoad, ComparesIndexesThatWereComputedTwice) {
    EXPECT_THAT(unprovable(R"(
        OpStore %local %x
        %l0 = OpLoad %uint %local
        %i0 = OpIMul %uint %l0 %uint_3
        %l1 = OpLoad %uint %local
        %m1 = OpIMul %uint %l1 %uint_3
        %i1 = OpIAdd %uint %m1 %uint_1)" +
                           std::string("\n") + vectorOf({"%i0", "%i1"})),
                SizeIs(1));
    EXPECT_THAT(
        unprovable("%i0 = OpIMul %uint %x %y\n%m1 = OpIMul %uint %y %x\n%i1 = OpIAdd %uint %m1 %uint_1\n" +
                   vectorOf({"%i0", "%i1"})),
        SizeIs(1));
    // A store between the two: another index.
    EXPECT_THAT(unprovable(R"(
        OpStore %local %x
        %i0 = OpLoad %uint %local
        OpStore %local %y
        %l1 = OpLoad %uint %local
        %i1 = OpIAdd %uint %l1 %uint_1)" +
                           std::string("\n") + vectorOf({"%i0", "%i1"})),
                IsEmpty());
}

TEST(LintWideLoad, LeavesWordsAloneThatHappenToBeNeighbours) {
    // A stencil: no vector is made of them.
    std::string code = "%b = OpIAdd %uint %x %uint_1\n" + vectorOf({"%x", "%b"});
    code.erase(code.find("%cv ="));
    EXPECT_THAT(unprovable(code), IsEmpty());
}

TEST(LintWideLoad, LooksAtWholeLoadsOnly) {
    // Of a Load4 of a multiple of 16, only the two words in the middle are left.
    EXPECT_THAT(unprovable(R"(
        %a = OpIMul %uint %x %uint_16
        %i0 = OpShiftRightLogical %int %a %uint_2
        %i1 = OpIAdd %int %i0 %uint_1
        %i2 = OpIAdd %int %i0 %uint_2
        %p1 = OpAccessChain %toWord %buffer %uint_0 %i1
        %w1 = OpLoad %uint %p1
        %p2 = OpAccessChain %toWord %buffer %uint_0 %i2
        %w2 = OpLoad %uint %p2)"),
                IsEmpty());
}

std::string addressed(int align, const std::string& type) {
    const std::string at = std::to_string(align);
    return R"(
        OpCapability Shader
        OpCapability PhysicalStorageBufferAddresses
        OpExtension "SPV_KHR_physical_storage_buffer"
        OpMemoryModel PhysicalStorageBuffer64 GLSL450
        OpEntryPoint GLCompute %main "main"
        OpExecutionMode %main LocalSize 64 1 1
        OpMemberDecorate %block 0 Offset 0
        OpDecorate %block Block
        OpMemberDecorate %push 0 Offset 0
        OpDecorate %push Block
        %void = OpTypeVoid
        %procedure = OpTypeFunction %void
        %float = OpTypeFloat 32
        %uint = OpTypeInt 32 0
        %float2 = OpTypeVector %float 2
        %float3 = OpTypeVector %float 3
        %float4 = OpTypeVector %float 4
        %uint_0 = OpConstant %uint 0
        %block = OpTypeStruct %)" +
           type + R"(
        %toBlock = OpTypePointer PhysicalStorageBuffer %block
        %toValue = OpTypePointer PhysicalStorageBuffer %)" +
           type + R"(
        %push = OpTypeStruct %toBlock
        %toPush = OpTypePointer PushConstant %push
        %toAddress = OpTypePointer PushConstant %toBlock
        %constants = OpVariable %toPush PushConstant
        %main = OpFunction %void None %procedure
        %entry = OpLabel
        %at = OpAccessChain %toAddress %constants %uint_0
        %address = OpLoad %toBlock %at
        %where = OpAccessChain %toValue %address %uint_0
        %value = OpLoad %)" +
           type + " %where Aligned " + at + "\nOpStore %where %value Aligned " + at +
           "\nOpReturn\nOpFunctionEnd\n";
}

TEST(LintWideLoad, ReadsWhatAddressesPromise) {
    EXPECT_THAT(messages(kUnprovable, moduleOf(addressed(16, "float4"))), IsEmpty());
    EXPECT_THAT(messages(kUnprovable, moduleOf(addressed(16, "float4")), true), IsEmpty());
    EXPECT_THAT(messages(kUnprovable, moduleOf(addressed(4, "float4"))),
                ElementsAre(HasSubstr("only promised"), HasSubstr("Stores 128 bits at")));
    EXPECT_THAT(messages(kUnprovable, moduleOf(addressed(4, "float2"))), SizeIs(2));
    EXPECT_THAT(messages(kUnprovable, moduleOf(addressed(8, "float2"))), IsEmpty());
    EXPECT_THAT(messages(kUnprovable, moduleOf(addressed(4, "float3"))), IsEmpty());
}

// A structured buffer whose element is a vector of four with that stride.
std::vector<std::string> structured(int stride, bool rootDescriptors) {
    std::string text =
        shaderText("%p = OpAccessChain %toVector %structured %uint_0 %x\n%v = OpLoad %float4 %p\n", R"(
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

TEST(LintRawLoad, IsFoundAtAWrongConstant) {
    const auto at = [](const std::vector<std::string>& indexes) { return misaligned(vectorOf(indexes)); };
    EXPECT_THAT(at({"%uint_3", "%uint_4"}), ElementsAre(HasSubstr("at byte 12")));
    EXPECT_THAT(at({"%uint_2", "%uint_3", "%uint_4", "%uint_5"}),
                ElementsAre(HasSubstr("not a multiple of 16")));
    EXPECT_THAT(at({"%uint_4", "%uint_5", "%uint_6", "%uint_7"}), IsEmpty());
    EXPECT_THAT(at({"%uint_2", "%uint_3"}), IsEmpty());
    EXPECT_THAT(at({"%uint_1", "%uint_2", "%uint_3"}), IsEmpty());
    // And no finding by the other rule for the same place.
    EXPECT_THAT(unprovable(vectorOf({"%uint_3", "%uint_4"})), IsEmpty());
}

TEST(LintRawLoad, LeavesSpecializationConstantsToTheOtherRule) {
    const std::string code =
        "%b = OpIAdd %uint %spec %uint_1\n%c = OpIAdd %uint %b %uint_1\n" + vectorOf({"%b", "%c"});
    EXPECT_THAT(misaligned(code), IsEmpty());
    EXPECT_THAT(unprovable(code), SizeIs(1));
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
    const SpirvModule module = moduleOf(shaderText("OpLine %file 7 0\n" + vectorOf({"%uint_3", "%uint_4"})));
    EXPECT_THAT(messages(kMisaligned, module), SizeIs(1));
    const HlslAccess written = access("Load2", 4, 2, 12);
    EXPECT_THAT(messages(kMisaligned, module, false, std::span(&written, 1)), SizeIs(1));
}

// What dxc makes of Load<uint4>: all but the address has the place of the buffer's declaration.
std::string templatedLoad(const std::string& address, const std::string& code = "") {
    return code + "OpLine %file 1 19\n" + loads(address, 4);
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

std::string wordsFrom(int first, int count, int column) {
    std::string text = "OpLine %file 3 " + std::to_string(column) + "\n";
    for (int word = 0; word < count; ++word) {
        const std::string n = std::to_string(word);
        text += "%i" + n + " = OpIAdd %uint %uint_" + std::to_string(first) + " %uint_" + n + "\n%p" + n +
                " = OpAccessChain %toWord %buffer %uint_0 %i" + n + "\n%w" + n + " = OpLoad %uint %p" + n +
                "\n";
    }
    return text;
}

TEST(LintLongVector, IsFoundInOneExpressionOnly) {
    const auto found = [](const std::string& code) {
        const SpirvModule module = moduleOf(shaderText(code));
        LintSubject subject;
        subject.module = &module;
        return rule("long-vector-bytebuf-load-misaligned").check(subject, {});
    };
    ASSERT_THAT(found(wordsFrom(3, 8, 5)), SizeIs(1));
    expectGolden(found(wordsFrom(3, 8, 5))[0].message + "\n" + found(wordsFrom(3, 8, 5))[0].remedies[0] +
                 "\n");
    EXPECT_THAT(found(wordsFrom(8, 8, 5)), IsEmpty());
    EXPECT_THAT(found(wordsFrom(4, 5, 5)), SizeIs(1));
    EXPECT_THAT(found(wordsFrom(8, 5, 5)), IsEmpty());
    EXPECT_THAT(found(wordsFrom(3, 4, 5)), IsEmpty());
    EXPECT_THAT(found(wordsFrom(3, 8, 0)), IsEmpty()); // as well two Load4 of one line
    EXPECT_THAT(found(templatedLoad("uint_16") + templatedLoad("uint_32")),
                IsEmpty()); // two loads, in dxc's code
}

} // namespace word_groups_test
} // namespace vkperftest
