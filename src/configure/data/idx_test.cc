// SPDX-License-Identifier: Apache-2.0
#include "configure/data/idx.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "configure/testing.h"

namespace trena {
namespace {

// Three images of 2×2 pixels: 1…4, 5…8, 9…12.
const std::string kImages(
    "\0\0\x08\x03\0\0\0\x03\0\0\0\x02\0\0\0\x02\1\2\3\4\5\6\7\x08\x09\x0a\x0b\x0c", 28);
const std::string kLabels("\0\0\x08\x01\0\0\0\x03\1\0\2", 11);

class IdxTest : public testing::Test {
 protected:
  IdxTest() {
    dataset_.channels = 1;
    dataset_.native = 2;
    dataset_.classes = 3;
    dataset_.train = {3, {"data/images"}, "data/labels"};
  }

  Result<Images> Read(const std::string& images, const std::string& labels, int count) {
    folder_.Write("images", images);
    folder_.Write("labels", labels);
    return ReadIdx(dataset_, dataset_.train, folder_.path(), count);
  }

  TestFolder folder_;
  Dataset dataset_;
};

TEST_F(IdxTest, ReadsTheFirstImages) {
  Result<Images> images = Read(kImages, kLabels, 2);
  ASSERT_TRUE(images.ok()) << images.error().message();
  EXPECT_EQ(images.value().labels, (std::vector<int32_t>{1, 0}));
  std::vector<uint8_t> pixels(4);
  images.value().read(1, pixels);
  EXPECT_EQ(pixels, (std::vector<uint8_t>{5, 6, 7, 8}));
}

TEST_F(IdxTest, ReadsGzip) {
  gzFile file = gzopen((folder_.path() / "images").c_str(), "wb");
  gzwrite(file, kImages.data(), static_cast<unsigned>(kImages.size()));
  gzclose(file);
  folder_.Write("labels", kLabels);
  Result<Images> images = ReadIdx(dataset_, dataset_.train, folder_.path(), 3);
  ASSERT_TRUE(images.ok()) << images.error().message();
  std::vector<uint8_t> pixels(4);
  images.value().read(2, pixels);
  EXPECT_EQ(pixels, (std::vector<uint8_t>{9, 10, 11, 12}));
}

TEST_F(IdxTest, RefusesDamage) {
  auto message = [&](const std::string& images, const std::string& labels) {
    Result<Images> read = Read(images, labels, 3);
    return read.ok() ? "" : read.error().message();
  };
  EXPECT_TRUE(Has(message(kImages.substr(0, 27), kLabels), {"ends early"}));
  EXPECT_TRUE(Has(message(kLabels, kLabels), {"in its header"}));
  std::string wide = kImages, wild = kLabels;
  wide[15] = 3;
  wild[10] = 3;
  EXPECT_TRUE(Has(message(wide, kLabels), {"3 in its header where 2 should be"}));
  EXPECT_TRUE(Has(message(kImages, wild), {"a label 3 where there are 3 classes"}));
  fs::remove(folder_.path() / "labels");
  EXPECT_FALSE(ReadIdx(dataset_, dataset_.train, folder_.path() / "none", 1).ok());
}

}  // namespace
}  // namespace trena
