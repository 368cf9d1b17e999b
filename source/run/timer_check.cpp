#include "run/timer_check.h"

#include "stats/interval.h"

namespace vkperftest {

void TimerCheck::begin(const TimedSpan& span) {
    first_ = span;
    device_ = span.taken;
}

void TimerCheck::add(const TimedSpan& span) {
    constexpr double kTight = 1.005; // bounds as near to one another end a stretch
    constexpr double kSafe = 4; // times the host's time must fit into the timer's range, lest it wraps unseen
    constexpr double kShorter =
        4; // times shorter: the first span was held up, which the whole stretch would suffer from
    const double length = span.hostEnd - span.hostBegin;
    const bool wrapped = kSafe * (span.hostEnd - lastBegin_) > wraps_;
    lastBegin_ = span.hostBegin;
    if (!first_ || wrapped || kShorter * length < first_->hostEnd - first_->hostBegin) return begin(span);
    const double enclosing = device_ + span.since - first_->taken;
    device_ += span.since + span.taken;
    const double host = span.hostBegin - first_->hostEnd;
    if (host <= 0) return;
    const double low = device_ / (span.hostEnd - first_->hostBegin), high = enclosing / host;
    if (high > kTight * low) return;
    lows_.push_back(low);
    highs_.push_back(high);
    begin(span);
}

std::optional<TimerRate> TimerCheck::rate() const {
    constexpr std::size_t kFewest = 3;
    if (lows_.size() < kFewest) return std::nullopt;
    return TimerRate{median(lows_), median(highs_), lows_.size()};
}

} // namespace vkperftest
