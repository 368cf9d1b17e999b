#include "lint/lint.h"

#include <filesystem>
#include <fstream>

#include "base/utf8_path.h"
#include "frontend/compile.h"
#include "frontend/glslang_compiler.h"
#include "golden.h"
#include "isa/stored_text.h"
#include "matchers.h"

namespace vkperftest::lint_test {

namespace fs = std::filesystem;

const std::string& caseOf(const std::string& name) {
    static const std::map<std::string, std::string> all = casesIn("lint/lint.txt");
    return all.at(name);
}

class LintFile : public testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(folder_.create("lint-test").ok()); }

    std::string write(const std::string& name, const std::string& text) {
        std::ofstream(pathOf(folder_.file(name)), std::ios::binary) << text;
        return folder_.file(name);
    }

    // What the golden text holds: the findings with places, lines and remedies, the compiler and the remarks; or the
    // error. Without the folder's name and glslang's version.
    std::string told(const std::string& path, const std::vector<std::string>& rules = {}) {
        Result<Linter> linter = Linter::create({.rules = rules});
        const Result<LintedFile> file = linter.value().lint(path, linter.value().settingsOf(path).value());
        std::string text = file.ok() ? file.value().compiler : file.error().sentence();
        for (const std::string& remark : file.ok() ? file.value().remarks : std::vector<std::string>())
            text += "\n" + remark;
        for (const LintFinding& one : file.ok() ? file.value().findings : std::vector<LintFinding>())
            text += fmt::format("\n{}:{}:{}-{} {} ({} {}): {} [{}] {}", one.place.file, one.place.line,
                                one.place.column, one.place.endColumn, one.rule, severityName(one.severity),
                                one.entryPoint, one.message, trim(one.sourceLine), join(one.remedies, " "));
        for (const std::string& unstable : {folder_.file(""), glslangVersion()}) {
            for (std::size_t at = 0; (at = text.find(unstable)) != std::string::npos;)
                text.replace(at, unstable.size(), unstable.starts_with("glslang") ? "glslang" : "");
        }
        return text;
    }

    ScratchFolder folder_;
};

TEST_F(LintFile, FindsWhatTheGoldenTextSays) {
    for (const auto& [name, text] : casesIn("lint/lint.txt")) {
        const std::string ending = name.substr(0, name.find(' '));
        if (ending != "hlsl" && ending != "frag" && ending != "comp" && ending != "spv") continue;
        const bool off = name.ends_with("is off");
        expectGolden(name);
        expectGolden(told(write("a." + ending, text),
                          off ? std::vector<std::string>{"wide-load-alignment-unprovable=off"}
                              : std::vector<std::string>()));
    }
}

// Which names no place of a buffer.
TEST_F(LintFile, FindsEveryBufferOfSpirv) {
    const std::string text = R"(struct A { float a[5]; }; struct B { float b[7]; };
StructuredBuffer<A> x; StructuredBuffer<B> y; RWByteAddressBuffer o;
[numthreads(64, 1, 1)] void main(uint3 i : SV_DispatchThreadID) { o.Store(4 * i.x, asuint(x[i.x].a[0] + y[i.x].b[0])); })";
    const std::vector<std::uint32_t> words =
        compileShader({.path = "a.hlsl", .language = ShaderLanguage::Hlsl, .bytes = text}, {})
            .value()[0]
            .words;
    expectGolden(told(write("a.spv", {reinterpret_cast<const char*>(words.data()), 4 * words.size()})));
}

TEST_F(LintFile, SettingsDecide) {
    const std::string path = write("a.hlsl", caseOf("hlsl a misaligned load"));
    expectGolden(told(path, {"byteaddressbuffer-load-misaligned=error"}));
    expectGolden(told(path, {"byteaddressbuffer-load-misaligned=off"}));
    EXPECT_NE(told(folder_.file("absent.hlsl")), "");
}

TEST_F(LintFile, FindsWhatIncludesHold) {
    const std::string user = write("a.hlsl", caseOf("the user of elements")),
                      caller = write("b.hlsl", caseOf("the user of common")),
                      glsl = write("a.comp", caseOf("the user of elements in GLSL"));
    write("elements.glsl", caseOf("elements in GLSL"));
    expectGolden(told(glsl));
    for (const std::string suffix : {"", " that is ignored"}) {
        write("elements.h", caseOf(suffix.empty() ? "elements" : "elements that are ignored"));
        write("common.h", caseOf("common" + suffix));
        expectGolden(told(user));
        expectGolden(told(caller));
    }
}

TEST_F(LintFile, TellsFindingsInIncludesOnceForAllFiles) {
    std::string whole = caseOf("the user of elements");
    whole.replace(0, whole.find('\n'), caseOf("elements"));
    std::string included = write("elements.h.hlsl", whole);
    included.insert(included.rfind('/'), "/.");
    Result<Linter> linter = Linter::create({});
    std::vector<std::size_t> counts;
    for (const std::string& path : {write("a.hlsl", "#include \"elements.h.hlsl\"\n"),
                                    write("b.hlsl", "#include \"elements.h.hlsl\"\n"), included}) {
        LintedFile file = linter.value().lint(path, linter.value().settingsOf(path).value()).value();
        linter.value().dropTold(file);
        counts.push_back(file.findings.size());
    }
    EXPECT_THAT(counts, ElementsAre(2, 0, 0));
}

#ifndef _WIN32 // a script takes dxc's place

class LintFileByDxc : public LintFile {
protected:
    ~LintFileByDxc() override { setEnvironmentVariable("PATH", path_); }

    // For the entry point "good" it makes this SPIR-V; it fails for others.
    void dxcMakes(const std::string& spirv) {
        std::string script = caseOf("dxc");
        script.replace(script.find("SPIRV"), 5, write("good.spv", spirv));
        const fs::path dxc = write("dxc", script);
        fs::permissions(dxc, fs::perms::owner_all);
        setEnvironmentVariable("PATH", dxc.parent_path().string() + ":" + path_);
    }

    const std::string path_ = environmentVariable("PATH");
};

// glslang keeps what is not used.
TEST_F(LintFileByDxc, ReadsTheSourceForTheEntryPointThatFails) {
    const std::string two = caseOf("two entry points");
    const auto good = valueOf(compileShader({.path = "a.hlsl", .bytes = two}, {}));
    dxcMakes(spirvBytes(good.at(0).words));
    expectGolden(told(write("a.hlsl", two + "[numthreads(1, 1, 1)] void bad() { oops(f[0].f.x); }\n")));
}

TEST_F(LintFileByDxc, BlamesTheCompilerForInvalidSpirv) {
    dxcMakes(std::string("\3\2\x23\7\0\0\1\0\0\0\0\0\1\0\0\0\0\0\0\0", 20));
    expectGolden(told(write("a.hlsl", caseOf("two entry points") + "void other() { oops(); }\n")));
}

#endif

} // namespace vkperftest::lint_test
