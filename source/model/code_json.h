// What the driver's compiler made of the kernels, as a part of the results file.
#pragma once

#include <map>
#include <string>

#include "isa/digest.h"
#include "model/json_node.h"

namespace vkperftest {

Json codesToJson(const std::map<std::string, CodeDigest>& codes);
std::map<std::string, CodeDigest> codesFromJson(const Node& node); // throws Wrong

} // namespace vkperftest
