// SPDX-License-Identifier: Apache-2.0
// NumPy's format as numpy.lib.format describes it: \x93NUMPY, version, the header's length in 2
// bytes (version 1.0) or 4 (2.0), little-endian, then a Python literal.
#include <gtest/gtest.h>

#include "core/files.h"
#include "core/npy/npy.h"
#include "core/scratch_folder.h"

namespace trena {
namespace {

// A file of version 1.0 or 2.0 whose header is just the literal, and as many bytes of data.
std::string FileOf(const std::string& literal, size_t data, int version = 1) {
  std::string file("\x93NUMPY");
  file += static_cast<char>(version);
  file += '\0';
  for (size_t i = 0, left = literal.size(); i < (version == 1 ? 2 : 4); ++i, left >>= 8) {
    file += static_cast<char>(left & 0xff);
  }
  return file + literal + std::string(data, '\1');
}

std::string LiteralOf(const std::string& descr, const std::string& shape) {
  return "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
}

bool Reads(const std::string& shape, size_t bytes, const std::string& descr = "|u1") {
  return ParseNpy(FileOf(LiteralOf(descr, shape), bytes)).ok();
}

TEST(NpyLimits, EveryTypeHasItsSize) {
  for (auto [descr, size] : {std::pair("|u1", 1), {"<i4", 4}, {"<i8", 8}, {"<f4", 4}, {"<f8", 8}}) {
    EXPECT_TRUE(Reads("(3,)", 3 * size, descr)) << descr;
    EXPECT_FALSE(Reads("(3,)", 3 * size - 1, descr)) << descr;
    EXPECT_FALSE(Reads("(3,)", 3 * size + 1, descr)) << descr;
  }
  for (const char* descr : {"<u1", "|i1", "<u4", "<f2", "<c8", "|b1", "=i4", "|S5", ""}) {
    EXPECT_FALSE(Reads("(0,)", 0, descr)) << descr;
  }
}

TEST(NpyLimits, ScalarsAndEmptyArrays) {
  EXPECT_TRUE(Reads("()", 1)) << "a scalar is one number";
  EXPECT_FALSE(Reads("()", 0));
  EXPECT_TRUE(Reads("(0,)", 0));
  EXPECT_TRUE(Reads("(5, 0, 7)", 0));
}

TEST(NpyLimits, ShapesAsPythonWritesThem) {
  EXPECT_TRUE(Reads("(2,3)", 6));
  EXPECT_TRUE(Reads("( 2 , 3 , )", 6));
  for (const char* shape : {"(2,3", "2, 3)", "[2, 3]", "(2;3)", "(2,,3)", "(,)", "(2.0, 3)",
                            "('2', 3)", "(-1,)", "(99999999999999999999,)"}) {
    EXPECT_FALSE(Reads(shape, 6)) << shape;
  }
}

TEST(NpyLimits, ThirtyTwoDimensionsAreTheMost) {
  std::string ones;
  for (int i = 0; i < 32; ++i) ones += "1,";
  EXPECT_TRUE(Reads("(" + ones + ")", 1));
  EXPECT_FALSE(Reads("(" + ones + "1,)", 1));
}

TEST(NpyLimits, VersionTwoHasALongerLength) {
  std::string literal = LiteralOf("|u1", "(2,)");
  Result<NpyHeader> header = ParseNpy(FileOf(literal, 2, 2));
  ASSERT_TRUE(header.ok()) << header.error().message();
  EXPECT_EQ(header.value().offset, 12 + literal.size());
  EXPECT_FALSE(ParseNpy(FileOf(literal, 2, 3)).ok());
  EXPECT_FALSE(ParseNpy(FileOf(literal, 2, 0)).ok());
  std::string minor = FileOf(literal, 2);
  minor[7] = 1;
  EXPECT_FALSE(ParseNpy(minor).ok()) << "1.1 does not exist";
}

TEST(NpyLimits, AHeaderLongerThan255) {
  std::string literal = LiteralOf("|u1", "(2,)") + std::string(300, ' ');
  EXPECT_TRUE(ParseNpy(FileOf(literal, 2)).ok()) << "the second byte of its length counts";
  EXPECT_EQ(ParseNpy(FileOf(literal, 2)).value().offset, 10 + literal.size());
}

TEST(NpyLimits, CutAnywhereItIsNone) {
  for (int version : {1, 2}) {
    std::string file = FileOf(LiteralOf("<i4", "(2,)"), 8, version);
    ASSERT_TRUE(ParseNpy(file).ok());
    for (size_t length = 0; length < file.size(); ++length) {
      EXPECT_FALSE(ParseNpy(file.substr(0, length)).ok()) << length;
    }
  }
}

TEST(NpyLimits, HeadersNeedAllThreeKeys) {
  for (const char* literal :
       {"{'descr': '|u1', 'shape': (1,)}", "{'fortran_order': False, 'shape': (1,)}",
        "{'descr': '|u1', 'fortran_order': False}", "{}", "",
        "{'descr': '|u1' 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '|u1', 'fortran_order': false, 'shape': (1,)}",
        "{'descr': '|u1, 'fortran_order': False, 'shape': (1,)}",
        "{descr: '|u1', 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)"}) {
    EXPECT_FALSE(ParseNpy(FileOf(literal, 1)).ok()) << literal;
  }
  EXPECT_TRUE(ParseNpy(FileOf("{'shape': (1,), 'fortran_order': False, 'descr': '|u1'}", 1)).ok())
      << "in any order, with or without the last comma";
}

TEST(NpyLimits, TheHeaderWeWriteEndsAtAMultipleOf64) {
  Shape shape;
  for (int rank = 0; rank <= 32; ++rank) {
    std::string bytes = NpyHeaderBytes(DType::kFloat32, shape);
    EXPECT_EQ(bytes.size() % 64, 0u) << rank;
    EXPECT_EQ(bytes.back(), '\n');
    Result<NpyHeader> header = ParseNpy(bytes + std::string(rank == 0 ? 4 : 0, '\0'));
    ASSERT_TRUE(header.ok()) << rank << header.error().message();
    EXPECT_EQ(header.value().shape, shape);
    EXPECT_EQ(header.value().offset, bytes.size());
    shape.push_back(rank == 0 ? 0 : 10 + rank);  // nothing, however large the others
  }
}

TEST(NpyLimits, NumbersThatAreNotAlignedAreNotMapped) {
  ScratchFolder folder(MakeTemporaryFolder(testing::TempDir(), "npy-limits-").value());
  std::string literal = LiteralOf("<i4", "(1,)");
  while ((10 + literal.size()) % 4 != 0) literal += ' ';
  ASSERT_TRUE(WriteFile(folder.path() / "good.npy", FileOf(literal, 4)).ok());
  EXPECT_TRUE(MappedArray::Open(folder.path() / "good.npy").ok());
  ASSERT_TRUE(WriteFile(folder.path() / "odd.npy", FileOf(literal + " ", 4)).ok());
  Result<MappedArray> odd = MappedArray::Open(folder.path() / "odd.npy");
  ASSERT_FALSE(odd.ok());
  EXPECT_NE(odd.error().message().find("the numbers are not aligned"), std::string::npos);
}

TEST(NpyLimits, ShapesInWords) {
  EXPECT_EQ(ToString(Shape{}), "[]");
  EXPECT_EQ(ToString(Shape{3}), "[3]");
  EXPECT_EQ(ToString(Shape{3, 4}), "[3, 4]");
  EXPECT_EQ(Count({}), 1);
  EXPECT_EQ(Count({3, 4, 5}), 60);
  EXPECT_EQ(Count({3, 0}), 0);
}

}  // namespace
}  // namespace trena
