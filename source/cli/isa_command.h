// `isa`: what the drivers' compilers make of rows.
#pragma once

#include "base/scratch_folder.h"
#include "cli/isa_compile.h"
#include "cli/isa_matrix.h"

namespace vkperftest {

class IsaCommand : public Command {
public:
    void declare(CLI::App& app) override;
    Result<void> check(const CLI::App& given) override;
    Result<int> execute() override;

    IsaOptions options;

private:
    Result<int> listTargets();
    std::vector<CompiledSubject> compileAll(const std::vector<CompiledSubject>& wanted) const;

    bool listTargets_ = false;
    std::string transcript_; // the file that a child writes; empty: this is no child
    ScratchFolder scratch_;
};

} // namespace vkperftest
