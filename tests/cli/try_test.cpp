// `try`: what is refused before any device is opened.

#include "matchers.h"
#include "program.h"

namespace vkperftest::try_test {

constexpr const char* kShader =
    "#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer Data { uint data[]; };\n"
    "layout(push_constant) uniform P { uint count; };\n"
    "void main() { data[gl_GlobalInvocationID.x] = count; }\n";

TEST(Try, RefusesWhatCannotBeTried) {
    const std::string shader = scratchFile("copy.comp", kShader),
                      pixel = scratchFile("pixel.frag", "#version 450\nvoid main() {}\n"),
                      addresses = scratchFile(
                          "bda.comp",
                          "#version 450\n#extension GL_EXT_buffer_reference : require\n"
                          "layout(buffer_reference) buffer B { uint value; };\n"
                          "layout(push_constant) uniform P { B at; };\nvoid main() { at.value = 1; }\n");
    expectError(runLine("try"), 2, {"needs a file"});
    expectError(runLine("try a b c"), 2, {"one file or two"});
    expectError(runLine("try {}.none", shader), 2, {"copy.comp.none"});
    expectError(runLine("try {}", pixel), 2, {"no compute shader", "main (frag)"});
    for (const auto& [name, remedy] :
         {std::pair("none.hlsl", "write [numthreads"), {"none.comp", "write main()"}})
        for (const char* command : {"try", "isa"})
            expectError(runLine("{} {}", command, scratchFile(name, "void help() {}\n")), 2, {remedy});
    expectError(runLine("try {}", addresses), 2, {"addresses"});
    expectError(runLine("try {} --only pusch", shader), 2, {"'pusch'", "did you mean 'push'"});
    expectError(runLine("try {} --only push {}", shader, shader), 2, {"two files", "--only"});
    expectError(runLine("try {} --groups 0", shader), 2, {"'0'"});
    expectError(runLine("try {} --buffer Date=16", shader), 2, {"'Date=16'", "Data or data (0.0)"});
    expectError(runLine("try {} --buffer Data=16Q", shader), 2, {"'16Q'"});
    expectError(runLine("try {} --push Count=1", shader), 2, {"'Count=1'", "count"});
    expectError(runLine("try {} --image Data=1x1", shader), 2, {"no image"});
    expectError(runLine("try {} --spec 1=1", shader), 2, {"no specialization constants"});
    expectError(runLine("try {} --push count=1 --push count=2", shader), 2, {"another option"});
    expectError(runLine("try {} --threshold 0.05", shader), 2, {"'0.05'"});
    expectError(runLine("try {} --fail-on never", shader), 2, {"slower, different"});
    expectError(runLine("try {} --assume-alignment 3", shader), 2, {"4, 8, 16"});
    const std::string raw = scratchFile("raw.hlsl", R"(ByteAddressBuffer a;
RWStructuredBuffer<uint4> b;
[numthreads(64, 1, 1)]
void main(uint3 i : SV_DispatchThreadID) { b[i.x] = a.Load4(20 * i.x); })");
    expectError(runLine("try {} --assume-alignment 8", raw), 2, {"line 4", "4 more", "multiple of 8"});
    expectError(runLine("try {} --target fiji --fail-on slower", shader), 2, {"--fail-on", "--target"});
    expectError(runLine("try {} --continue --script none", shader), 2, {"--continue", "--output"});
    const std::string two = "--driver a.json --driver b.json";
    expectError(runLine("try {} {} --driver c.json", shader, two), 2, {"two drivers, not 3"});
    expectError(runLine("try {} {} --time 5", shader, two), 2, {"--time", "two drivers"});
    expectError(runLine("try {} {} --fail-on different", shader, two), 2, {"different"});
    scratchFile("copy.comp", "#version 450\nvoid main() { x = 1; }\n");
    expectError(runLine("try {}", shader), 2, {"copy.comp:2: 'x'"});
    const std::string helper = scratchFile("helper.hlsl", R"([numthreads(1, 1, 1)]
bool help() { return true; }
[numthreads(1, 1, 1)] void CSMain() { help(); })");
    expectError(runLine("try {}", helper), 2, {"'help'", "--entry"});
    expectError(runLine("try {} --entry main", helper), 2, {"'main'", "help, CSMain", "--entry"});
}

TEST(Try, NamesTheVariantsThatChangeNothingInOneLine) {
    const std::string shader = scratchFile("copy.comp", kShader),
                      script = scratchFile("script", "gpu\nload | * | * | 15 | 0.001\n");
    const std::string line = fmt::format("try {} --only push,address-4 --quick --script {}", shader, script);
    expectParts(outputOf("{}", line), {": push, address-4.\n"}, {"\npush "});
    expectParts(outputOf("{} --all", line), {"\npush ", "\naddress-4 "}, {": push, address-4.\n"});
    scratchFile("script", "gpu\nload | * | * | 17 | 1\n"); // disturbed probes do not keep the dispatch small
    expectParts(outputOf("{}", line), {"16384 workgroups"}, {});
    scratchFile("script", "gpu\nload | * | * | 17e6\n");
    expectError(runLine("{}", line), 4, {"one workgroup takes", "--push"});
}

TEST(Try, FailsOnWhatWasAskedFor) {
    const std::string shader = scratchFile("old.comp", kShader),
                      other = scratchFile("new.comp", std::string(kShader) + "// slower\n");
    const std::string asked = "--fail-on slower,different";
    const auto tried = [&](const std::string& script) {
        const std::string path = scratchFile("script", "gpu\nload | * | * | 15 | 0.001\n" + script);
        return runLine("try {} {} {} --quick --script {}", shader, other, asked, path);
    };
    EXPECT_EQ(tried("").exitCode, 0);
    EXPECT_EQ(tried("load | new.comp | * | 18 | 0.01\n").exitCode, 1);
    EXPECT_EQ(tried("wrong | new.comp | *\n").exitCode, 1);
    EXPECT_EQ(tried("load | new.comp | * | 15 | 1\n").exitCode, 4) << "nothing could be judged";
}

// An H100's rates and banks give the factor of the rows of suite `binding`: four loads of one word, or one of four.
TEST(Try, FindsTheFactorOfAlignmentOnASimulatedGpu) {
    const std::string script =
        scratchFile("script", "simulate | hopper\n"
                              "like | * | * | raw-load4-linear | address-4\n"
                              "like | address-16 | * | raw-load4-linear | address-16\n");
    EXPECT_THAT(outputOf("try {} --only address-4,address-16 --script {}",
                         repositoryFile("tests/cli/shaders/gather.comp"), script),
                ContainsRegex("Fastest: address-16, (3\\.9|4\\.0)[^\n]*\n(.*\n)*address-4 [^\n]*SAME"));
}

TEST(Try, ItsFileIsShownAndGivesNoAdvice) {
    const std::string shader = scratchFile("copy.comp", kShader), file = scratchFile("copy.json"),
                      script = scratchFile("script", "gpu\nload | * | * | 15 | 0.001\n");
    outputOf("try {} --quick --script {} --output {}", shader, script, file);
    expectError(runLine("advise {}", file), 2, {"'" + file + "': it is", "result of `try`", "show"});
    expectParts(outputOf("show {}", file), {"As written"});
}

} // namespace vkperftest::try_test
