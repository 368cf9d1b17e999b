#include "frontend/low_bits.h"

#include <gmock/gmock.h>

#include "frontend/assembled.h"
#include "golden.h"
#include "isa/stored_text.h"

namespace vkperftest::alignment_test {

// With lines that begin with REPEAT thirty times, for N from 0 on and M = N + 1.
std::string repeated(const std::string& code) {
    constexpr std::string_view kRepeat = "REPEAT ";
    std::string text;
    for (const std::string& line : split(code, '\n')) {
        const bool repeats = line.starts_with(kRepeat);
        for (int n = 0; n < (repeats ? 30 : 1); ++n) {
            for (const char c : line.substr(repeats ? kRepeat.size() : 0))
                text += repeats && c == 'N'   ? std::to_string(n)
                        : repeats && c == 'M' ? std::to_string(n + 1)
                                              : std::string(1, c);
            text += '\n';
        }
    }
    return text;
}

// What is known of %result in the code: its alignment, its lowest bits, and how many these are. Functions follow
// the line FUNCTIONS.
std::string told(const std::string& code) {
    const std::size_t functions = std::min(code.find("FUNCTIONS\n"), code.size());
    std::string text =
        shaderText(code.substr(0, functions), "%twice = OpSpecConstantOp %uint IMul %spec %uint_2\n"
                                              "%thirtyOne = OpConstant %uint 31\n" +
                                                  code.substr(std::min(functions + 10, code.size())));
    for (const char* capability : {"Ballot", "Shuffle", "Arithmetic", "Quad"})
        text = fmt::format("OpCapability GroupNonUniform{}\n", capability) + text;
    text.insert(text.find("OpName"), "OpName %result \"result\"\n");
    const SpirvModule module = moduleOf(text);
    const LowBits known = AlignmentAnalysis(module).of(idOf(module, "result"));
    return fmt::format("{} ({}, {} bits)", alignmentOf(known), known.value, known.known);
}

TEST(LintAlignment, IsWhatTheGoldenTextSays) {
    for (const auto& [name, code] : casesIn("frontend/alignment.txt")) {
        if (!name.starts_with("each")) expectGolden(fmt::format("{} | {}", told(repeated(code)), name));
        for (const std::string& line : split(name.starts_with("each") ? code : "", '\n'))
            if (!line.empty()) expectGolden(fmt::format("{} | {}", told(join(split(line, ';'), "\n")), line));
    }
}

} // namespace vkperftest::alignment_test
