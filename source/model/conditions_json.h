// Readings of clocks and heat as JSON, both ways.
#pragma once

#include "model/conditions.h"
#include "model/json_node.h"

namespace vkperftest {

// A list; what is not known is null.
Json conditionsToJson(const std::vector<Conditions>& readings);

// Throws Wrong.
std::vector<Conditions> conditionsFromJson(const Node& node);

} // namespace vkperftest
