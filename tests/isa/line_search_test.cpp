// Lines found by leaving accesses out, with compilers made for the purpose.
#include "isa/line_search.h"
#include "matchers.h"

#include <functional>
#include <map>

namespace vkperftest::line_search_test {

struct Emitted {
    std::string name;
    std::size_t loop = kNoLoop;
    std::uint32_t bits = 32;
    LoadSource source = LoadSource::Data;
    Access access = Access::Load;
    bool surely = false;
};

// With two loops, one in the other.
Disassembly disassemblyOf(const std::vector<Emitted>& all) {
    Disassembly disassembly;
    disassembly.loops = {Loop{.innermost = false}, Loop{.parent = 0}};
    for (const Emitted& one : all) {
        Instruction& instruction = disassembly.instructions.emplace_back();
        instruction.loop = one.loop;
        instruction.memory = Load{.name = one.name,
                                  .bits = one.bits,
                                  .source = one.source,
                                  .surely = one.surely,
                                  .access = one.access};
    }
    return disassembly;
}

// Loads of words of one variable, as the source has them.
struct Words {
    std::uint32_t line = 0;
    std::size_t unit = 0;
    std::size_t first = 0, count = 1;
    std::size_t loop = kNoLoop;
};

// A compiler that loads each word once, outside of loops if any of its loads is there, and neighbouring words
// together, even if a word between them is not needed.
Disassembly merged(const std::vector<Words>& loads) {
    std::map<std::size_t, std::size_t> loops; // by word
    for (const Words& load : loads) {
        for (std::size_t word = load.first; word < load.first + load.count; ++word) {
            const auto [at, isNew] = loops.emplace(word, load.loop);
            if (!isNew && load.loop == kNoLoop) at->second = kNoLoop;
        }
    }
    std::vector<Emitted> all;
    for (const std::size_t loop : {kNoLoop, std::size_t{0}, std::size_t{1}}) {
        std::size_t first = 0, end = 0;
        const auto emit = [&] {
            if (end > first)
                all.push_back({.name = "load_x" + std::to_string(end - first),
                               .loop = loop,
                               .bits = static_cast<std::uint32_t>(32 * (end - first))});
        };
        for (const auto& [word, its] : loops) {
            if (its != loop) continue;
            if (end == 0 || word > end + 1 || word >= first + 4) {
                emit();
                first = word;
            }
            end = word + 1;
        }
        emit();
    }
    return disassemblyOf(all);
}

using Compile = std::function<std::optional<Disassembly>(const ShaderVariant&)>;

struct Found {
    std::vector<MemoryOperation> operations;
    std::size_t variants = 0;

    std::string lines(const std::string& name, std::size_t loop = kNoLoop) const {
        for (const MemoryOperation& one : operations) {
            if (one.load.name == name && one.loop == loop) return linesOf(one);
        }
        return "no such operation";
    }
};

Found search(const Disassembly& whole, const std::vector<AccessGroup>& groups, const Compile& compile) {
    LineSearch search(whole, groups);
    Found found;
    for (std::vector<ShaderVariant> next = search.next(); !next.empty(); next = search.next()) {
        for (const ShaderVariant& variant : next) {
            const std::optional<Disassembly> disassembly = compile(variant);
            search.add(variant, disassembly ? &*disassembly : nullptr);
            ++found.variants;
        }
    }
    found.operations = search.operations();
    return found;
}

std::vector<AccessGroup> groupOf(const std::vector<Words>& loads) {
    AccessGroup group;
    for (const Words& load : loads)
        group.sets.push_back({.line = {"", load.line}, .unit = load.unit, .bits = 32 * load.count});
    return {group};
}

std::vector<Words> left(const std::vector<Words>& loads, const ShaderVariant& variant) {
    std::vector<Words> left;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        if (!variant.removed[i]) left.push_back(loads[i]);
    }
    return left;
}

Found searchMerged(const std::vector<Words>& loads) {
    return search(merged(loads), groupOf(loads),
                  [&](const ShaderVariant& variant) { return merged(left(loads, variant)); });
}

struct Lines {
    std::string name, lines;
    std::size_t loop = kNoLoop;
};

void expectLines(const Found& found, const std::vector<Lines>& expected) {
    for (const auto& [name, lines, loop] : expected) EXPECT_EQ(found.lines(name, loop), lines) << name;
}

TEST(LineSearch, FindsEveryLineThatAMergedLoadServes) {
    const struct {
        std::vector<Words> loads; // line, unit, first word, words, loop
        std::vector<Lines> expected;
        std::size_t variants = 0; // 0: as many as it takes
    } cases[] = {
        // a variable that becomes one kind of load
        {{{3}, {5}, {9, 1, 8}}, {{"load_x1", "3, 5, 9"}}, 1 + 2 + 2},
        // loops
        {{{3}, {5, 1, 8, 1, 0}}, {{"load_x1", "3"}, {"load_x1", "5", 0}}},
        // a uniform buffer whose second member is loaded in three lines, and the last ones in the inner loop
        {{{38, 1, 1}, {45, 1, 1, 1, 0}, {47, 1, 1, 1, 0}, {62, 2, 2, 3, 1}, {68, 0, 0}, {71, 0, 0}},
         {{"load_x2", "38, 45, 47, 68, 71"}, {"load_x3", "62", 1}}},
        // the load of line 68 alone is as wide as the other one
        {{{41, 0, 0, 3}, {68, 1, 8, 3}, {71, 2, 11}}, {{"load_x3", "41"}, {"load_x4", "68, 71"}}},
        // without line 4 or 5, the load is as wide as before
        {{{3, 0, 0}, {4, 1, 1}, {5, 2, 2}, {6, 3, 3}, {9, 4, 16}}, {{"load_x4", "3-6"}, {"load_x1", "9"}}},
        // a unit that needs several instructions
        {{{3, 0, 0, 1, 0}, {4, 0, 8, 1, 1}}, {{"load_x1", "3", 0}, {"load_x1", "4", 1}}},
        // members of an element that is loaded as a whole: units with equal lines are asked about once
        {{{3, 0, 0, 4}, {3, 1, 8, 1}, {3, 2, 16, 2}, {5, 3, 24, 2}},
         {{"load_x4", "3"}, {"load_x1", "3"}, {"load_x2", "3, 5"}},
         1 + 2},
        // nothing is merged: what units need alone is just what the code has
        {{{3, 0, 0, 4}, {4, 1, 8, 2}, {5, 2, 16, 2}, {6, 3, 24}},
         {{"load_x4", "3"}, {"load_x2", "4-5"}, {"load_x1", "6"}},
         1 + 4},
        // lines 5 and 6 load one word in both loops, beside a wider load of others
        {{{3, 0, 0, 4, 0},
          {5, 1, 8, 1, 0},
          {6, 1, 8, 1, 0},
          {5, 1, 40, 1, 1},
          {6, 1, 40, 1, 1},
          {7, 2, 32, 4, 1}},
         {{"load_x1", "5-6", 0}, {"load_x1", "5-6", 1}, {"load_x4", "3", 0}, {"load_x4", "7", 1}}},
    };
    for (const auto& [loads, expected, variants] : cases) {
        SCOPED_TRACE(expected.front().name + ": " + expected.front().lines);
        const Found found = searchMerged(loads);
        expectLines(found, expected);
        EXPECT_TRUE(variants == 0 || found.variants == variants) << found.variants;
    }
}

// Line 88 stores under a condition what is else stored with the rest.
TEST(LineSearch, TellsLinesOfOneUnitApart) {
    AccessGroup group{.kind = {Access::Store}};
    group.sets = {{{"", 83}, 0}, {{"", 86}, 1}, {{"", 88}, 1}};
    const auto compile = [](const std::vector<bool>& removed) {
        std::vector<Emitted> all;
        const std::uint32_t words = (removed[0] ? 0U : 3U) + (removed[1] ? 0U : 1U);
        const auto store = [&](std::uint32_t bits) {
            all.push_back({.name = "st.b" + std::to_string(bits), .bits = bits, .access = Access::Store});
        };
        if (words > 2) store(words == 4 ? 128 : 64);
        if (words % 2 == 1) store(32);
        if (!removed[2]) store(32);
        return disassemblyOf(all);
    };
    const Found found = search(compile({false, false, false}), {group},
                               [&](const ShaderVariant& variant) { return compile(variant.removed); });
    EXPECT_EQ(found.lines("st.b128"), "83, 86");
    EXPECT_EQ(found.lines("st.b32"), "88");
}

// Constants of one buffer, one a line from line 3 on.
TEST(LineSearch, FindsConstantsThatAreNotAlwaysLoaded) {
    const Emitted word{"s_load_dword"}, wide{.name = "s_load_dwordx4", .bits = 128};
    using Left = std::vector<bool>; // by constant
    const struct {
        std::vector<std::size_t> bits; // of each constant; 0: not known
        std::function<std::vector<Emitted>(const Left&)> loads;
        std::vector<Lines> expected;
        bool pushed = false;
    } cases[] = {
        // one of three is loaded; the others are operands of instructions
        {{0, 0, 0},
         [&](const Left& left) { return std::vector<Emitted>(left[1] ? 1 : 0, word); },
         {{word.name, "4"}}},
        // an instruction takes one of two as an operand, so that it needs no load without the other one
        {{0, 0},
         [&](const Left& left) { return std::vector<Emitted>(left[0] && left[1] ? 1 : 0, word); },
         {{word.name, "?"}}},
        // a wide one beside one that is an operand, though each word could be one constant
        {{64, 64},
         [&](const Left& left) { return std::vector<Emitted>(left[1] ? 2 : 0, word); },
         {{word.name, "4"}}},
        // two load the same word, which is loaded until both are gone
        {{0, 0, 0},
         [&](const Left& left) {
             return std::vector<Emitted>((left[0] || left[1] ? 1u : 0u) + (left[2] ? 1u : 0u), word);
         },
         {{word.name, "3-5"}}},
        // some push constants are passed in registers; only many are loaded
        {{0, 0, 0},
         [&](const Left& left) {
             std::vector<Emitted> all;
             const bool many = std::ranges::count(left, true) > 1;
             for (std::size_t i = 0; i < 3; ++i)
                 if (many && left[i]) all.push_back(i == 1 ? wide : word);
             return all;
         },
         {{word.name, "3, 5"}, {wide.name, "4"}}},
        // without the large one, the others find room in registers, too
        {{128, 0, 0},
         [&](const Left& left) {
             std::vector<Emitted> all;
             const bool large = left[0] && (left[1] || left[2]);
             for (std::size_t i = 0; i < 3; ++i)
                 if (large && left[i]) all.push_back(i == 0 ? wide : word);
             return all;
         },
         {{wide.name, "3"}, {word.name, "4-5"}}},
        // The large one is loaded alone, too; the small ones only beside it, one by an instruction like its own.
        {{512, 128, 0},
         [&](const Left& left) {
             std::vector<Emitted> all(left[0] ? left[1] ? 3 : 2 : 0, wide);
             if (left[0] && left[2]) all.push_back(word);
             return all;
         },
         {{wide.name, "3-4"}, {word.name, "5"}},
         true},
    };
    for (const auto& [bits, loads, expected, pushed] : cases) {
        SCOPED_TRACE(expected.front().name + ": " + expected.front().lines);
        AccessGroup group{.kind = {.memory = AccessedMemory::Buffer}, .pushConstants = pushed};
        for (std::uint32_t i = 0; i < bits.size(); ++i)
            group.sets.push_back({.line = {"", 3 + i}, .unit = i, .bits = bits[i]});
        const auto compile = [&loads = loads](std::vector<bool> removed) {
            removed.flip();
            return disassemblyOf(loads(removed));
        };
        expectLines(search(compile(std::vector<bool>(bits.size())), {group},
                           [&](const ShaderVariant& variant) { return compile(variant.removed); }),
                    expected);
    }
}

// One variable, accessed in one line: the code, and that without it.
TEST(LineSearch, WhatGoesWithAVariableHasItsLine) {
    const Emitted descriptor{"d", kNoLoop, 128, LoadSource::Descriptor},
        alike{"a", kNoLoop, 32, LoadSource::Descriptor}, spilled{.name = "s", .source = LoadSource::Scratch},
        shared{.name = "s", .source = LoadSource::Shared}, pushed{.name = "p", .source = LoadSource::Pushed},
        sure{.name = "ldc", .source = LoadSource::Descriptor, .surely = true},
        constant{.name = "ldc", .source = LoadSource::Descriptor},
        wide{"v64", kNoLoop, 2048, LoadSource::Pushed}, half{"v32", kNoLoop, 1024, LoadSource::Pushed},
        own{"v16", kNoLoop, 512, LoadSource::Pushed}, narrow{"v8", kNoLoop, 256, LoadSource::Pushed},
        first{.name = "first", .access = Access::Store}, second{.name = "second", .access = Access::Store};
    const struct {
        std::vector<Emitted> whole, without;
        std::vector<Lines> expected;
        AccessKind kind = {};
    } cases[] = {
        // loads of the driver
        {{{"a"}, {"a"}, {"b"}}, {{"a"}, {"b"}}, {{"a", "6, ?"}, {"b", "?"}}},
        // descriptors are data without the variable: which of three loads is gone is unknown
        {{{"a"}, alike, alike}, {{"a"}, {"a"}}, {{"a", "6"}}},
        // another load is split: nothing became less
        {{{"load_x2", kNoLoop, 64}}, {{"load_x1"}, {"load_x1"}}, {{"load_x2", "?"}}},
        // descriptors
        {{descriptor, {"a"}}, {}, {{"d", ""}, {"a", "6"}}},
        // what looked like a descriptor, and is data if nothing else goes
        {{descriptor, {"a"}}, {{"a"}}, {{"d", "6"}}},
        // what surely is one, though nothing else goes: the buffer's values are operands of instructions
        {{sure, sure, constant}, {constant}, {{"ldc", ""}}},
        {{constant, sure, sure}, {constant}, {{"ldc", ""}}},
        // the buffer's address
        {{pushed, {"a"}}, {}, {{"p", ""}, {"a", "6"}}},
        // the push constants themselves
        {{pushed}, {}, {{"p", "6"}}},
        // Intel's driver passes its own values behind the push constants, and loads both in one piece
        {{wide, wide, narrow}, {own}, {{"v64", "6"}, {"v8", ""}}},
        // behind the most push constants
        {{wide, half, narrow}, {}, {{"v64", "6"}, {"v32", ""}}},
        // with fewer values, fewer registers are spilled
        {{spilled, {"a"}}, {}, {{"s", ""}, {"a", "6"}}},
        // without a store, what computes its value may go, too: only stores count
        {{{"a"}, first, second}, {second}, {{"first", "6"}, {"second", "?"}, {"a", "?"}}, {Access::Store}},
        // shared memory
        {{{"a"}, shared}, {}, {{"s", "6"}, {"a", "?"}}, {.memory = AccessedMemory::Shared}},
    };
    for (const auto& [whole, without, expected, kind] : cases) {
        SCOPED_TRACE(expected.front().name + ": " + expected.front().lines);
        std::vector<AccessGroup> groups = groupOf({{.line = 6}});
        groups[0].kind = kind;
        const Found found = search(disassemblyOf(whole), groups,
                                   [&rest = without](const ShaderVariant&) { return disassemblyOf(rest); });
        expectLines(found, expected);
        for (const MemoryOperation& one : found.operations) // what it turned out to be
            EXPECT_EQ(one.load.source == LoadSource::Pushed, one.load.name == "p" || one.load.name[0] == 'v');
        if (expected.front().name == "d") {
            EXPECT_EQ(found.operations[0].load.source == LoadSource::Data, expected.front().lines == "6");
        }
    }
}

TEST(LineSearch, IsIncompleteIfTheCompilerFails) {
    const std::vector<Words> loads = {{.line = 3}, {.line = 5, .unit = 1, .first = 8, .loop = 0}};
    const auto fails = [](const ShaderVariant&) { return std::optional<Disassembly>(); };
    EXPECT_EQ(search(merged(loads), groupOf(loads), fails).lines("load_x1"), "?");
    const Disassembly pushed = disassemblyOf({{"v64", kNoLoop, 2048, LoadSource::Pushed}});
    EXPECT_EQ(search(pushed, groupOf({{.line = 6}}), fails).lines("v64"), "?");
    const auto failsOnParts = [](const ShaderVariant& variant) {
        const bool all = std::ranges::count(variant.removed, false) == 0;
        return all ? std::optional(merged({})) : std::nullopt;
    };
    EXPECT_EQ(search(merged(loads), groupOf(loads), failsOnParts).lines("load_x1"), "?");
}

// Without its loads, a loop may go away; then numbers of loops mean nothing.
TEST(LineSearch, FindsLinesIfALoopGoesAway) {
    const Disassembly whole = disassemblyOf({{"a", 0}, {"b", 1}});
    const Found found = search(whole, groupOf({{.line = 6}}), [](const ShaderVariant&) {
        Disassembly without = disassemblyOf({{"b", 0}});
        without.loops.pop_back();
        return without;
    });
    EXPECT_EQ(found.lines("a", 0), "6");
    EXPECT_EQ(found.lines("b", 1), "?");
}

// Push constants are loaded by the same instruction as descriptors.
TEST(LineSearch, TellsDescriptorsFromDataLoadedAlike) {
    const Emitted descriptor{"d", kNoLoop, 128, LoadSource::Descriptor}, constants{"d", kNoLoop, 128};
    const std::vector<AccessGroup> groups = {groupOf({{.line = 3}})[0], groupOf({{.line = 6}})[0]};
    const Found found = search(disassemblyOf({descriptor, descriptor, constants, {"a"}}), groups,
                               [&](const ShaderVariant& variant) {
                                   return variant.group == 0 ? disassemblyOf({descriptor, descriptor, {"a"}})
                                                             : disassemblyOf({descriptor, constants});
                               });
    ASSERT_EQ(found.operations.size(), 3u);
    EXPECT_EQ(linesOf(found.operations[0]), "");
    EXPECT_EQ(linesOf(found.operations[1]), "3");
    EXPECT_EQ(linesOf(found.operations[2]), "6");
}

// Without the push constants, the load goes as well: no branch leads to it.
TEST(LineSearch, WhatIsPushedIsNoLoadOfData) {
    const Emitted pushed{"v64", kNoLoop, 2048, LoadSource::Pushed}, half{"half", kNoLoop, 16};
    std::vector<AccessGroup> groups = groupOf({{.line = 6}});
    groups.push_back(groupOf({{.line = 7}})[0]);
    groups[0].pushConstants = true;
    const Found found = search(disassemblyOf({pushed, half}), groups, [&](const ShaderVariant& variant) {
        return variant.group == 0 ? disassemblyOf({}) : disassemblyOf({pushed});
    });
    EXPECT_EQ(found.lines("v64"), "6");
    EXPECT_EQ(found.lines("half"), "7");
}

// What drivers do with loads of one variable beyond merging them: a set each, in lines from 3 on.
TEST(LineSearch, IsCertainOnlyIfThereIsOneAnswer) {
    using Left = std::vector<bool>; // by set
    using Code = std::vector<Emitted>;
    const Emitted word{"a"}, wide{"a4", kNoLoop, 128}, inner{"a", 0},
        store{.name = "s", .access = Access::Store};
    const auto neverReached = [&](const Left& left) { return Code(left[0] ? 1 : 0, word); };
    const auto beforeLoop = [&](const Left& left) { // line 5 takes the value of line 3
        Code made(left[0] ? 1 : 0, word);
        made.resize(made.size() + (left[2] && !left[0] ? 1u : 0u) + (left[1] ? 1u : 0u), inner);
        return made;
    };
    const auto inRegisters = [&](const Left& l) { return Code(l[0] && l[1] && l[2] ? 1 : 0, word); }; // two
    const auto besidePointer = [&](const Left& left) { return Code(1, left[0] ? wide : word); };
    const auto forwarded = [&](const Left& left) { return Code(left[1] ? 2 : 0, word); }; // 4: twice
    const auto overwritten = [&](const Left& left) { return Code(left[1] ? 2 : left[0] ? 1 : 0, store); };
    const auto alwaysThere = [&](const Left&) { return Code(1, store); };
    const struct {
        std::size_t sets;
        std::uint32_t units; // 1: one each
        std::function<Code(const Left&)> code;
        std::vector<Lines> expected;
        bool complete = true;
        std::size_t repeats = 9; // from this set on
        AccessKind kind = {};
    } cases[] = {
        {2, 0, neverReached, {{"a", "3"}}},
        {3, 1, beforeLoop, {{"a", "3, ?"}, {"a", "4-5, ?", 0}}},
        {3, 1, inRegisters, {{"a", "?"}}},
        {1, 0, besidePointer, {{"a4", "3, ?"}}, false},
        {2, 1, forwarded, {{"a", "4"}}, true, 1},
        {2, 0, forwarded, {{"a", "4"}}, true, 1},
        {2, 1, overwritten, {{"s", "3-4, ?"}}, true, 1, {Access::Store}},
        {2, 0, overwritten, {{"s", "3-4, ?"}}, true, 1, {Access::Store}},
        {1, 0, alwaysThere, {{"s", "3"}}, true, 9, {Access::Store}}, // needs no variant
    };
    for (const auto& [sets, units, code, expected, complete, repeats, kind] : cases) {
        AccessGroup group{.kind = kind, .complete = complete};
        for (std::uint32_t i = 0; i < sets; ++i)
            group.sets.push_back(
                {.line = {"", 3 + i}, .unit = i * units, .bits = 32, .repeats = i >= repeats});
        const auto compile = [&code = code](Left removed) {
            removed.flip();
            return disassemblyOf(code(removed));
        };
        expectLines(search(compile(Left(sets)), {group},
                           [&](const ShaderVariant& variant) { return compile(variant.removed); }),
                    expected);
    }
}

TEST(LineSearch, AnInstructionIsInOneLoop) {
    const Disassembly inLoop = disassemblyOf({{"a", 0}});
    const auto compile = [&](const ShaderVariant& variant) {
        return std::ranges::count(variant.removed, false) > 0 ? inLoop : disassemblyOf({});
    };
    const auto linesOf = [&](const std::set<std::size_t>& second) {
        std::vector<AccessGroup> groups = groupOf({{.line = 6}, {.line = 7}});
        groups[0].sets[0].loops = {1}, groups[0].sets[1].loops = second;
        return search(inLoop, groups, compile).lines("a", 0);
    };
    EXPECT_EQ(linesOf({1, 2}), "6-7");
    EXPECT_EQ(linesOf({0}), "6-7");
    EXPECT_EQ(linesOf({2}), "6-7, ?");
}

// Loads of images and of buffers may disappear together, when a branch is decided.
TEST(LineSearch, KeepsImagesAndBuffersApart) {
    std::vector<AccessGroup> groups = groupOf({{.line = 6}});
    groups.push_back(groupOf({{.line = 7}})[0]);
    groups[0].kind.memory = AccessedMemory::Image;
    groups[1].kind.memory = AccessedMemory::Buffer;
    const Found found = search(disassemblyOf({{"image_load.x"}, {"buffer_load_dword"}, {"s_load_dword"}}),
                               groups, [&](const ShaderVariant&) { return disassemblyOf({}); });
    EXPECT_EQ(found.lines("image_load.x"), "6");
    EXPECT_EQ(found.lines("buffer_load_dword"), "7");
    EXPECT_EQ(found.lines("s_load_dword"), "7");
}

// Without the loads of line 7, what is computed for the stores that they read goes, too: the load of line 6.
TEST(LineSearch, AnInstructionAccessesOneVariable) {
    std::vector<AccessGroup> groups = groupOf({{.line = 6}});
    groups.push_back(groupOf({{.line = 7}})[0]);
    const Emitted first{"a", 0}, second{"a", 1};
    const auto compile = [&](const ShaderVariant& variant) {
        return variant.group == 0 ? disassemblyOf({second}) : disassemblyOf({});
    };
    const Found found = search(disassemblyOf({first, second}), groups, compile);
    EXPECT_EQ(found.lines("a", 0), "6");
    EXPECT_EQ(found.lines("a", 1), "7");
    // AMD's instructions of two addresses access two.
    const Emitted pair{"ds_read2_b32", 0};
    EXPECT_EQ(search(disassemblyOf({pair}), groups, [&](const ShaderVariant&) { return disassemblyOf({}); })
                  .lines("ds_read2_b32", 0),
              "6-7");
    // If neither has an instruction of its own, it is not known whose it is.
    const Found unclear =
        search(disassemblyOf({first}), groups, [&](const ShaderVariant&) { return disassemblyOf({}); });
    EXPECT_EQ(unclear.lines("a", 0), "6-7, ?");
}

} // namespace vkperftest::line_search_test
