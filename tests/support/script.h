// The text that drives a scripted executor.
//
// One statement a line, with fields separated by '|'; '#' starts a comment. Of several statements on the same
// row and strategy, the last one counts. ROWS is a glob over row names, STRATEGY a name or '*'.
//
//   simulate | PROFILE                        a simulated GPU (support/simulated_profiles.h), whose profile sets
//                                             the times of all rows, instead of `load`; the first statement
//   property | NAME | NUMBER                  one of its properties (kProperties in script.cpp), "boost-ghz"
//   slower | ROWS | STRATEGY | PERCENT        the rows take so much longer than the profile says
//   like | ROWS | STRATEGY | ID | STRATEGY    variants of `try` take as long as that row under that strategy
//   throttle | SECONDS | PERCENT              from then on its clock is so much lower than the boost clock
//   seed | N                                  another run of it, beside the seed of the run
//   exact                                     no clock, noise or waves: what is injected is measured
//   counter | core                            a simulated GPU's counter (VK_KHR_shader_clock) counts clocks;
//   counter | GIGAHERTZ                       or at this frequency; without a statement, it has no counter
//   device | NAME
//   gpu                                       behaves like a GPU (default: like a software driver)
//   tick | NANOSECONDS
//   load | ROWS | STRATEGY | NANOSECONDS      time of one load
//   load | ROWS | STRATEGY | NANOSECONDS | NOISE   the same, and the relative deviation of its samples
//   wrong | ROWS | STRATEGY                   its values are wrong
//   outside | RESOURCES | VALUE               under bounds checks, a load outside such a resource returns it;
//                                             RESOURCES: a glob over "storage buffer", "texture" …
//   null | RESOURCES | VALUE                  so does a load from a null descriptor
//   subgroups | LEAST | MOST                  sizes that rows may demand (default: none)
//   unsupported | ROWS | STRATEGY | REASON
//   record | WAYS | NANOSECONDS               host time to record one dispatch; WAYS: a glob over ways' names
//   record | WAYS | NANOSECONDS | REASON      the way is unsupported, for this reason
//   lost | ROWS | STRATEGY | N                its sample number N and all after it lose the device; 0: the
//                                             device is lost when the row is prepared
//   gone | N                                  sample number N of the run loses the device, which then cannot
//                                             be opened again
//   code | ROWS | STRATEGY | TEXT             its machine code, with \n and \t; without such statements, the
//                                             driver reports no code
//   code | ROWS | STRATEGY | TEXT | NAME=VALUE,…   the same with statistics
//   refused | ROWS | STRATEGY | REASON        its code is unavailable, for this reason
//   restart | ROWS | STRATEGY | DEVIATION       relative deviation of its time from one `renew` to the next (on
//                                             a simulated GPU, replaces its property `placement`)
//   die | N                                   ends the program at sample number N of the run, as by kill -9
//   interrupt | N                             raises SIGINT at sample number N of the run
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "run/executor.h"
#include "support/simulated_profiles.h"

namespace vkperftest {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint32_t kScriptedSubgroup = 32;

// How one bound row behaves, by the statements.
struct Behaviour {
    double nanosecondsPerLoad = 1;
    double noise = 0;
    double restartNoise = 0;
    double percentSlower = 0; // than a simulated GPU's profile says
    bool wrong = false;
    std::string unsupported;
    std::uint64_t lostAt = kNever;
    DriverCode code{.subgroupSize = kScriptedSubgroup};
    std::string refused;          // why its code is unavailable
    std::optional<BoundRow> like; // whose cost it has
};

struct Script {
    // A line about rows and strategies, and the function that applies it to the behaviour of one of them.
    struct Statement {
        std::vector<std::string> fields;
        Result<void> (*read)(std::span<const std::string> fields, Behaviour& behaviour) = nullptr;
    };
    struct Recording {
        std::string ways;
        double nanoseconds = 0;
        std::string unsupported;
    };

    std::string device = "Scripted device";
    bool isGpu = false;
    bool exact = false;
    std::optional<double> counterGhz; // 0: the counter counts clocks; nothing: there is none
    double tickNanoseconds = 1;
    std::uint64_t interruptAt = kNever;
    std::uint64_t goneAt = kNever;
    std::uint64_t dieAt = kNever;
    std::optional<SimulatedProfile> gpu; // nothing: times are those of `load`
    std::vector<Throttling> throttling;  // by second
    std::uint64_t seed = 0;
    std::vector<Statement> statements; // in the script's order
    bool tellsCode = false;            // a statement gives code
    std::vector<Recording> recordings;
    std::vector<std::pair<std::string, double>> outside, ofNull; // by resource
    std::uint64_t smallestSubgroup = 0, largestSubgroup = 0;
};

// A usage error names the first line that does not have the form above.
Result<Script> parseScript(std::string_view text);

Behaviour behaviourOf(const Script& script, const BoundRow& bound);

} // namespace vkperftest
