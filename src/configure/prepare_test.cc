// SPDX-License-Identifier: Apache-2.0
// The whole way into the cache, with the real trena-data.
#include "configure/prepare.h"

#include <gtest/gtest.h>

#include "configure/testing.h"
#include "core/json.h"
#include "core/npy/npy.h"

namespace trena {
namespace {

const fs::path kTrenaData = fs::path(TRENA_BUILD_DIR) / "trena-data";
const fs::path kNetworks = fs::path(TRENA_SOURCE_DIR) / "networks";

PreparedData Synthetic(const fs::path& cache) {
  Result<PreparedData> data = PrepareData({"synthetic", 32, 100}, cache, kTrenaData, {});
  EXPECT_TRUE(data.ok()) << data.error().message();
  return data.value();
}

TEST(PrepareData, TellsOfItselfAndIsReused) {
  TestFolder cache;
  std::vector<std::pair<int64_t, int64_t>> seen;
  auto progress = [&](int64_t done, int64_t total) { seen.emplace_back(done, total); };
  auto data = PrepareData({"synthetic", 32, 1000}, cache.path(), kTrenaData, progress);
  ASSERT_TRUE(data.ok()) << data.error().message();
  EXPECT_TRUE(data.value().synthetic);
  EXPECT_EQ(data.value().classes, 10);
  EXPECT_EQ(data.value().channels, 3);
  EXPECT_EQ(data.value().image, 32);
  EXPECT_EQ(data.value().train_images, 1000);
  EXPECT_EQ(data.value().test_images, 200);
  EXPECT_EQ(data.value().sha256.size(), 64u);
  ASSERT_GE(seen.size(), 3u);
  EXPECT_EQ(seen.back(), std::pair(int64_t{1200}, int64_t{1200}));
  // Reuse starts no program at all.
  auto again = PrepareData({"synthetic", 32, 1000}, cache.path(), "no-such-program", {});
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again.value().sha256, data.value().sha256);
}

TEST(PrepareData, DamageIsRepairedAndSaid) {
  TestFolder cache;
  PreparedData data = Synthetic(cache.path());
  fs::resize_file(data.folder / "train_images.npy", 1000);
  auto repaired = PrepareData({"synthetic", 32, 100}, cache.path(), kTrenaData, {});
  ASSERT_TRUE(repaired.ok()) << repaired.error().message();
  ASSERT_EQ(repaired.value().notes.size(), 1u);
  EXPECT_TRUE(Has(repaired.value().notes[0], {"train_images.npy has 1000 bytes"}));
  EXPECT_EQ(repaired.value().sha256, data.sha256);
  EXPECT_TRUE(ReadDataFolder(data.folder, true).ok());
}

TEST(PrepareData, FullCheckFindsWhatSizesHide) {
  TestFolder cache;
  PreparedData data = Synthetic(cache.path());
  std::string labels = ReadFile(data.folder / "test_labels.npy").value();
  labels.back() ^= 1;
  ASSERT_TRUE(WriteFile(data.folder / "test_labels.npy", labels).ok());
  DataRequest request{"synthetic", 32, 100};
  EXPECT_TRUE(PrepareData(request, cache.path(), kTrenaData, {}).value().notes.empty());
  request.full_check = true;
  auto checked = PrepareData(request, cache.path(), kTrenaData, {});
  ASSERT_TRUE(checked.ok());
  ASSERT_EQ(checked.value().notes.size(), 1u);
  EXPECT_TRUE(Has(checked.value().notes[0], {"test_labels.npy differs"}));
  EXPECT_TRUE(ReadDataFolder(data.folder, true).ok());
}

TEST(PrepareData, FailuresSayWhy) {
  TestFolder cache;
  auto unknown = PrepareData({"minst", 32, {}}, cache.path(), kTrenaData, {});
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(unknown.error().message(), {"did you mean `mnist`?"}));
  auto missing = PrepareData({"synthetic", 32, 1}, cache.path(), "no-such-program", {});
  ASSERT_FALSE(missing.ok());
  EXPECT_TRUE(Has(missing.error().message(), {"cannot start no-such-program"}));
  auto failing = PrepareData({"synthetic", 32, 1}, cache.path(), "/bin/false", {});
  ASSERT_FALSE(failing.ok());
  EXPECT_TRUE(Has(failing.error().message(), {"exit code 1"}));
  fs::path blocked = cache.Write("file", "");
  auto refused = PrepareData({"synthetic", 32, 1}, blocked, kTrenaData, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_TRUE(Has(refused.error().message(), {"cannot create folder"}));
}

TEST(PrepareNetwork, ResolvedForTheData) {
  TestFolder cache;
  PreparedData data = Synthetic(cache.path());
  auto path = PrepareNetwork("network1", {cache.path() / "none", kNetworks}, data, cache.path());
  ASSERT_TRUE(path.ok()) << path.error().message();
  Json json = ParseJson(ReadFile(path.value()).value()).value();
  EXPECT_EQ(json["parameters"], 1'116'970);
  EXPECT_EQ(PrepareNetwork("network1", {kNetworks}, data, cache.path()).value(), path.value());
  data.image = 64;
  EXPECT_NE(PrepareNetwork("network1", {kNetworks}, data, cache.path()).value(), path.value());
}

TEST(PrepareNetwork, FailuresSayWhy) {
  TestFolder folder;
  PreparedData data{{}, 10, 1, 28, 1, 1, true, "", {}};
  auto message = [&](const std::string& name) {
    auto path = PrepareNetwork(name, {folder.path(), kNetworks}, data, folder.path());
    return path.ok() ? "" : path.error().message();
  };
  EXPECT_TRUE(Has(message("netwrok1"), {"did you mean `network1`?"}));
  EXPECT_TRUE(Has(message("alexandria"), {"lenet, network1, network2"}));
  EXPECT_TRUE(Has(message("../networks/lenet"), {"cannot be the name of a network"}));
  folder.Write("mine.yaml", "network: other\nlayers:\n  - fc: { o: classes }\n");
  EXPECT_TRUE(Has(message("mine"), {"calls itself `other`"}));
}

TEST(PrepareWeights, KeyedByNetworkSeedAndBiases) {
  TestFolder cache;
  PreparedData data{{}, 10, 1, 28, 1, 1, true, "", {}};
  fs::path network = PrepareNetwork("lenet", {kNetworks}, data, cache.path()).value();
  auto bytes = [&](const WeightOptions& options) {
    return ReadFile(PrepareWeights(network, options, cache.path()).value()).value();
  };
  std::string first = bytes({.seed = 1});
  EXPECT_EQ(first, bytes({.seed = 1}));
  EXPECT_NE(first, bytes({.seed = 2}));
  EXPECT_NE(first, bytes({.seed = 1, .random_biases = true}));
  // 431,080 numbers of 4 bytes, and headers.
  EXPECT_GT(first.size(), 4u * 431'080);
  EXPECT_LT(first.size(), 4u * 431'080 + 4096);
  fs::path broken = cache.Write("broken.json", "{}");
  EXPECT_FALSE(PrepareWeights(broken, {.seed = 1}, cache.path()).ok());
}

TEST(PrepareOrder, ANpyOfEpochsByImages) {
  TestFolder cache;
  Result<fs::path> path = PrepareOrder(100, 3, 7, cache.path());
  ASSERT_TRUE(path.ok());
  std::string bytes = ReadFile(path.value()).value();
  NpyHeader header = ParseNpy(bytes).value();
  EXPECT_EQ(header.dtype, DType::kInt32);
  EXPECT_EQ(header.shape, (std::vector<int64_t>{3, 100}));
  EXPECT_EQ(bytes.size(), header.offset + 4 * 300);
  EXPECT_NE(PrepareOrder(100, 3, 8, cache.path()).value(), path.value());
  EXPECT_FALSE(PrepareOrder(0, 3, 8, cache.path()).ok());
  EXPECT_FALSE(PrepareOrder(100, 0, 8, cache.path()).ok());
  EXPECT_FALSE(PrepareOrder(60'000, 1'000'000, 8, cache.path()).ok());
}

class CachedFileTest : public testing::Test {
 protected:
  // How often it has been made so far, after asking once more.
  int MadeAfterAsking() {
    Result<fs::path> path = CachedFile(path_, [&] {
      ++made_;
      return Result<std::string>("contents");
    });
    EXPECT_TRUE(path.ok());
    EXPECT_EQ(ReadFile(path_).value(), "contents");
    return made_;
  }

  TestFolder folder_;
  fs::path path_ = folder_.path() / "sub" / "file.npy";
  int made_ = 0;
};

TEST_F(CachedFileTest, MadeOnce) {
  EXPECT_EQ(MadeAfterAsking(), 1);
  EXPECT_EQ(MadeAfterAsking(), 1);
}

TEST_F(CachedFileTest, TouchedButWholeIsKept) {
  MadeAfterAsking();
  fs::last_write_time(path_, fs::file_time_type::clock::now() - std::chrono::hours(1));
  EXPECT_EQ(MadeAfterAsking(), 1);
}

TEST_F(CachedFileTest, DamagedIsMadeAgain) {
  MadeAfterAsking();
  ASSERT_TRUE(WriteFile(path_, "conTents").ok());
  fs::last_write_time(path_, fs::file_time_type::clock::now() + std::chrono::hours(1));
  EXPECT_EQ(MadeAfterAsking(), 2);
  ASSERT_TRUE(WriteFile(path_, "cont").ok());
  EXPECT_EQ(MadeAfterAsking(), 3);
  fs::remove(path_);
  EXPECT_EQ(MadeAfterAsking(), 4);
}

TEST_F(CachedFileTest, WithoutItsNoteIsMadeAgain) {
  MadeAfterAsking();
  ASSERT_TRUE(WriteFile(path_.string() + ".json", "not json").ok());
  EXPECT_EQ(MadeAfterAsking(), 2);
}

TEST_F(CachedFileTest, FailureLeavesNothing) {
  Result<fs::path> path = CachedFile(path_, [] { return Result<std::string>(Error("no")); });
  EXPECT_FALSE(path.ok());
  EXPECT_TRUE(fs::is_empty(path_.parent_path()));
}

}  // namespace

}  // namespace trena
