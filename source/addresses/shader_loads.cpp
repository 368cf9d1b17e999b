#include "addresses/shader_loads.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "addresses/alignment.h"
#include "addresses/buffer_addresses.h"
#include "addresses/image_accesses.h"
#include "addresses/joined_loads.h"
#include "addresses/lane_values.h"
#include "addresses/loop_steps.h"
#include "addresses/needed_values.h"
#include "addresses/shader_entry.h"
#include "addresses/symbolic_values.h"
#include "addresses/transfer.h"
#include "addresses/used_components.h"
#include "frontend/access_origin.h"
#include "frontend/opcodes.h"

namespace vkperftest {
namespace {

class LoadCollector {
public:
    LoadCollector(const SpirvModule& module, const SpirvInstruction& entry)
        : module_(module), flow_(module, entry.operands[1]), alignment_(module),
          symbols_(module, MemoryChanges::Never),
          addresses_(module, alignment_, symbols_, BufferKinds::StorageAndUniform),
          used_(usedComponents(module)), workgroup_(workgroupOf(module, entry.operands[1])),
          lanes_(module, flow_, symbols_, workgroup_), steps_(module, flow_, symbols_),
          needed_(module, flow_, symbols_, steps_) {
        for (const SpirvInstruction& instruction : module.instructions())
            rowMajor_ = rowMajor_ ||
                        (is(&instruction, spv::OpMemberDecorate) &&
                         static_cast<spv::Decoration>(instruction.operands[2]) == spv::DecorationRowMajor);
    }

    ShaderLoads run() {
        for (block_ = 0; block_ < flow_.blocks().size(); ++block_) {
            const CodeBlock& its = flow_.blocks()[block_];
            if (block_ != 0 && its.dominator == kNoNumber) continue; // never reached
            for (std::size_t i = its.begin; i < its.end; ++i) take(module_.instructions()[i]);
        }
        markKnownElsewhere();
        markStored();
        return {.loops = loops(),
                .loads = joinedLoads(std::move(found_), flow_, workgroup_),
                .workgroup = workgroup_};
    }

private:
    void take(const SpirvInstruction& instruction) {
        const spv::Op opcode = opcodeOf(instruction);
        if (opcode == spv::OpLoad || opcode == spv::OpStore) return takeMemory(instruction);
        if (opcode >= spv::OpAtomicLoad && opcode <= spv::OpAtomicXor) return takeAtomic(instruction);
        if (opcode >= spv::OpImageSampleImplicitLod && opcode <= spv::OpImageWrite) takeImage(instruction);
    }

    FoundLoad begin(const SpirvInstruction& instruction, ShaderAccess access, std::uint32_t variable) {
        FoundLoad found{.block = block_, .instruction = module_.indexOf(instruction), .variable = variable};
        ShaderLoad& load = found.load;
        load.access = access;
        load.variable = nameOf(variable);
        load.loop = flow_.blocks()[block_].loop;
        load.always = flow_.always(block_, load.loop);
        if (access == ShaderAccess::Load) load.needed = needed_.of(instruction);
        if (const Place place = module_.placeOf(instruction); place.line > 0) load.places = {place};
        return found;
    }

    // Of a block, its type's name if it has none.
    std::string nameOf(std::uint32_t variable) const {
        const std::string own = module_.name(variable);
        const SpirvInstruction* const type = typeOf(module_, variable);
        return own.empty() && type != nullptr ? module_.name(type->operands[1]) : own;
    }

    // Nothing for variables of invocations, inputs, and handles of images.
    std::optional<ShaderMemory> memoryOf(std::uint32_t pointer) const {
        const BufferAddress address = addresses_.of(pointer);
        switch (storageOf(module_, pointer).value_or(spv::StorageClassFunction)) {
        case spv::StorageClassStorageBuffer:
            return ShaderMemory::StorageBuffer;
        case spv::StorageClassUniform:
            return address.variable != 0 && !address.uniform ? ShaderMemory::StorageBuffer
                                                             : ShaderMemory::UniformBuffer;
        case spv::StorageClassPushConstant:
            return ShaderMemory::PushConstants;
        case spv::StorageClassPhysicalStorageBuffer:
            return ShaderMemory::Address;
        case spv::StorageClassWorkgroup:
            return ShaderMemory::Shared;
        case spv::StorageClassImage:
            return ShaderMemory::StorageImage;
        default:
            return std::nullopt;
        }
    }

    void takeAtomic(const SpirvInstruction& instruction) {
        const std::uint32_t pointer = instruction.operands[0];
        const auto memory = memoryOf(pointer);
        if (!memory) return;
        FoundLoad found = begin(instruction, ShaderAccess::Atomic, originOf(module_, pointer).variable);
        found.load.memory = *memory;
        found_.push_back(std::move(found));
    }

    void takeMemory(const SpirvInstruction& instruction) {
        const bool store = opcodeOf(instruction) == spv::OpStore;
        const std::uint32_t pointer = instruction.operands[0];
        const auto memory = memoryOf(pointer);
        if (!memory) return;
        const SpirvInstruction* const type = typeOf(module_, pointer);
        const SpirvInstruction* const what = module_.definition(type->operands[1]);
        const std::uint32_t all = is(what, spv::OpTypeVector) ? what->operands[1] : 1;
        const std::uint32_t bytes = what != nullptr ? componentBits(module_, what->result) / 8 : 0;
        const ComponentSpan span = store ? ComponentSpan{0, all} : usedSpan(used_, instruction.result, all);
        if (span.count == 0 && bytes != 0) return; // nobody uses it
        FoundLoad found = begin(instruction, store ? ShaderAccess::Store : ShaderAccess::Load,
                                originOf(module_, pointer).variable);
        ShaderLoad& load = found.load;
        const BufferAddress address = addresses_.of(pointer);
        load.memory = *memory;
        load.bytes = rowMajor(pointer) ? 0 : bytes * span.count;
        load.words = address.variable != 0 && address.stride == 4 && all == 1;
        found.place = lanes_.ofPlace(pointer);
        load.pattern = patternInBuffer(found.place, load.bytes, workgroup_);
        if (!store) {
            follow(found, 1, [&](std::size_t loop, std::size_t) { return steps_.ofPlace(loop, pointer); });
            found.key = keyOf(pointer);
        }
        if (address.variable != 0 && load.bytes != 0) {
            const std::uint64_t skipped = std::uint64_t{span.first} * bytes;
            found.joins = !store;
            found.symbol = address.symbol;
            found.begin = address.constant + static_cast<std::int64_t>(skipped);
            found.low = sum(address.low, lowBits(skipped, 64));
        }
        found_.push_back(std::move(found));
    }

    // Whether it may lead into a matrix whose columns do not lie in one piece.
    bool rowMajor(std::uint32_t pointer) const {
        const SpirvInstruction* const chain = module_.definition(pointer);
        if (!rowMajor_ || chain == nullptr || opcodeOf(*chain) == spv::OpVariable) return false;
        const SpirvInstruction* type = typeOf(module_, chain->operands[0]);
        type = type != nullptr ? module_.definition(type->operands[1]) : nullptr;
        for (std::size_t i = 1; i < chain->operands.size() && type != nullptr; ++i) {
            if (is(type, spv::OpTypeMatrix)) return true;
            const bool structure = is(type, spv::OpTypeStruct);
            const std::int64_t member = structure ? symbols_.of(chain->operands[i]).constant : 0;
            const auto number = static_cast<std::size_t>(std::max<std::int64_t>(member, 0));
            type = module_.definition(type->operands[std::min(number, type->operands.size() - 1)]);
        }
        return is(type, spv::OpTypeMatrix);
    }

    std::uint64_t keyOf(std::uint32_t id) const {
        const SymbolicValue value = symbols_.of(id);
        return mixed({value.symbol, static_cast<std::uint64_t>(value.constant)});
    }

    void takeImage(const SpirvInstruction& instruction) {
        const bool store = opcodeOf(instruction) == spv::OpImageWrite;
        const auto memory = memoryOfImage(module_, instruction);
        const std::uint32_t channels = usedSpan(used_, instruction.result, 4).count;
        if (!memory || (channels == 0 && !store)) return;
        const std::uint32_t coordinates = instruction.operands[1];
        FoundLoad found = begin(instruction, store ? ShaderAccess::Store : ShaderAccess::Load,
                                originOf(module_, instruction.operands[0]).variable);
        ShaderLoad& load = found.load;
        load.memory = *memory;
        load.channels = *memory == ShaderMemory::Gathered ? 0 : channels;
        const bool left = lanes_.takesFromLeftLoop(instruction);
        const LaneValue x = left ? kUnknownLaneValue : lanes_.of(coordinates, 0);
        const LaneValue y = left ? kUnknownLaneValue : lanes_.of(coordinates, 1);
        const bool texels = *memory == ShaderMemory::TexelBuffer;
        load.pattern = texels ? patternInBuffer(x, 1, workgroup_) : patternInTexture(x, y, workgroup_);
        // Rows that sample read between texels.
        if (*memory == ShaderMemory::Sampled && load.pattern == LanePattern::Next)
            load.pattern = LanePattern::Different;
        if (!store) {
            const std::size_t all = dimensionsOf(module_, coordinates);
            const auto periods = follow(found, all, [&](std::size_t loop, std::size_t component) {
                return steps_.of(loop, coordinates, component);
            });
            found.key = mixed({found.variable, static_cast<std::uint64_t>(*memory)});
            for (std::size_t k = 0; k < all; ++k) {
                const SymbolicValue value = componentOf(module_, symbols_, coordinates, k);
                const std::int64_t place = inPeriod(value.constant, periods[k]);
                found.key = mixed({found.key, value.symbol, static_cast<std::uint64_t>(place)});
            }
        }
        found_.push_back(std::move(found));
    }

    // How a place with so many components moves through the loops that a compiler may run as one: the
    // innermost one around it, and those around that as long as the inner ones may be unrolled completely.
    // Returns after which distance it meets itself, for each component; 0: never, as far as a compiler can
    // know.
    template <class StepOf>
    std::vector<std::int64_t> follow(FoundLoad& found, std::size_t components, const StepOf& stepOf) {
        std::vector<std::int64_t> periods(components);
        ShaderLoad& load = found.load;
        bool still = false;
        for (std::size_t loop = load.loop; loop != kNoNumber; loop = flow_.loops()[loop].parent) {
            std::vector<LoopStep> steps;
            for (std::size_t k = 0; k < components; ++k) steps.push_back(stepOf(loop, k));
            const auto any = [&](LoopStep::Kind kind) {
                return std::ranges::count(steps, kind, &LoopStep::kind) > 0;
            };
            const bool forgets = any(LoopStep::Kind::Unknown) || any(LoopStep::Kind::Loaded);
            if (!forgets && any(LoopStep::Kind::Step)) {
                for (std::size_t k = 0; k < components; ++k) {
                    if (steps[k].kind != LoopStep::Kind::Step) continue;
                    load.repeats = load.repeats || periods[k] != 0; // two loops may lead to one place
                    periods[k] = std::abs(steps[k].step);
                }
            } else if (!forgets) {
                (any(LoopStep::Kind::Repeats) ? load.repeats : still) = true;
            }
            if (!steps_.unrolls(loop)) break;
        }
        load.moves = !still;
        found.period = periods[0];
        return periods;
    }

    // A loop that is unrolled completely loads nothing that is loaded elsewhere, at a place that a compiler
    // can compare: not one that moves with another loop, which stays a loop.
    void markKnownElsewhere() {
        const auto unrolled = [&](const FoundLoad& found) {
            return found.load.loop != kNoNumber && steps_.unrolls(found.load.loop);
        };
        for (FoundLoad& found : found_) {
            if (!unrolled(found)) continue;
            const bool elsewhere = std::ranges::any_of(found_, [&](const FoundLoad& other) {
                if (other.load.access != ShaderAccess::Load || other.variable != found.variable ||
                    other.load.loop == found.load.loop)
                    return false;
                return unrolled(other) || flow_.inside(other.load.loop, found.block) || !other.load.moves ||
                       other.load.repeats;
            });
            found.known = elsewhere;
        }
        for (FoundLoad& found : found_) found.load.repeats = found.load.repeats || found.known;
    }

    // What the invocation itself stored there before.
    void markStored() {
        for (FoundLoad& found : found_) {
            if (!found.joins) continue;
            const bool stored = std::ranges::any_of(found_, [&](const FoundLoad& other) {
                return other.load.access == ShaderAccess::Store && other.variable == found.variable &&
                       other.symbol == found.symbol && other.load.bytes != 0 &&
                       other.begin < found.begin + found.load.bytes &&
                       found.begin < other.begin + other.load.bytes &&
                       other.instruction < found.instruction && flow_.dominates(other.block, found.block);
            });
            found.load.repeats = found.load.repeats || stored;
        }
    }

    std::vector<ShaderLoop> loops() const {
        std::vector<ShaderLoop> named;
        std::map<std::size_t, std::size_t> children;
        for (const CodeLoop& loop : flow_.loops()) {
            const std::string number = std::to_string(++children[loop.parent]);
            const CodeBlock& header = flow_.blocks()[loop.header];
            Place place;
            for (std::size_t i = header.begin; i < header.end && place.line == 0; ++i)
                place = module_.placeOf(module_.instructions()[i]);
            named.push_back(
                {loop.parent == kNoNumber ? number : named[loop.parent].number + "." + number, place});
        }
        return named;
    }

    const SpirvModule& module_;
    ControlFlow flow_;
    AlignmentAnalysis alignment_;
    SymbolicValues symbols_;
    BufferAddresses addresses_;
    UsedComponents used_;
    std::array<std::uint32_t, 3> workgroup_;
    LaneValues lanes_;
    LoopSteps steps_;
    NeededValues needed_;
    bool rowMajor_ = false; // some matrix is
    std::size_t block_ = 0;
    std::vector<FoundLoad> found_;
};

} // namespace

ShaderLoads shaderLoads(const SpirvModule& module, const std::string& entryPoint) {
    const SpirvInstruction* const entry = entryOf(module, entryPoint);
    return entry != nullptr ? LoadCollector(module, *entry).run() : ShaderLoads{};
}

} // namespace vkperftest
