// SPDX-License-Identifier: Apache-2.0
#include "configure/data/text.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "configure/data/builder.h"
#include "configure/data_folder.h"
#include "configure/testing.h"
#include "core/json.h"

namespace trena {
namespace {

std::string Bytes(const std::vector<uint8_t>& text) { return {text.begin(), text.end()}; }

TEST(Text, IsCutIntoSequencesWithTheBytesThatComeNext) {
  const std::string text = "abcdefgh";
  const std::vector<uint8_t> bytes(text.begin(), text.end());
  const Array sequences = Sequences(bytes, 3, 2), next = NextBytes(bytes, 3, 2);
  EXPECT_EQ(sequences.shape, (Shape{2, 3}));
  EXPECT_EQ(sequences.bytes, "abcdef");
  EXPECT_EQ(next.shape, (Shape{2, 3}));
  const int32_t* labels = next.As<int32_t>();
  EXPECT_EQ(std::string(labels, labels + 6), "bcdefg");
}

TEST(Text, GeneratedTextBeginsTheSameHoweverLong) {
  const std::string all = Bytes(SynthesizeText(50'000));
  EXPECT_EQ(all.size(), 50'000u);
  EXPECT_EQ(Bytes(SynthesizeText(100)), all.substr(0, 100));
  // Of 24 words the first comes up 47 times in 576, the last once: of some 9,000 words about 700
  // and 15.
  auto count = [&](const std::string& word) {
    size_t found = 0;
    for (size_t at = all.find(word); at != all.npos; at = all.find(word, at + 1)) ++found;
    return found;
  };
  EXPECT_GT(count("the "), 500u);
  EXPECT_GT(count("leviathan "), 3u);
  EXPECT_LT(count("leviathan "), 50u);
}

TEST(Text, AFileHasTheBytesItHad) {
  TestFolder folder;
  const fs::path path = folder.Write("a.txt", "\xe2\x80\x94x\n");
  EXPECT_EQ(Bytes(ReadText(path, 5).value()), "\xe2\x80\x94x\n");
  EXPECT_FALSE(ReadText(path, 4).ok());
  EXPECT_TRUE(Has(ReadText(path, 6).error().message(), {"a.txt has 5 bytes, not 6"}));
}

// The last tenth, 100,000 bytes, is the test part: (900,000 − 1) ÷ 64 and (100,000 − 1) ÷ 64 are
// 14,062 and 1,562 whole sequences, of which 20 and their share, 2.2, are asked for.
TEST(Text, PreparedLikeImages) {
  TestFolder cache;
  const DataRequest request{.dataset = "synthetic_text", .images = 20, .sequence = 64};
  const Result<fs::path> folder = BuildData(request, cache.path(), {});
  ASSERT_TRUE(folder.ok()) << folder.error().message();
  EXPECT_EQ(folder.value().filename(), "synthetic_text-64-20");
  const PreparedData data = ReadDataFolder(folder.value(), true).value();
  EXPECT_EQ(data.sequence, 64);
  EXPECT_EQ(data.train_images, 20);
  EXPECT_EQ(data.test_images, 3);
  EXPECT_EQ(data.classes, 256);
  EXPECT_EQ(data.input(), Shape{64});
  EXPECT_TRUE(data.synthetic);
  const std::string train = ReadFile(folder.value() / "train_images.npy").value();
  const std::string test = ReadFile(folder.value() / "test_images.npy").value();
  const std::string all = Bytes(SynthesizeText(1'000'000));
  EXPECT_EQ(train.substr(ParseNpy(train).value().offset), all.substr(0, 20 * 64));
  EXPECT_EQ(test.substr(ParseNpy(test).value().offset), all.substr(900'000, 3 * 64));
  const std::string labels = ReadFile(folder.value() / "test_labels.npy").value();
  EXPECT_EQ(ParseNpy(labels).value().shape, (Shape{3, 64}));
}

TEST(Text, MobyDick) {
  TestFolder cache;
  ASSERT_TRUE(MakeFolder(CacheFolder() / "sources").ok());
  fs::create_directory_symlink(CacheFolder() / "sources", cache.path() / "sources");
  const DataRequest request{.dataset = "moby_dick", .images = 2, .sequence = 32};
  const Result<fs::path> folder = BuildData(request, cache.path(), {});
  if (!folder.ok() && folder.error().message().find("npm") != std::string::npos) {
    GTEST_SKIP() << folder.error().message();
  }
  ASSERT_TRUE(folder.ok()) << folder.error().message();
  const std::string train = ReadFile(folder.value() / "train_images.npy").value();
  EXPECT_TRUE(train.substr(ParseNpy(train).value().offset).starts_with("CHAPTER 1. Loomings.\n"));
  EXPECT_FALSE(ReadDataFolder(folder.value(), true).value().synthetic);
}

}  // namespace
}  // namespace trena
