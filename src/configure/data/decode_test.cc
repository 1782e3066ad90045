// SPDX-License-Identifier: Apache-2.0
// Images that Pillow wrote (testdata/make_images.py), and what Pillow and any viewer show of them.
#include "configure/data/decode.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

#include "configure/data/image_header.h"
#include "configure/testing.h"

namespace trena {
namespace {

constexpr int kSide = 16;

using Colour = std::array<int, 3>;
constexpr Colour kRed = {255, 0, 0}, kGreen = {0, 255, 0}, kBlue = {0, 0, 255},
                 kWhite = {255, 255, 255};

std::string Bytes(const std::string& name) {
  const fs::path folder = fs::path(TRENA_SOURCE_DIR) / "src/configure/data/testdata";
  Result<std::string> bytes = ReadFile(folder / name);
  EXPECT_TRUE(bytes.ok()) << bytes.error().message();
  return bytes.ok() ? bytes.value() : "";
}

Colour At(const DecodedImage& image, int x, int y) {
  const auto at = static_cast<size_t>((y * kSide + x) * 3);
  return {image.pixels[at], image.pixels[at + 1], image.pixels[at + 2]};
}

void ExpectNear(const Colour& seen, const Colour& expected, int tolerance) {
  for (size_t i = 0; i < 3; ++i) EXPECT_LE(std::abs(seen[i] - expected[i]), tolerance) << i;
}

void ExpectQuarters(const DecodedImage& image, const std::array<Colour, 4>& quarters,
                    int tolerance) {
  constexpr int kFirst = 3, kSecond = 12;
  ExpectNear(At(image, kFirst, kFirst), quarters[0], tolerance);
  ExpectNear(At(image, kSecond, kFirst), quarters[1], tolerance);
  ExpectNear(At(image, kFirst, kSecond), quarters[2], tolerance);
  ExpectNear(At(image, kSecond, kSecond), quarters[3], tolerance);
}

std::string Complaint(const std::string& bytes) {
  const Result<DecodedImage> decoded = DecodeImage(bytes, kSide);
  return decoded.ok() ? "" : decoded.error().message();
}

TEST(DecodeTest, EveryFormatGivesRedGreenBlue) {
  for (const char* name : {"quarters.png", "quarters.bmp", "quarters.tiff", "palette.png",
                           "transparent.png", "quarters.jpg", "progressive.jpg"}) {
    SCOPED_TRACE(name);
    const Result<DecodedImage> decoded = DecodeImage(Bytes(name), kSide);
    ASSERT_TRUE(decoded.ok()) << decoded.error().message();
    const int tolerance = std::string(name).ends_with(".jpg") ? 3 : 0;
    ExpectQuarters(decoded.value(), {kRed, kGreen, kBlue, kWhite}, tolerance);
    EXPECT_FALSE(decoded.value().cmyk || decoded.value().deep);
  }
}

TEST(DecodeTest, AnImageIsTurnedAsItsExifSays) {
  // Pillow's exif_transpose: blue and red above, white and green below.
  const DecodedImage turned = DecodeImage(Bytes("turned.jpg"), kSide).value();
  ExpectQuarters(turned, {kBlue, kRed, kWhite, kGreen}, 3);
}

TEST(DecodeTest, FourInksAndSixteenBitsBecomeEightBitsOfThreeColours) {
  const DecodedImage cmyk = DecodeImage(Bytes("cmyk.jpg"), kSide).value();
  ExpectNear(At(cmyk, 5, 5), kRed, 3);
  EXPECT_TRUE(cmyk.cmyk);
  for (const char* name : {"deep.png", "deep.tiff"}) {
    SCOPED_TRACE(name);
    const Result<DecodedImage> deep = DecodeImage(Bytes(name), kSide);
    ASSERT_TRUE(deep.ok()) << deep.error().message();
    ExpectNear(At(deep.value(), 5, 5), {0x12, 0x12, 0x12}, 0);
    EXPECT_TRUE(deep.value().deep);
  }
  ExpectNear(At(DecodeImage(Bytes("grey.png"), kSide).value(), 5, 5), {77, 77, 77}, 0);
}

TEST(DecodeTest, ItIsResizedToASquare) {
  const DecodedImage small = DecodeImage(Bytes("quarters.png"), 8).value();
  ASSERT_EQ(small.pixels.size(), 8u * 8 * 3);
  EXPECT_EQ(small.pixels[0], 255);
  EXPECT_EQ(small.pixels[1], 0);
}

// A decoder that is asked for half a JPEG fills the rest with grey.
TEST(DecodeTest, WhatIsCutOffIsSaid) {
  for (const char* name : {"quarters.jpg", "progressive.jpg", "turned.jpg", "cmyk.jpg"}) {
    SCOPED_TRACE(name);
    const std::string whole = Bytes(name);
    EXPECT_EQ(Complaint(whole.substr(0, whole.size() - 2)), "is cut off") << "without its end";
    EXPECT_EQ(Complaint(whole.substr(0, whole.size() - 40)), "is cut off");
    EXPECT_EQ(Complaint(whole + "what a camera adds"), "");
  }
  EXPECT_EQ(Complaint(Bytes("quarters.jpg").substr(0, 30)), "is cut off in its header");
  for (const char* name : {"quarters.png", "quarters.bmp", "quarters.tiff"}) {
    const std::string whole = Bytes(name);
    EXPECT_TRUE(Has(Complaint(whole.substr(0, whole.size() * 2 / 3)), {"cut off"})) << name;
  }
  EXPECT_EQ(Complaint(""), "is empty");
  EXPECT_EQ(Complaint("GIF89a and so on"), "is no JPEG, PNG, BMP or TIFF");
}

TEST(DecodeTest, SizeIsBoundedBeforeDecoding) {
  // 30,000 = 0x7530, written over the size in the headers.
  std::string png = Bytes("quarters.png");
  png.replace(16, 8, std::string("\0\0\x75\x30\0\0\x75\x30", 8));
  EXPECT_EQ(Complaint(png), "is 30000×30000: more than 100 megapixels are not decoded");
  std::string jpeg = Bytes("quarters.jpg");
  const size_t frame = jpeg.find("\xFF\xC0");
  ASSERT_NE(frame, jpeg.npos);
  jpeg.replace(frame + 5, 4, "\x75\x30\x75\x30");
  EXPECT_EQ(Complaint(jpeg), "is 30000×30000: more than 100 megapixels are not decoded");
  std::string bmp = Bytes("quarters.bmp");
  bmp.replace(18, 8, std::string("\x30\x75\0\0\x30\x75\0\0", 8));
  EXPECT_EQ(Complaint(bmp), "is 30000×30000: more than 100 megapixels are not decoded");
  // Width and height are the directory's first entries, tags 256 and 257, of short numbers.
  std::string tiff = Bytes("quarters.tiff");
  for (const char* tag : {"\x00\x01", "\x01\x01"}) {
    const size_t entry = tiff.find(std::string(tag, 2) + std::string("\x03\0\x01\0\0\0\x10\0", 8));
    ASSERT_NE(entry, tiff.npos);
    tiff.replace(entry + 8, 2, "\x30\x75");
  }
  EXPECT_EQ(Complaint(tiff), "is 30000×30000: more than 100 megapixels are not decoded");
  png.replace(16, 8, std::string(8, '\0'));
  EXPECT_EQ(Complaint(png), "says that it has no pixels");
}

// Any cut of any format, and any byte changed: an answer, and no crash.
TEST(DecodeTest, NoBytesBreakIt) {
  testing::internal::CaptureStderr();  // the codecs' libraries have much to say
  for (const char* name : {"quarters.png", "quarters.bmp", "quarters.tiff", "quarters.jpg"}) {
    const std::string whole = Bytes(name);
    for (size_t i = 0; i < whole.size(); i += 3) {
      (void)DecodeImage(whole.substr(0, i), kSide);
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ 0x55);
      (void)DecodeImage(changed, kSide);
    }
  }
  testing::internal::GetCapturedStderr();
}

}  // namespace
}  // namespace trena
