#include "perftest/matrix_rows.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

std::vector<std::string> matrixOperations() {
    std::vector<std::string> result;
    for (const char* channels : {"R", "RG", "RGBA"}) {
        for (const char* bits : {"8", "16", "32"}) {
            const std::string format = std::string(channels) + bits;
            const bool unorm = format.ends_with('8');
            result.push_back(fmt::format("Buffer<{}{}>.Load", format, unorm ? "" : "f"));
            for (const char* access : {"Load", "Sample(nearest)", "Sample(bilinear)"}) {
                result.push_back(fmt::format("Texture2D<{}{}>.{}", format, unorm ? "" : "F", access));
            }
        }
    }
    for (const char* load : {"Load", "Load2", "Load3", "Load4", "Load2 unaligned", "Load4 unaligned"}) {
        result.push_back(fmt::format("ByteAddressBuffer.{}", load));
    }
    for (const char* type : {"float", "float2", "float4"}) {
        result.push_back(fmt::format("StructuredBuffer<{}>.Load", type));
    }
    result.push_back("cbuffer{float4} load");
    return result;
}

// What the words of 2017 are called today, in any case; the words themselves if they are none of 2017.
std::string modernOperation(const std::vector<std::string>& words) {
    const std::string first = lowercase(words[0]);
    if (words.size() == 2 && first == "load") return fmt::format("Buffer<{}>.Load", words[1]);
    if (words.size() == 3 && first == "tex2d" && lowercase(words[1]) == "load") {
        return fmt::format("Texture2D<{}>.Load", words[2]);
    }
    const bool raw =
        first.size() == 5 && first.starts_with("load") && words.size() >= 2 && lowercase(words[1]) == "raw32";
    if (raw && words.size() <= 3) {
        const std::string width = first == "load1" ? "" : first.substr(4);
        const std::string rest = words.size() == 3 && lowercase(words[2]) != "aligned" ? " " + words[2] : "";
        return fmt::format("ByteAddressBuffer.Load{}{}", width, rest);
    }
    return join(words, " ");
}

std::optional<std::string> matrixOperation(const std::string& text) {
    static const std::vector<std::string> operations = matrixOperations();
    const auto found = std::find_if(operations.begin(), operations.end(), [&](const std::string& operation) {
        return lowercase(operation) == lowercase(text);
    });
    return found == operations.end() ? std::nullopt : std::optional(*found);
}

} // namespace

std::optional<PerfTestRow> perfTestRow(std::string_view name) {
    std::vector<std::string> words = split(name, ' ');
    std::erase(words, "");
    if (words.size() < 2) return std::nullopt;
    std::string pattern = lowercase(words.back());
    if (pattern == "invariant") pattern = "uniform";
    if (pattern != "uniform" && pattern != "linear" && pattern != "random") return std::nullopt;
    words.pop_back();

    std::string text = modernOperation(words);
    std::replace(text.begin(), text.end(), '[', '<');
    std::replace(text.begin(), text.end(), ']', '>');
    const std::optional<std::string> operation = matrixOperation(text);
    if (!operation) return std::nullopt;
    return PerfTestRow{*operation, pattern};
}

std::string perfTestCaveat(const PerfTestRow& row) {
    constexpr std::array<std::string_view, 6> kBeyondTheView = {
        "ByteAddressBuffer.Load3 linear",           "ByteAddressBuffer.Load4 linear",
        "ByteAddressBuffer.Load4 random",           "ByteAddressBuffer.Load4 unaligned uniform",
        "ByteAddressBuffer.Load4 unaligned linear", "ByteAddressBuffer.Load4 unaligned random"};
    if (std::find(kBeyondTheView.begin(), kBeyondTheView.end(), row.name()) == kBeyondTheView.end())
        return {};
    return "up to half of PerfTest's loads fall outside its 4 KB view and return 0";
}

RowResult printedRow(const PerfTestRow& row) {
    return {.name = row.name(), .operation = row.operation, .pattern = row.pattern};
}

} // namespace vkperftest
