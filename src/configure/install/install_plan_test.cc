// SPDX-License-Identifier: Apache-2.0
// What an installation will take, before anything is fetched.
#include "configure/install/install_plan.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

namespace trena {
namespace {

class InstallPlanTest : public testing::Test {
 protected:
  InstallPlanTest() {
    runner_.framework = "pytorch";
    runner_.version = "2.2.0";
    runner_.recipe.emplace();
    runner_.recipe->size = {Bytes{700'000'000}, Bytes{2'000'000'000}};
  }

  PlannedInstall Planned(uint64_t download, uint64_t disk) {
    PlannedInstall planned;
    planned.need.runner = &runner_;
    planned.request.runner = &runner_;
    planned.request.lock.sha256 = std::string(64, 'a');
    planned.request.python.version = "3.11.2";
    planned.size = {Bytes{download}, Bytes{disk}};
    return planned;
  }

  TestFolder cache_;
  Runner runner_;
};

TEST_F(InstallPlanTest, DiskIsAllThatStaysAndTheLargestDownload) {
  EXPECT_EQ(DiskNeeded({}).value, 0u);
  EXPECT_EQ(DiskNeeded({Planned(5, 100)}).value, 105u);
  // One after the other: 100 + 200 + 50 stay, of the downloads only one is there at a time.
  EXPECT_EQ(DiskNeeded({Planned(5, 100), Planned(70, 200), Planned(60, 50)}).value, 420u);
}

TEST_F(InstallPlanTest, NothingToInstallFitsAnywhere) {
  EXPECT_TRUE(CheckDisk({}, cache_.path()).ok());
  EXPECT_TRUE(CheckDisk({}, "/proc").ok()) << "no room is needed, and none is there";
}

TEST_F(InstallPlanTest, MoreThanTheDiskHasIsSaidWithBothNumbers) {
  EXPECT_TRUE(CheckDisk({Planned(1, 1)}, cache_.path() / "not/yet").ok());
  Status checked = CheckDisk({Planned(0, uint64_t{1} << 62), Planned(1, 1)}, cache_.path());
  ASSERT_FALSE(checked.ok());
  EXPECT_EQ(checked.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(checked.error().message(),
                  {"installing pytorch 2.2.0, pytorch 2.2.0 takes 4.61 EB of disk, and " +
                       cache_.path().string() + " has ",
                   " free; make room, or put the cache elsewhere with TRENA_CACHE"}));
}

TEST_F(InstallPlanTest, AByteMoreThanThereIsIsTooMuch) {
  // /proc has no room at all.
  EXPECT_TRUE(CheckDisk({Planned(0, 0)}, "/proc").ok());
  EXPECT_FALSE(CheckDisk({Planned(0, 1)}, "/proc").ok());
  EXPECT_FALSE(CheckDisk({Planned(1, 0)}, "/proc").ok());
}

TEST_F(InstallPlanTest, AnnouncesEachWithItsSource) {
  InstallPlan plan;
  plan.to_install = {Planned(180'000'000, 700'000'000)};
  plan.to_install[0].request.source = PackageSource::kCpuIndex;
  std::vector<std::string> lines = Announcement(plan, cache_.path());
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0],
            "Installing pytorch 2.2.0 from PyTorch's CPU-only index: 180 MB to download, 700 MB on "
            "disk, with Python 3.11.2");
  EXPECT_TRUE(lines[1].starts_with("It takes 880 MB of disk meanwhile; " + cache_.path().string() +
                                   " has "));
}

TEST_F(InstallPlanTest, WhatIsBrokenIsSaidBeforeItIsMadeAgain) {
  InstallPlan plan;
  plan.to_install = {Planned(1000, 2000)};
  plan.to_install[0].replaces = "/cache/frameworks/x";
  plan.to_install[0].broken = "numpy is missing";
  std::vector<std::string> lines = Announcement(plan, cache_.path());
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0], "pytorch 2.2.0 is broken: numpy is missing");
  EXPECT_EQ(lines[1],
            "Installing again pytorch 2.2.0 from PyPI: 1 kB to download, 2 kB on disk, with Python "
            "3.11.2");
}

TEST_F(InstallPlanTest, FromPypiItHasTheRecipesSizeAndAFolderOfItsOwn) {
  PlannedInstall planned = Planned(1, 2);
  planned.request.source = PackageSource::kCpuIndex;
  planned.request.folder = "/elsewhere";
  TakeFromPypi(planned, cache_.path());
  EXPECT_EQ(planned.request.source, PackageSource::kPypi);
  EXPECT_EQ(planned.size.download.value, 700'000'000u);
  EXPECT_EQ(planned.size.disk.value, 2'000'000'000u);
  EXPECT_EQ(planned.request.folder,
            cache_.path() / "frameworks" /
                EnvironmentName(runner_, planned.request.lock.sha256, PackageSource::kPypi));
  EXPECT_NE(EnvironmentName(runner_, planned.request.lock.sha256, PackageSource::kPypi),
            EnvironmentName(runner_, planned.request.lock.sha256, PackageSource::kCpuIndex));
}

TEST_F(InstallPlanTest, AnInstallerOfItsOwnFetchesFromMaven) {
  runner_.recipe->install = "/runners/x/install.py";
  PlannedInstall planned = Planned(1, 2);
  TakeFromPypi(planned, cache_.path());
  EXPECT_EQ(planned.request.source, PackageSource::kMaven);
}

TEST_F(InstallPlanTest, NamesAsPeopleSayThem) { EXPECT_EQ(NameOf(runner_), "pytorch 2.2.0"); }

TEST(LockedVersion, OfThePackageByItsWholeName) {
  LockFile lock;
  lock.packages = {{"torchvision", "0.17.0", ""}, {"torch", "2.2.0", ""}, {"torch", "9", ""}};
  EXPECT_EQ(LockedVersion(lock, "torch"), "2.2.0");
  EXPECT_EQ(LockedVersion(lock, "torchvision"), "0.17.0");
  EXPECT_EQ(LockedVersion(lock, "numpy"), "");
  EXPECT_EQ(LockedVersion({}, "torch"), "");
}

}  // namespace
}  // namespace trena
