// A made-up machine: files of /proc, /sys and /etc in a folder of the test's own.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "base/atomic_file.h"

namespace vkperftest {

constexpr const char* kAddress = "0000:01:00.0"; // of its GPU

class MadeUpSystem : public testing::Test {
protected:
    MadeUpSystem() { EXPECT_TRUE(folder_.create("test").ok()); }

    void write(const std::string& path, const std::string& content) const {
        const std::filesystem::path full = folder_.file(path);
        std::filesystem::create_directories(full.parent_path());
        std::ofstream(full, std::ios::binary) << content;
    }
    void writeDevice(const std::string& path, const std::string& content) const {
        write(std::string("sys/bus/pci/devices/") + kAddress + "/" + path, content);
    }
    std::string root() const { return folder_.file(""); }

private:
    ScratchFolder folder_;
};

} // namespace vkperftest
