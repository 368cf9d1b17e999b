// The formats that PerfTest lacks, each against its format of that size.
#include <tuple>

#include "advice/formats.h"
#include "advice/wording.h"

namespace vkperftest {
namespace {

// The smallest of PerfTest's formats with as many bytes and channels.
Format perfTestTwin(Format format) {
    const FormatTraits& own = traits(format);
    const FormatTraits* twin = &traits(Format::RGBA32F);
    for (const FormatTraits& each : perfTestFormats()) {
        const bool holds = each.bytes() >= own.bytes() && each.channels >= own.channels;
        if (holds && std::tuple(each.bytes(), each.channels) < std::tuple(twin->bytes(), twin->channels))
            twin = &each;
    }
    return twin->format;
}

std::vector<Told> tellFormat(const Reading& reading) {
    std::vector<Told> all;
    const auto add = [&](std::string_view subject, Operation (*family)(Format), Operation (*twin)(Format)) {
        addTold(all, tellFamilies(reading, {.subject = subject,
                                            .family = family,
                                            .reference = "those of PerfTest's format of the same size",
                                            .other = twin,
                                            .formats = allFormats().subspan(perfTestFormats().size()),
                                            .patterns = {Pattern::Uniform, Pattern::Linear}}));
    };
    add("Typed loads of other formats", typedLoad,
        [](Format format) { return typedLoad(perfTestTwin(format)); });
    add("Texture loads of other formats", textureLoad,
        [](Format format) { return textureLoad(perfTestTwin(format)); });
    return all;
}

} // namespace

extern const AdviceRule kFormatRule{"format", Heading::Widths, tellFormat, "format"};

} // namespace vkperftest
