// Texts that tests read: those that drivers printed for this project's kernels, tests/isa/texts/
// FAMILY-VERSION-KERNEL.txt, and cases in files beside the tests.
#pragma once

#include <map>

#include "base/atomic_file.h"
#include "base/text.h"
#include "isa/disassembly.h"
#include "matchers.h"
#include "paths.h"

namespace vkperftest {

// A file below tests/.
inline std::string testFile(const std::string& name) {
    return valueOf(readFile(repositoryFile("tests/" + name)));
}

inline std::string storedText(const std::string& name) {
    return testFile("isa/texts/" + name + ".txt");
}

// The cases in a file below tests/, by name: a line "## NAME" begins one. Whole lines, but for comments behind " # ".
inline std::map<std::string, std::string> casesIn(const std::string& file) {
    std::map<std::string, std::string> cases;
    std::string* text = nullptr;
    for (const std::string& line : split(testFile(file), '\n')) {
        if (line.starts_with("## "))
            text = &cases[line.substr(3)];
        else if (text != nullptr && !line.empty())
            *text += line.substr(0, line.find(" # ")) + "\n";
    }
    return cases;
}

// Instructions of that opcode in loops.
inline std::size_t countInLoops(const Disassembly& disassembly, std::string_view opcode) {
    return static_cast<std::size_t>(
        std::ranges::count_if(disassembly.instructions, [&](const Instruction& one) {
            return one.loop != kNoLoop && one.opcode == opcode;
        }));
}

} // namespace vkperftest
