// What is made for readers may be cut where it is shown.
#include "model/run_result.h"

namespace vkperftest {

bool shown(const RowResult& row) {
    return row.operation.starts_with("Buffer<");
}

} // namespace vkperftest
