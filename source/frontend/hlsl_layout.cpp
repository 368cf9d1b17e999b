#include "frontend/hlsl_layout.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <spirv/unified1/spirv.hpp>

#include "frontend/compiled_shader.h"

namespace vkperftest {
namespace {

struct Layout {
    std::uint32_t size = 0;
    std::uint32_t alignment = 1;
};

std::uint32_t roundUp(std::uint32_t value, std::uint32_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

class Packer {
public:
    explicit Packer(std::vector<std::uint32_t>& words) : words_(words) { read(); }

    void pack() {
        for (const auto& [id, type] : types_) {
            if (type.op == spv::OpTypeStruct && !type.operands.empty() &&
                typeOf(type.operands.back()).op == spv::OpTypeRuntimeArray)
                layOut(id);
        }
    }

private:
    struct Type {
        spv::Op op = spv::OpTypeVoid;
        std::span<const std::uint32_t> operands; // after the result
    };
    // The decorated id, the member's number or kWhole, and the decoration.
    using Decoration = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
    static constexpr std::uint32_t kWhole = 0xffffffff;

    void read() {
        for (const auto word : RawInstructions(std::span(words_))) {
            const auto op = static_cast<spv::Op>(opcodeOf(word));
            switch (op) {
            case spv::OpTypeInt:
            case spv::OpTypeFloat:
            case spv::OpTypeVector:
            case spv::OpTypeMatrix:
            case spv::OpTypeArray:
            case spv::OpTypeRuntimeArray:
            case spv::OpTypeStruct:
                types_[word[1]] = {op, word.subspan(2)};
                break;
            case spv::OpConstant:
                constants_[word[2]] = word[3];
                break;
            case spv::OpDecorate:
                decorations_[{word[1], kWhole, word[2]}] = word.subspan(3);
                break;
            case spv::OpMemberDecorate:
                decorations_[{word[1], word[2], word[3]}] = word.subspan(4);
                break;
            default:
                break;
            }
        }
    }

    // Void for types that no structured buffer holds.
    Type typeOf(std::uint32_t id) const {
        const auto found = types_.find(id);
        return found == types_.end() ? Type{} : found->second;
    }

    Layout layOut(std::uint32_t id) {
        const auto known = layouts_.find(id);
        if (known != layouts_.end()) return known->second;
        const Type type = typeOf(id);
        Layout layout;
        switch (type.op) {
        case spv::OpTypeInt:
        case spv::OpTypeFloat:
            layout = {type.operands[0] / 8, type.operands[0] / 8};
            break;
        case spv::OpTypeVector:
        case spv::OpTypeMatrix:
            layout = layOut(type.operands[0]);
            layout.size *= type.operands[1];
            break;
        case spv::OpTypeArray:
        case spv::OpTypeRuntimeArray:
            layout = layOut(type.operands[0]);
            set({id, kWhole, spv::DecorationArrayStride}, layout.size);
            layout.size *= type.op == spv::OpTypeArray ? constants_[type.operands[1]] : 0;
            break;
        case spv::OpTypeStruct:
            layout = layOutMembers(id, type.operands);
            break;
        default:
            break;
        }
        return layouts_[id] = layout;
    }

    Layout layOutMembers(std::uint32_t id, std::span<const std::uint32_t> members) {
        Layout whole;
        for (std::uint32_t number = 0; number < members.size(); ++number) {
            const Layout member = layOut(members[number]);
            const std::uint32_t offset = roundUp(whole.size, member.alignment);
            set({id, number, spv::DecorationOffset}, offset);
            const bool rowMajor = decorations_.contains({id, number, spv::DecorationRowMajor});
            set({id, number, spv::DecorationMatrixStride}, matrixStride(members[number], rowMajor));
            whole.size = offset + member.size;
            whole.alignment = std::max(whole.alignment, member.alignment);
        }
        whole.size = roundUp(whole.size, whole.alignment);
        return whole;
    }

    // Of a matrix or an array of matrices; 0 for other types.
    std::uint32_t matrixStride(std::uint32_t id, bool rowMajor) {
        const Type type = typeOf(id);
        if (type.op == spv::OpTypeArray || type.op == spv::OpTypeRuntimeArray)
            return matrixStride(type.operands[0], rowMajor);
        if (type.op != spv::OpTypeMatrix) return 0;
        const Layout column = layOut(type.operands[0]);
        return rowMajor ? column.alignment * type.operands[1] : column.size;
    }

    void set(const Decoration& decoration, std::uint32_t value) {
        const auto found = decorations_.find(decoration);
        if (found != decorations_.end()) found->second[0] = value;
    }

    std::vector<std::uint32_t>& words_;
    std::map<std::uint32_t, Type> types_;
    std::map<std::uint32_t, std::uint32_t> constants_;
    std::map<Decoration, std::span<std::uint32_t>> decorations_; // to their literals
    std::map<std::uint32_t, Layout> layouts_;
};

} // namespace

void packAsHlsl(std::vector<std::uint32_t>& words) {
    Packer(words).pack();
}

} // namespace vkperftest
