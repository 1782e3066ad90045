// SPDX-License-Identifier: Apache-2.0
#include "core/npy/npz.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

#include "core/files.h"
#include "core/process/process.h"

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

TEST_F(Npz, NumpyReadsWhatWeWriteAndWeWhatNumpyWrites) {
  WriteTwo();
  ProcessOptions numpy;
  numpy.folder = path_.parent_path();
  numpy.arguments = {"/usr/bin/python3", "-c",
                     "import numpy as np\n"
                     "a = np.load('a.npz')\n"
                     "print(a.files, a['grad/conv1.weight'].tolist(), a['indices'].tolist())\n"
                     "np.savez_compressed('b.npz', **{'fc1.weight': np.float64([[2, 3]])})\n"};
  ProcessResult read = RunProcess(numpy).value();
  if (read.errors.find("No module named 'numpy'") != std::string::npos) {
    GTEST_SKIP() << "Debian's Python has no numpy: apt install python3-numpy";
  }
  EXPECT_EQ(read.output, "['grad/conv1.weight', 'indices'] [[0.25, -7.0]] [3, 1, 2]\n")
      << read.errors;
  Result<std::map<std::string, Array>> back = ReadNpz(path_.parent_path() / "b.npz");
  ASSERT_TRUE(back.ok()) << back.error().message();
  const Array& weight = back.value().at("fc1.weight");
  EXPECT_EQ(weight.shape, (Shape{1, 2}));
  EXPECT_EQ(weight.As<double>()[1], 3);
}

// As trena wrote them with libzip: ToNpz({{"a", Array::Of<uint8_t>({2}, {7, 9})}}).
TEST_F(Npz, ReadsWhatEarlierVersionsWrote) {
  const std::string_view kWritten =
      "504b03040a0000000000006021006c7ced9e820000008200000005000000612e6e7079934e554d505901"
      "0076007b276465736372273a20277c7531272c2027666f727472616e5f6f72646572273a2046616c7365"
      "2c20277368617065273a2028322c292c207d202020202020202020202020202020202020202020202020"
      "2020202020202020202020202020202020202020202020202020202020202020202020200a0709504b01"
      "023f030a0000000000006021006c7ced9e8200000082000000050000000000000000000000b681000000"
      "00612e6e7079504b0506000000000100010033000000a50000000000";
  std::string bytes(kWritten.size() / 2, '\0');
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<char>(std::stoi(std::string(kWritten.substr(2 * i, 2)), nullptr, 16));
  }
  ASSERT_TRUE(WriteFile(path_, bytes).ok());
  Result<std::map<std::string, Array>> read = ReadNpz(path_);
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(read.value().at("a").bytes, "\x07\x09");
}

TEST_F(Npz, ANameThatOccursTwiceIsRefused) {
  Array one = Array::Of<float>({1}, {1});
  ASSERT_TRUE(WriteNpz(path_, {{"a", one}, {"a", one}}).ok());
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
  // The local header of the first member: midnight, 1980-01-01 (0x0021), MS-DOS's first moment.
  EXPECT_EQ(here.substr(10, 4), std::string("\x00\x00\x21\x00", 4));
}

}  // namespace
}  // namespace trena
