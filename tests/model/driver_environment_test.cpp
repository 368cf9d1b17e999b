#include "model/driver_environment.h"

#include <filesystem>
#include <fstream>

#include "base/atomic_file.h"
#include "golden.h"
#include "matchers.h"

namespace vkperftest::driver_environment_test {

namespace fs = std::filesystem;

constexpr const char* kDrivers[] = {"VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES",
                                    "VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE"};

class DriverEnvironment : public testing::Test {
protected:
    DriverEnvironment() {
        for (const char* name : kDrivers) setEnvironmentVariable(name, "");
        EXPECT_TRUE(folder_.create("drivers").ok());
    }
    ~DriverEnvironment() override {
        for (const char* name : kDrivers) setEnvironmentVariable(name, "");
    }

    std::string written(const char* name, const char* text) const {
        std::ofstream(folder_.file(name)) << text;
        return folder_.file(name);
    }

    ScratchFolder folder_;
};

TEST_F(DriverEnvironment, NamesEveryVariableThatIsSet) {
    EXPECT_EQ(driverVariables(), "");
    for (const char* name : kDrivers) {
        setEnvironmentVariable(name, "x*");
        EXPECT_EQ(driverVariables(), std::string(name) + "=x* is set");
        setEnvironmentVariable(name, "");
    }
    setEnvironmentVariable("VK_DRIVER_FILES", "/a.json");
    setEnvironmentVariable("VK_LOADER_DRIVERS_DISABLE", "*radeon*");
    expectGolden(driverVariables());
    expectGolden(driverVariables(true)); // --driver replaces the first
}

TEST_F(DriverEnvironment, ErrorsSayWhatHidesADriver) {
    const Error error{ErrorKind::NoDevice, "no driver was found", "install one"};
    EXPECT_EQ(withVariables(error, "").sentence(), error.sentence());
    expectGolden(withVariables(error, "A=b is set").sentence());
}

TEST_F(DriverEnvironment, SaysWhichManifestOfAVariableIsWrong) {
    EXPECT_EQ(manifestTrouble(), "");
    setEnvironmentVariable("VK_DRIVER_FILES", written("good.json", R"({"ICD": {"library_path": "a.so"}})"));
    EXPECT_EQ(manifestTrouble(), "");
    for (const char* name : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"}) {
        setEnvironmentVariable("VK_DRIVER_FILES", "");
        setEnvironmentVariable(name, folder_.file("none.json"));
        EXPECT_THAT(manifestTrouble(), HasSubstr("none.json"));
        setEnvironmentVariable(name, written("bad.json", "not JSON"));
        EXPECT_THAT(manifestTrouble(), HasSubstr("is not JSON"));
        setEnvironmentVariable(name, written("lost.json", R"({"ICD": {"library_path": "./lost.so"}})"));
        EXPECT_THAT(manifestTrouble(), HasSubstr("lost.json' is missing: './lost.so'"));
    }
}

#ifndef _WIN32
TEST_F(DriverEnvironment, AVariableThatIsSetToNothingIsNamed) {
    setenv("VK_DRIVER_FILES", "", 1);
    EXPECT_EQ(driverVariables(), "VK_DRIVER_FILES=\"\" is set");
    setEnvironmentVariable("VK_DRIVER_FILES", "");
    EXPECT_EQ(driverVariables(), "") << "removed";
}
#endif

TEST_F(DriverEnvironment, TellsDriversManifestsFromOtherFiles) {
    EXPECT_TRUE(libraryOf(written("icd.json", R"({"ICD": {"library_path": "a.so"}})")).ok());
    const std::pair<const char*, const char*> wrong[] = {
        {"library_path = a.so", "is not JSON"},
        {"", "is not JSON"},
        {"[1]", "no ICD"},
        {R"({"ICD": 1})", "no ICD"},
        {R"({"ICD": {"library_path": 1}})", "no ICD"},
        {R"({"layer": {"library_path": "a.so"}})", "of a layer"},
    };
    for (const auto& [text, why] : wrong) {
        const Result<std::string> checked = libraryOf(written("wrong.json", text));
        ASSERT_FALSE(checked.ok()) << text;
        EXPECT_EQ(checked.error().kind, ErrorKind::Usage);
        EXPECT_THAT(checked.error().cause, HasSubstr(why));
        EXPECT_THAT(checked.error().cause, HasSubstr("wrong.json"));
        EXPECT_THAT(checked.error().remedy, HasSubstr("--driver"));
    }
    EXPECT_THAT(libraryOf("/nonexistent/icd.json").error().cause, HasSubstr("icd.json' does not exist"));
    EXPECT_THAT(libraryOf(folder_.file("")).error().cause, HasSubstr("is not a file"));
}

#ifndef _WIN32
TEST_F(DriverEnvironment, SaysWhyDriversFindNoDevice) {
    EXPECT_THAT(whyNoDevice(folder_.file("")), HasSubstr("there is no " + folder_.file("") + "/renderD*"));
    EXPECT_THAT(whyNoDevice("/nonexistent"), HasSubstr("there is no /nonexistent/renderD*"));
    const std::string node = written("renderD128", "");
    EXPECT_THAT(whyNoDevice(folder_.file("")), HasSubstr("install"));
    // Root may open everything; what nobody may is a link to nowhere.
    fs::remove(node);
    fs::create_symlink("/nonexistent/node", node);
    EXPECT_THAT(whyNoDevice(folder_.file("")), HasSubstr("get permission to open " + node));
}
#endif

} // namespace vkperftest::driver_environment_test
