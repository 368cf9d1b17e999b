// Who measured, when, with what: what is known of a run before anything is measured.
#pragma once

#include <span>
#include <string_view>

#include "cases/bound_row.h"
#include "model/run_result.h"

namespace vkperftest {

// Tool (its version and commit), time of day, host, device and the hashes of the kernels that the bound rows
// need.
Provenance provenanceOf(std::string_view version, std::string_view commit, const DeviceRecord& device,
                        std::span<const BoundRow> boundRows);

} // namespace vkperftest
