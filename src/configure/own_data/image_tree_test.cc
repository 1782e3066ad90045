// SPDX-License-Identifier: Apache-2.0
#include "configure/own_data/image_tree.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "configure/testing.h"

namespace trena {
namespace {

class ImageTreeTest : public testing::Test {
 protected:
  void Put(const std::string& name) const {
    fs::create_directories((folder_.path() / name).parent_path());
    folder_.Write(name, "x");
  }
  std::string Refused() const {
    const Result<ImageTree> tree = FindImages(folder_.path());
    EXPECT_FALSE(tree.ok());
    if (tree.ok()) return "";
    EXPECT_EQ(tree.error().kind(), ErrorKind::kInput);
    return tree.error().message();
  }

  TestFolder folder_;
};

TEST_F(ImageTreeTest, ImagesAreToldByTheirEndings) {
  for (const char* name : {"b/one.JPEG", "a/two.png", "a/deep/er/three.Tif", "b/four.bmp",
                           "a/notes.txt", "a/jpg", ".hidden/five.jpg", "a/.six.jpg"}) {
    Put(name);
  }
  const ImageTree tree = FindImages(folder_.path()).value();
  EXPECT_EQ(tree.paths, (std::vector<std::string>{"a/deep/er/three.Tif", "a/two.png", "b/four.bmp",
                                                  "b/one.JPEG"}));
  EXPECT_EQ(tree.folders, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(tree.others, 2u);
  EXPECT_EQ(TopFolder("a/deep/er/three.Tif"), "a");
  EXPECT_EQ(TopFolder("three.Tif"), "");
}

TEST_F(ImageTreeTest, AnyNameIsAName) {
  const std::vector<std::string> names = {" two  spaces .jpg", "a\nnew line.jpg", "caf\xE9.jpg",
                                          "quote\".jpg"};
  for (const std::string& name : names) Put("c/" + name);
  const ImageTree tree = FindImages(folder_.path()).value();
  ASSERT_EQ(tree.paths.size(), 4u);
  for (const std::string& path : tree.paths) EXPECT_TRUE(FileWithin(tree.root, path).ok());
}

TEST_F(ImageTreeTest, LinksStayWithin) {
  Put("a/one.jpg");
  fs::create_symlink("one.jpg", folder_.path() / "a" / "same.jpg");
  EXPECT_EQ(FindImages(folder_.path()).value().paths.size(), 2u);
  TestFolder elsewhere;
  const fs::path secret = elsewhere.Write("secret.jpg", "x");
  fs::create_symlink(secret, folder_.path() / "a" / "out.jpg");
  EXPECT_TRUE(Has(Refused(), {"a/out.jpg leads out of ", "put the file itself there"}));
  fs::remove(folder_.path() / "a" / "out.jpg");
  fs::create_symlink("nothing", folder_.path() / "a" / "gone.jpg");
  EXPECT_TRUE(Has(Refused(), {"a/gone.jpg is a link that leads nowhere"}));
  fs::remove(folder_.path() / "a" / "gone.jpg");
  fs::create_symlink("..", folder_.path() / "a" / "round");
  EXPECT_TRUE(Has(Refused(), {"a/round is a link to a folder, which is not followed"}));
}

// A folder beside it whose name begins alike is not within.
TEST_F(ImageTreeTest, WithinIsByWholeNames) {
  Put("images/a.jpg");
  Put("images2/b.jpg");
  const fs::path root = fs::canonical(folder_.path() / "images");
  EXPECT_TRUE(FileWithin(root, "a.jpg").ok());
  EXPECT_TRUE(Has(FileWithin(root, "../images2/b.jpg").error().message(), {"leads out of"}));
  EXPECT_TRUE(Has(FileWithin(root, "c.jpg").error().message(), {"there is no file ", "c.jpg"}));
}

TEST_F(ImageTreeTest, WhatIsNoFileIsRefused) {
  ASSERT_EQ(mkfifo((folder_.path() / "pipe.jpg").c_str(), 0600), 0);
  EXPECT_TRUE(Has(Refused(), {"pipe.jpg is no file"}));
  EXPECT_TRUE(Has(FindImages(folder_.path() / "none").error().message(),
                  {"there is no folder ", "/none: No such file or directory"}));
  EXPECT_TRUE(Has(FindImages(folder_.path() / "pipe.jpg").error().message(), {"is no folder"}));
}

}  // namespace
}  // namespace trena
