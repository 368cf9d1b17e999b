// Users' shaders, compiled in processes of their own.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "cli/shader_request.h"
#include "cli/shader_variants.h"
#include "vulkan/target_compiler.h"

namespace vkperftest {

// The key of one of the package's modules in a child's log.
std::string moduleKey(std::size_t index);

// A usage error if none of the shaders has one of the constants (ID=VALUE).
Result<void> checkConstants(const std::vector<std::string>& given, std::span<const ShaderVariants> shaders);

struct CompiledLines {
    CompiledSubject subject; // with the shader itself alone
    CodeCell cell;           // of the shader itself
    // None if the cell lacks code, or it cannot be read. The lines are those that variants of the shader show.
    std::vector<MemoryOperation> operations;
    std::string aboutLines; // why lines are missing, in sentences; empty if every variant was compiled
};

// One shader, compiled for any number of subjects.
class ShaderChildren {
public:
    // All must outlive this object. `children`: how many children were started with this scratch folder, by
    // other objects, too, because each has files of its own: what one left must not be read as another's.
    ShaderChildren(const ShaderRequest& given, const CompileRequest& request, const ScratchFolder& scratch,
                   const ShaderVariants& shader, std::size_t& children)
        : given_(given), request_(request), scratch_(scratch), shader_(shader), children_(children),
          package_(scratch.file("package.shaders")) {}

    // Compiles the shader itself, then the variants that LineSearch wants. If a module crashes the compiler or
    // hangs, it is left out, and others that this prevented are compiled in another child, a few times. The
    // subject has a trouble only if the shader itself is missing. An Io error if the modules cannot be written.
    Result<CompiledLines> compile(const CompiledSubject& subject);

private:
    // Modules by their place in the package; 0 is the shader itself.
    Result<CompiledSubject> compileRound(const CompiledSubject& subject, std::span<const ShaderVariant> round,
                                         bool withWhole);
    CompiledSubject compileSafely(const CompiledSubject& subject, const std::vector<std::size_t>& modules);
    CompiledSubject compileAll(const CompiledSubject& subject, const std::vector<std::size_t>& modules);
    CompiledSubject compileSome(const CompiledSubject& subject, const std::vector<std::size_t>& modules,
                                const std::string& file) const;
    std::vector<std::size_t> stillMissing(const std::vector<std::size_t>& wanted, const CompileLog& done,
                                          const std::vector<std::string>& last) const;

    const ShaderRequest& given_;
    const CompileRequest& request_;
    const ScratchFolder& scratch_;
    const ShaderVariants& shader_;
    std::size_t& children_;
    std::string package_; // the file of a round's modules
};

} // namespace vkperftest
