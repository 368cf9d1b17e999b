// Any bytes as what a driver's compiler printed, to every reader of such texts, and as what a process that
// compiles has written down: errors or loads, which are summed up and told.
#include "fuzzing.h"
#include "isa/dialect.h"
#include "isa/digest.h"
#include "isa/summary.h"
#include "isa/transcript.h"

namespace vkperftest {
namespace {

void checkListing(const Listing& listing) {
    for (const Instruction& instruction : listing.instructions)
        require(instruction.loop == kNoLoop || instruction.loop < listing.loops.size());
    for (const auto& [label, at] : listing.labels) require(at <= listing.instructions.size());
    const LoadSummary summary = summarize(listing);
    require(!summaryText(summary).empty() && summary.instructions <= listing.instructions.size());
}

std::string written(const Transcript& transcript) {
    std::string text = transcriptDevice(transcript.device, transcript.driver);
    for (const TranscriptEntry& entry : transcript.entries)
        text += transcriptBegin(entry.key) + transcriptEntry(entry);
    for (const std::string& key : transcript.unfinished) text += transcriptBegin(key);
    return text;
}

} // namespace
} // namespace vkperftest

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vkperftest;
    const std::string text(textOf(data, size));
    for (const Dialect* dialect : kDialects) {
        const Result<Listing> listing = dialect->parse(text);
        if (accepted(listing)) checkListing(listing.value());
    }
    DriverCode code;
    code.representations.push_back({"Assembly", text});
    code.statistics.push_back({"VGPRs", text.substr(0, 8)});
    const CodeDigest kept = digest(code);
    require(!kept.loads().empty() && !loadPhrase(kept).empty());
    require(!codeChange(kept, kept).empty());

    const std::string again = written(parseTranscript(text));
    require(written(parseTranscript(again)) == again);
    return 0;
}
