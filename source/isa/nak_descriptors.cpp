#include "isa/nak_descriptors.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace vkperftest {
namespace {

constexpr std::size_t kFarthestUse = 512; // instructions behind the load

// Registers that hold a value.
class ValueRegisters {
public:
    bool empty() const { return all_.empty(); }
    void add(const NakRegisters& registers) {
        for (std::uint32_t i = 0; i < registers.count; ++i)
            all_.emplace(registers.uniform, registers.first + i);
    }
    void remove(const NakRegisters& registers) {
        for (std::uint32_t i = 0; i < registers.count; ++i)
            all_.erase({registers.uniform, registers.first + i});
    }
    bool has(const std::optional<NakRegisters>& registers) const {
        if (!registers) return false;
        for (std::uint32_t i = 0; i < registers->count; ++i) {
            if (all_.contains({registers->uniform, registers->first + i})) return true;
        }
        return false;
    }

private:
    std::set<std::pair<bool, std::uint32_t>> all_; // uniform or not, and the number
};

// Of all registers in an operand: "cx[ur0..2][r4+0x8]" has two.
std::vector<NakRegisters> nakRegistersIn(std::string_view operand) {
    std::vector<NakRegisters> all;
    for (std::size_t i = 0; i < operand.size(); ++i) {
        const bool within = i > 0 && (std::isalnum(static_cast<unsigned char>(operand[i - 1])) != 0);
        if (within) continue;
        if (const std::optional<NakRegisters> one = nakRegisters(operand.substr(i))) all.push_back(*one);
    }
    return all;
}

bool namesTexture(const NakStatement& statement) {
    constexpr std::string_view kOthers[] = {"sust", "suatom", "txq"};
    return readsTexture(statement) || std::ranges::find(kOthers, statement.action()) != std::end(kOthers);
}

bool takesAsDescriptor(const NakStatement& user, const ValueRegisters& value) {
    for (const std::string& operand : user.operands) {
        constexpr std::string_view kBuffer = "cx[";
        const std::size_t buffer = operand.find(kBuffer);
        if (buffer != std::string::npos &&
            value.has(nakRegisters(std::string_view(operand).substr(buffer + kBuffer.size()))))
            return true;
    }
    return namesTexture(user) && !user.operands.empty() && value.has(nakRegisters(user.operands.back()));
}

bool uses(const NakStatement& user, const ValueRegisters& value) {
    return std::ranges::any_of(user.operands, [&](const std::string& operand) {
        return std::ranges::any_of(nakRegistersIn(operand),
                                   [&](const NakRegisters& one) { return value.has(one); });
    });
}

// `instructions`: those behind the load are known.
bool isDescriptor(const std::vector<Instruction>& instructions, std::span<const NakStatement> statements,
                  std::size_t load) {
    ValueRegisters value;
    const auto add = [&](const NakStatement& one) {
        for (const std::string& destination : one.destinations) {
            if (const auto registers = nakRegisters(destination)) value.add(*registers);
        }
    };
    add(statements[load]);
    const std::size_t end = std::min(statements.size(), load + kFarthestUse);
    for (std::size_t i = load + 1; i < end && !value.empty(); ++i) {
        const NakStatement& one = statements[i];
        if (takesAsDescriptor(one, value)) return true;
        const bool copied = uses(one, value);
        if (copied && instructions[i].load && instructions[i].load->surely) return true;
        if (copied && one.opcode != "mov" && one.opcode != "r2ur") return false;
        if (copied) {
            add(one);
        } else if (one.predicate.empty()) {
            for (const std::string& destination : one.destinations) {
                if (const auto registers = nakRegisters(destination)) value.remove(*registers);
            }
        }
    }
    return false;
}

} // namespace

void findNakDescriptors(std::vector<Instruction>& instructions, std::span<const NakStatement> statements) {
    for (std::size_t i = instructions.size(); i-- > 0;) {
        std::optional<Load>& load = instructions[i].load;
        const bool may = load && !readsTexture(statements[i]) &&
                         (load->source == LoadSource::Data || load->source == LoadSource::Descriptor);
        if (!may || load->surely || !isDescriptor(instructions, statements, i)) continue;
        load->source = LoadSource::Descriptor;
        load->surely = true;
    }
}

} // namespace vkperftest
