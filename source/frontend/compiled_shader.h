// One entry point of a shader as SPIR-V.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vkperftest {

struct CompiledShader {
    std::string entryPoint;           // empty if SPIR-V was given
    std::string stage;                // "comp", as glslang calls it; empty likewise
    std::string compiler;             // "glslang 12.0.0" or "dxc 1.8.0.4739 (cs_6_8)"; empty likewise
    std::vector<std::uint32_t> words; // with debug lines, so that findings have a place
    std::string trouble;              // why this entry point was not compiled; empty if it was
    bool validated = false;           // the words are valid SPIR-V
};

constexpr std::size_t kSpirvHeaderWords = 5;

// The instructions in a module's words, each as its own words; ends before one that is not whole.
template <class Word> class RawInstructions {
public:
    class Iterator {
    public:
        explicit Iterator(std::span<Word> rest) : rest_(rest) { stopIfCut(); }
        std::span<Word> operator*() const { return rest_.first(length()); }
        Iterator& operator++() {
            rest_ = rest_.subspan(length());
            stopIfCut();
            return *this;
        }
        bool operator==(std::default_sentinel_t) const { return rest_.empty(); }

    private:
        std::size_t length() const { return rest_[0] >> 16U; }
        void stopIfCut() {
            if (!rest_.empty() && (length() == 0 || length() > rest_.size())) rest_ = {};
        }
        std::span<Word> rest_;
    };

    explicit RawInstructions(std::span<Word> words)
        : words_(words.subspan(std::min(kSpirvHeaderWords, words.size()))) {}
    Iterator begin() const { return Iterator(words_); }
    std::default_sentinel_t end() const { return {}; }

private:
    std::span<Word> words_;
};

// SPIR-V's number of an instruction of RawInstructions.
inline std::uint32_t opcodeOf(std::span<const std::uint32_t> instruction) {
    return instruction[0] & 0xffffU;
}

// Swaps the words' bytes if SPIR-V's magic number shows the other byte order. True if they begin with it.
bool turnSpirv(std::vector<std::uint32_t>& words);

// The bytes of a SPIR-V file as words in this machine's order. A usage error if they are not SPIR-V: too
// short, cut within a word, or without SPIR-V's magic number.
Result<std::vector<std::uint32_t>> spirvWords(std::string_view bytes);

// The first few of a compiler's errors, one per line; if there are none, the error says so.
Error firstErrors(std::vector<std::string> errors, std::string_view compiler);

// Fields of any bytes one after another in a text, each after its length: what processes of this program pass to
// each other.
void appendField(std::string& bytes, std::string_view field);

// Takes from the front what appendField wrote; nothing if it was not that.
std::optional<std::string_view> takeField(std::string_view& bytes);

// To pass shaders to another process of this program. A usage error if the bytes are not what toBytes wrote.
std::string toBytes(const std::vector<CompiledShader>& shaders);
Result<std::vector<CompiledShader>> compiledShaders(std::string_view bytes);

} // namespace vkperftest
