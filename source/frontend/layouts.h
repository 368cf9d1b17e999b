// How the values of a block lie in memory, by the decorations of their types.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "frontend/spirv_module.h"

namespace vkperftest {

// A number in a buffer.
struct ScalarField {
    std::uint32_t offset = 0; // bytes
    std::uint32_t bytes = 4;  // 1, 2, 4 or 8
    bool isFloat = false, isSigned = true;

    // Whether they lie alike; a sign is the code's business.
    bool operator==(const ScalarField& other) const {
        return offset == other.offset && bytes == other.bytes && isFloat == other.isFloat;
    }
};

// A block's layout: what comes before its last member if that is a runtime array, else all of it.
struct BlockLayout {
    std::uint32_t bytes = 0;
    std::vector<ScalarField> fields;
    std::uint32_t stride = 0; // of the runtime array's elements, which begin after `bytes`; 0: there is none
    std::vector<ScalarField> element; // of the first one, by its own offsets
};

// The value of an integer constant, or the default of a specialization constant; 0 if it is none. Those of signed types
// have their sign, in 64 bits.
std::uint64_t constantValue(const SpirvModule& module, std::uint32_t id);

// The type, and all that a value of it holds, each once: structures may hold one another doubly many levels deep.
std::vector<const SpirvInstruction*> typesIn(const SpirvModule& module, std::uint32_t type);

class LayoutReader {
public:
    explicit LayoutReader(const SpirvModule& module) : module_(module) {}

    BlockLayout block(std::uint32_t structure);
    // Adds the numbers of a member, by their offsets in the structure; returns the member's end.
    std::uint32_t member(std::uint32_t structure, std::uint32_t number, std::vector<ScalarField>& fields,
                         std::uint32_t base = 0);

    // Whether what was read so far holds addresses.
    bool readsAddresses() const { return readsAddresses_; }

private:
    struct Matrix { // how one lies in its block
        std::uint32_t stride = 16;
        bool rowMajor = false;
    };

    const SpirvInstruction& definition(std::uint32_t id) const { return *module_.definition(id); }
    Matrix matrixOf(std::uint32_t structure, std::uint32_t number) const;
    // Adds the numbers of a value of that type; returns its end. Types that were read are not read again where no
    // number is kept, since structures may hold one another doubly a hundred levels deep.
    std::uint32_t add(std::uint32_t type, std::uint32_t offset, Matrix matrix,
                      std::vector<ScalarField>& fields);
    std::uint32_t addParts(std::uint32_t type, std::uint32_t offset, Matrix matrix,
                           std::vector<ScalarField>& fields);

    const SpirvModule& module_;
    struct Known {
        std::uint32_t bytes = 0;
        bool numbers = true; // it may hold some
    };
    std::map<std::tuple<std::uint32_t, std::uint32_t, bool>, Known> known_; // by type, and how matrices lie
    bool readsAddresses_ = false;
};

} // namespace vkperftest
