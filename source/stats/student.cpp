#include "stats/student.h"

#include <cmath>

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace vkperftest {
namespace {

namespace policies = boost::math::policies;

// Infinity is the answer at the ends, not an error to throw.
using Policy = policies::policy<policies::domain_error<policies::ignore_error>,
                                policies::overflow_error<policies::ignore_error>>;
using Normal = boost::math::normal_distribution<double, Policy>;
using Student = boost::math::students_t_distribution<double, Policy>;

} // namespace

double studentQuantile(double probability, double freedom) {
    if (std::isinf(freedom)) return quantile(Normal(), probability);
    return quantile(Student(freedom), probability);
}

double studentUpperTail(double t, double freedom) {
    if (std::isinf(freedom)) return cdf(complement(Normal(), t));
    return cdf(complement(Student(freedom), t));
}

} // namespace vkperftest
