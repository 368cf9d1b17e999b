#include "model/perftest_rows.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

// The operations of the matrix by their names in lower case.
const std::map<std::string, std::string>& operations() {
    static const std::map<std::string, std::string> byName = [] {
        std::map<std::string, std::string> names;
        for (const Case& row : matrixRows()) names[lowercase(row.operation.name)] = row.operation.name;
        return names;
    }();
    return byName;
}

// Today's name for words of 2017, in any case; the words themselves if they are not of 2017.
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

bool isBeyondTheView(const PerfTestRow& row) {
    constexpr std::array<std::string_view, 6> kBeyondTheView = {
        "ByteAddressBuffer.Load3 linear",           "ByteAddressBuffer.Load4 linear",
        "ByteAddressBuffer.Load4 random",           "ByteAddressBuffer.Load4 unaligned uniform",
        "ByteAddressBuffer.Load4 unaligned linear", "ByteAddressBuffer.Load4 unaligned random"};
    return std::ranges::count(kBeyondTheView, row.name()) > 0;
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
    const auto operation = operations().find(lowercase(text));
    if (operation == operations().end()) return std::nullopt;
    return PerfTestRow{operation->second, pattern};
}

std::string perfTestCaveat(const PerfTestRow& row) {
    return isBeyondTheView(row) ? "up to half of PerfTest's loads fall outside its 4 KB view and return 0"
                                : "";
}

RowResult printedRow(const PerfTestRow& row) {
    return {.name = row.name(),
            .operation = row.operation,
            .pattern = row.pattern,
            .load = factsOfName(row.name())};
}

} // namespace vkperftest
