#include "results/host_record.h"

namespace vkperftest {

HostRecord readHostRecord(const std::string&, const std::string&) {
    return {};
}

} // namespace vkperftest
