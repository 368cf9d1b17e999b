#include "lint/lint.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include "base/utf8_path.h"
#include "frontend/compile.h"

namespace vkperftest {
namespace lint_test {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kMisaligned = "byteaddressbuffer-load-misaligned";
constexpr const char* kStride = "structured-buffer-stride-not-cache-aligned";

// Tests may run at once.
std::string testName() {
    return testing::UnitTest::GetInstance()->current_test_info()->name();
}

class LintFile : public testing::Test {
protected:
    LintFile() : folder_(fs::path(testing::TempDir()) / ("lint_file_" + testName())) {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    ~LintFile() override { fs::remove_all(folder_); }

    std::string write(const std::string& name, const std::string& text) {
        std::ofstream(folder_ / name, std::ios::binary) << text;
        return (folder_ / name).string();
    }

    Result<LintedFile> lintFile(const std::string& path) {
        Result<Linter> linter = Linter::create({.rules = rules});
        EXPECT_TRUE(linter.ok());
        return linter.value().lint(path, linter.value().settingsOf(path).value());
    }

    LintedFile linted(const std::string& name, const std::string& text) {
        const Result<LintedFile> file = lintFile(write(name, text));
        if (file.ok()) return file.value();
        ADD_FAILURE() << file.error().sentence();
        return {};
    }

    std::string failed(const std::string& name, const std::string& text) {
        const Result<LintedFile> file = lintFile(write(name, text));
        EXPECT_FALSE(file.ok());
        return file.ok() ? "" : file.error().sentence();
    }

    std::vector<std::string> rules;

private:
    fs::path folder_;
};

// The body's line is 3.
std::string kernel(const std::string& body, const std::string& more = "") {
    return "ByteAddressBuffer data : register(t0); RWByteAddressBuffer result : register(u0);\n"
           "[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {\n" +
           body + "\n}\n" + more;
}

std::vector<std::string> rulesOf(const LintedFile& file) {
    std::vector<std::string> rules;
    for (const LintFinding& finding : file.findings) rules.emplace_back(finding.rule);
    return rules;
}

TEST_F(LintFile, SaysWhereAndWhat) {
    const LintedFile file = linted("a.hlsl", kernel("    result.Store4(id.x * 16, data.Load4(20));"));
    ASSERT_THAT(rulesOf(file), ElementsAre(kMisaligned));
    const LintFinding& finding = file.findings[0];
    EXPECT_EQ(finding.place.line, 3u);
    EXPECT_EQ(finding.sourceLine.substr(finding.place.column - 1, 5), "Load4");
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_EQ(finding.entryPoint, "main");
    EXPECT_THAT(file.compiler, testing::StartsWith("glslang "));
    EXPECT_THAT(file.remarks, IsEmpty());
}

TEST_F(LintFile, FindsNothingWhereNothingIs) {
    EXPECT_THAT(rulesOf(linted("a.hlsl", kernel("result.Store4(id.x * 16, data.Load4(id.x * 16));"))),
                IsEmpty());
}

TEST_F(LintFile, TellsAFindingOnceForAllEntryPoints) {
    const std::string helper = "uint4 common() { return data.Load4(20); }\n";
    const LintedFile file = linted(
        "a.hlsl", "ByteAddressBuffer data : register(t0); RWByteAddressBuffer result : register(u0);\n" +
                      helper +
                      "[numthreads(1, 1, 1)] void first() { result.Store4(0, common()); }\n"
                      "[numthreads(1, 1, 1)] void second() { result.Store4(16, common()); }\n");
    EXPECT_THAT(rulesOf(file), ElementsAre(kMisaligned));
}

TEST_F(LintFile, IgnoresWhatCommentsSay) {
    const std::string load = "result.Store4(id.x * 16, data.Load4(20));";
    EXPECT_THAT(rulesOf(linted("a.hlsl", kernel(load + " // vkperftest: ignore " + kMisaligned + " packed"))),
                IsEmpty());
    EXPECT_THAT(
        rulesOf(linted("b.hlsl", kernel(std::string("// vkperftest: ignore ") + kMisaligned + "\n" + load))),
        IsEmpty());
    // Of another rule, which finds nothing there.
    const LintedFile other = linted("c.hlsl", kernel(load + " // vkperftest: ignore " + kStride));
    EXPECT_THAT(rulesOf(other), testing::UnorderedElementsAre(kMisaligned, kUnusedIgnore));
}

TEST_F(LintFile, ReportsIgnoresThatNothingIsThereFor) {
    const std::string text =
        kernel("result.Store4(id.x * 16, data.Load4(16)); // vkperftest: ignore " + std::string(kMisaligned));
    const LintedFile file = linted("a.hlsl", text);
    ASSERT_THAT(rulesOf(file), ElementsAre(kUnusedIgnore));
    EXPECT_EQ(file.findings[0].place.line, 3u);
    EXPECT_THAT(file.findings[0].message, HasSubstr("finds nothing here"));
    const LintFinding typo = linted("b.hlsl", kernel("// vkperftest: ignore typo\n\n;")).findings.at(0);
    EXPECT_THAT(typo.message, HasSubstr("'typo', which does not exist"));
    EXPECT_EQ(typo.place.line, 3u); // where the comment stands
    EXPECT_EQ(typo.sourceLine, "// vkperftest: ignore typo");
    EXPECT_THAT(linted("d.hlsl", kernel("/* vkperftest: ignore */")).findings.at(0).message,
                HasSubstr("it names no rule"));
    rules = {std::string(kMisaligned) + "=off"};
    EXPECT_THAT(rulesOf(linted("c.hlsl", text)), IsEmpty());
}

TEST_F(LintFile, SettingsDecide) {
    const std::string text = kernel("result.Store4(id.x * 16, data.Load4(20));");
    rules = {std::string(kMisaligned) + "=error"};
    EXPECT_EQ(linted("a.hlsl", text).findings.at(0).severity, Severity::Error);
    rules = {std::string(kMisaligned) + "=off"};
    EXPECT_THAT(rulesOf(linted("a.hlsl", text)), IsEmpty());
}

TEST_F(LintFile, ReadsLongVectorsAsSourceOnly) {
    const LintedFile bad = linted("a.hlsl", kernel("vector<float, 8> v = data.Load<vector<float, 8> >(12);"));
    if (bad.remarks.empty()) GTEST_SKIP() << "compiled by " << bad.compiler;
    EXPECT_THAT(rulesOf(bad), ElementsAre("long-vector-bytebuf-load-misaligned"));
    EXPECT_THAT(bad.remarks, ElementsAre(HasSubstr("read as source only, because ")));
    EXPECT_EQ(bad.findings[0].entryPoint, "");
    EXPECT_THAT(rulesOf(linted("b.hlsl", kernel("vector<float, 8> v = data.Load<vector<float, 8> >(32);"))),
                IsEmpty());
}

constexpr const char* kElements = "struct E { float3 a; float2 b; };\n"
                                  "StructuredBuffer<E> elements;\n";

TEST_F(LintFile, ReadsTheSourceWhereCompilingFails) {
    const std::string newer = "namespace a { static const uint kAt = 20; }\n"
                              "enum class Kind : uint { One, Two };\n";
    const LintedFile file = linted(
        "a.hlsl", kElements + newer + kernel("this_is_no_function(); data.Load4(a::kAt) + data.Load4(32);"));
    EXPECT_THAT(rulesOf(file), ElementsAre(kMisaligned)); // strides are read from SPIR-V
    EXPECT_TRUE(file.sourceOnly);
    EXPECT_EQ(file.compiler, "");
    ASSERT_THAT(file.remarks, ElementsAre(HasSubstr("read as source only, because ")));
    EXPECT_THAT(file.remarks[0], testing::Not(HasSubstr("\n")));
    const Place& place = file.findings[0].place;
    EXPECT_EQ(place.line, 7u);
    EXPECT_EQ(file.findings[0].sourceLine.substr(place.column - 1, place.endColumn - place.column),
              "Load4(a::kAt)");
}

#ifndef _WIN32 // a script takes dxc's place

class LintFileByDxc : public LintFile {
protected:
    LintFileByDxc() : path_(environmentVariable("PATH")) {}
    ~LintFileByDxc() override { setEnvironmentVariable("PATH", path_); }

    // For the entry point "good" it makes what `spirv` names; it fails for others.
    void dxcMakes(const std::string& spirv) {
        const fs::path dxc =
            write("dxc", "#!/bin/sh\n"
                         "while [ \"$2\" ]; do\n"
                         "  case $1 in -Fo) out=$2;; -Fe) log=$2;; -E) entry=$2;; esac; shift\n"
                         "done\n"
                         "[ \"$entry\" = good ] || { echo 'a: error: no' >\"$log\"; exit 1; }\n"
                         "cp '" +
                             spirv + "' \"$out\"\n");
        fs::permissions(dxc, fs::perms::owner_all);
        setEnvironmentVariable("PATH", dxc.parent_path().string() + ":" + path_);
    }

    std::string path_;
};

const std::string kTwo = "struct E { float3 a; float2 b; }; struct F { float3 f; };\n"
                         "StructuredBuffer<E> e; StructuredBuffer<F> f; RWByteAddressBuffer result;\n"
                         "[numthreads(1, 1, 1)] void good() { result.Store(0, asuint(e[0].a.x)); }\n";

TEST_F(LintFileByDxc, ReadsTheSourceForTheEntryPointThatFails) {
    const auto good = compileShader({.path = "a.hlsl", .bytes = kTwo}, {});
    ASSERT_TRUE(good.ok()) << good.error().sentence();
    const std::vector<std::uint32_t>& words = good.value().at(0).words;
    dxcMakes(write("good.spv", std::string(reinterpret_cast<const char*>(words.data()), words.size() * 4)));
    const LintedFile file = linted("a.hlsl", kTwo + "[numthreads(1, 1, 1)] void bad() { oops(f[0].f.x); }\n");
    EXPECT_EQ(file.compiler, "dxc (cs_6_6)");
    EXPECT_THAT(file.remarks, ElementsAre("entry point 'bad' was read as source only, because dxc (cs_6_6): "
                                          "a: error: no"));
    EXPECT_THAT(rulesOf(file), ElementsAre(kStride, kStride)); // glslang keeps what is not used
}

TEST_F(LintFileByDxc, BlamesTheCompilerForInvalidSpirv) {
    dxcMakes(write("bad.spv", std::string("\3\2\x23\7\0\0\1\0\0\0\0\0\1\0\0\0\0\0\0\0", 20)));
    const LintedFile file = linted("a.hlsl", kTwo + "void other() { oops(); }\n");
    ASSERT_THAT(file.remarks, SizeIs(1));
    EXPECT_THAT(file.remarks[0],
                testing::StartsWith("read as source only, because dxc (cs_6_6) compiles 'good' to SPIR-V "
                                    "that cannot be read: "));
    EXPECT_THAT(rulesOf(file), IsEmpty());
}

#endif

TEST_F(LintFile, NamesTheCauseAloneWhereNothingCanBeRead) {
    EXPECT_THAT(
        failed("a.hlsl", "#include \"absent.h\"\n" + kernel("")),
        testing::AllOf(HasSubstr("a.hlsl:1: cannot include 'absent.h'"), testing::Not(HasSubstr("\n"))));
}

TEST_F(LintFile, ReadsPixelShaders) {
    const LintedFile file = linted(
        "a.hlsl", std::string(kElements) + "float4 ps(nointerpolation uint i : INDEX) : SV_Target { return "
                                           "elements[i].a.xyzz; }\n");
    EXPECT_THAT(rulesOf(file), ElementsAre(kStride));
    EXPECT_EQ(file.findings[0].entryPoint, "ps");
    EXPECT_THAT(rulesOf(linted("a.frag",
                               "#version 450\nstruct E { vec2 a; float b; };\n"
                               "layout(std430, binding = 0) buffer Data { E e[]; };\n"
                               "layout(binding = 1, std430) buffer More { vec4 x; float y[3]; mat3 z[]; };\n"
                               "layout(location = 0) out vec4 color;\n"
                               "void main() { color = vec4(e[0].b, z[0][0]); }\n")),
                ElementsAre(kStride));
}

TEST_F(LintFile, FindsStridesWhereIncludesDeclareThem) {
    const std::string declared = write("elements.h", kElements);
    const std::string text =
        "#include \"elements.h\"\n" + kernel("result.Store(0, asuint(elements[id.x].a.x));");
    const LintedFile file = linted("a.hlsl", text);
    ASSERT_THAT(rulesOf(file), ElementsAre(kStride));
    EXPECT_EQ(file.findings[0].place.file, declared);
    EXPECT_EQ(file.findings[0].place.line, 2u);
    EXPECT_EQ(file.findings[0].sourceLine, "StructuredBuffer<E> elements;");
    write("elements.h", "struct E { float3 a; float2 b; };\n// vkperftest: ignore " + std::string(kStride) +
                            " as the exporter writes them\nStructuredBuffer<E> elements;\n");
    EXPECT_THAT(rulesOf(linted("a.hlsl", text)), IsEmpty());
}

TEST_F(LintFile, FindsStridesWhereIncludesOfGlslDeclareThem) {
    const std::string declared = write("elements.glsl", "struct E { vec2 a; float b; };\n"
                                                        "layout(scalar, binding = 0) buffer Data {\n"
                                                        "    E e[];\n} data;\n");
    const LintedFile file =
        linted("a.comp", "#version 450\n#extension GL_EXT_scalar_block_layout : require\n"
                         "#include \"elements.glsl\"\nvoid main() { data.e[0].b = 1; }\n");
    ASSERT_THAT(rulesOf(file), ElementsAre(kStride));
    EXPECT_EQ(file.findings[0].place.file, declared);
    EXPECT_EQ(file.findings[0].place.line, 4u);
}

TEST_F(LintFile, TellsFindingsInIncludesOnceForAllFiles) {
    std::string own =
        write("elements.h.hlsl", kElements + kernel("result.Store(0, asuint(elements[0].a.x));"));
    own.insert(own.rfind('/'), "/.");
    const std::string text = "#include \"elements.h.hlsl\"\n";
    Result<Linter> linter = Linter::create({});
    ASSERT_TRUE(linter.ok());
    std::vector<std::size_t> counts;
    for (const std::string name : {"a.hlsl", "b.hlsl", "elements.h"}) {
        const std::string path = name == "elements.h" ? own : write(name, text);
        LintedFile file = linter.value().lint(path, linter.value().settingsOf(path).value()).value();
        linter.value().dropTold(file);
        counts.push_back(file.findings.size());
    }
    EXPECT_THAT(counts, ElementsAre(1, 0, 0));
}

TEST_F(LintFile, ReadsBlocksAtAddresses) {
    const LintedFile file =
        linted("a.comp", "#version 460\n#extension GL_EXT_buffer_reference : require\n"
                         "#extension GL_EXT_scalar_block_layout : require\n"
                         "layout(buffer_reference, scalar) readonly buffer Vertices {\n    vec3 at[];\n};\n"
                         "layout(push_constant) uniform Push { Vertices vertices; };\n"
                         "layout(binding = 0) buffer Result { vec4 sum; };\n"
                         "void main() { sum.xyz = vertices.at[gl_GlobalInvocationID.x]; }\n");
    ASSERT_THAT(rulesOf(file), ElementsAre(kStride));
    EXPECT_THAT(file.findings[0].message, HasSubstr("'Vertices' (float3) lie 12 bytes apart"));
    EXPECT_EQ(file.findings[0].place.line, 4u);
    EXPECT_THAT(file.findings[0].remedies, SizeIs(1)); // nothing to reorder
}

TEST_F(LintFile, ShowsTheLineOfAnIncludedFileAndItsIgnores) {
    write("common.h", "uint4 common(ByteAddressBuffer data) {\n  return data.Load4(20);\n}\n");
    const std::string text = "#include \"common.h\"\n" + kernel("result.Store4(id.x * 16, common(data));");
    const LintedFile file = linted("a.hlsl", text);
    ASSERT_THAT(rulesOf(file), ElementsAre(kMisaligned));
    EXPECT_THAT(file.findings[0].place.file, testing::EndsWith("common.h"));
    EXPECT_EQ(file.findings[0].sourceLine, "  return data.Load4(20);");
    write("common.h",
          "uint4 common(ByteAddressBuffer data) {\n  return data.Load4(20); // vkperftest: ignore " +
              std::string(kMisaligned) + "\n}\n");
    EXPECT_THAT(rulesOf(linted("a.hlsl", text)), IsEmpty());
}

TEST_F(LintFile, FailsWhereNothingCanBeRead) {
    EXPECT_FALSE(lintFile("/no/such.hlsl").ok());
    EXPECT_NE(failed("a.spv", "no SPIR-V at all"), "");
    EXPECT_NE(failed("b.comp", "#version 450\nvoid main() { oops }\n"), "");
}

} // namespace lint_test
} // namespace vkperftest
