// The formats that PerfTest lacks, each against its format of that size, compressed ones against RGBA8.
#include <algorithm>
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
    constexpr std::string_view kSameSize = "those of PerfTest's format of the same size";
    const auto others = allFormats().subspan(perfTestFormats().size());
    const auto compressed =
        std::ranges::find_if(others, &FormatTraits::compressed); // the first; they are last
    std::vector<Told> all;
    const auto add = [&](std::string_view subject, Operation (*family)(Format), std::string_view reference,
                         Operation (*twin)(Format), std::span<const FormatTraits> formats) {
        addTold(all, tellFamilies(reading, {.subject = subject,
                                            .family = family,
                                            .reference = reference,
                                            .other = twin,
                                            .formats = formats,
                                            .patterns = {Pattern::Uniform, Pattern::Linear}}));
    };
    add("Typed loads of other formats", typedLoad, kSameSize,
        [](Format format) { return typedLoad(perfTestTwin(format)); }, {others.begin(), compressed});
    add("Texture loads of other formats", textureLoad, kSameSize,
        [](Format format) { return textureLoad(perfTestTwin(format)); }, {others.begin(), compressed});
    add("Loads of compressed textures", textureLoad, "those of RGBA8 ones",
        [](Format) { return textureLoad(Format::RGBA8); }, {compressed, others.end()});
    return all;
}

} // namespace

extern const AdviceRule kFormatRule{"format", Heading::Widths, tellFormat, "format"};

} // namespace vkperftest
