// SPDX-License-Identifier: Apache-2.0
#include "configure/data/png_rows.h"

#include <gtest/gtest.h>
#include <png.h>

#include "configure/testing.h"

namespace trena {
namespace {

// Two images of 1×1 pixels in three channels, a row of a file each: 1 2 3 and 4 5 6.
class PngRowsTest : public testing::Test {
 protected:
  PngRowsTest() {
    dataset_.package = "two-pixels";
    dataset_.channels = 3;
    dataset_.native = 1;
    dataset_.classes = 3;
    dataset_.train = {2, {"images.png"}, "labels.json"};
    WriteImages(1, 2, PNG_FORMAT_RGB);
  }

  void WriteImages(unsigned width, unsigned height, unsigned format) {
    const std::vector<uint8_t> pixels = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = format;
    const fs::path path = folder_.path() / "images.png";
    ASSERT_NE(png_image_write_to_file(&image, path.c_str(), 0, pixels.data(), 0, nullptr), 0);
  }

  Result<Images> Read(const std::string& labels, int count = 2) {
    folder_.Write("labels.json", labels);
    return ReadPngRows(dataset_, dataset_.train, folder_.path(), count);
  }

  std::string Refusal(const std::string& labels, int count = 2) {
    Result<Images> images = Read(labels, count);
    EXPECT_FALSE(images.ok()) << labels;
    return images.ok() ? "" : images.error().message();
  }

  TestFolder folder_;
  Dataset dataset_;
};

TEST_F(PngRowsTest, ARowIsAnImage) {
  Result<Images> images = Read("[2, 0]");
  ASSERT_TRUE(images.ok()) << images.error().message();
  EXPECT_EQ(images.value().labels, (std::vector<int32_t>{2, 0}));
  std::vector<uint8_t> pixels(3);
  images.value().read(1, pixels);
  EXPECT_EQ(pixels, (std::vector<uint8_t>{4, 5, 6}));
  EXPECT_EQ(Read("[2, 0]", 1).value().labels, std::vector<int32_t>{2}) << "the first";
}

// 2³² + 1 would be 1 in 32 bits, and −2³² + 1 as well: a class that the file does not name.
TEST_F(PngRowsTest, ALabelOfMoreThan32BitsIsNotCutToAClass) {
  for (const char* label : {"4294967297", "-4294967295", "2147483648", "18446744073709551617",
                            "18446744073709551615", "9223372036854775809"}) {
    Refusal(std::string("[0, ") + label + "]");
  }
  EXPECT_TRUE(Has(Refusal("[0, 4294967297]"), {"4294967297 is no label", "labels.json"}));
}

TEST_F(PngRowsTest, ALabelIsAClass) {
  EXPECT_TRUE(Has(Refusal("[0, 3]"), {"a label 3 where there are 3 classes"}));
  EXPECT_TRUE(Has(Refusal("[0, -1]"), {"a label -1"}));
  EXPECT_TRUE(Has(Refusal("[0, 1.5]"), {"something but numbers"}));
  EXPECT_TRUE(Has(Refusal("[0, \"1\"]"), {"something but numbers"}));
  EXPECT_TRUE(Has(Refusal("[0]"), {"not a list of 2 labels"}));
  EXPECT_TRUE(Has(Refusal("{}"), {"not a list of 2 labels"}));
}

TEST_F(PngRowsTest, OnlyTheBytesOfTheDataSetAreTaken) {
  WriteImages(1, 1, PNG_FORMAT_RGB);
  EXPECT_TRUE(Has(Refusal("[0, 0]"), {"two-pixels has too few images"}));
  WriteImages(2, 2, PNG_FORMAT_RGB);
  EXPECT_TRUE(Has(Refusal("[0, 0]"), {"is not 8-bit RGB with rows of 3 bytes"}));
  WriteImages(1, 2, PNG_FORMAT_GRAY);
  EXPECT_TRUE(Has(Refusal("[0, 0]"), {"is not 8-bit RGB"}));
}

}  // namespace
}  // namespace trena
