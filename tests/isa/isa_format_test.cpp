// The parsers of drivers' texts: on those that Mesa printed for this project's kernels, and on single instructions.

#include "golden.h"
#include "isa/memory_operations.h"
#include "isa/stored_text.h"
#include "isa/summary.h"
#include "matchers.h"

namespace vkperftest::isa_format_test {

CodeReading reading(const std::string& text) {
    return interpret(
        {.representations = {{"NIR Shader(s)", "shader: MESA_SHADER_COMPUTE\n"}, {"Assembly", text}}});
}

// "LOOP: ACCESS COUNT × NAME BITS SOURCE" of all memory instructions, and the loads in flight.
std::string told(const CodeReading& read) {
    if (!read.trouble.empty()) return read.trouble;
    const std::vector<std::string> numbers = loopNumbers(read.disassembly);
    std::vector<std::string> parts;
    for (const MemoryOperation& one : memoryOperations(read.disassembly)) {
        const Load& load = one.load;
        parts.push_back(fmt::format("{}{}{} × {} {} {}{}{}",
                                    one.loop == kNoLoop ? "" : numbers[one.loop] + ": ",
                                    one.load.access == Access::Load    ? ""
                                    : one.load.access == Access::Store ? "store "
                                                                       : "atomic ",
                                    one.count, load.name, load.bits, kLoadSourceNames[load.source],
                                    load.scalar ? " scalar" : "", load.surely ? " surely" : ""));
    }
    const std::string inFlight =
        read.inFlight().empty() ? "" : fmt::format("; in flight: {}", read.inFlight());
    return (parts.empty() ? "nothing" : join(parts, ", ")) + inFlight;
}

TEST(IsaFormat, StoredTextsAreReadWithTheirLoopsAndLoads) {
    for (const char* name : {"polaris10-22.3.6-raw4-linear",    "vega10-22.3.6-raw4-uniform",
                             "navi31-25.0.7-sample4-linear",    "navi21-25.0.7-raw4-uniform-shuffle",
                             "tahiti-22.3.6-texture2-random",   "tahiti-25.0.7-raw3-linear",
                             "gfx1201-25.0.7-sample4-linear",   "ivb-25.0.7-texture4-linear",
                             "skl-22.3.6-raw4-linear",          "skl-25.0.7-cbuffer-uniform",
                             "adl-22.3.6-raw4-uniform-shuffle", "tgl-26.1.6-sample4-linear",
                             "dg2-22.3.6-raw4-linear",          "dg2-25.0.7-raw4-uniform",
                             "lnl-25.0.7-cbuffer-linear",       "lnl-25.0.7-sample4-linear",
                             "turing-25.0.7-raw4-linear",       "ampere-26.1.6-address4-linear",
                             "blackwell-26.1.6-cbuffer-linear", "blackwell-26.1.6-texture4-random",
                             "ada-25.0.7-sample4-linear",       "pascal-26.1.6-typed1-linear",
                             "kepler-26.1.6-typed1-linear",     "turing-26.1.6-raw4-uniform-shuffle"}) {
        const CodeReading read = reading(storedText(name));
        expectGolden(fmt::format("{}: {}\n{}\n", name, read.format, read.loads()));
        expectGolden(told(read));
    }
}

struct Frame {
    const char* file; // with the cases
    const char* head; // before a case
    const char* tail; // behind it
    const char* line; // before each line
};

const Frame kFrames[] = {
    {"amd", "BB0:\n", "\ts_endpgm\n", "\t"},
    {"aco", "ACO shader stage: compute_cs\nBB0\n", "\ts_endpgm\n", "\t"},
    {"intel", "",
     "send(16) nullUD g126UD nullUD 0x02000000 0x00000000\n"
     "         gateway MsgDesc: (open)  mlen 1 rlen 0 { align1 WE_all 1H EOT };\n",
     ""},
    {"nak", "block.u 0 L2 [] -> {\n", "exit // delay=1\n} -> []\n", ""},
};

// Of the lines.
std::string framed(const Frame& frame, const std::string& name, const std::string& lines) {
    std::string text = name.find("chosen") != std::string::npos ? "After lowering to hw instructions:\n" : "";
    text += frame.head;
    for (const std::string& line : split(lines, '\n')) text += line.empty() ? "" : frame.line + line + "\n";
    return text + frame.tail;
}

class IsaCases : public testing::TestWithParam<Frame> {};

// In cases that are called "each…", each line is one. Intel's are messages of a send.
TEST_P(IsaCases, AreReadAsTheGoldenTextSays) {
    const Frame& frame = GetParam();
    for (const auto& [name, lines] : casesIn(fmt::format("isa/{}.txt", frame.file))) {
        if (!name.starts_with("each")) {
            expectGolden(fmt::format("{}: {}", name, told(reading(framed(frame, name, lines)))));
            continue;
        }
        for (const std::string& line : split(lines, '\n')) {
            const bool message = std::string_view(frame.file) == "intel" && !line.starts_with("send");
            const std::string whole =
                message ? "send(8)  g20<1>UW  g12<8,8,1>UD  0x02106e01   " + line : line;
            const std::string end = frame.file[0] == 'i' && !whole.ends_with(";") ? " { align1 1Q };" : "";
            if (!line.empty())
                expectGolden(fmt::format("{} | {}", line, told(reading(framed(frame, name, whole + end)))));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(, IsaCases, testing::ValuesIn(kFrames),
                         [](const auto& test) { return std::string(test.param.file); });

TEST(IsaFormat, AnInstructionOfALoopIsCounted) {
    const CodeReading read = reading(storedText("navi21-25.0.7-raw4-uniform-shuffle"));
    EXPECT_EQ(countInLoops(read.disassembly, "v_readlane_b32"), 4u);
    EXPECT_EQ(countInLoops(read.disassembly, "ds_write_b32"), 0u); // behind the loops
}

TEST(IsaFormat, TheTextNearestToTheHardwareIsRead) {
    const std::string first = storedText("tahiti-22.3.6-texture2-random"),
                      other = storedText("tahiti-25.0.7-raw3-linear"),
                      assembly = storedText("polaris10-22.3.6-raw4-linear");
    const auto read = [&](const std::string& second) {
        return interpret({.representations = {{"ACO IR", first}, {"Assembly", second}}}).code;
    };
    EXPECT_EQ(read(other), other);
    EXPECT_EQ(read(assembly), assembly);
}

TEST(IsaFormat, NothingIsGuessedFromWhatCannotBeRead) {
    const CodeReading none = interpret({});
    EXPECT_EQ(none.trouble, kNoCompilerOutput);
    EXPECT_EQ(none.hash, "");
    const CodeReading read = interpret({.statistics = {{"Register Count", "24"}, {"Binary Size", "512"}}});
    EXPECT_EQ(read.trouble, kNoCompilerOutput);
    EXPECT_EQ(registersText(read.statistics), "24 registers");
    const std::string text = "MOV R1, c[0x0][0x28];\nEXIT;\n";
    const CodeReading foreign = reading(text);
    EXPECT_NE(foreign.hash, "");
    EXPECT_THAT(foreign.code, HasSubstr("Assembly:\n" + text)); // kept raw
    EXPECT_EQ(foreign.loads(), "unknown: " + foreign.trouble);
    expectGolden(foreign.trouble);
    expectGolden(reading("block_0:\n  ldg r1, [r2]\n").trouble);
    expectGolden(reading("block.u 0 L2 [] -> {\nexit // delay=1\n").trouble);
}

// Each would take minutes or gigabytes.
TEST(IsaFormat, MoreCodeThanAnyKernelHasIsNotRead) {
    const auto repeated = [](const std::string& line, int times) {
        std::string text;
        for (int i = 0; i < times; ++i) text += line;
        return text;
    };
    const auto amd = [](const std::string& text) {
        return reading("BB0:\n" + text + "\ts_endpgm\n").trouble;
    };
    const std::string many = "\tv_nop\n\t(then repeated 30000 times)\n";
    EXPECT_EQ(amd(many), "");
    std::string values = "ACO shader stage: compute_cs\nBB0\n", loads;
    for (int i = 1; i < 10000; ++i) values += fmt::format("\t s4: %{} = s_load_dwordx4 %20000, 0\n", i);
    values += repeated("\ts_cbranch_scc0 BB1\n", 1000) + "BB1\n";
    for (int i = 1; i < 10000; ++i)
        values += fmt::format("\t v1: %30000 = buffer_load_dword %{}, %20000, 0 offen\n", i);
    for (int i = 0; i < 300; ++i) loads += fmt::format("\tbuffer_load_x{} v0, v1, s[0:3], 0\n", i);
    for (const std::string& trouble :
         {amd(repeated(many, 1000)), amd("\ts_cbranch_scc0 BB0\n\t(then repeated 3000 times)\n"),
          reading(values + "\ts_endpgm\n").trouble, amd(loads)})
        expectGolden(trouble);
}

TEST(IsaFormat, TheHashSeesInstructionsAndConstantsNotCommentsAndBlanks) {
    const auto hash = [](const std::string& text) { return reading(text).hash; };
    const std::string code = "BB0:\n\tv_mov_b32 v0, 1\n\ts_endpgm\n", ir = "ACO shader stage: compute_cs\n";
    const std::string data = "\n/* constant data */\n[000000] 3f800000\n", other = data + "[000001] 1\n";
    EXPECT_EQ(hash(code).size(), 16u);
    EXPECT_EQ(hash("BB0:\n\tv_mov_b32 v0, 1 ; 7e000281\n\ts_endpgm ; bf810000\n"), hash(code));
    EXPECT_NE(hash("BB0:\n\tv_mov_b32 v0, 2\n\ts_endpgm\n"), hash(code));
    EXPECT_EQ(reading(code + data).trouble, "");
    EXPECT_NE(hash(code + data), hash(code + other));
    EXPECT_NE(hash(ir + "BB0\n\ts_endpgm\n" + data), hash(ir + "BB0\n\ts_endpgm\n" + other));
    const std::string intel = storedText("skl-22.3.6-raw4-linear");
    std::string shifted = intel; // as blanks vary from run to run
    for (std::size_t at = 0; (at = shifted.find(" { align1", at)) != std::string::npos; at += 4)
        shifted.insert(at, "   ");
    EXPECT_NE(shifted, intel);
    EXPECT_EQ(hash(shifted), hash(intel));
    EXPECT_NE(hash(intel + "nop(1) { align1 WE_all EOT };\n"), hash(intel));
    const auto nak = [&](const std::string& line) { return hash(framed(kFrames[3], "", line)); };
    EXPECT_EQ(nak("    r1      =  mov rZ     // delay=1"), nak("r1 = mov rZ // delay=1"));
    EXPECT_NE(nak("r1 = mov rZ // delay=2"), nak("r1 = mov rZ // delay=1")); // the schedule is code
    EXPECT_NE(nak("@p0 r1 = mov rZ // delay=1"), nak("r1 = mov rZ // delay=1"));
}

TEST(IsaFormat, RepeatedInstructionsCount) {
    const auto code = [](const std::string& repeats) {
        return "BB0:\n\ts_mov_b32 s0, 0\nBB1:\n\tv_add_f32_e32 v0, v1, v0 ; 06000101\n" + repeats +
               "\ts_cbranch_scc0 BB1\n\ts_endpgm\n";
    };
    const CodeReading once = reading(code("\t(then repeated 1 times)\n"));
    const CodeReading twice = reading(code("\t(then repeated 2 times)\n"));
    EXPECT_EQ(countInLoops(once.disassembly, "v_add_f32_e32"), 2u);
    EXPECT_EQ(countInLoops(twice.disassembly, "v_add_f32_e32"), 3u);
    EXPECT_NE(once.hash, twice.hash);
    EXPECT_EQ(once.hash, reading(code("\tv_add_f32_e32 v0, v1, v0\n")).hash); // as if it were printed twice
    for (const char* garbled : {"some times)", "-1 times)", "99999999999 times)", "3"})
        EXPECT_NE(reading(code(fmt::format("\t(then repeated {}\n", garbled))).trouble, "") << garbled;
}

// Far jumps take a step in the midst of a block, which has no label.
TEST(IsaFormat, JumpsMayBeNumbersOfWords) {
    const auto code = [](const char* words) {
        return fmt::format("BB0:\n\ts_mov_b32 s0, 0 ; be800080\n"
                           "\tv_mov_b32_e32 v0, v1 ; 06000101\n"
                           "\tbuffer_load_dword v0, s[4:7] ; 90500000 80010004\n"
                           "\ts_cbranch_scc0 {} ; bf840000\n\ts_endpgm ; bf810000\n",
                           words);
    };
    const CodeReading read = reading(code("65532"));
    EXPECT_EQ(countInLoops(read.disassembly, "v_mov_b32_e32"), 1u) << read.trouble;
    EXPECT_EQ(countInLoops(read.disassembly, "s_mov_b32"), 0u);
    EXPECT_NE(reading(code("65534")).trouble, ""); // in the midst of an instruction
}

// One load, as Mesa prints it with and without a disassembler for the GPU, and others.
TEST(IsaFormat, SaysWhatChangesFromOneCodeToAnother) {
    const auto amd = [](const std::string& line) { return reading(framed(kFrames[0], "", line)); };
    const auto aco = [](const std::string& opcode) {
        return reading(framed(kFrames[1], "", fmt::format(" v1: %1 = {} %2, %3, 0", opcode)));
    };
    const CodeReading narrow = amd("buffer_load_dword v0, v4, s[4:7], 0"), none = interpret({}),
                      bits = amd("buffer_load_b128 v[0:3], v4, s[4:7], 0");
    for (const std::string& change :
         {codeChange(narrow, narrow), codeChange(narrow, amd("buffer_load_dword v1, v4, s[4:7], 0")),
          codeChange(narrow, amd("buffer_load_dwordx4 v[0:3], v4, s[4:7], 0")), codeChange(none, none),
          codeChange(bits, aco("buffer_load_dwordx4")), codeChange(narrow, aco("buffer_load_dword")),
          codeChange(bits, aco("buffer_load_dword")), codeChange(none, narrow)})
        expectGolden(change);
}

} // namespace vkperftest::isa_format_test
