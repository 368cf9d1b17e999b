// One instruction as NAK prints it, in its parts, not interpreted yet.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vkperftest {

struct NakStatement {
    std::string predicate; // "@!p0"; empty: always
    std::vector<std::string> destinations;
    std::string opcode;
    std::vector<std::string> operands;
    std::string schedule; // "delay=1 wt=000001 rd:0 wr:1": part of the code, too

    std::string action() const { return opcode.substr(0, opcode.find('.')); } // "ld" of "ld.global.b32"
};

// "@!p0 r8 p0 = iadd3 r7 c[0x1][0x0] rZ // delay=13", "st.shared.strong.cta.b32 [r3] r2 // delay=1 rd:0".
Result<NakStatement> nakStatement(std::string_view line);

// An Unsupported error: the line is not understood.
Error strangeNak(std::string_view line);

// Without a sign, all of it a decimal number that fits.
std::optional<std::uint32_t> nakNumber(std::string_view text);

// Loads from textures, texel buffers and images, by their actions.
bool readsTexture(const NakStatement& statement);

// Neighbouring registers of a lane, or of the subgroup: "r12..16", "ur3".
struct NakRegisters {
    bool uniform = false;
    std::uint32_t first = 0, count = 0;
};

// Those at the text's begin; nothing for predicates, "null", and what is none.
std::optional<NakRegisters> nakRegisters(std::string_view text);

} // namespace vkperftest
