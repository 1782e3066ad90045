// SPDX-License-Identifier: Apache-2.0
#include "configure/own_data/labels_file.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

namespace trena {
namespace {

class LabelsFileTest : public testing::Test {
 protected:
  Result<std::vector<LabelledFile>> Read(const std::string& text) const {
    return ReadLabels(folder_.Write("l.csv", text));
  }
  std::string Refused(const std::string& text) const {
    const auto read = Read(text);
    EXPECT_FALSE(read.ok()) << text;
    if (read.ok()) return "";
    EXPECT_EQ(read.error().kind(), ErrorKind::kInput);
    return read.error().message();
  }

  TestFolder folder_;
};

TEST_F(LabelsFileTest, ColumnsAreFoundByTheirNames) {
  const auto files =
      Read("\xEF\xBB\xBFlabel,grader,file\r\ntench,1,a/b.jpg\r\n\r\ncat,2,\"c, d.jpg\"\n").value();
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].path, "a/b.jpg");
  EXPECT_EQ(files[0].label, "tench");
  EXPECT_EQ(files[1].path, "c, d.jpg");
  EXPECT_EQ(files[1].line, 4u);
}

TEST_F(LabelsFileTest, ANameMayGoOverLines) {
  const auto files = Read("file,label\n\"a\nb.jpg\",1\nc.jpg,2").value();
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].path, "a\nb.jpg");
  EXPECT_EQ(files[1].line, 4u);
}

TEST_F(LabelsFileTest, WhatIsMissingOrDoubleIsShownWhereItIs) {
  EXPECT_TRUE(Has(Refused(""), {"l.csv is empty"}));
  EXPECT_TRUE(Has(Refused("a.jpg,1\n"),
                  {"l.csv:1: the first line must name the columns `file` and `label`"}));
  EXPECT_TRUE(Has(Refused("file,label\na.jpg,1\n,2\n"), {"l.csv:3: names no file"}));
  EXPECT_TRUE(Has(Refused("file,label\na.jpg,\n"), {"l.csv:2: a.jpg has no label"}));
  EXPECT_TRUE(Has(Refused("file,label\na.jpg,1\nb.jpg,2\n./a.jpg,2\n"),
                  {"l.csv:4: a.jpg is named a second time; first in line 2"}));
  EXPECT_TRUE(Has(Refused("file,label\na.jpg\n"), {"l.csv:2: has 1 fields, not 2"}));
  EXPECT_TRUE(Has(Refused("file,label\n\"a.jpg,1\n"), {"l.csv:2: "}));
  EXPECT_TRUE(Has(ReadLabels(folder_.path() / "none.csv").error().message(), {"none.csv"}));
}

}  // namespace
}  // namespace trena
