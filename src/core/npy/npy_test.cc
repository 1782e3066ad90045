// SPDX-License-Identifier: Apache-2.0
#include "core/npy/npy.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

#include "core/files.h"

namespace trena {
namespace {

// A file as NumPy 1.x writes it: np.save of np.array([[1, 2, 3], [4, 5, 6]], dtype='<i4').
std::string NumpyFile(const std::string& literal, const std::string& numbers) {
  std::string padded = literal;
  while ((10 + padded.size() + 1) % 64 != 0) padded += ' ';
  padded += '\n';
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(padded.size() % 256);
  file += static_cast<char>(padded.size() / 256);
  return file + padded + numbers;
}

const char kLiteral[] = "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }";

std::string SixInts() {
  std::vector<int32_t> numbers = {1, 2, 3, 4, 5, 6};
  return Array::Of<int32_t>({2, 3}, numbers).bytes;
}

class Npy : public testing::Test {
 protected:
  void SetUp() override {
    Result<fs::path> made = MakeTemporaryFolder(testing::TempDir(), "npy");
    ASSERT_TRUE(made.ok());
    folder_ = made.value();
  }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path folder_;
};

TEST_F(Npy, ReadsWhatNumpyWrites) {
  Result<NpyHeader> header = ParseNpy(NumpyFile(kLiteral, SixInts()));
  ASSERT_TRUE(header.ok()) << header.error().message();
  EXPECT_EQ(header.value().dtype, DType::kInt32);
  EXPECT_EQ(header.value().shape, (Shape{2, 3}));
  EXPECT_EQ(header.value().offset, 128u);
}

TEST_F(Npy, HeaderIsByteForByteNumpys) {
  EXPECT_EQ(NpyHeaderBytes(DType::kInt32, {2, 3}), NumpyFile(kLiteral, ""));
  EXPECT_EQ(NpyHeaderBytes(DType::kUint8, {5}),
            NumpyFile("{'descr': '|u1', 'fortran_order': False, 'shape': (5,), }", ""));
  EXPECT_EQ(NpyHeaderBytes(DType::kFloat64, {}),
            NumpyFile("{'descr': '<f8', 'fortran_order': False, 'shape': (), }", ""));
}

TEST_F(Npy, RefusesWhatTheFileDoesNotHold) {
  std::string good = NumpyFile(kLiteral, SixInts());
  EXPECT_FALSE(ParseNpy(good.substr(0, good.size() - 1)).ok());
  EXPECT_FALSE(ParseNpy(good + "x").ok());
  for (size_t length = 0; length < 128; ++length) {
    EXPECT_FALSE(ParseNpy(good.substr(0, length)).ok()) << length;
  }
  // 2^62 × 4 bytes overflow; so does the product of the sizes.
  EXPECT_FALSE(ParseNpy(NumpyFile("{'descr': '<i4', 'fortran_order': False, 'shape': "
                                  "(4611686018427387904,), }",
                                  ""))
                   .ok());
  EXPECT_FALSE(ParseNpy(NumpyFile("{'descr': '<i4', 'fortran_order': False, 'shape': "
                                  "(4294967296, 4294967296), }",
                                  ""))
                   .ok());
}

TEST_F(Npy, RefusesOtherForms) {
  for (const char* literal : {
           "{'descr': '<i4', 'fortran_order': True, 'shape': (2, 3), }",
           "{'descr': '>i4', 'fortran_order': False, 'shape': (2, 3), }",
           "{'descr': '|O', 'fortran_order': False, 'shape': (2, 3), }",
           "{'descr': '<i4', 'fortran_order': False, 'shape': (-2, -3), }",
           "{'descr': '<i4', 'fortran_order': False, }",
           "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), 'more': 1}",
           "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), } x",
           "{'descr': '<i4', 'fortran_order': False, 'shape': (2 3), }",
       }) {
    EXPECT_FALSE(ParseNpy(NumpyFile(literal, SixInts())).ok()) << literal;
  }
}

TEST_F(Npy, MapsWhatWasWritten) {
  fs::path path = folder_ / "a.npy";
  ASSERT_TRUE(WriteNpy(path, Array::Of<float>({2, 2}, {1.5f, -2, 3, 4})).ok());
  Result<MappedArray> array = MappedArray::Open(path);
  ASSERT_TRUE(array.ok()) << array.error().message();
  MappedArray moved = std::move(array).value();
  EXPECT_EQ(moved.shape(), (Shape{2, 2}));
  EXPECT_TRUE(moved.CheckRank(2).ok());
  EXPECT_FALSE(moved.CheckRank(1).ok());
  ASSERT_TRUE(moved.Data<float>().ok());
  EXPECT_EQ(moved.Data<float>().value()[0], 1.5f);
  EXPECT_EQ(moved.Data<float>().value()[3], 4);
  ASSERT_FALSE(moved.Data<int32_t>().ok());
  EXPECT_NE(moved.Data<int32_t>().error().message().find("holds float32, expected int32"),
            std::string::npos);
}

// A limit of the address space, 64 MiB above what is in use, for the object's life.
class LittleSpace {
 public:
  LittleSpace() {
    getrlimit(RLIMIT_AS, &before_);
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    rlimit limit = before_;
    limit.rlim_cur = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + (rlim_t{64} << 20);
    setrlimit(RLIMIT_AS, &limit);
  }
  ~LittleSpace() { setrlimit(RLIMIT_AS, &before_); }
  LittleSpace(const LittleSpace&) = delete;
  LittleSpace& operator=(const LittleSpace&) = delete;

 private:
  rlimit before_{};
};

TEST_F(Npy, MoreThanTheAddressSpaceIsSaidWithWhatToDo) {
  fs::path path = folder_ / "large.npy";
  int64_t count = int64_t{1} << 30;
  std::string header = NpyHeaderBytes(DType::kUint8, {count});
  ASSERT_TRUE(WriteFile(path, header).ok());
  fs::resize_file(path, header.size() + static_cast<size_t>(count));  // a hole, no disk
  {
    LittleSpace little;
    Result<MappedArray> array = MappedArray::Open(path);
    ASSERT_FALSE(array.ok());
    EXPECT_EQ(array.error().message(),
              "cannot map " + path.string() +
                  ": not enough memory, its 1.07 GB are more than the address space has left: "
                  "raise `ulimit -v`, or use fewer or smaller images");
  }
  EXPECT_TRUE(MappedArray::Open(path).ok());
}

TEST_F(Npy, MissingEmptyAndFolderAreInputErrors) {
  ASSERT_TRUE(WriteFile(folder_ / "empty.npy", "").ok());
  for (const fs::path& path : {folder_ / "none.npy", folder_ / "empty.npy", folder_}) {
    Result<MappedArray> array = MappedArray::Open(path);
    ASSERT_FALSE(array.ok());
    EXPECT_EQ(array.error().kind(), ErrorKind::kInput);
    EXPECT_NE(array.error().message().find(path.string()), std::string::npos);
  }
}

}  // namespace
}  // namespace trena
