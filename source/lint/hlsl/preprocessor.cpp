#include "lint/hlsl/preprocessor.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "frontend/include_finder.h"
#include "lint/hlsl/constants.h"

namespace vkperftest {
namespace {

constexpr std::size_t kMostConditions = 1'000;
constexpr std::size_t kMostTokens = 2'000'000;
constexpr std::size_t kMostIncludes = 10'000;
constexpr std::size_t kMostBytes = std::size_t(128) << 20U;

// As DXC defines them. __HLSL_ENABLE_16_BIT is left to the user, as its option -enable-16bit-types is.
constexpr std::string_view kDxcMacros = "#define __hlsl_dx_compiler 1\n"
                                        "#define __SHADER_TARGET_MAJOR 6\n"
                                        "#define __SHADER_TARGET_MINOR 9\n"
                                        "#define __spirv__ 1\n";

std::string_view hlslVersion(const ShaderOptions& options) {
    if (options.hlslVersion == "202x") return "2029"; // as DXC counts it
    return options.hlslVersion.empty() ? "2021" : std::string_view(options.hlslVersion);
}

using Line = std::span<const HlslToken>;

class Preprocessor {
public:
    Preprocessor(const ShaderFile& file, const ShaderOptions& options, PreprocessedHlsl& result)
        : finder_(file.path, options.includeFolders), result_(result) {}

    Result<void> run(const ShaderFile& file, const ShaderOptions& options) {
        std::string given(kDxcMacros);
        given += fmt::format("#define __HLSL_VERSION {}\n", hlslVersion(options));
        for (std::string define : options.defines) {
            const std::size_t equals = define.find('=');
            if (equals != std::string::npos) define[equals] = ' ';
            given += "#define " + define + (equals == std::string::npos ? " 1\n" : "\n");
        }
        VKPERFTEST_TRY(read("-D", std::move(given)));
        VKPERFTEST_TRY(read(file.path, file.bytes));
        return flush();
    }

private:
    struct Condition {
        HlslToken start;
        bool outer;        // the code around it is active
        bool taken;        // one of its branches was
        bool active;       // the branch being read is
        bool last = false; // that branch is #else
    };

    Error error(const HlslToken& token, std::string_view cause, std::string_view remedy = {}) const {
        return result_.error(token, cause, remedy);
    }

    bool active() const { return conditions_.empty() || conditions_.back().active; }

    Result<void> read(const std::string& path, std::string bytes) {
        const auto [known, isNew] = texts_.emplace(path, result_.files.size());
        const auto number = static_cast<std::uint32_t>(known->second);
        if (isNew) result_.files.emplace_back(path, std::move(bytes));
        const HlslText& text = result_.files[number];
        bytes_ += text.text().size();

        const std::size_t outer = conditions_.size();
        ++depth_;
        HlslLexer lexer(text.text(), number);
        HlslToken token = lexer.next();
        std::vector<HlslToken> line;
        while (token.kind != HlslToken::Kind::End) {
            if (token.kind == HlslToken::Kind::OpenComment)
                return error(token, "the comment is not closed", "close it with */");
            if (!token.startsLine || !token.is("#")) {
                if (active()) pending_.push_back(token);
                if (pending_.size() > kMostTokens) return tooLarge(token);
                token = lexer.next();
                continue;
            }
            line.assign(1, token);
            for (token = lexer.next(); !token.startsLine && !token.text.empty(); token = lexer.next())
                line.push_back(token);
            VKPERFTEST_TRY(directive(line, outer));
        }
        --depth_;
        if (conditions_.size() > outer)
            return error(conditions_.back().start, "the condition is not closed", "close it with #endif");
        return {};
    }

    Error tooLarge(const HlslToken& token) const {
        return error(token, "the shader with its includes and macros has more than 2 million tokens",
                     "no shader is that large; look for a macro that expands without end");
    }

    // Expands the text so far. Called before macros change, but not at conditions, which may occur within a
    // macro's arguments.
    Result<void> flush() {
        if (pending_.empty()) return {};
        if (!result_.macros.expand(pending_, result_.tokens)) return expandsTooFar(pending_.front());
        if (result_.tokens.size() > kMostTokens) return tooLarge(pending_.back());
        pending_.clear();
        return {};
    }

    Error expandsTooFar(const HlslToken& token) const {
        return error(token,
                     "macros used from this line on expand to more than 4 million tokens, or nest too deeply",
                     "no shader needs that many; look for a macro that expands without end");
    }

    Result<void> directive(Line line, std::size_t outer) {
        if (line.size() < 2) return {};
        const std::string_view name = line[1].text;
        const Line rest = line.subspan(2);
        if (name == "if" || name == "ifdef" || name == "ifndef") return open(line[1], rest);
        if (name == "elif" || name == "else" || name == "endif") {
            if (conditions_.size() <= outer)
                return error(line[1], fmt::format("#{} has no #if before it in this file", name));
            if (name != "endif") return branch(line[1], rest);
            conditions_.pop_back();
            return {};
        }
        if (!active()) return {};
        if (name == "error") return stopped(line);
        if (name == "define" || name == "undef") {
            VKPERFTEST_TRY(flush());
            if (name == "undef" && !rest.empty()) {
                result_.macros.undefine(rest[0].text);
            } else if (!result_.macros.define(rest)) {
                return error(line[1], fmt::format("#{} has no name, or an unclosed parameter list", name));
            }
        }
        return name == "include" ? include(line[1], rest) : Result<void>();
    }

    Error stopped(Line line) const {
        const std::string_view text = result_.files[line[0].file].text();
        const std::uint32_t begin = line[0].offset, end = line.back().offset + line.back().width;
        return error(line[1], fmt::format("the shader stops with '{}'", text.substr(begin, end - begin)),
                     "define what it asks for with -D");
    }

    Result<void> open(const HlslToken& name, Line rest) {
        if (conditions_.size() >= kMostConditions)
            return error(name, "conditions nest more than 1,000 deep",
                         "no shader does; check its #if and #endif");
        Condition condition{.start = name, .outer = active(), .taken = false, .active = false};
        if (condition.outer) VKPERFTEST_TRY(assign(condition.active, holds(name, rest)));
        condition.taken = condition.active;
        conditions_.push_back(condition);
        return {};
    }

    Result<void> branch(const HlslToken& name, Line rest) {
        Condition& condition = conditions_.back();
        if (condition.last) return error(name, fmt::format("#{} comes after #else", name.text));
        condition.last = name.is("else");
        condition.active = condition.outer && !condition.taken;
        if (condition.active && !condition.last) VKPERFTEST_TRY(assign(condition.active, holds(name, rest)));
        condition.taken = condition.taken || condition.active;
        return {};
    }

    Result<bool> holds(const HlslToken& name, Line rest) {
        if (name.is("ifdef") || name.is("ifndef")) {
            if (rest.empty()) return error(name, fmt::format("#{} has no name", name.text));
            return result_.macros.defined(rest[0].text) == name.is("ifdef");
        }
        std::vector<HlslToken> asked, expanded;
        for (std::size_t i = 0; i < rest.size(); ++i) {
            const bool bracket = i + 3 < rest.size() && rest[i + 1].is("(") && rest[i + 3].is(")");
            if (!rest[i].is("defined") || i + 1 >= rest.size()) {
                asked.push_back(rest[i]);
                continue;
            }
            const HlslToken& macro = rest[i + (bracket ? 2 : 1)];
            asked.push_back(result_.macros.make(result_.macros.defined(macro.text) ? "1" : "0", macro));
            i += bracket ? 3 : 1;
        }
        if (!result_.macros.expand(asked, expanded)) return expandsTooFar(name);
        const std::optional<HlslConstant> value = foldCondition(expanded);
        if (!value)
            return error(name, fmt::format("the condition of #{} is not a constant", name.text),
                         "correct it");
        return value->bits != 0;
    }

    Result<void> include(const HlslToken& name, Line rest) {
        std::vector<HlslToken> expanded;
        if (!result_.macros.expand(rest, expanded)) return expandsTooFar(name);
        std::string file;
        const bool quoted = !expanded.empty() && expanded[0].kind == HlslToken::Kind::String;
        if (quoted) {
            file = expanded[0].text.substr(1, expanded[0].text.size() -
                                                  std::min<std::size_t>(2, expanded[0].text.size()));
        } else if (expanded.size() > 2 && expanded[0].is("<")) {
            for (std::size_t i = 1; i < expanded.size() && !expanded[i].is(">"); ++i)
                file += expanded[i].text;
        }
        if (file.empty()) return error(name, "#include names no file", "write #include \"FILE\"");
        VKPERFTEST_TRY(flush());
        const std::string from = result_.files[name.file].path();
        Result<const IncludedFile*> found = finder_.find(file, from, depth_, quoted);
        if (!found.ok()) {
            const Error& why = found.error();
            return error(name, fmt::format("'{}' cannot be included: {}", file, why.cause), why.remedy);
        }
        if (++includes_ > kMostIncludes || bytes_ + found.value()->bytes.size() > kMostBytes) {
            return error(name, "the shader has more than 10,000 includes, or exceeds 128 MiB with them",
                         "give the files include guards");
        }
        return read(found.value()->path, found.value()->bytes);
    }

    IncludeFinder finder_;
    PreprocessedHlsl& result_;
    std::map<std::string, std::size_t> texts_; // path → index of the file
    std::vector<Condition> conditions_;
    std::vector<HlslToken> pending_; // text that is not expanded yet
    std::size_t depth_ = 0;          // of includes; 1 in the shader itself
    std::size_t includes_ = 0;
    std::size_t bytes_ = 0;
};

} // namespace

Error PreprocessedHlsl::error(const HlslToken& token, std::string_view cause, std::string_view remedy) const {
    const Place where = place(token);
    return {ErrorKind::Usage, fmt::format("{}:{}: {}", where.file, where.line, cause), std::string(remedy)};
}

Result<void> preprocessHlsl(const ShaderFile& file, const ShaderOptions& options, PreprocessedHlsl& result) {
    return Preprocessor(file, options, result).run(file, options);
}

} // namespace vkperftest
