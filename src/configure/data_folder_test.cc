// SPDX-License-Identifier: Apache-2.0
// A prepared folder is believed only as far as it is what its data.json says.
#include "configure/data_folder.h"

#include <gtest/gtest.h>

#include "configure/testing.h"
#include "core/json.h"
#include "core/sha256.h"

namespace trena {
namespace {

class DataFolderTest : public testing::Test {
 protected:
  DataFolderTest() {
    facts_ = {{"format", 1},  {"classes", 10},     {"channels", 3},    {"image", 32},
              {"images", 50}, {"test_images", 20}, {"synthetic", true}};
    for (const char* name : kDataFiles) {
      std::string text = std::string("content of ") + name;
      folder_.Write(name, text);
      facts_["bytes"][name] = text.size();
      facts_["checksums"][name] = Sha256(text);
    }
    Describe();
  }

  void Describe() { folder_.Write("data.json", Dump(facts_, 1)); }

  std::string Complaint(bool full = false) {
    Result<PreparedData> data = ReadDataFolder(folder_.path(), full);
    return data.ok() ? "" : data.error().message();
  }

  TestFolder folder_;
  Json facts_;
};

TEST_F(DataFolderTest, IsReadAsItIsDescribed) {
  for (bool full : {false, true}) {
    Result<PreparedData> data = ReadDataFolder(folder_.path(), full);
    ASSERT_TRUE(data.ok()) << data.error().message();
    EXPECT_EQ(data.value().folder, folder_.path());
    EXPECT_EQ(data.value().classes, 10);
    EXPECT_EQ(data.value().channels, 3);
    EXPECT_EQ(data.value().image, 32);
    EXPECT_EQ(data.value().train_images, 50);
    EXPECT_EQ(data.value().test_images, 20);
    EXPECT_TRUE(data.value().synthetic);
    EXPECT_EQ(data.value().sha256, Sha256(Dump(facts_, 1)));
    EXPECT_TRUE(data.value().notes.empty());
  }
}

TEST_F(DataFolderTest, NotSyntheticUnlessItSaysSo) {
  facts_.erase("synthetic");
  Describe();
  EXPECT_FALSE(ReadDataFolder(folder_.path(), false).value().synthetic);
}

TEST_F(DataFolderTest, EveryFileIsLookedAt) {
  for (const char* name : kDataFiles) {
    std::string text = ReadFile(folder_.path() / name).value();
    fs::remove(folder_.path() / name);
    EXPECT_EQ(Complaint(), std::string(name) + ": No such file or directory");
    folder_.Write(name, text + "x");
    EXPECT_EQ(Complaint(), std::string(name) + " has " + std::to_string(text.size() + 1) +
                               " bytes, not " + std::to_string(text.size()));
    folder_.Write(name, text.substr(1));
    EXPECT_NE(Complaint(), "");
    folder_.Write(name, text);
    EXPECT_EQ(Complaint(), "");
  }
}

TEST_F(DataFolderTest, ContentIsComparedOnlyInFull) {
  for (const char* name : kDataFiles) {
    std::string text = ReadFile(folder_.path() / name).value();
    std::string changed = text;
    changed.back() ^= 1;
    folder_.Write(name, changed);
    EXPECT_EQ(Complaint(false), "") << "a glance compares sizes";
    EXPECT_EQ(Complaint(true), std::string(name) + " differs from its checksum");
    folder_.Write(name, text);
  }
}

TEST_F(DataFolderTest, AFileThatIsNotDescribedIsNotBelieved) {
  for (const char* part : {"bytes", "checksums"}) {
    Json kept = facts_;
    facts_[part].erase("test_labels.npy");
    Describe();
    EXPECT_EQ(Complaint(), "data.json does not describe test_labels.npy");
    facts_.erase(part);
    Describe();
    EXPECT_EQ(Complaint(), "data.json does not describe train_images.npy");
    facts_ = kept;
  }
}

TEST_F(DataFolderTest, ANumberThatMustBeThere) {
  for (const char* field : {"classes", "channels", "image", "images"}) {
    Json kept = facts_;
    for (Json bad : {Json(0), Json(-1), Json("10"), Json(nullptr)}) {
      facts_[field] = bad;
      Describe();
      EXPECT_EQ(Complaint(), "data.json lacks classes, channels, image or images")
          << field << " " << bad.dump();
    }
    facts_[field] = 1;
    Describe();
    EXPECT_EQ(Complaint(), "") << field << ": one is enough";
    facts_ = kept;
  }
  facts_["test_images"] = 0;
  Describe();
  EXPECT_EQ(Complaint(), "") << "a data set may have nothing to test with";
}

TEST_F(DataFolderTest, AnotherVersionIsNotMisread) {
  for (Json format : {Json(0), Json(2), Json("1"), Json(nullptr)}) {
    facts_["format"] = format;
    Describe();
    EXPECT_EQ(Complaint(), "data.json is of another version") << format.dump();
  }
}

TEST_F(DataFolderTest, WhatIsNoDescription) {
  for (const char* text : {"", "{", "[]", "null", "3", "\"data\""}) {
    folder_.Write("data.json", text);
    EXPECT_NE(Complaint(), "") << text;
  }
  fs::remove(folder_.path() / "data.json");
  EXPECT_NE(Complaint(), "");
}

TEST_F(DataFolderTest, ADescriptionOfMoreThanAMebibyteIsNotRead) {
  std::string text = Dump(facts_);
  folder_.Write("data.json", text + std::string((size_t{1} << 20) - text.size(), ' '));
  EXPECT_EQ(Complaint(), "") << "exactly";
  folder_.Write("data.json", text + std::string((size_t{1} << 20) - text.size() + 1, ' '));
  EXPECT_TRUE(Has(Complaint(), {"is larger than 1048576 bytes"}));
}

TEST(DataFolderPath, IsNamedAfterWhatWasAskedFor) {
  const Dataset& mnist = *CheckRequest({"mnist", 32, 256}).value();
  EXPECT_EQ(DataFolderPath(mnist, {"mnist", 32, 256}, "/cache"), "/cache/data/mnist-32-256");
  EXPECT_EQ(DataFolderPath(mnist, {"mnist", 64, {}}, "/cache"), "/cache/data/mnist-64-all");
}

}  // namespace
}  // namespace trena
