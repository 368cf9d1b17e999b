// What tests/check_facts.py must find: facts that are read out of names and sentences.
#include <string_view>

#include "model/run_result.h"

namespace vkperftest {

bool ofOperation(const RowResult& row) {
    return row.operation.starts_with("Buffer<");
}

bool ofName(const RowResult& row) {
    const std::string_view label = row.name;
    return label.find(", floor") != std::string_view::npos;
}

bool ofReason(const RowResult& row) {
    return reasonText(row.strategies.front().reason).starts_with("wrong values");
}

bool ofDetail(const StrategyResult& result) {
    return result.reason.detail.substr(0, 4) == "lost";
}

} // namespace vkperftest
