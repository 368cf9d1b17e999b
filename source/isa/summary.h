// What a kernel's loops load, and what is kept of that in results files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/disassembly.h"

namespace vkperftest {

struct LoadCount {
    Load load;
    std::size_t count = 0;
    bool innermost = true; // false: it is in a loop around other loops
};

// True if both are counted as one load.
bool sameLoad(const LoadCount& a, const LoadCount& b);

struct LoadSummary {
    bool loops = false;           // there is a loop; otherwise the loads are those of the whole kernel
    std::vector<LoadCount> loads; // in the code's order, by the first of equal loads
    std::size_t instructions = 0; // in the innermost loops, or else in the whole code; 0: not known
    // How many of the row's loads an iteration of the innermost loop makes, as the kernel was written.
    std::uint32_t loadsPerIteration = 1;
    // Data loads that an iteration issues before it waits for the first of them; nothing if there are none or
    // the text does not show it.
    std::optional<std::size_t> inFlight;
};

constexpr std::size_t kMostDifferentLoads = 256; // of one kernel; code with more is not read

// The loads of the loops if there are any, else of the whole code.
LoadSummary summarize(const Disassembly& disassembly);

// "1 × buffer_load_dwordx4"; "1 × image_load.xy + descriptors: 1 × s_load_dwordx8"; "no loop: 4 × …"; "none".
// Without `descriptors`, those are left out.
std::string summaryText(const LoadSummary& summary, bool descriptors = true);

// "1 × s_load_dwordx8": those of the innermost loops, or else of the whole code.
std::string descriptorsText(const LoadSummary& summary);

// What is known about one kernel's code.
struct CodeFacts {
    std::uint32_t subgroupSize = 0; // that it was compiled for; 0: not reported
    std::string format;             // name of the parser that read the code; empty: none knows the texts
    std::string trouble;            // why there is no summary: a clause; empty if there is one
    LoadSummary summary;            // empty with trouble
    // 16 hexadecimal digits, a hash of the instructions with their operands; with trouble, of all texts;
    // empty without any text.
    std::string hash;
    std::vector<Statistic> statistics; // of the driver

    // The loads, or "unknown: " and the trouble.
    std::string loads() const;

    // LoadSummary::inFlight: "4"; "unknown"; empty if no loop loads data.
    std::string inFlight() const;
};

// CodeFacts::trouble if the driver reports no code at all.
inline constexpr std::string_view kNoCompilerOutput = "compiler output unavailable";

// What could be read from a kernel's code.
struct CodeReading : CodeFacts {
    std::string code;        // the text that was read; all texts, with names, if no parser knows one
    Disassembly disassembly; // empty with trouble
};

// "16 SGPRs, 12 VGPRs", as far as the driver reports them.
std::string registersText(std::span<const Statistic> statistics);

// True if registers are spilled to memory. Nothing if the driver does not report whether they are.
std::optional<bool> spillsRegisters(std::span<const Statistic> statistics);

// True if it is the same code. Nothing if that cannot be decided: a driver reports no text, or the formats
// differ and the loads differ only in name.
std::optional<bool> sameCode(const CodeFacts& before, const CodeFacts& after);

// How two readings of a kernel differ, for example from two drivers: "1 × a, same code"; "1 × a, other code"
// with the same loads; else "4 × a → 1 × b". Only the first's loads if sameCode cannot decide and the loads
// are equal or named in another format.
std::string codeChange(const CodeFacts& before, const CodeFacts& after);

// Reads the code in the first format that recognizes one of its texts.
CodeReading interpret(const DriverCode& code);

struct KeptText {
    std::string name;
    std::string text;
    bool cut = false; // the text was longer
};

// All texts are printable; except in KeptText, each is one line.
struct CodeDigest : CodeFacts {
    std::vector<KeptText> texts; // all that the driver prints; only if the loads could not be read from it
};

constexpr std::size_t kMostKept = std::size_t{64} * 1024; // bytes of a text

CodeDigest digest(const DriverCode& code);

// The digest of a kernel whose code is unavailable.
CodeDigest missingCode(const std::string& trouble);

} // namespace vkperftest
