// Parts of lint's findings, for programs.
#pragma once

#include <variant>

#include "lint/rule.h"
#include "model/json_layout.h"

namespace vkperftest {

inline Json detailJson(const LintDetail& detail) {
    return std::visit([](const auto& value) { return Json(value); }, detail);
}

} // namespace vkperftest
