#include "trial/world.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/printable.h"
#include "base/text.h"
#include "frontend/index_bounds.h"
#include "frontend/kept_accesses.h"
#include "frontend/reflection.h"

namespace vkperftest {
namespace {

using Three = std::array<std::uint32_t, 3>;

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30U; // of all resources
constexpr std::uint64_t kFewest = 64;                         // values of integers
constexpr std::uint64_t kUnit = 16; // bytes: sizes are multiples of it, so that no vector is cut

Error usage(std::string cause, std::string remedy) {
    return {ErrorKind::Usage, std::move(cause), std::move(remedy)};
}

Error twice(const std::string& text) {
    return usage(fmt::format("'{}' names what another option named", printable(text)), "give one of them");
}

// "NAME=VALUE:REST" of an option.
struct Given {
    std::string option, text, name, value, rest;
    bool used = false;
};

Result<Given> parted(const char* option, const std::string& text, const char* form) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
        return usage(fmt::format("{} '{}' is not {}", option, printable(text), form),
                     "give a name and its value");
    Given given{.option = option, .text = text, .name = text.substr(0, equals)};
    const std::string value = text.substr(equals + 1);
    const std::size_t colon = value.find(':');
    given.value = value.substr(0, colon);
    if (colon != std::string::npos) given.rest = value.substr(colon + 1);
    return given;
}

// "4096", "16K", "16M", "1G"; nothing for other texts.
std::optional<std::uint64_t> bytesIn(std::string text) {
    constexpr std::string_view kUnits = "KMG";
    const std::size_t unit =
        text.empty() ? std::string_view::npos
                     : kUnits.find(static_cast<char>(lowercase(text.substr(text.size() - 1))[0] - 'a' + 'A'));
    if (unit != std::string_view::npos) text.pop_back();
    const std::optional<long long> number = parseInteger(text);
    if (!number || *number < 1 || static_cast<std::uint64_t>(*number) > kMostBytes) return std::nullopt;
    return static_cast<std::uint64_t>(*number) << (unit == std::string_view::npos ? 0 : 10 * (unit + 1));
}

std::uint64_t roundedUp(std::uint64_t bytes) {
    return std::max<std::uint64_t>(kUnit, (bytes + kUnit - 1) / kUnit * kUnit);
}

std::uint64_t invocationsIn(const Three& groups, const Three& localSize) {
    std::uint64_t all = 1;
    for (std::size_t i = 0; i < 3; ++i) all *= std::uint64_t{groups[i]} * localSize[i];
    return all;
}

// In the order of SPIR-V's enumerators, from Rgba32f on.
constexpr Format kFormats[] = {
    Format::RGBA32F,     Format::RGBA16F,   Format::R32F,       Format::RGBA8,     Format::RGBA8SNORM,
    Format::RG32F,       Format::RG16F,     Format::R11G11B10F, Format::R16F,      Format::RGBA16,
    Format::RGB10A2,     Format::RG16,      Format::RG8,        Format::R16,       Format::R8,
    Format::RGBA16SNORM, Format::RG16SNORM, Format::RG8SNORM,   Format::R16SNORM,  Format::R8SNORM,
    Format::RGBA32I,     Format::RGBA16I,   Format::RGBA8I,     Format::R32I,      Format::RG32I,
    Format::RG16I,       Format::RG8I,      Format::R16I,       Format::R8I,       Format::RGBA32UI,
    Format::RGBA16UI,    Format::RGBA8UI,   Format::R32UI,      Format::RGB10A2UI, Format::RG32UI,
    Format::RG16UI,      Format::RG8UI,     Format::R16UI,      Format::R8UI};

// What the shader declares; else one of the texels' type that every device has.
Result<Format> formatOf(const ShaderResource& resource) {
    if (resource.format != spv::ImageFormatUnknown) {
        const auto known = static_cast<std::size_t>(resource.format - spv::ImageFormatRgba32f);
        if (known < std::size(kFormats)) return kFormats[known];
        return Error{ErrorKind::Unsupported,
                     fmt::format("'{}' has an image format that is not supported", resource.name),
                     "declare another"};
    }
    if (!resource.isFloat) return resource.isSigned ? Format::R32I : Format::R32UI;
    if (!isStorage(resource.where.kind)) return Format::RGBA8;
    return resource.channels == 1 ? Format::R32F : resource.channels == 2 ? Format::RG32F : Format::RGBA32F;
}

// Of the variable that sees most of it.
const BlockLayout& layoutOf(const ShaderResource& resource) {
    return std::ranges::max_element(resource.views, {},
                                    [](const ResourceView& one) { return one.layout.bytes; })
        ->layout;
}

std::uint32_t seedOf(const TrialResource& resource) {
    constexpr std::uint32_t kSets = 256, kPlaces = 65536;
    return resource.where.binding * kSets + resource.where.set + 1 +
           static_cast<std::uint32_t>(resource.element) * kPlaces;
}

std::string placeOf(const ShaderResource& resource) {
    return fmt::format("{}.{}", resource.where.set, resource.where.binding);
}

bool isNamed(const Given& given, const ShaderResource& resource) {
    return given.name == resource.name || given.name == placeOf(resource);
}

class WorldMaker {
public:
    WorldMaker(const TrialSubject& subject, const WorldOptions& options, const Three& groups);

    Result<World> make();

private:
    IndexInputs inputs() const;
    bool isEachDescriptorThere() const;
    Result<void> keepIndicesInside();
    Result<void> nameResource(Given& given) const;
    Result<void> takeOptions();
    Given* find(std::vector<Given>& given, const ShaderResource& resource) const;
    Result<void> addResource(const ShaderResource& resource);
    Result<void> addElement(const ShaderResource& resource, std::size_t element);
    Result<void> fill(const ShaderResource& resource, TrialResource& into);
    Result<void> describeImage(const ShaderResource& resource, TrialResource& into);
    Result<std::vector<std::uint64_t>> valuesOf(const PushedMember& member);
    std::uint64_t mostOfCounts(std::uint64_t counts) const;
    Result<void> push();
    std::optional<double> elementsOf(const ResourceView& view) const;
    std::uint64_t guessedBytes(const ShaderResource& resource) const;
    Result<std::pair<std::uint64_t, Fill>> sizeOf(Given& given, TrialResource& into) const;
    std::string names() const;

    const TrialSubject& subject_;
    const WorldOptions& options_;
    World world_;
    std::uint64_t invocations_; // all
    std::uint64_t most_;  // that an integer is in uniform buffers and push constants: so many are in a row
    std::uint64_t below_; // integers in buffers and images are
    std::optional<Counts> counts_;
    std::map<std::uint32_t, Range> given_; // IndexInputs::given
    LargestIndices largest_;               // of runtime arrays
    std::vector<Given> buffers_, images_, pushed_;
    std::uint64_t bytes_ = 0;                  // of all so far
    std::vector<std::function<void()>> fills_; // make contents, once their sizes are known to be possible
};

WorldMaker::WorldMaker(const TrialSubject& subject, const WorldOptions& options, const Three& groups)
    : subject_(subject),
      options_(options), world_{.groups = groups, .most = options.most, .guessedGroups = !options.groups},
      invocations_(invocationsIn(groups, subject.needs.localSize)),
      most_(std::min(options.most, std::max<std::uint64_t>(kFewest, std::uint64_t{groups[0]} *
                                                                        subject.needs.localSize[0]))),
      below_(most_) {}

IndexInputs WorldMaker::inputs() const {
    return {.groups = world_.groups,
            .localSize = subject_.needs.localSize,
            .loaded = static_cast<double>(below_ - 1),
            .pushed = static_cast<double>(most_),
            .given = given_};
}

// As far as the bounds of indices show.
bool WorldMaker::isEachDescriptorThere() const {
    for (const TrialSubject* subject : {&subject_, options_.other}) {
        if (subject == nullptr) continue;
        const LargestIndices found = largestDescriptors(*subject->values, inputs());
        for (const ShaderResource& one : subject->needs.resources)
            for (const ResourceView& view : one.views) {
                if (subject->values->definition(view.variable) == nullptr) continue; // no code uses it
                const auto index = found.find(view.variable);
                const std::uint32_t count = one.where.count == 0 ? kArrayElements : one.where.count;
                const double most = index != found.end() ? index->second.value_or(-1) : count == 1 ? 0 : -1;
                if (most < 0 || most >= count) return false;
            }
    }
    return true;
}

// Drivers crash where an index lies outside an array of descriptors. So integers are smaller: those in memory if that
// is enough, else those in constants, else all; and 0 if nothing shows that they lie inside.
Result<void> WorldMaker::keepIndicesInside() {
    constexpr std::uint32_t kFew[] = {15, 7, 3, 1, 0};
    for (const PushedMember& member : subject_.needs.pushed) {
        std::vector<std::uint64_t> values;
        VKPERFTEST_TRY(assign(values, valuesOf(member)));
        if (values.empty() || values.size() < member.fields.size()) continue;
        const auto [least, most] = std::ranges::minmax(values);
        given_[member.fields[0].offset] = {static_cast<double>(least), static_cast<double>(most)};
    }
    if (isEachDescriptorThere()) return {};
    const std::uint64_t usual = below_, usualMost = most_;
    for (const auto& [inMemory, inConstants] : {std::pair(true, false), {false, true}, {true, true}})
        for (const std::uint32_t few : kFew) {
            below_ = inMemory ? few + 1 : usual;
            most_ = inConstants ? few : usualMost;
            std::vector<std::string> where;
            if (inMemory) where.emplace_back("buffers");
            if (inConstants) where.emplace_back("constants");
            world_.few = fmt::format("integers in {} at most {}", join(where, " and "), few);
            if (isEachDescriptorThere()) return {};
        }
    if (std::exchange(given_, {}).empty() || !isEachDescriptorThere()) return {};
    return usage("--push gives an index outside an array of descriptors", "give a smaller number");
}

std::string WorldMaker::names() const {
    std::vector<std::string> all;
    for (const ShaderResource& one : subject_.needs.resources)
        all.push_back(fmt::format("{}{} ({})", one.name.empty() ? "unnamed" : one.name,
                                  one.otherNames.empty() ? "" : " or " + join(one.otherNames, " or "),
                                  placeOf(one)));
    return all.empty() ? "the shader binds nothing" : "the shader binds " + join(all, ", ");
}

// Another name is a resource's if it is that of no other.
Result<void> WorldMaker::nameResource(Given& given) const {
    std::vector<std::string> named;
    for (const ShaderResource& one : subject_.needs.resources) {
        if (isNamed(given, one)) return {};
        if (std::ranges::count(one.otherNames, given.name) > 0) named.push_back(placeOf(one));
    }
    if (named.size() > 1)
        return usageError(fmt::format("{} '{}': several of the shader's resources have that name",
                                      given.option, given.text),
                          "give one of " + join(named, ", "));
    if (!named.empty()) given.name = named.front();
    return {};
}

Result<void> WorldMaker::takeOptions() {
    const auto take = [](const char* option, const std::vector<std::string>& texts, const char* form,
                         std::vector<Given>& into) -> Result<void> {
        for (const std::string& text : texts) {
            Given given;
            VKPERFTEST_TRY(assign(given, parted(option, text, form)));
            if (std::ranges::count(into, given.name, &Given::name) > 0) return twice(text);
            into.push_back(std::move(given));
        }
        return {};
    };
    VKPERFTEST_TRY(take("--buffer", options_.buffers, "NAME=BYTES[:zero|random|index|FILE]", buffers_));
    VKPERFTEST_TRY(take("--image", options_.images, "NAME=WIDTHxHEIGHT[:FORMAT]", images_));
    for (std::vector<Given>* list : {&buffers_, &images_})
        for (Given& given : *list) VKPERFTEST_TRY(nameResource(given));
    return take("--push", options_.pushed, "NAME=VALUE", pushed_);
}

Given* WorldMaker::find(std::vector<Given>& given, const ShaderResource& resource) const {
    const auto found = std::ranges::find_if(given, [&](const Given& one) { return isNamed(one, resource); });
    if (found == given.end()) return nullptr;
    found->used = true;
    return &*found;
}

// Of its runtime array, as far as a bound of the index is known.
std::optional<double> WorldMaker::elementsOf(const ResourceView& view) const {
    const auto known = largest_.find(view.variable);
    if (known == largest_.end() || known->second.value_or(-1) < 0) return std::nullopt;
    return *known->second + 1;
}

// The most that any of its variables needs, but no more than each of a few buffers can have.
std::uint64_t WorldMaker::guessedBytes(const ShaderResource& resource) const {
    constexpr std::uint64_t kWords = 16; // of an invocation, where no bound of the index is known
    constexpr std::uint64_t kMostGuessed = kMostBytes / 8;
    std::uint64_t most = 0;
    for (const ResourceView& view : resource.views) {
        const BlockLayout& layout = view.layout;
        const double elements =
            elementsOf(view).value_or(static_cast<double>(invocations_ * (layout.stride == 4 ? kWords : 1)));
        const double varying = std::min(elements * layout.stride, static_cast<double>(kMostGuessed));
        most = std::max<std::uint64_t>(most, layout.bytes + static_cast<std::uint64_t>(varying));
    }
    return most;
}

Result<std::pair<std::uint64_t, Fill>> WorldMaker::sizeOf(Given& given, TrialResource& into) const {
    const std::optional<std::uint64_t> bytes = bytesIn(given.value);
    if (!bytes || *bytes > kMostBytes)
        return usage(fmt::format("{} '{}': '{}' is no size", given.option, printable(given.text),
                                 printable(given.value)),
                     "give bytes up to 1G, such as 4096, 16K or 16M");
    constexpr std::pair<std::string_view, Fill> kFills[] = {
        {"", Fill::ByType}, {"zero", Fill::Zero}, {"random", Fill::Random}, {"index", Fill::Index}};
    for (const auto& [word, fill] : kFills)
        if (given.rest == word) return std::pair(*bytes, fill);
    const Result<std::string> file = readFile(given.rest, kMostBytes);
    if (!file.ok()) return file.error();
    const auto content = std::as_bytes(std::span(file.value()));
    if (content.size() < *bytes)
        return usage(fmt::format("{} '{}': '{}' has {}", given.option, printable(given.text),
                                 printable(given.rest), sizeText(content.size())),
                     "give no more bytes than the file has");
    into.content.assign(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(*bytes));
    return std::pair(*bytes, Fill::Zero);
}

Result<void> WorldMaker::describeImage(const ShaderResource& resource, TrialResource& into) {
    const bool known = resource.dimension == spv::Dim1D || resource.dimension == spv::Dim2D ||
                       resource.dimension == spv::Dim3D;
    if (!known || resource.multisampled || resource.compared)
        return Error{ErrorKind::Unsupported,
                     fmt::format("'{}' is an image of a kind that is not supported: {}", into.name,
                                 resource.multisampled ? "multisampled"
                                 : resource.compared   ? "with depths to compare"
                                                       : "a cube or another"),
                     "measure a version with images of one, two or three dimensions"};
    into.dimensions = static_cast<std::uint32_t>(resource.dimension) + 1;
    into.layered = resource.layered;
    const auto along = [&](std::size_t i) {
        return std::max<std::uint32_t>(1, world_.groups[i] * subject_.needs.localSize[i]);
    };
    const bool plane = along(1) > 1 || along(2) > 1; // the invocations are no row
    const std::array<Three, 3> guesses = {
        {{std::min(along(0), 16384u), 1, 1},
         plane ? Three{along(0), along(1), 1} : Three{1024, 1008, 1},
         plane ? Three{along(0), along(1), std::max(along(2), 1u)} : Three{128, 120, 112}}};
    into.extent = guesses[into.dimensions - 1];
    Given* const given = find(images_, resource);
    if (given == nullptr) {
        world_.guessedImages = true;
        return {};
    }
    const std::vector<std::string> sides = split(given->value, 'x');
    bool right = sides.size() == into.dimensions;
    for (std::size_t i = 0; right && i < sides.size(); ++i) {
        const std::optional<long long> side = parseInteger(sides[i]);
        right = side && *side >= 1 && *side <= 16384;
        if (right) into.extent[i] = static_cast<std::uint32_t>(*side);
    }
    if (!right)
        return usage(
            fmt::format("--image '{}': '{}' is no size", printable(given->text), printable(given->value)),
            fmt::format("give {} of up to 16384, separated by 'x'", counted(into.dimensions, "side")));
    if (given->rest.empty()) return {};
    for (const FormatTraits& format : allFormats()) {
        if (lowercase(format.textureName) != lowercase(given->rest) || format.compressed()) continue;
        const bool integers = format.numeric == Numeric::Uint || format.numeric == Numeric::Sint;
        const bool declared = resource.format != spv::ImageFormatUnknown && format.format != into.format;
        if (declared || integers == resource.isFloat ||
            (integers && resource.isSigned != (format.numeric == Numeric::Sint)))
            return usage(
                fmt::format("--image '{}': the shader's image is of another format", printable(given->text)),
                fmt::format("name one such as {}", traits(into.format).textureName));
        into.format = format.format;
        return {};
    }
    return usage(
        fmt::format("--image '{}': there is no format '{}'", printable(given->text), printable(given->rest)),
        "name one such as RGBA8, RGBA16F, R32F or R32UI");
}

Result<void> WorldMaker::fill(const ShaderResource& resource, TrialResource& into) {
    const DescriptorKind kind = resource.where.kind;
    const bool image = isImage(kind), texels = image || isTexelBuffer(kind);
    std::pair<std::uint64_t, Fill> size = {0, Fill::ByType};
    if (texels) VKPERFTEST_TRY(assign(into.format, formatOf(resource)));
    if (image) {
        VKPERFTEST_TRY(describeImage(resource, into));
        size.first =
            std::uint64_t{traits(into.format).bytes()} * into.extent[0] * into.extent[1] * into.extent[2];
    } else if (Given* const given = find(buffers_, resource)) {
        VKPERFTEST_TRY(assign(size, sizeOf(*given, into)));
        const auto isKnown = [&](const ResourceView& view) {
            return view.layout.stride == 0 || elementsOf(view).has_value();
        };
        if (into.element == 0 && std::ranges::all_of(resource.views, isKnown) &&
            size.first < guessedBytes(resource))
            world_.small.push_back(resource.name.empty() ? into.name : resource.name);
    } else {
        constexpr std::uint64_t kMostTexels = 65536; // that every device offers
        size.first = texels ? std::min(invocations_, kMostTexels) * traits(into.format).bytes()
                            : guessedBytes(resource);
        const auto varies = [](const ResourceView& view) { return view.layout.stride > 0; };
        if (texels || std::ranges::any_of(resource.views, varies)) world_.guessed.push_back(into.name);
    }
    const std::uint64_t bytes = image ? size.first : roundedUp(size.first);
    bytes_ += bytes;
    fills_.emplace_back([this, &resource, texels, bytes, fill = size.second, at = world_.resources.size()] {
        TrialResource& made = world_.resources[at];
        Counts* const counts = made.where.kind == DescriptorKind::UniformBuffer ? &*counts_ : nullptr;
        if (!made.content.empty()) // a file's
            made.content.resize(bytes);
        else if (texels)
            made.content = texelContent(made.format, bytes, fill, below_, seedOf(made));
        else
            made.content = blockContent(layoutOf(resource), bytes, fill, below_, seedOf(made), counts);
    });
    return {};
}

// Each element has its own, as long as there is memory for it.
Result<void> WorldMaker::addResource(const ShaderResource& resource) {
    constexpr std::uint64_t kMostOfArray = kMostBytes / 8;
    const std::uint32_t count = resource.where.count;
    const std::uint64_t before = bytes_;
    VKPERFTEST_TRY(addElement(resource, 0));
    const std::uint64_t each = std::max<std::uint64_t>(1, bytes_ - before);
    const std::uint64_t most = std::min<std::uint64_t>(kArrayElements, kMostOfArray / each);
    for (std::size_t element = 1; element < most && (count == 0 || element < count); ++element)
        VKPERFTEST_TRY(addElement(resource, element));
    return {};
}

Result<void> WorldMaker::addElement(const ShaderResource& resource, std::size_t element) {
    TrialResource made{.where = resource.where,
                       .element = element,
                       .name = resource.name,
                       .written = resource.written,
                       .changed = resource.read && resource.written};
    if (made.name.empty())
        made.name = fmt::format("binding {}.{}", resource.where.set, resource.where.binding);
    if (resource.where.count != 1) made.name += fmt::format("[{}]", element);
    const DescriptorKind kind = resource.where.kind;
    if (kind == DescriptorKind::AccelerationStructure)
        return Error{ErrorKind::Unsupported,
                     fmt::format("'{}' is an acceleration structure, which cannot be made", made.name),
                     "measure a version that binds buffers and images"};
    if (kind != DescriptorKind::Sampler) VKPERFTEST_TRY(fill(resource, made));
    world_.resources.push_back(std::move(made));
    return {};
}

// The values that the user gives a member; fewer than it has are the first ones.
Result<std::vector<std::uint64_t>> WorldMaker::valuesOf(const PushedMember& member) {
    std::vector<std::uint64_t> values;
    for (Given& given : pushed_) {
        if (given.name != member.name) continue;
        given.used = true;
        for (const std::string& text : split(given.value, ',')) {
            const bool fits = values.size() < member.fields.size();
            const Result<std::uint64_t> bits =
                fits ? bitsOf(member.fields[values.size()], text)
                     : usage(fmt::format("'{}' is one value too many", text), "");
            if (!bits.ok())
                return usage(
                    fmt::format("--push '{}': {}", printable(given.text), printable(bits.error().cause)),
                    fmt::format("give {}{}", counted(member.fields.size(), "number"),
                                member.fields.size() > 1 ? ", separated by commas" : ""));
            values.push_back(bits.value());
        }
    }
    return values;
}

Result<void> WorldMaker::push() {
    constexpr std::size_t kWord = 4;
    std::vector<std::string> known;
    std::vector<std::pair<ScalarField, std::uint64_t>> given;
    std::set<std::uint64_t> values;
    BlockLayout block;
    std::uint64_t counts = 0;
    for (const PushedMember& member : subject_.needs.pushed) {
        std::vector<std::uint64_t> own;
        VKPERFTEST_TRY(assign(own, valuesOf(member)));
        known.push_back(member.name);
        block.fields.insert(block.fields.end(), member.fields.begin(), member.fields.end());
        for (std::size_t i = 0; i < own.size(); ++i) given.emplace_back(member.fields[i], own[i]);
        values.insert(own.begin(), own.end());
        world_.guessedPush = world_.guessedPush || own.size() < member.fields.size();
    }
    for (const Given& one : pushed_)
        if (!one.used)
            return usage(fmt::format("--push '{}': the shader has no push constant of that name{}",
                                     printable(one.text), didYouMean(one.name, known)),
                         (known.empty() ? "it has none" : "it has " + join(known, ", ")) +
                             "; a uniform buffer's bytes are given with --buffer NAME=BYTES:FILE");
    const auto integers = [](const BlockLayout& layout) {
        return static_cast<std::uint64_t>(std::ranges::count(layout.fields, false, &ScalarField::isFloat));
    };
    for (const ShaderResource& one : subject_.needs.resources)
        if (one.where.kind == DescriptorKind::UniformBuffer)
            counts += integers(layoutOf(one)) * std::clamp(one.where.count, 1u, kArrayElements);
    counts += integers(block);
    counts_.emplace(mostOfCounts(counts), counts, std::move(values));
    world_.pushed = blockContent(block, (subject_.shader.pushConstantBytes + kWord - 1) / kWord * kWord,
                                 Fill::ByType, below_, 0, &*counts_);
    for (const auto& [field, bits] : given) writeBits(world_.pushed, field.offset, field.bytes, bits);
    return {};
}

// The fewest invocations along a side; of a row if there are too few for each count to be another.
std::uint64_t WorldMaker::mostOfCounts(std::uint64_t counts) const {
    std::uint64_t fewest = most_;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::uint64_t side = std::uint64_t{world_.groups[i]} * subject_.needs.localSize[i];
        if (side >= std::max(kFewest, 2 * counts)) fewest = std::min(fewest, side);
    }
    return fewest;
}

Result<World> WorldMaker::make() {
    VKPERFTEST_TRY(takeOptions());
    VKPERFTEST_TRY(keepIndicesInside());
    largest_ = largestElements(*subject_.values, inputs());
    for (const ShaderResource& resource : subject_.needs.resources) VKPERFTEST_TRY(addResource(resource));
    VKPERFTEST_TRY(push());
    const auto namedTwice = [&](const Given& given) {
        return std::ranges::any_of(subject_.needs.resources, [&](const ShaderResource& one) {
            return isNamed(given, one) && one.where.kind != DescriptorKind::Sampler &&
                   isImage(one.where.kind) == (given.option == "--image");
        });
    };
    for (const std::vector<Given>* list : {&buffers_, &images_})
        for (const Given& given : *list)
            if (!given.used && namedTwice(given))
                return twice(given.text);
            else if (!given.used)
                return usage(fmt::format("{} '{}': the shader has no {} of that name", given.option,
                                         printable(given.text),
                                         given.option == "--image" ? "image" : "buffer"),
                             names());
    if (bytes_ > kMostBytes)
        return usage(fmt::format("what the shader binds would take {:.2f} GB, more than 1",
                                 static_cast<double>(bytes_) / kMostBytes),
                     "give fewer workgroups with --groups, or sizes with --buffer and --image");
    for (const auto& fill : fills_) fill();
    return std::move(world_);
}

} // namespace

Result<TrialSubject> subjectOf(std::shared_ptr<const SpirvModule> module, Shader shader) {
    auto values = std::make_shared<const SpirvModule>(inlined(*module));
    TrialSubject subject{std::move(module), std::move(values), std::move(shader), {}};
    VKPERFTEST_TRY(assign(subject.needs, resourcesOf(*subject.module, *subject.values, subject.shader)));
    return subject;
}

Three groupsOf(const TrialSubject& subject, const WorldOptions& options) {
    if (options.groups) return *options.groups;
    // No two sides are equal, so that results show it if a shader confuses them.
    constexpr std::array<Three, 3> kInvocations = {{{1 << 20, 1, 1}, {1024, 1008, 1}, {96, 92, 88}}};
    const Three& local = subject.needs.localSize;
    const Three& wanted = kInvocations[local[2] > 1 ? 2 : local[1] > 1 ? 1 : 0];
    Three groups = {};
    for (std::size_t i = 0; i < 3; ++i)
        groups[i] = std::clamp<std::uint32_t>(wanted[i] / std::max(1u, local[i]), 1, 65535);
    return groups;
}

Three fewerGroups(Three groups) {
    const auto sides = 3 - std::ranges::count(groups, 1u);
    for (std::uint32_t& side : groups) side = std::max(1u, side / (sides < 2 ? 8 : 2));
    return groups;
}

Result<World> worldOf(const TrialSubject& subject, const WorldOptions& options, Three groups) {
    return WorldMaker(subject, options, groups).make();
}

} // namespace vkperftest
