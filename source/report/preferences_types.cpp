#include "report/preferences_types.h"

#include <vector>

#include <fmt/format.h>

#include "advice/reading.h"
#include "base/text.h"
#include "cases/strategy.h"
#include "report/phrases.h"
#include "report/preferences.h"

namespace vkperftest {
namespace {

// "    NAME = 1, /* text */" for each; C89 allows no comma after the last.
struct Enumerator {
    std::string name;
    std::string_view text;
    std::size_t value = 0;
};

std::string enumText(std::string_view type, const std::vector<Enumerator>& all) {
    std::string text = "typedef enum {\n";
    for (const Enumerator& each : all)
        text += fmt::format("    {} = {}{} /* {} */\n", each.name, each.value,
                            &each == &all.back() ? "" : ",", each.text);
    return text + fmt::format("}} {};\n\n", type);
}

std::string kindsText() {
    std::vector<Enumerator> all = {{"VKPERFTEST_KIND_UNKNOWN", "no kind is preferred", 0}};
    std::size_t bit = 1;
    for (const Candidate& each : candidatesOf(16)) {
        all.push_back({kindConstant(each.kind), each.loads, bit});
        bit *= 2;
    }
    return "/* The kind of a load, in HLSL. The values are bits, so that a mask can name several. */\n" +
           enumText("VkperftestKind", all);
}

std::string strategiesText() {
    std::vector<Enumerator> all = {{"VKPERFTEST_BINDING_UNKNOWN", "no strategy is preferred", 0}};
    std::size_t bit = 1;
    for (const StrategyTraits& each : kStrategies) {
        all.push_back({strategyConstant(each.name), each.meaning, bit});
        bit *= 2;
    }
    return "/* How resources are bound. The values are bits. */\n" + enumText("VkperftestBinding", all);
}

std::string patternsText() {
    std::vector<Enumerator> all;
    for (const Pattern each : kEveryPattern)
        all.push_back({"VKPERFTEST_" + upperIdentifier(patternName(each)), patternMeaning(each), all.size()});
    return "/* The addresses of neighbouring lanes: the second index of VkperftestAdvice.loads. */\n" +
           enumText("VkperftestPattern", all);
}

constexpr std::string_view kConfidence = R"(/* How sure a preference is. */
typedef enum {
    VKPERFTEST_UNKNOWN = 0, /* nothing is preferred; the reason says why, such as rows that were not measured */
    VKPERFTEST_LIKELY = 1, /* the fastest as measured; the reason says what may hide a faster choice */
    VKPERFTEST_SURE = 2 /* every choice was measured, and no other one can be faster by more than 10 % (widths: 25 %) */
} VkperftestConfidence;

)";

constexpr std::string_view kStructs =
    R"(/* The rows of a strategy, compared with the same rows under descriptor sets. */
typedef enum {
    VKPERFTEST_AGAINST_SET_UNKNOWN = 0, /* not compared, or too few rows are clear */
    VKPERFTEST_AGAINST_SET_FASTER = 1, /* faster on most of the clear rows */
    VKPERFTEST_AGAINST_SET_SAME = 2, /* as fast on most of the clear rows */
    VKPERFTEST_AGAINST_SET_SLOWER = 3, /* slower on most of the clear rows */
    VKPERFTEST_AGAINST_SET_DEPENDS = 4 /* depends on the row */
} VkperftestAgainstSet;

/* What to prefer for loads of one size under one pattern. All loads were measured where they hit L1. */
typedef struct {
    VkperftestKind kind; /* the preferred kind */
    unsigned kinds; /* mask: the preferred kind, and all others within 10 % of it, as measured */
    unsigned kinds_not_measured; /* mask */
    VkperftestConfidence kind_confidence;
    const char *kind_reason; /* why the preference is not sure; "" if it is */
    const char *kind_rows; /* the rows of the results file behind the preference, separated by "; " */
    unsigned width; /* bytes of one load of the preferred kind: 4, 8 or 16; 0: unknown. If it is less than the size, */
                    /* several narrow loads from separate arrays are faster than one wide load */
    unsigned widths; /* mask (4 | 16): all widths within 25 % of the fastest, as measured; width is the widest */
    VkperftestConfidence width_confidence;
    const char *width_reason;
    const char *width_rows;
} VkperftestLoad;

typedef struct {
    VkperftestBinding strategy;
    VkperftestAgainstSet against_set;
    unsigned faster_rows, same_rows, slower_rows, unclear_rows; /* --emit json names them */
    double most_faster; /* times as fast as under set, on the row that gains most; 1: none gains */
    double most_slower; /* times as long as under set, on the row that loses most; 1: none loses */
} VkperftestStrategy;

typedef struct {
    const char *device_name;
    unsigned vendor_id, device_id; /* as in VkPhysicalDeviceProperties; 0: not known, as all numbers here */
    unsigned driver_id; /* VkDriverId of VkPhysicalDeviceDriverProperties */
    unsigned driver_version; /* as in VkPhysicalDeviceProperties */
    const char *driver_name, *driver_info; /* as in VkPhysicalDeviceDriverProperties */
    const char *measured_version, *measured_commit; /* of the vkperftest that measured; "" if none did */
    const char *measured_time; /* when the run began, UTC; "": not known */
    const char *measured_source; /* where printed figures come from; "": this program measured */
    const char *written_version, *written_commit; /* of the vkperftest that wrote this file */
    VkperftestLoad loads[3][3]; /* by size (4, 8, 16 bytes), then by VkperftestPattern */
    VkperftestBinding binding; /* the preferred strategy: set, unless another is faster on most rows, slower on none */
    unsigned bindings; /* mask of the preferred strategies. If binding is set: set, and those as fast as set on */
                       /* most rows; otherwise: those faster than set on most rows. None is slower on any row */
    unsigned bindings_not_measured; /* mask */
    VkperftestConfidence binding_confidence;
    const char *binding_reason;
    const char *binding_suite; /* the suite whose rows were compared: "matrix", "binding" */
)";

} // namespace

std::string upperIdentifier(std::string_view text) {
    std::string name = plainName(text);
    for (char& c : name) {
        if (c == '-') c = '_';
        if (c >= 'a' && c <= 'z') c += 'A' - 'a';
    }
    return name;
}

std::string kindConstant(std::string_view kind) {
    return "VKPERFTEST_KIND_" + upperIdentifier(kind);
}

std::string strategyConstant(std::string_view strategy) {
    return "VKPERFTEST_BINDING_" + upperIdentifier(strategy);
}

std::string preferencesTypes() {
    std::string text = fmt::format(
        "#ifndef VKPERFTEST_ADVICE_FORMAT\n#define VKPERFTEST_ADVICE_FORMAT {}\n\n", kPreferencesFormat);
    text += kConfidence;
    text += patternsText() + kindsText() + strategiesText();
    text += kStructs;
    text += fmt::format("    VkperftestStrategy strategies[{}]; /* in the order of VkperftestBinding; the "
                        "first, set, is not compared */\n",
                        kStrategies.size());
    text += "} VkperftestAdvice;\n\n";
    text +=
        fmt::format("#elif VKPERFTEST_ADVICE_FORMAT != {}\n"
                    "#error \"These headers have different formats: write them again with one vkperftest.\"\n"
                    "#endif\n\n",
                    kPreferencesFormat);
    return text;
}

} // namespace vkperftest
