#include "trial/contents.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace vkperftest {
namespace {

// The finalizer of SplitMix64: equal for equal places, without a pattern from place to place.
std::uint64_t mixed(std::uint64_t place, std::uint32_t seed) {
    place += 0x9e3779b97f4a7c15 * (std::uint64_t{seed} + 1);
    place = (place ^ (place >> 30U)) * 0xbf58476d1ce4e5b9;
    place = (place ^ (place >> 27U)) * 0x94d049bb133111eb;
    return place ^ (place >> 31U);
}

// Sign and exponent of 0.5, and random mantissas below them: from 0.5 to 1.
std::uint64_t floatBits(std::uint32_t bytes, std::uint64_t random) {
    constexpr std::uint64_t kHalf = 0x3800, kFloat = 0x3f000000, kDouble = 0x3fe0000000000000;
    if (bytes == 2) return kHalf | (random & 0x3ff);
    if (bytes == 4) return kFloat | (random & 0x7fffff);
    return kDouble | (random & 0xfffffffffffff);
}

std::uint64_t mostOf(std::uint32_t bytes) {
    return bytes >= 8 ? ~std::uint64_t{0} >> 1U : (std::uint64_t{1} << (8 * bytes - 1)) - 1;
}

constexpr std::size_t kHeader = 64, kElement = 4; // numbers before one, which differs from each of them

// The numbers of a block, in their order.
class Numbers {
public:
    Numbers(std::uint64_t below, std::uint32_t seed, Counts* counts)
        : below_(below), seed_(seed), counts_(counts) {}

    void write(std::span<std::byte> block, std::uint64_t base, const std::vector<ScalarField>& fields,
               std::size_t before) {
        for (const ScalarField& field : fields) {
            const std::uint64_t at = base + field.offset;
            if (!field.isFloat && counts_ != nullptr)
                writeBits(block, at, field.bytes, counts_->next(mostOf(field.bytes)));
            else
                writeBits(block, at, field.bytes, another(field, mixed(at, seed_), before));
        }
    }

private:
    std::uint64_t another(const ScalarField& field, std::uint64_t random, std::size_t before) {
        const std::uint64_t below = std::clamp<std::uint64_t>(below_, 1, mostOf(field.bytes));
        before = std::min(before, number_);
        if (!field.isFloat) before = std::min<std::uint64_t>(before, below - 1);
        for (;; ++random) {
            const std::uint64_t bits = field.isFloat ? floatBits(field.bytes, random) : random % below;
            bool known = false;
            for (std::size_t i = 1; i <= before && !known; ++i)
                known = last_[(number_ - i) % kHeader] == bits;
            if (!known) return last_[number_++ % kHeader] = bits;
        }
    }

    std::uint64_t below_;
    std::uint32_t seed_;
    Counts* counts_;
    std::array<std::uint64_t, kHeader> last_ = {};
    std::size_t number_ = 0;
};

void fillWords(std::span<std::byte> block, Fill fill, std::uint32_t seed) {
    constexpr std::uint32_t kWord = 4;
    for (std::uint64_t i = 0; fill != Fill::Zero && i < block.size() / kWord; ++i)
        writeBits(block, i * kWord, kWord, fill == Fill::Index ? i : mixed(i, seed));
}

} // namespace

void writeBits(std::span<std::byte> block, std::uint64_t offset, std::uint32_t bytes, std::uint64_t bits) {
    if (offset + bytes <= block.size())
        std::memcpy(block.data() + offset, &bits, bytes); // the lower ones come first
}

Counts::Counts(std::uint64_t most, std::uint64_t expected, std::set<std::uint64_t> given)
    : most_(most), given_(std::move(given)) {
    constexpr std::uint64_t kStep = 16; // so that offsets remain multiples of a vector's size
    while (step_ < kStep && 4 * step_ * expected <= most) step_ *= 2;
}

// Down from the largest, and round again one place further.
std::uint64_t Counts::next(std::uint64_t atMost) {
    const std::uint64_t most = std::min(most_, atMost);
    std::uint64_t value = 0;
    for (std::size_t tries = 0; most > 0 && tries <= given_.size(); ++tries, ++number_) {
        value = most - (number_ * step_ + number_ / most) % most;
        if (!given_.contains(value)) break;
    }
    ++number_;
    return value;
}

std::vector<std::byte> blockContent(const BlockLayout& layout, std::uint64_t bytes, Fill fill,
                                    std::uint64_t below, std::uint32_t seed, Counts* counts) {
    std::vector<std::byte> block(bytes);
    if (fill != Fill::ByType) {
        fillWords(block, fill, seed);
        return block;
    }
    Numbers numbers(below, seed, counts);
    numbers.write(block, 0, layout.fields, kHeader);
    constexpr std::uint64_t kOwn =
        1000003; // elements, a prime number; the others repeat them, which takes less time
    const std::uint64_t end = std::min(bytes, layout.bytes + kOwn * layout.stride);
    std::uint64_t at = layout.bytes;
    for (; layout.stride > 0 && at < end; at += layout.stride)
        numbers.write(block, at, layout.element, kElement);
    for (std::uint64_t count = 0; layout.stride > 0 && at < bytes; at += count) {
        count = std::min(kOwn * layout.stride, bytes - at);
        std::copy_n(block.begin() + static_cast<std::ptrdiff_t>(at - kOwn * layout.stride), count,
                    block.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return block;
}

std::vector<std::byte> texelContent(Format format, std::uint64_t bytes, Fill fill, std::uint64_t below,
                                    std::uint32_t seed) {
    const FormatTraits& texel = traits(format);
    const bool floats = texel.numeric == Numeric::Float && texel.bits[0] >= 16;
    const bool integers = texel.numeric == Numeric::Uint || texel.numeric == Numeric::Sint;
    std::vector<std::byte> block(bytes);
    if (fill == Fill::ByType && (floats || integers)) {
        BlockLayout layout{.stride = texel.bytes()};
        for (std::uint32_t i = 0; i < texel.channels; ++i)
            layout.element.push_back({i * texel.bits[0] / 8, texel.bits[0] / 8, floats});
        return blockContent(layout, bytes, fill, below, seed);
    }
    fillWords(block, fill == Fill::ByType ? Fill::Random : fill, seed);
    return block;
}

} // namespace vkperftest
