#include "report/writers.h"

namespace vkperftest {

constexpr Writer kWriters[] = {
    {"table", "", Shown::Sections, writeTable},          {"csv", ".csv", Shown::Records, writeCsv},
    {"markdown", ".md", Shown::Sections, writeMarkdown}, {"json", ".json", Shown::Data, writeJson},
    {"perftest", "", Shown::Run, writePerfTest}, // of runs alone
};

std::span<const Writer> runWriters() {
    return kWriters;
}

std::span<const Writer> writers() {
    return runWriters().first<4>();
}

} // namespace vkperftest
