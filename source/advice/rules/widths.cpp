// One wide load instead of several narrow ones: Load2, Load3 and Load4 counted in Loads, float2 and float4 in
// floats.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "advice/wording.h"
#include "base/text.h"

namespace vkperftest {
namespace {

// What a wide load costs, counted in narrow loads, as far as is known.
enum class Worth { Free, Pays, NoGain, Worse };

struct Wide {
    std::uint32_t width = 0;
    Pattern pattern = Pattern::Uniform;
    Worth worth = Worth::Free;
    Cost cost;
};

struct Loads {
    std::string_view kind; // "raw loads"
    std::string_view name; // "Load"
    Operation (*operation)(std::uint32_t width);
    std::vector<std::uint32_t> widths;
};

std::optional<Worth> worthOf(const Cost& cost, double loads) {
    if (cost.isAtMost(kOtherKernelDiffers)) return Worth::Free;
    if (cost.isAtMost(loads / kOtherKernelDiffers)) return Worth::Pays;
    if (cost.isAtLeast(loads * kOtherKernelDiffers)) return Worth::Worse;
    if (cost.isAtLeast(loads / kOtherKernelDiffers) && cost.isAtMost(loads * kOtherKernelDiffers))
        return Worth::NoGain;
    return std::nullopt;
}

std::vector<Wide> wideLoads(const Reading& reading, const Loads& loads) {
    std::vector<Wide> all;
    for (const std::uint32_t width : loads.widths) {
        for (const Pattern pattern : kEveryPattern) {
            std::optional<Cost> cost = costOf(reading.row(loads.operation(width), pattern),
                                              reading.row(loads.operation(1), pattern));
            if (!cost) continue;
            if (const std::optional<Worth> worth = worthOf(*cost, width))
                all.push_back({width, pattern, *worth, std::move(*cost)});
        }
    }
    return all;
}

// Widths of one worth under the same patterns.
struct Item {
    std::vector<std::string> widths; // "Load4"
    std::vector<Pattern> patterns;
    Span cost;
};

// Each width has its own item if it costs more than a narrow load.
std::vector<Item> itemsOf(const Loads& loads, const std::vector<Wide>& all, Worth worth) {
    std::vector<Item> items;
    for (const std::uint32_t width : loads.widths) {
        Item own{.widths = {numbered(loads.name, width)}, .patterns = {}, .cost = {}};
        std::vector<const Cost*> costs;
        for (const Wide& each : all) {
            if (each.width != width || each.worth != worth) continue;
            own.patterns.push_back(each.pattern);
            costs.push_back(&each.cost);
        }
        if (costs.empty()) continue;
        auto item = std::ranges::find(items, own.patterns, &Item::patterns);
        if (worth != Worth::Free || item == items.end())
            item = items.insert(items.end(), std::move(own));
        else
            item->widths.push_back(numbered(loads.name, width));
        for (const Cost* cost : costs) item->cost.add(*cost);
    }
    return items;
}

std::string nameOf(const Item& item) {
    const std::string under = patternsText(item.patterns);
    return enumerated(item.widths) + (under.empty() ? "" : " " + under);
}

// "Load4 random and Load2 take about as long as a Load"
std::string freeText(const Loads& loads, std::vector<Item> items) {
    // A pattern behind the last name would seem to belong to all of them.
    std::ranges::stable_sort(items, {}, [](const Item& item) { return item.patterns.size(); });
    std::vector<std::string> names;
    for (const Item& item : items) names.push_back(nameOf(item));
    const bool one = items.size() == 1 && items[0].widths.size() == 1;
    return fmt::format("{} take{} about as long as a {}", enumerated(names), one ? "s" : "", loads.name);
}

// "Load2 linear takes as long as 1.3 Loads, Load4 linear at least as long as 2.6"
std::string costsText(const Loads& loads, const std::vector<Item>& items) {
    std::vector<std::string> texts;
    for (const Item& item : items) {
        const std::string as = item.cost.atLeast ? " at least as long as " : " as long as ";
        texts.push_back(nameOf(item) + (texts.empty() ? " takes" : "") + as + rangeText(item.cost) +
                        (texts.empty() ? fmt::format(" {}s", loads.name) : ""));
    }
    return join(texts, ", ");
}

std::vector<Told> tellLoads(const Reading& reading, const Loads& loads) {
    const std::vector<Wide> all = wideLoads(reading, loads);
    std::vector<std::string> sentences;
    const auto add = [&](Worth worth, const std::string& verdict) {
        const std::vector<Item> items = itemsOf(loads, all, worth);
        if (items.empty()) return;
        const std::string subject = sentences.empty() ? fmt::format("Wide {}", loads.kind) : "They";
        sentences.push_back(
            fmt::format("{} {}: {}", subject, verdict,
                        worth == Worth::Free ? freeText(loads, items) : costsText(loads, items)));
    };
    add(Worth::Free, "are free");
    add(Worth::Pays, "pay off");
    add(Worth::NoGain, fmt::format("gain nothing over one {} per word", loads.name));
    // Lanes with narrow loads read neighbouring words; splitting a wide load in place would not achieve that.
    add(Worth::Worse, fmt::format("cost more than one {} per word, from separate arrays", loads.name));
    if (sentences.empty()) return {};
    Told told{.text = join(sentences, ". "), .claims = {}};
    for (const Wide& each : all) told.claims.push_back({each.cost, outcomeOf(each.cost, kDiffers)});
    return {std::move(told)};
}

std::vector<Told> tellWidths(const Reading& reading) {
    std::vector<Told> all;
    for (const Loads& loads :
         {Loads{"raw loads", "Load", [](std::uint32_t width) { return rawLoad(width); }, {2, 3, 4}},
          Loads{"structured loads", "float", structuredLoad, {2, 4}}}) {
        addTold(all, tellLoads(reading, loads));
    }
    return all;
}

} // namespace

extern const AdviceRule kWidthsRule{"widths", Heading::Widths, tellWidths};

} // namespace vkperftest
