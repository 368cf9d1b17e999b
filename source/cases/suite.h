// The suites: named lists of rows. Each has a file in suites/ with its function, and an entry in suite.cpp. A
// row is a line in its suite's function.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cases/case.h"
#include "cases/strategy.h"

namespace vkperftest {

struct Suite {
    std::string_view name;
    std::vector<Case> (*rows)();
    std::span<const Strategy> strategies; // measured unless the user names others
    bool recording = false;               // the CPU's side of binding is measured, too (run/recording.h)
};

std::span<const Suite> suites();

inline constexpr std::string_view kDefaultSuite = "matrix"; // of commands without --suite

// Adds the operation's rows under every pattern; invocations do all loads themselves.
void addEveryPattern(std::vector<Case>& rows, const Operation& operation);

// The rows of all suites and the twins that are measured with them (cases/twins.h), each once: suites share
// rows.
std::vector<Case> allRows();

// PerfTest's 138 rows in its order.
std::vector<Case> matrixRows();

// Does the driver share one load among the lanes of a subgroup where all of them load from one address? The
// matrix's uniform rows of nine loads, each under every technique; the same from a constant buffer of 256
// bytes and from push constants; and one load at subgroups of given sizes. The default baseline comes first.
std::vector<Case> uniformRows();

// What binding costs: raw, structured, uniform, typed and texture loads, and copies of 4x4 matrices, under
// every strategy. The default baseline comes first; floors for the widest loads and the copies.
std::vector<Case> bindingRows();

// What does misalignment cost a vector? 2 to 16 consecutive floats, or an even number of halves, from a raw
// buffer at byte offsets from 0 to 32; the floats also an odd number of words apart; the floor of each width;
// then promisedVectors and their floors. The default baseline comes first.
std::vector<Case> vectorRows();

// The same bytes as the raw buffer's float2, float4 and float8, of structured buffers, whose elements promise
// an alignment of 8, 16 and 16 bytes.
std::vector<Operation> promisedVectors();

// What does the stride of a structured buffer cost, and what splitting it? Elements of 4 to 128 bytes and two
// split arrays, inside L1 and in own windows, and the floor of each. The default baseline comes first.
std::vector<Case> strideRows();

// What loads of integers cost: typed 32-bit ones, unsigned and signed. The default baseline comes first.
std::vector<Case> integerRows();

// The row that all ratios are measured against unless the user names another: Buffer<RGBA8>.Load random.
Case defaultBaseline();

// The suite of that name; a usage error that names the choices otherwise.
Result<const Suite*> findSuite(std::string_view name);

// The rows whose name or id matches any of the patterns, in the order of `rows`; all rows without a pattern.
// A pattern with '*' or '?' must match the whole text, another any part of it; case is ignored. A pattern
// that matches nothing is a usage error with similar names, which also says how to list the rows of `suite`.
Result<std::vector<Case>> selectRows(std::span<const Case> rows, std::span<const std::string> patterns,
                                     std::string_view suite = kDefaultSuite);

// The one row of that name or id (case is ignored); the same usage error otherwise.
Result<Case> findRow(std::span<const Case> rows, std::string_view name,
                     std::string_view suite = kDefaultSuite);

} // namespace vkperftest
