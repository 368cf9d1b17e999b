#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/deliver.h"
#include "cli/exit_code.h"
#include "report/documents.h"

namespace vkperftest {
namespace {

// "texel buffer R8, 1024 x 1 byte"
std::string needs(const Case& row) {
    const SourceResource& source = row.operation.source;
    const bool formatted = source.kind == ResourceKind::TexelBuffer || source.kind == ResourceKind::Texture;
    std::string text(resourceKindName(source.kind));
    if (formatted) text += fmt::format(" {}", traits(source.format).textureName);
    if (row.operation.sampler == Sampler::Nearest) text += ", nearest sampler";
    if (row.operation.sampler == Sampler::Linear) text += ", linear sampler";
    return text + fmt::format(", {} bytes", source.bytes());
}

} // namespace

int execute(const ListOptions& options) {
    std::vector<ListedRow> rows;
    for (const Case& row : options.rows)
        rows.push_back({caseName(row), caseId(row), needs(row), kernelKey(row)});
    const Result<void> printed = deliver(listDocument(rows), *options.format);
    return printed.ok() ? kExitDone : failed(printed.error());
}

} // namespace vkperftest
