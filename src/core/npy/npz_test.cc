// SPDX-License-Identifier: Apache-2.0
#include "core/npy/npz.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/files.h"

namespace trena {
namespace {

class Npz : public testing::Test {
 protected:
  void SetUp() override {
    Result<fs::path> made = MakeTemporaryFolder(testing::TempDir(), "npz");
    ASSERT_TRUE(made.ok());
    path_ = made.value() / "a.npz";
  }
  void TearDown() override { fs::remove_all(path_.parent_path()); }
  void WriteTwo() {
    ASSERT_TRUE(WriteNpz(path_, {{"grad/conv1.weight", Array::Of<float>({1, 2}, {0.25f, -7})},
                                 {"indices", Array::Of<int32_t>({3}, {3, 1, 2})}})
                    .ok());
  }
  fs::path path_;
};

TEST_F(Npz, ReadsBackWhatItWrote) {
  WriteTwo();
  Result<std::map<std::string, Array>> read = ReadNpz(path_);
  ASSERT_TRUE(read.ok()) << read.error().message();
  ASSERT_EQ(read.value().size(), 2u);
  const Array& weight = read.value().at("grad/conv1.weight");
  EXPECT_EQ(weight.shape, (Shape{1, 2}));
  EXPECT_EQ(weight.As<float>()[0], 0.25f);
  EXPECT_EQ(weight.As<float>()[1], -7);
  EXPECT_EQ(read.value().at("indices").dtype, DType::kInt32);
}

TEST_F(Npz, StoresAndDoesNotDeflate) {
  // A thousand equal numbers would shrink to a few bytes.
  ASSERT_TRUE(WriteNpz(path_, {{"a", Array::Of<float>({1000}, std::vector<float>(1000))}}).ok());
  EXPECT_GT(fs::file_size(path_), 4000u);
}

TEST_F(Npz, SameArraysSameBytes) {
  WriteTwo();
  std::string first = ReadFile(path_).value();
  WriteTwo();
  EXPECT_EQ(ReadFile(path_).value(), first);
}

TEST_F(Npz, ABitFlippedInTheNumbersIsNoticed) {
  WriteTwo();
  std::string bytes = ReadFile(path_).value();
  size_t numbers = bytes.find(Array::Of<float>({2}, {0.25f, -7}).bytes);
  ASSERT_NE(numbers, std::string::npos);
  bytes[numbers] ^= 1;
  ASSERT_TRUE(WriteFile(path_, bytes).ok());
  EXPECT_FALSE(ReadNpz(path_).ok());
}

TEST_F(Npz, MissingAndBrokenAreInputErrors) {
  Result<std::map<std::string, Array>> missing = ReadNpz(path_);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().kind(), ErrorKind::kInput);
  ASSERT_TRUE(WriteFile(path_, "no zip at all").ok());
  EXPECT_FALSE(ReadNpz(path_).ok());
}

TEST_F(Npz, SameBytesInEveryTimeZone) {
  std::string here = ToNpz({{"fc1.bias", Array::Of<float>({2}, {5, 6})}}).value();
  const char* before = getenv("TZ");
  std::string kept = before == nullptr ? "" : before;
  for (const char* zone : {"UTC", "America/Recife", "Asia/Tokyo", "Pacific/Kiritimati"}) {
    setenv("TZ", zone, 1);
    tzset();
    EXPECT_EQ(ToNpz({{"fc1.bias", Array::Of<float>({2}, {5, 6})}}).value(), here) << zone;
  }
  before == nullptr ? unsetenv("TZ") : setenv("TZ", kept.c_str(), 1);
  tzset();
  // The local header of the first member: time 12:00 (0x6000), date 1980-01-01 (0x0021).
  EXPECT_EQ(here.substr(10, 4), std::string("\x00\x60\x21\x00", 4));
}

}  // namespace
}  // namespace trena
