// Two sides measured in turns, each block of samples in a process of its own, and compared: the drivers or programs of
// `ab`, and the drivers of `try`.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "cli/comparing.h"

namespace vkperftest {

struct Side {
    std::string letter = {};    // "A"
    std::string name = {};      // as it was given
    std::string program = {};   // the program that measures; empty: this one
    std::string driver = {};    // its ICD manifest; empty: the system's drivers
    std::string sizesFile = {}; // of the block whose dispatch sizes later blocks reuse
    std::size_t sizes = 0;      // how many that file has
    std::string failure = {};   // the first reason why a row failed or a block ended early; may be empty
    std::vector<RunResult> blocks = {};
};

class Interleaving {
public:
    // The arguments of the process that measures the side's next block and writes it to that file.
    using Arguments =
        std::function<std::vector<std::string>(const Side& side, std::size_t block, const std::string& file)>;

    std::array<Side, 2> sides = {{{.letter = "A"}, {.letter = "B"}}};
    std::uint64_t blocks = 4; // processes per side
    std::string keep;         // the beginning of the names of files for both sides' results; empty: none
    std::string alone;        // the command that measures one side: "run"
    CompareOptions how;       // `interleaved` is set

    std::string keptFile(const std::string& side) const { return fmt::format("{}-{}.json", keep, side); }
    // The file of the first block of all; empty before it is measured.
    const std::string& firstFile() const { return firstFile_; }

    // Measures, compares and prints; returns the exit code.
    Result<int> measure(const Arguments& arguments);

private:
    Result<void> runBlock(Side& side, std::size_t block, const Arguments& arguments);
    static void take(Side& side, RunResult result, const std::string& file);
    // Compares and keeps the blocks measured so far; `trouble` is why there are not more.
    Result<int> compareSides(const Result<void>& trouble);
    Result<int> compare(const NamedRun& a, const NamedRun& b, const std::vector<std::string>& cautions);
    // The terminal sends Ctrl-C to this process and to its child; others may signal the child alone.
    bool interrupted() const;

    ScratchFolder scratch_;
    std::string firstFile_;
    bool childInterrupted_ = false;
};

} // namespace vkperftest
