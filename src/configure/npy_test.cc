// SPDX-License-Identifier: Apache-2.0
#include "configure/npy.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

TEST(Npy, HeaderIsTheFormatsOwn) {
  // numpy.lib.format, version 1.0: magic, version, little-endian length, dictionary padded with
  // spaces to a multiple of 64 and ended by a newline. 10 + 118 = 128.
  std::string dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  std::string expected("\x93NUMPY\x01\x00\x76\x00", 10);
  expected += dictionary + std::string(117 - dictionary.size(), ' ') + "\n";
  EXPECT_EQ(MakeNpyHeader("<f4", {2, 3}), expected);
}

TEST(Npy, OneSizeHasItsComma) {
  EXPECT_NE(MakeNpyHeader("<i4", {7}).find("'shape': (7,), }"), std::string::npos);
  EXPECT_NE(MakeNpyHeader("<i4", {}).find("'shape': (), }"), std::string::npos);
}

TEST(Npy, NumbersFollowAligned) {
  std::string bytes = ToNpy<int32_t>({3}, {1, -2, 0x01020304});
  ASSERT_EQ(bytes.size() % 64, 12u);
  EXPECT_EQ(bytes.substr(bytes.size() - 12),
            std::string("\x01\0\0\0\xfe\xff\xff\xff\x04\x03\x02\x01", 12));
}

TEST(Npy, ReadsWhatItWrites) {
  for (const std::vector<int64_t>& shape :
       {std::vector<int64_t>{}, {5}, {60'000, 64, 64, 3}, std::vector<int64_t>(30, 123456789)}) {
    std::string header = MakeNpyHeader("|u1", shape);
    EXPECT_EQ(header.size() % 64, 0u);
    Result<NpyHeader> read = ReadNpyHeader(header + "rest");
    ASSERT_TRUE(read.ok()) << read.error().message();
    EXPECT_EQ(read.value().type, "|u1");
    EXPECT_EQ(read.value().shape, shape);
    EXPECT_EQ(read.value().size, header.size());
  }
}

TEST(Npy, RefusesOtherFiles) {
  std::string good = MakeNpyHeader("<f4", {2});
  EXPECT_FALSE(ReadNpyHeader("").ok());
  EXPECT_FALSE(ReadNpyHeader("PK\x03\x04").ok());
  EXPECT_FALSE(ReadNpyHeader(good.substr(0, 60)).ok());
  std::string fortran = good, negative = good;
  fortran.replace(good.find("False"), 5, "True ");
  negative.replace(good.find("(2,)"), 4, "(-2)");
  EXPECT_FALSE(ReadNpyHeader(fortran).ok());
  EXPECT_FALSE(ReadNpyHeader(negative).ok());
}

}  // namespace
}  // namespace trena
