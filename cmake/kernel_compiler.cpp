// The steps of CompileKernels.cmake in one process for all kernels of a source: glslang, spirv-val,
// spirv-cross --reflect and spirv-opt --strip-debug as libraries. glslang's preparations take several times
// as long as one kernel; here they are made once. Products are the same, byte by byte.
//
// Usage: kernel_compiler SOURCE FOLDER "PRODUCT NAME=VALUE NAME=VALUE"...
// Writes FOLDER/PRODUCT.spv, .words and .json; products that are already there were made from the same.
// Any failing step ends it with 1, and names the kernel.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>
#include <spirv-tools/libspirv.hpp>
#include <spirv-tools/optimizer.hpp>
#include <spirv_reflect.hpp>

namespace {

namespace fs = std::filesystem;

struct Kernel {
    std::string product;
    std::string defines; // "NAME=VALUE NAME=VALUE"
};

std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read '" + path.string() + "'");
    return {std::istreambuf_iterator<char>(file), {}};
}

// Kernels include files beside them only.
class Includer : public glslang::TShader::Includer {
public:
    explicit Includer(fs::path folder) : folder_(std::move(folder)) {}

    IncludeResult* includeLocal(const char* name, const char* /*includer*/, std::size_t /*depth*/) override {
        const fs::path path = folder_ / name;
        if (!fs::is_regular_file(path)) return nullptr;
        auto* const text = new std::string(read(path));
        return new IncludeResult(path.string(), text->data(), text->size(), text);
    }

    void releaseInclude(IncludeResult* result) override {
        if (result == nullptr) return;
        delete static_cast<std::string*>(result->userData);
        delete result;
    }

private:
    fs::path folder_;
};

// As `glslangValidator` with KERNEL_FLAGS or GLSL_KERNEL_FLAGS of KernelFlags.cmake.
std::vector<std::uint32_t> compile(const fs::path& source, const Kernel& kernel) {
    const bool hlsl = source.extension() == ".hlsl";
    const std::string text = read(source);
    const std::string path = source.string();
    const char* const bytes = text.data();
    const int length = static_cast<int>(text.size());
    const char* const name = path.c_str();
    std::string preamble;
    std::istringstream defines(kernel.defines);
    for (std::string define; defines >> define;) {
        const std::size_t equals = define.find('=');
        preamble += "#define " + define.substr(0, equals) + " " + define.substr(equals + 1) + "\n";
    }

    glslang::TShader shader(EShLangCompute);
    shader.setStringsWithLengthsAndNames(&bytes, &length, &name, 1);
    shader.setPreamble(preamble.c_str());
    shader.setEntryPoint("main");
    shader.setEnvInput(hlsl ? glslang::EShSourceHlsl : glslang::EShSourceGlsl, EShLangCompute,
                       glslang::EShClientVulkan, 100);
    shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_1);
    shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_3);
    shader.setNoStorageFormat(hlsl);
    const auto messages = static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules |
                                                   (hlsl ? EShMsgReadHlsl : EShMsgDefault));
    Includer includer(source.parent_path());
    if (!shader.parse(GetDefaultResources(), 100, false, messages, includer))
        throw std::runtime_error(std::string("glslang failed\n") + shader.getInfoLog());
    glslang::TProgram program;
    program.addShader(&shader);
    if (!program.link(messages) || !program.mapIO())
        throw std::runtime_error(std::string("glslang failed\n") + program.getInfoLog());
    std::vector<std::uint32_t> words;
    glslang::SpvOptions options;
    options.disableOptimizer = false; // which makes HLSL legal for Vulkan, and leaves GLSL as it is
    glslang::GlslangToSpv(*program.getIntermediate(EShLangCompute), words, &options);
    return words;
}

// Adds what SPIRV-Tools say to the text, which must outlive it.
spvtools::MessageConsumer into(std::string& text) {
    return [&text](spv_message_level_t /*level*/, const char* /*source*/, const spv_position_t& position,
                   const char* message) { text += std::to_string(position.index) + ": " + message + "\n"; };
}

void validate(const std::vector<std::uint32_t>& words) {
    std::string found;
    spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
    tools.SetMessageConsumer(into(found));
    if (!tools.Validate(words)) throw std::runtime_error("spirv-val failed\n" + found);
}

std::string reflect(const std::vector<std::uint32_t>& words) {
    spirv_cross::CompilerReflection reflection(words);
    reflection.set_format("json");
    return reflection.compile();
}

std::vector<std::uint32_t> withoutNames(const std::vector<std::uint32_t>& words) {
    std::string found;
    spvtools::Optimizer optimizer(SPV_ENV_UNIVERSAL_1_6);
    optimizer.SetMessageConsumer(into(found));
    optimizer.RegisterPass(spvtools::CreateStripDebugInfoPass());
    std::vector<std::uint32_t> stripped;
    if (!optimizer.Run(words.data(), words.size(), &stripped))
        throw std::runtime_error("spirv-opt --strip-debug failed\n" + found);
    return stripped;
}

std::string asText(const std::vector<std::uint32_t>& words) {
    std::string text;
    char line[16];
    for (const std::uint32_t word : words) {
        std::snprintf(line, sizeof line, "0x%08x,\n", word);
        text += line;
    }
    return text;
}

// Whole or not at all: another build may be writing the same at this moment.
void write(const fs::path& path, std::string_view bytes) {
    const fs::path unfinished = path.string() + "." + std::to_string(std::random_device()());
    std::ofstream file(unfinished, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) {
        fs::remove(unfinished);
        throw std::runtime_error("cannot write '" + path.string() + "'");
    }
    fs::rename(unfinished, path);
}

void make(const fs::path& source, const fs::path& folder, const Kernel& kernel) {
    const auto product = [&](const char* extension) { return folder / (kernel.product + extension); };
    if (fs::exists(product(".spv")) && fs::exists(product(".words")) && fs::exists(product(".json"))) return;
    std::vector<std::uint32_t> words = compile(source, kernel);
    validate(words);
    write(product(".json"), reflect(words));
    words = withoutNames(words);
    write(product(".words"), asText(words));
    const auto* const bytes = reinterpret_cast<const char*>(words.data());
    write(product(".spv"), {bytes, words.size() * sizeof(std::uint32_t)});
}

Kernel kernelOf(const std::string& argument) {
    const std::size_t space = argument.find(' ');
    if (space == std::string::npos) return {argument, {}};
    return {argument.substr(0, space), argument.substr(space + 1)};
}

} // namespace

int main(int count, char** arguments) {
    const std::vector<std::string> given(arguments + 1, arguments + count);
    if (given.size() < 2) {
        std::fputs("usage: kernel_compiler SOURCE FOLDER \"PRODUCT NAME=VALUE NAME=VALUE\"...\n", stderr);
        return 2;
    }
    const fs::path source = given[0];
    glslang::InitializeProcess();
    for (std::size_t nth = 2; nth < given.size(); ++nth) {
        const Kernel kernel = kernelOf(given[nth]);
        try {
            make(source, given[1], kernel);
        } catch (const std::exception& error) {
            std::fprintf(stderr, "kernel %s (%s): %s\n", source.filename().string().c_str(),
                         kernel.defines.c_str(), error.what());
            return 1;
        }
    }
    glslang::FinalizeProcess();
    return 0;
}
