// The suites: named lists of rows. Each has a function in suites.cpp and an entry behind them; the functions
// that other code names are declared here. A row is a line in its suite's function.
#pragma once

#include <array>
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

// Does the driver share one load among the lanes of a subgroup where all of them load from one address? The
// matrix's uniform rows of nine loads, each under every technique; constants from a buffer of 256 bytes and push
// constants; structured loads of 4 and 8 bytes; raw ones without bounds checks, with and without sharing; and one load
// at subgroups of given sizes. The default baseline comes first.
std::vector<Case> uniformRows();

// What binding costs: raw, structured, uniform, typed and texture loads, under every strategy. The default
// baseline comes first; each aligned raw and structured row has its no-load control beside it.
std::vector<Case> bindingRows();

// What does misalignment cost a vector? 2 to 16 consecutive floats, or an even number of halves, from a raw
// buffer at byte offsets from 0 to 32; the floats also an odd number of words apart; the no-load control of each width;
// then structured vectors, which promise their alignment, and their no-load controls. The default baseline comes first.
std::vector<Case> vectorRows();

// What does the stride of a structured buffer cost, and what splitting it? Elements of 4 to 128 bytes and two
// split arrays, inside L1 and in own windows, and the no-load control of each; inside L1 also 64 and 128 bytes and a
// word. The default baseline comes first.
std::vector<Case> strideRows();

// What do formats cost? Typed and texture loads of all formats, PerfTest's among them, uniform and linear.
// The default baseline comes first.
std::vector<Case> formatRows();

// What do loads cost beside other loads? Two to four kinds in one loop, of which all kinds' rows are in the
// matrix, in every pattern. What a row reads fits into 16 KB, the smallest L1. The default baseline comes
// first. No-load controls have the same additions and one operation for each address, as those of buffers.
std::vector<Case> mixedRows();

// What do bounds checks cost? Loads of each kind of resource without them, with robustBufferAccess and with
// robustness 2, uniform and linear. The default baseline comes first.
std::vector<Case> robustnessRows();

// What do stores cost? Raw, structured, typed and image stores of one to four words: of all invocations to
// one place, linear, scattered over cache lines, and one word of every 64 or 128 bytes; and stores of 8 and 16
// bits, linear and scattered. The default baseline comes first.
std::vector<Case> storeRows();

// What do atomic operations cost? Of buffers, texels and shared memory, also of 64-bit integers and floats:
// on one word of all invocations, of a subgroup and of each invocation, with and without their results; and
// additions that a subgroup sums up by hand. The default baseline comes first.
std::vector<Case> atomicRows();

// How do loads depend on which addresses the lanes of a subgroup load from? Raw loads of one and four words,
// structured ones of four, and two formats of texel buffers, under every pattern. The default baseline comes
// first.
std::vector<Case> patternRows();

// The operation under the pattern. Wide strides reach beyond the usual sources, so their rows have longer
// ones. Only PerfTest's patterns have kernels that load by address.
Case underPattern(Operation operation, Pattern pattern);

// What do loads from a workgroup's shared memory cost beside the raw loads of as many words, and stores to
// it? From one address, from neighbouring ones, and from addresses that meet on a bank. The default baseline
// comes first.
std::vector<Case> sharedRows();

// Strides of one-word elements by which as many of 32 lanes meet on one of 32 banks.
inline constexpr std::array kConflicts = {Pattern::Stride2, Pattern::Stride4, Pattern::Stride8,
                                          Pattern::Stride16, Pattern::Stride32};

// What do loads through a descriptor in an array cost beside the same loads through a single one? With an
// index that is a constant, uniform, one for a subgroup, and another one in neighbouring lanes. The default
// baseline comes first.
std::vector<Case> bindlessRows();

// What do other images cost than 2D ones, and other samples than those at texels' centres? Loads and bilinear
// samples of 1D, array, 3D, cube and linearly tiled images; 2D samples between texels, between levels,
// anisotropic and gathered; uniform and linear. The default baseline comes first.
std::vector<Case> textureRows();

// What do loads of 8, 16 and 64 bits cost? One, two and four values of each narrow type beside the same
// values unpacked from 32-bit words by hand, and 64-bit integers beside Load2 and Load4, in every pattern; and
// narrow values beside floats where L1 misses them. The default baseline comes first.
std::vector<Case> narrowRows();

// What do constants cost that no buffer holds? Push constants and specialization constants beside a constant
// buffer of as many, and constant buffers of 64 and 256 bytes, which fit into every inline uniform block. The
// default baseline comes first.
std::vector<Case> constantRows();

// Where do caches end? The default baseline alone: it warms the device up and shows whether the machine is
// disturbed. What the suite is about are walks (cases/walk.h).
std::vector<Case> cacheRows();

// The row that all ratios are measured against unless the user names another: Buffer<RGBA8>.Load random.
Case defaultBaseline();

// The suite of that name, or "all"; a usage error that names the choices otherwise.
Result<const Suite*> findSuite(std::string_view name);

// The rows whose name or id matches any of the patterns, in the order of `rows`; all rows without a pattern.
// A pattern with '*' or '?' must match the whole text, another any part of it; case is ignored. A pattern
// that matches nothing is a usage error that says how to list those of `suite`.
Result<std::vector<Case>> selectRows(std::span<const Case> rows, std::span<const std::string> patterns,
                                     std::string_view suite = kDefaultSuite);

// The one row of that name or id (case is ignored); the same usage error otherwise, with the name that is similar.
Result<Case> findRow(std::span<const Case> rows, std::string_view name,
                     std::string_view suite = kDefaultSuite);

} // namespace vkperftest
