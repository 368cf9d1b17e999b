// Any bytes as what a driver's compiler printed, to every reader of such texts, and as what a process that
// compiles tells: errors or loads, which are summed up and told.
#include "fuzzing.h"
#include "isa/compile_log.h"
#include "isa/disassembly.h"
#include "isa/summary.h"

namespace vkperftest {
namespace {

void checkListing(const Disassembly& disassembly) {
    for (const Instruction& instruction : disassembly.instructions)
        require(instruction.loop == kNoLoop || instruction.loop < disassembly.loops.size());
    for (const auto& [label, at] : disassembly.labels) require(at <= disassembly.instructions.size());
    const LoadSummary summary = summarize(disassembly);
    require(!summaryText(summary).empty() && summary.instructions <= disassembly.instructions.size());
}

} // namespace
} // namespace vkperftest

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vkperftest;
    const std::string text(textOf(data, size));
    for (const IsaFormat* format : kIsaFormats) {
        const Result<Disassembly> disassembly = format->parse(text);
        if (accepted(disassembly)) checkListing(disassembly.value());
    }
    DriverCode code;
    code.representations.push_back({"Assembly", text});
    code.statistics.push_back({"VGPRs", text.substr(0, 8)});
    const CodeDigest kept = digest(code);
    require(!kept.loads().empty());
    require(!codeChange(kept, kept).empty());

    CompileLog log;
    const std::optional<Message> message = unpacked(text);
    if (message) log.add(*message);
    require(!message || packed(*message) == text);
    return 0;
}
