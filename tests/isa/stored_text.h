// Texts that drivers printed for this project's kernels: tests/isa/texts/FAMILY-VERSION-KERNEL.txt.
#pragma once

#include <gmock/gmock.h>

#include "base/atomic_file.h"
#include "isa/disassembly.h"
#include "paths.h"

namespace vkperftest {

inline std::string storedText(const std::string& name) {
    const Result<std::string> text = readFile(repositoryFile("tests/isa/texts/" + name + ".txt"));
    EXPECT_TRUE(text.ok()) << text.error().sentence();
    return text.ok() ? text.value() : std::string();
}

// Instructions of that opcode in loops.
inline std::size_t countInLoops(const Disassembly& disassembly, std::string_view opcode) {
    return static_cast<std::size_t>(
        std::ranges::count_if(disassembly.instructions, [&](const Instruction& one) {
            return one.loop != kNoLoop && one.opcode == opcode;
        }));
}

} // namespace vkperftest
