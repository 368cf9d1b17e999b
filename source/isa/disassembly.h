// A kernel's machine code: what a driver reports of it, and what a reader of its text makes of that: the
// instructions, the loads among them, and the loops around them.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_table.h"
#include "base/result.h"

namespace vkperftest {

struct Statistic {
    std::string name;  // in the driver's own words: "VGPRs"
    std::string value; // "12", "true", "0.5"
};

struct Representation {
    std::string name; // in the driver's own words: "Assembly"
    std::string text;
};

struct DriverCode {
    std::uint32_t subgroupSize = 0; // that the kernel was compiled for; 0: not reported
    std::vector<Statistic> statistics;
    std::vector<Representation> representations; // texts only
};

enum class LoadSource {
    Data,       // what the shader reads
    Descriptor, // what another memory instruction takes as its descriptor or address
    Shared,     // the workgroup's shared memory
    Pushed,     // push constants, and what else the driver passes to a shader
    Scratch,    // the invocation's own memory: spilled registers, and arrays that no register holds
};

// As results and reports name them.
inline constexpr auto kLoadSourceNames =
    enumTable<LoadSource, std::string_view>({"data", "descriptor", "shared", "push", "scratch"});

// True if it is what the shader's source loads from memory.
constexpr bool isFromMemory(LoadSource source) {
    return source == LoadSource::Data || source == LoadSource::Shared;
}

// At the end of a load's or write's name: it runs once for each different descriptor in a subgroup.
inline constexpr std::string_view kWaterfall = " (waterfall)";

enum class Access : std::uint8_t { Load, Store, Atomic }; // atomic operations also read

// What an instruction loads, or writes to memory.
struct Load {
    std::string name;                     // for summaries: "buffer_load_dwordx4", "image_load.xyzw"
    std::uint32_t bits = 0;               // of a lane, or of the subgroup if it is scalar; 0: unknown
    bool scalar = false;                  // once for the subgroup
    LoadSource source = LoadSource::Data; // or the memory that it writes to
    bool surely = false; // its place shows the source; false: what the code does with the value, or nothing
    Access access = Access::Load;
};

constexpr std::size_t kNoLoop = static_cast<std::size_t>(-1);

struct Instruction {
    std::string opcode;               // "buffer_load_dwordx4"
    std::string operands;             // as printed, without encodings and comments
    std::vector<std::string> jumps;   // labels that it may jump to
    bool fallsThrough = true;         // may continue with the next instruction
    std::optional<Load> memory;       // that it loads or writes
    bool waitsForVectorLoads = false; // until earlier ones have arrived, as far as the text shows
    bool waitsForScalarLoads = false;
    std::size_t loop = kNoLoop; // the innermost around it: index into Disassembly::loops
    std::size_t textLine = 0;   // the last line of the text that belongs to it, counted from 0

    const Load* load() const { // null if it loads nothing
        return memory && memory->access == Access::Load ? &*memory : nullptr;
    }
};

struct Loop {
    std::size_t parent = kNoLoop; // the innermost around it
    bool innermost = true;        // there is no loop in it
};

struct Disassembly {
    std::vector<Instruction> instructions;
    std::map<std::string, std::size_t> labels; // the instruction that follows; may be the end
    std::vector<Loop> loops;                   // outer loops first
    std::string data;                          // constants after the code, as printed
};

// Limits far above any kernel; the time for analysis grows with the square of the number of blocks.
constexpr std::size_t kMostInstructions = 32768;
constexpr std::size_t kMostCodeBlocks = 2048; // instructions between labels and jumps

// An Unsupported error that says why a text is not read.
Error unread(std::string why);

// Unsupported if there are more instructions.
Result<void> checkSize(const Disassembly& disassembly);

// Sets the loops: the natural loops of the control flow (Aho, Sethi, Ullman), whose back edges lead to a
// block that dominates them; back edges to one block make one loop. Unsupported if a jump leads to a missing
// label, or there are too many instructions or blocks.
Result<void> findLoops(Disassembly& disassembly);

// How an instruction synchronizes with others whose values arrive later: by numbered tokens (Intel, since Xe)
// or scoreboards (NVIDIA).
using Tokens = std::bitset<64>;
struct TokenUse {
    Tokens waitsFor;
    Tokens frees; // without waiting for their values
    Tokens takes; // until its own value arrives
};

// Sets which instructions wait for data loads of their own loop. `uses` has one element per instruction.
void findWaits(Disassembly& disassembly, const std::vector<TokenUse>& uses);

// "16)" → 16; 0 if the text does not begin with a number.
std::uint32_t leadingNumber(std::string_view text, int base = 10);

struct IsaFormat {
    std::string_view name; // "AMD assembly"

    // True if the text looks like this format at a glance.
    bool (*recognizes)(const Representation& text);

    // The instructions with their loops. An error says what could not be read; nothing is guessed.
    Result<Disassembly> (*parse)(std::string_view text);
};

// AMD's own assembly, as LLVM and CLRX print it: GCN, RDNA 1 to 4.
extern const IsaFormat kAmdAssembly;

// The last form of code in Mesa's AMD compiler ACO before encoding; printed beside assembly, or instead of it
// if Mesa has no disassembler.
extern const IsaFormat kAcoIr;

// What Mesa's Intel driver ANV prints; sends are decoded by their message descriptors (intel_messages.h).
extern const IsaFormat kIntelAssembly;

// What Mesa's NVIDIA driver NVK prints: the code of its compiler NAK, in blocks.
extern const IsaFormat kNakAssembly;

// All formats, those closest to the hardware first.
inline constexpr const IsaFormat* kIsaFormats[] = {&kAmdAssembly, &kAcoIr, &kIntelAssembly, &kNakAssembly};

} // namespace vkperftest
