#include "frontend/hlsl_layout.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include <spirv/unified1/spirv.hpp>

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
        std::span<const std::uint32_t> operands; // behind the result
    };
    using Member = std::pair<std::uint32_t, std::uint32_t>; // of a structure, its number

    void read() {
        for (std::size_t at = 5; at < words_.size();) {
            const auto op = static_cast<spv::Op>(words_[at] & 0xffffU);
            const std::span<std::uint32_t> word(words_.data() + at, words_[at] >> 16U);
            at += word.size();
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
                if (word[2] == static_cast<std::uint32_t>(spv::DecorationArrayStride))
                    arrayStrides_[word[1]] = &word[3];
                break;
            case spv::OpMemberDecorate:
                readMember({word[1], word[2]}, word);
                break;
            default:
                break;
            }
        }
    }

    void readMember(const Member& member, std::span<std::uint32_t> word) {
        switch (static_cast<spv::Decoration>(word[3])) {
        case spv::DecorationOffset:
            offsets_[member] = &word[4];
            break;
        case spv::DecorationMatrixStride:
            matrixStrides_[member] = &word[4];
            break;
        case spv::DecorationRowMajor:
            rowMajor_[member] = true;
            break;
        default:
            break;
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
            set(arrayStrides_, id, layout.size);
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
            set(offsets_, {id, number}, offset);
            set(matrixStrides_, {id, number},
                matrixStride(members[number], rowMajor_.contains({id, number})));
            whole.size = offset + member.size;
            whole.alignment = std::max(whole.alignment, member.alignment);
        }
        whole.size = roundUp(whole.size, whole.alignment);
        return whole;
    }

    // Of a matrix or of arrays of them; 0 for others.
    std::uint32_t matrixStride(std::uint32_t id, bool rowMajor) {
        const Type type = typeOf(id);
        if (type.op == spv::OpTypeArray || type.op == spv::OpTypeRuntimeArray)
            return matrixStride(type.operands[0], rowMajor);
        if (type.op != spv::OpTypeMatrix) return 0;
        const Layout column = layOut(type.operands[0]);
        return rowMajor ? column.alignment * type.operands[1] : column.size;
    }

    template <class Key>
    static void set(const std::map<Key, std::uint32_t*>& decorations, const Key& key, std::uint32_t value) {
        const auto found = decorations.find(key);
        if (found != decorations.end()) *found->second = value;
    }

    std::vector<std::uint32_t>& words_;
    std::map<std::uint32_t, Type> types_;
    std::map<std::uint32_t, std::uint32_t> constants_;
    std::map<std::uint32_t, std::uint32_t*> arrayStrides_;
    std::map<Member, std::uint32_t*> offsets_, matrixStrides_;
    std::map<Member, bool> rowMajor_;
    std::map<std::uint32_t, Layout> layouts_;
};

} // namespace

void packAsHlsl(std::vector<std::uint32_t>& words) {
    Packer(words).pack();
}

} // namespace vkperftest
