// The baseline's series of a results file, put together from the rows' own baseline samples.
#pragma once

#include <vector>

#include "model/json_node.h"
#include "model/run_result.h"

namespace vkperftest {

class BaselineSeries {
public:
    // `node`: the row's place in the file. The row has equally many samples, places and epochs, and known
    // loads. Throws Wrong unless its places ascend and fit into a run, its epochs do not descend, and no
    // other row has claimed its places.
    void add(const Node& node, const RowResult& row);

    // Fills the run's series. Rows that were skipped when runs were merged leave places that no row claims;
    // these gaps are closed, also in the rows' sequences.
    void finish(RunResult& run) const;

private:
    std::vector<double> values_; // by place, nanoseconds a load
};

} // namespace vkperftest
