#include "run/timer_check.h"

#include "stats/interval.h"

namespace vkperftest {

void TimerStretches::begin(const TimedSpan& span) {
    first_ = span;
    device_ = span.taken;
}

void TimerStretches::add(const TimedSpan& span, bool continues) {
    // A first span that was delayed would loosen the bounds of its whole stretch: a span so much shorter is a
    // better beginning.
    constexpr double kShorter = 4;
    const double length = span.hostEnd - span.hostBegin;
    if (!first_ || !continues || kShorter * length < first_->hostEnd - first_->hostBegin) return begin(span);
    const double enclosing = device_ + span.since - first_->taken;
    device_ += span.since + span.taken;
    const double host = span.hostBegin - first_->hostEnd;
    if (host <= 0) return;
    const double low = device_ / (span.hostEnd - first_->hostBegin), high = enclosing / host;
    if (high < low) return begin(span); // a clock jumped
    if (high > tight_ * low) return;
    lows_.push_back(low);
    highs_.push_back(high);
    begin(span);
}

std::optional<TimerRate> TimerStretches::rate() const {
    constexpr std::size_t kFewest = 3; // of two, the median would not outvote one that a jump spoiled
    if (lows_.size() < kFewest) return std::nullopt;
    return TimerRate{median(lows_), median(highs_), lows_.size()};
}

void TimerCheck::add(const TimedSpan& span) {
    // Timestamps farther apart than the timer's range look closer than they are, and nothing shows that. A
    // wrong timer may wrap sooner than its period says, so the range must be several times as long as the
    // host waited.
    constexpr double kSafe = 4;
    const bool mayHaveWrapped = kSafe * (span.hostEnd - lastBegin_) > wraps_;
    lastBegin_ = span.hostBegin;
    for (TimerStretches& each : stretches_) each.add(span, !mayHaveWrapped);
}

void TimerCheck::restart() {
    for (TimerStretches& each : stretches_) each.restart();
}

std::optional<TimerRate> TimerCheck::rate() const {
    for (const TimerStretches& each : stretches_) {
        if (const std::optional<TimerRate> rate = each.rate()) return rate;
    }
    return std::nullopt;
}

} // namespace vkperftest
