// The load summary: what a kernel's loops load.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/driver_code.h"
#include "isa/listing.h"

namespace vkperftest {

struct LoadCount {
    Load load;
    std::size_t count = 0;
    bool innermost = true; // false: it stands in a loop around other loops
};

// Whether they are to be counted together.
bool sameLoad(const LoadCount& a, const LoadCount& b);

struct LoadSummary {
    bool loops = false;           // there is a loop; otherwise the loads are those of the whole kernel
    std::vector<LoadCount> loads; // in the code's order: of equal loads the first counts
    std::size_t instructions = 0; // in the innermost loops, or else in the whole code; 0: not known
    // How many of the row's loads an iteration of the innermost loop stands for, as the kernel was written.
    std::uint32_t loadsPerIteration = 1;
    // Data loads that an iteration issues before it waits for the first of them; nothing if there are none or
    // the text does not tell.
    std::optional<std::size_t> inFlight;

    // So many instructions as texts tell them: in the innermost loop for each load of the row ("1", "0.25"),
    // elsewhere for each iteration, or for the whole kernel if it has no loop.
    std::string told(std::size_t count, bool innermost) const;
};

constexpr std::size_t kMostDifferentLoads = 256; // of one kernel; what has more is not read

// The loads of the loops if there are any, else of the whole code.
LoadSummary summarize(const Listing& listing);

// "1 × buffer_load_dwordx4"; "1 × image_load.xy + descriptors: 1 × s_load_dwordx8"; "no loop: 4 × …"; "none".
std::string summaryText(const LoadSummary& summary);

// Instructions of that opcode in loops.
std::size_t countInLoops(const Listing& listing, std::string_view opcode);

// What is known of one kernel's code.
struct CodeFacts {
    std::uint32_t subgroupSize = 0; // that it was compiled for; 0: the driver does not tell
    std::string dialect;            // name of the parser that read the code; empty: none knows the texts
    std::string trouble;            // why there is no summary: a clause; empty if there is one
    LoadSummary summary;            // empty with trouble
    // 16 hexadecimal digits, made of the instructions with their operands; of all texts with trouble; empty
    // without any text.
    std::string hash;

    // The loads, or "unknown: " and the trouble.
    std::string loads() const;

    // LoadSummary::inFlight: "4"; "unknown"; empty where there are no loads of data in a loop.
    std::string inFlight() const;
};

// CodeFacts::trouble where the driver reports no code at all.
inline constexpr std::string_view kNoCompilerOutput = "compiler output unavailable";

// What could be read of it.
struct CodeReading : CodeFacts {
    std::string code;      // the text that was read; if none knows them, all texts with their names
    std::string registers; // registersText of its statistics
    Listing listing;       // empty with trouble
};

// "16 SGPRs, 12 VGPRs", as far as the driver tells.
std::string registersText(std::span<const Statistic> statistics);

// Whether it is the same code; nothing where that cannot be told: a driver that gives no text, texts of
// different dialects with loads that differ in nothing but their names.
std::optional<bool> sameCode(const CodeFacts& before, const CodeFacts& after);

// How two readings of a kernel differ, as of two drivers: "1 × a, same code"; "1 × a, other code" with the
// same loads; else "4 × a → 1 × b". The first's loads alone where sameCode tells nothing and they are equal
// or called by another dialect's names.
std::string codeChange(const CodeFacts& before, const CodeFacts& after);

// Reads it in the first of the dialects that one of the texts is written in.
CodeReading interpret(const DriverCode& code);

} // namespace vkperftest
