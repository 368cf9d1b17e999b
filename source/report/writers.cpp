#include "report/writers.h"

namespace vkperftest {
namespace {

std::vector<Writer> chosen(bool alsoForRunsAlone) {
    std::vector<Writer> all;
    for (const Writer* writer : allWriters()) {
        if (alsoForRunsAlone || writer->shown != Shown::Run) all.push_back(*writer);
    }
    return all;
}

} // namespace

std::span<const Writer> writers() {
    static const std::vector<Writer> general = chosen(false);
    return general;
}

std::span<const Writer> runWriters() {
    static const std::vector<Writer> all = chosen(true);
    return all;
}

} // namespace vkperftest
