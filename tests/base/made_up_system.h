// A made-up machine: files of /proc, /sys and /etc in a folder of the test's own.
#pragma once

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace vkperftest {

constexpr const char* kAddress = "0000:01:00.0"; // of its GPU

class MadeUpSystem : public testing::Test {
protected:
    MadeUpSystem()
        : root_(std::filesystem::path(testing::TempDir()) /
                ("system" + std::to_string(std::random_device{}()))) {
        std::filesystem::create_directories(root_);
    }
    ~MadeUpSystem() override { std::filesystem::remove_all(root_); }

    void write(const std::string& path, const std::string& content) const {
        const std::filesystem::path full = root_ / path;
        std::filesystem::create_directories(full.parent_path());
        std::ofstream(full, std::ios::binary) << content;
    }
    void writeDevice(const std::string& path, const std::string& content) const {
        write(std::string("sys/bus/pci/devices/") + kAddress + "/" + path, content);
    }
    std::string root() const { return root_.string(); }

private:
    std::filesystem::path root_;
};

} // namespace vkperftest
