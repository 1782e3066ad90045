// SPDX-License-Identifier: Apache-2.0
#include "configure/own_data/own_images.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "configure/testing.h"
#include "core/sha256.h"

namespace trena {
namespace {

class OwnImagesTest : public testing::Test {
 protected:
  void Put(const std::string& name, const std::string& bytes) const {
    fs::create_directories((folder_.path() / name).parent_path());
    folder_.Write(name, bytes);
  }
  // Classes of so many images each, of which no two have the same bytes.
  void PutClasses(const std::vector<std::pair<std::string, int>>& classes) const {
    for (const auto& [name, count] : classes) {
      fs::create_directories(folder_.path() / name);
      for (int i = 0; i < count; ++i) {
        Put(name + "/" + std::to_string(i) + ".jpg", name + std::to_string(i));
      }
    }
  }
  Result<Listing> List(Json content = Json::object(), const std::string& folder = ".") const {
    content["folder"] = folder;
    return ListImages(content, "own", folder_.path(), cache_.path(), {});
  }
  std::string Refused(Json content = Json::object()) const {
    const Result<Listing> listing = List(std::move(content));
    EXPECT_FALSE(listing.ok());
    if (listing.ok()) return "";
    EXPECT_EQ(listing.error().kind(), ErrorKind::kInput);
    return listing.error().message();
  }

  TestFolder folder_, cache_;
};

TEST_F(OwnImagesTest, AFolderIsAClassInTheOrderOfTheNames) {
  PutClasses({{"dog", 2}, {"ant", 1}, {"cat", 3}});
  const Listing listing = List().value();
  EXPECT_EQ(listing.head.classes, 3);
  EXPECT_EQ(listing.head.present, 3);
  EXPECT_EQ(listing.head.train, 6);
  EXPECT_EQ(listing.head.test, 0);
  std::multiset<int32_t> labels;
  for (const ListedImage& image : listing.train) {
    labels.insert(image.label);
    EXPECT_EQ(image.label, std::string("ant cat dog").find(image.path.substr(0, 3)) / 4);
  }
  EXPECT_EQ(labels, (std::multiset<int32_t>{0, 1, 1, 1, 2, 2}));
}

TEST_F(OwnImagesTest, TheOrderIsThatOfTheChecksums) {
  PutClasses({{"a", 20}, {"b", 20}});
  const Listing listing = List().value();
  for (size_t i = 0; i < listing.train.size(); ++i) {
    const ListedImage& image = listing.train[i];
    EXPECT_EQ(image.sha256, Sha256(ReadFile(folder_.path() / image.path).value()));
    EXPECT_TRUE(i == 0 || listing.train[i - 1].sha256 < image.sha256);
  }
}

TEST_F(OwnImagesTest, ContentIsLabelsAndBytesAndNoPath) {
  PutClasses({{"one/a", 5}, {"one/b", 5}});
  const std::string sum = List({}, "one").value().head.sha256;
  EXPECT_EQ(sum.size(), 64u);
  // In another place, under other names that sort alike.
  fs::rename(folder_.path() / "one", folder_.path() / "two");
  fs::rename(folder_.path() / "two" / "a", folder_.path() / "two" / "A");
  fs::rename(folder_.path() / "two" / "A" / "0.jpg", folder_.path() / "two" / "A" / "x.png");
  EXPECT_EQ(List({}, "two").value().head.sha256, sum);
  EXPECT_NE(List({{"classes", 9}}, "two").value().head.sha256, sum);
  EXPECT_NE(List({{"test", 0.2}}, "two").value().head.sha256, sum);
  // A label, a byte, an image more.
  fs::rename(folder_.path() / "two" / "b" / "0.jpg", folder_.path() / "two" / "A" / "0.jpg");
  EXPECT_NE(List({}, "two").value().head.sha256, sum);
  fs::rename(folder_.path() / "two" / "A" / "0.jpg", folder_.path() / "two" / "b" / "0.jpg");
  Put("two/b/0.jpg", "B0");
  EXPECT_NE(List({}, "two").value().head.sha256, sum);
  Put("two/b/0.jpg", "one/b0");
  EXPECT_EQ(List({}, "two").value().head.sha256, sum);
  Put("two/b/more.jpg", "more");
  EXPECT_NE(List({}, "two").value().head.sha256, sum);
}

TEST_F(OwnImagesTest, AShareOfEachClassIsTheTestPart) {
  PutClasses({{"a", 10}, {"b", 5}, {"c", 1}});
  const Listing listing = List({{"test", 0.2}}).value();
  std::multiset<int32_t> labels;
  for (const ListedImage& image : listing.test) labels.insert(image.label);
  EXPECT_EQ(labels, (std::multiset<int32_t>{0, 0, 1})) << "2 of 10, 1 of 5, 0 of 1";
  EXPECT_EQ(listing.train.size(), 13u);
  // The same ones when an image of another class comes.
  Put("c/new.jpg", "new");
  const Listing more = List({{"test", 0.2}}).value();
  ASSERT_EQ(more.test.size(), 3u);
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(more.test[i].path, listing.test[i].path);
}

TEST_F(OwnImagesTest, TheTestPartMayBeAnotherFolder) {
  PutClasses({{"train/a", 3}, {"train/b", 3}, {"test/b", 2}});
  const std::string test = (folder_.path() / "test").string();
  const Listing listing = List({{"test", test}}, "train").value();
  ASSERT_EQ(listing.test.size(), 2u);
  EXPECT_EQ(listing.test[0].label, 1) << "b, though it is the first folder there";
  EXPECT_EQ(listing.head.test_root, fs::canonical(test).string());
  PutClasses({{"test/z", 1}});
  EXPECT_TRUE(Has(List({{"test", "test"}}, "train").error().message(),
                  {"z/0.jpg is of the class z, which no image to train on has"}));
}

TEST_F(OwnImagesTest, LabelsAreNumbersOrWords) {
  PutClasses({{"x", 4}});
  folder_.Write("words.csv", "file,label\nx/0.jpg,tench\nx/1.jpg,10\nx/2.jpg,tench\n");
  const Listing words = List({{"labels", "words.csv"}}).value();
  EXPECT_EQ(words.head.classes, 2);
  EXPECT_EQ(words.head.train, 3) << "what it does not name is left out";
  for (const ListedImage& image : words.train)
    EXPECT_EQ(image.label, image.path == "x/1.jpg" ? 0 : 1);
  folder_.Write("numbers.csv", "file,label\nx/0.jpg,7\nx/1.jpg,0\n");
  const Listing numbers = List({{"labels", "numbers.csv"}}).value();
  EXPECT_EQ(numbers.head.classes, 8);
  EXPECT_EQ(numbers.head.present, 2);
  for (const ListedImage& image : numbers.train) {
    EXPECT_EQ(image.label, image.path == "x/0.jpg" ? 7 : 0);
  }
  EXPECT_TRUE(Has(Refused({{"labels", "numbers.csv"}, {"classes", 7}}),
                  {"classes 7 of own are too few: its largest label is 7; labels count from 0"}));
  EXPECT_TRUE(Has(Refused({{"labels", "words.csv"}, {"classes", 1}}), {"too few: there are 2"}));
}

TEST_F(OwnImagesTest, OneClassNeedsTheNumberOfAll) {
  Put("0.jpg", "a");
  Put("1.jpg", "b");
  EXPECT_TRUE(Has(Refused(), {"own has one class, and nothing to tell apart: say how many the "
                              "network has, like `classes: 1000`"}));
  const Listing listing = List({{"classes", 1000}}).value();
  EXPECT_EQ(listing.head.classes, 1000);
  EXPECT_EQ(listing.head.present, 1);
  EXPECT_EQ(listing.head.train, 2);
}

TEST_F(OwnImagesTest, TwentyThousandClassesAreAsGoodAsTwo) {
  std::string labels = "file,label\n";
  for (int i = 0; i < 20'000; ++i) {
    labels += fmt::format("{}.jpg,class {}\n", i, i);
    std::ofstream(folder_.path() / fmt::format("{}.jpg", i)) << i;
  }
  folder_.Write("l.csv", labels);
  const Listing listing = List({{"labels", "l.csv"}}).value();
  EXPECT_EQ(listing.head.classes, 20'000);
  EXPECT_EQ(listing.head.train, 20'000);
}

TEST_F(OwnImagesTest, SoAreTwentyThousandFolders) {
  for (int i = 0; i < 20'000; ++i) {
    const fs::path folder = folder_.path() / fmt::format("class {:05}", i);
    fs::create_directory(folder);
    std::ofstream(folder / "one.jpg") << i;
  }
  const Listing listing = List().value();
  EXPECT_EQ(listing.head.classes, 20'000);
  EXPECT_EQ(listing.head.present, 20'000);
  EXPECT_EQ(listing.head.train, 20'000);
}

TEST_F(OwnImagesTest, WhatCannotBeTrainedOnIsSaid) {
  EXPECT_TRUE(Has(Refused(), {"there are no images in ", "they end in .jpg"}));
  Put("notes.txt", "x");
  EXPECT_TRUE(Has(Refused(), {"(there are 1 other files, like notes.txt)"}));
  PutClasses({{"a", 2}, {"empty", 0}, {"b", 1}});
  EXPECT_TRUE(Has(Refused(), {"the class empty has no images: remove the folder "}));
  fs::remove(folder_.path() / "empty");
  Put("loose.png", "x");
  EXPECT_TRUE(Has(Refused(), {"has 1 images beside the folders of its classes, like loose.png"}));
  fs::remove(folder_.path() / "loose.png");
  EXPECT_TRUE(List().ok());
  folder_.Write("l.csv", "file,label\na/0.jpg,1\nb/9.jpg,1\n../x.jpg,2\n");
  EXPECT_TRUE(Has(Refused({{"labels", "l.csv"}}),
                  {"l.csv:3: there is no file ", "b/9.jpg; and 1 more of 3"}));
  folder_.Write("l.csv", "file,label\n");
  EXPECT_TRUE(Has(Refused({{"labels", "l.csv"}}), {"l.csv names no images"}));
  EXPECT_TRUE(Has(List({}, "none").error().message(), {"there is no folder "}));
}

TEST_F(OwnImagesTest, AListingIsReadBackImageByImage) {
  PutClasses({{"a", 3}, {"b\n2", 3}});
  const Listing listing = List({{"test", 0.4}, {"skip_broken", true}}).value();
  ASSERT_EQ(listing.test.size(), 2u);
  ASSERT_TRUE(KeepListing(listing, cache_.path()).ok());
  const fs::path path = ListingPath(cache_.path(), listing.head.sha256);
  Result<ListingReader> reader = ListingReader::Open(path);
  ASSERT_TRUE(reader.ok()) << reader.error().message();
  EXPECT_EQ(reader.value().head().train_root, listing.head.train_root);
  EXPECT_EQ(reader.value().head().classes, 2);
  EXPECT_EQ(reader.value().head().train, 4);
  EXPECT_EQ(reader.value().head().test, 2);
  EXPECT_TRUE(reader.value().head().skip_broken);
  for (const auto* part : {&listing.train, &listing.test}) {
    for (const ListedImage& image : *part) {
      const ListedImage read = reader.value().Next().value();
      EXPECT_EQ(read.path, image.path);
      EXPECT_EQ(read.label, image.label);
      EXPECT_EQ(read.sha256, image.sha256);
    }
  }
  EXPECT_FALSE(reader.value().Next().ok());
  const std::string text = ReadFile(path).value();
  ASSERT_TRUE(WriteFile(path, text.substr(0, text.size() / 2)).ok());
  Result<ListingReader> cut = ListingReader::Open(path);
  int read = 0;
  while (cut.ok() && cut.value().Next().ok()) ++read;
  EXPECT_LT(read, 6);
  ASSERT_TRUE(KeepListing(listing, cache_.path()).ok());
  EXPECT_FALSE(ListingReader::Open(cache_.path() / "none").ok());
}

}  // namespace
}  // namespace trena
