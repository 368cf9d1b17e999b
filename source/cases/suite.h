// The suites: named lists of rows. Each has a function in suites.cpp and an entry behind them. A row is a line in its
// suite's function.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cases/binding.h"
#include "cases/case.h"

namespace vkperftest {

struct Suite {
    std::string_view name, question; // without a question: that of the experiment of its name
    std::vector<Case> (*rows)();
    std::span<const Strategy> strategies; // measured unless the user names others
    bool recording = false; // the CPU's side of binding is measured, too (run/optional_readings.h)
    bool windows = false;   // loads from windows of memory, too (run/optional_readings.h)
};

std::span<const Suite> suites();

inline constexpr std::string_view kDefaultSuite = "matrix"; // of commands without --suite

// suites(), and behind them the suite "all": the rows of every suite, each once, under `set`. It measures
// neither windows of memory nor recording, so of "cache" it has the baseline alone.
std::span<const Suite> suiteChoices();
inline constexpr std::string_view kAllSuites = "all";

// PerfTest's 138 rows in its order.
std::vector<Case> matrixRows();

// Those of suites that experiments plan their comparisons by.
std::vector<Case> bindingRows();
std::vector<Case> vectorRows();
std::vector<Case> robustnessRows();

// The row that all ratios are measured against: Buffer<RGBA8>.Load random.
Case defaultBaseline();

// The suite of that name, or "all"; a usage error that names the choices otherwise.
Result<const Suite*> findSuite(std::string_view name);

// The rows whose name or id matches any of the patterns, in the order of `rows`; all rows without a pattern.
// A pattern with '*' or '?' must match the whole text, another any part of it; case is ignored. A pattern
// that matches nothing is a usage error that says how to list those of `suite`.
Result<std::vector<Case>> selectRows(std::span<const Case> rows, std::span<const std::string> patterns,
                                     std::string_view suite = kDefaultSuite);

} // namespace vkperftest
