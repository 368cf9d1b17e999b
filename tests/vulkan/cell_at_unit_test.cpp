// Cells without code say why: three reasons, three texts.
#include <gmock/gmock.h>

#include "cases/families/families.h"
#include "strategy_named.h"
#include "vulkan/code_transcript.h"

namespace vkperftest {
namespace {

using testing::StartsWith;

const Case kTypedRow{typedLoad(Format::RGBA8)};

TEST(CellAt, MissingCodeHasItsReason) {
    const auto missing = [&](const CompileLog& log, Strategy strategy) {
        return cellAt(cellsOf(log), {kTypedRow, strategy}).missing;
    };
    EXPECT_EQ(missing({}, Strategy::Set), "not compiled: the compiler crashed or hung");
    EXPECT_THAT(missing({}, strategyNamed("address-4")), StartsWith("unsupported: needs a storage buffer"));
    CompileLog lacks;
    lacks.entries.push_back(
        {codeKey(kTypedRow, Strategy::Push), Error{ErrorKind::Unsupported, "no push descriptors", ""}});
    EXPECT_EQ(missing(lacks, Strategy::Push), "unsupported: no push descriptors");
}

} // namespace
} // namespace vkperftest
