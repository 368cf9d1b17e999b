#include "lint/lint.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

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
    EXPECT_THAT(linted("b.hlsl", kernel("// vkperftest: ignore typo\n")).findings[0].message,
                HasSubstr("'typo', which does not exist"));
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
    EXPECT_THAT(failed("c.hlsl", kernel("this is no HLSL;")), HasSubstr("c.hlsl"));
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
