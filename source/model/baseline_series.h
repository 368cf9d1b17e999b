// The baseline's series of a results file, put together from the rows' own baseline samples.
#pragma once

#include <vector>

#include "model/json_node.h"
#include "model/run_result.h"

namespace vkperftest {

class BaselineSeries {
public:
    // `node`: the row's place in the file; its samples, places and epochs are equally many, its loads known.
    // Throws Wrong unless the places ascend, within what a run can hold, the epochs do not descend, and no
    // other row has claimed a place.
    void add(const Node& node, const RowResult& row);

    // Fills the run's series. Rows that were left out when runs were put together leave places that nobody
    // claims: they close up, in the rows' sequences too.
    void finish(RunResult& run) const;

private:
    std::vector<double> values_; // by place, nanoseconds a load
};

} // namespace vkperftest
