// Cells without code say why: three reasons, three texts.
#include <gmock/gmock.h>

#include "cases/families/families.h"
#include "cli/isa_matrix.h"
#include "regular_expressions.h"
#include "report/written.h"
#include "strategy_named.h"
#include "vulkan/code_transcript.h"

namespace vkperftest {
namespace {

const Case kTypedRow{typedLoad(Format::RGBA8)};

TEST(IsaMatrix, MissingCodeHasItsReason) {
    const auto matrix = [&](const Transcript& transcript, Strategy strategy) {
        const CodeCells cells = cellsOf(transcript);
        const Grid grid =
            codeMatrix({{"polaris10", strategy, &cells}, {"fiji", strategy, &cells}}, {{kTypedRow}});
        return written("csv", compiledDocument({}, grid, {}));
    };
    EXPECT_THAT(matrix({}, Strategy::Set), ContainsRegex(",not compiled: the compiler crashed or hung,"));
    EXPECT_THAT(matrix({}, strategyNamed("address-4")),
                ContainsRegex(",unsupported: needs a storage buffer,"));
    Transcript lacks;
    lacks.entries.push_back(
        {codeKey(kTypedRow, Strategy::Push), Error{ErrorKind::Unsupported, "no push descriptors", ""}});
    EXPECT_THAT(matrix(lacks, Strategy::Push), ContainsRegex(",unsupported: no push descriptors,"));
}

} // namespace
} // namespace vkperftest
