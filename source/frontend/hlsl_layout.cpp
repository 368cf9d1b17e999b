#include "frontend/hlsl_layout.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "frontend/layouts.h"
#include "frontend/spirv_module.h"

namespace vkperftest {
namespace {

struct Layout {
    std::uint32_t size = 0;
    std::uint32_t alignment = 1;
};

class Packer {
public:
    // `module`: of a copy of the words.
    Packer(std::vector<std::uint32_t>& words, const SpirvModule& module) : words_(words), module_(module) {
        for (const SpirvInstruction& one : module.instructions()) {
            const auto operands = one.operands;
            if (is(&one, spv::OpDecorate)) add({operands[0], kWhole, operands[1]}, operands.subspan(2));
            if (is(&one, spv::OpMemberDecorate))
                add({operands[0], operands[1], operands[2]}, operands.subspan(3));
        }
    }

    void pack() {
        for (const SpirvInstruction& type : module_.instructions()) {
            if (is(&type, spv::OpTypeStruct) && !type.operands.empty() &&
                is(module_.definition(type.operands.back()), spv::OpTypeRuntimeArray))
                layOut(type.result);
        }
    }

private:
    // The decorated id, the member's number or kWhole, and the decoration.
    using Decoration = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
    static constexpr std::uint32_t kWhole = 0xffffffff;

    void add(const Decoration& decoration, std::span<const std::uint32_t> literals) {
        decorations_[decoration] = static_cast<std::size_t>(literals.data() - module_.words().data());
    }

    Layout layOut(std::uint32_t id) {
        if (const auto known = layouts_.find(id); known != layouts_.end()) return known->second;
        const SpirvInstruction& type = *module_.definition(id);
        Layout layout;
        if (is(&type, spv::OpTypeInt) || is(&type, spv::OpTypeFloat)) {
            layout = {type.operands[0] / 8, type.operands[0] / 8};
        } else if (is(&type, spv::OpTypeVector) || is(&type, spv::OpTypeMatrix)) {
            layout = layOut(type.operands[0]);
            layout.size *= type.operands[1];
        } else if (isArray(type)) {
            layout = layOut(type.operands[0]);
            set({id, kWhole, spv::DecorationArrayStride}, layout.size);
            layout.size *= is(&type, spv::OpTypeArray)
                               ? static_cast<std::uint32_t>(constantValue(module_, type.operands[1]))
                               : 0;
        } else if (is(&type, spv::OpTypeStruct)) {
            layout = layOutMembers(type);
        }
        return layouts_[id] = layout;
    }

    Layout layOutMembers(const SpirvInstruction& type) {
        Layout whole;
        for (std::uint32_t number = 0; number < type.operands.size(); ++number) {
            const Layout member = layOut(type.operands[number]);
            const std::uint32_t offset =
                (whole.size + member.alignment - 1) / member.alignment * member.alignment;
            set({type.result, number, spv::DecorationOffset}, offset);
            const bool rowMajor = decorations_.contains({type.result, number, spv::DecorationRowMajor});
            set({type.result, number, spv::DecorationMatrixStride},
                matrixStride(type.operands[number], rowMajor));
            whole.size = offset + member.size;
            whole.alignment = std::max(whole.alignment, member.alignment);
        }
        whole.size = (whole.size + whole.alignment - 1) / whole.alignment * whole.alignment;
        return whole;
    }

    // Of a matrix or an array of matrices; 0 for other types.
    std::uint32_t matrixStride(std::uint32_t id, bool rowMajor) {
        const SpirvInstruction& type = *module_.definition(id);
        if (isArray(type)) return matrixStride(type.operands[0], rowMajor);
        if (!is(&type, spv::OpTypeMatrix)) return 0;
        const Layout column = layOut(type.operands[0]);
        return rowMajor ? column.alignment * type.operands[1] : column.size;
    }

    void set(const Decoration& decoration, std::uint32_t value) {
        if (const auto found = decorations_.find(decoration); found != decorations_.end())
            words_[found->second] = value;
    }

    std::vector<std::uint32_t>& words_;
    const SpirvModule& module_;
    std::map<Decoration, std::size_t> decorations_; // index of their first literal in the words
    std::unordered_map<std::uint32_t, Layout> layouts_;
};

} // namespace

void packAsHlsl(std::vector<std::uint32_t>& words) {
    const Result<SpirvModule> module = SpirvModule::read(words, true);
    if (module.ok()) Packer(words, module.value()).pack();
}

} // namespace vkperftest
