// SPDX-License-Identifier: Apache-2.0
#include "configure/install/framework_environment.h"

#include <gtest/gtest.h>

#include "configure/install/install_plan.h"
#include "configure/testing.h"
#include "core/sha256.h"

namespace trena {
namespace {

class Environments : public testing::Test {
 protected:
  Environments() {
    runner_ = {"tiny", "1.0", {"python", "/runners/tiny.py", "--fast"}, {"cpu", "cuda"}};
    runner_.recipe.emplace();
    runner_.recipe->lock = folder_.Write("1.0.lock", "locked");
    lock_ = Sha256("locked");
  }

  // A folder as an installation leaves it.
  fs::path Add(PackageSource source, const std::string& version = "1.0") {
    Runner runner = runner_;
    runner.version = version;
    fs::path folder = FrameworksFolder(cache_) / EnvironmentName(runner, lock_, source);
    fs::create_directories(folder / "bin");
    Json facts = {{"format", 1},
                  {"framework", "tiny"},
                  {"version", version},
                  {"source", source == PackageSource::kPypi ? "pypi" : "cpu_index"},
                  {"lock_sha256", lock_},
                  {"python", "3.11.2"},
                  {"python_path", "/home/alice/python"},
                  {"bytes", 5000},
                  {"packages", {{"tiny", version}}},
                  {"describe", {{"blas", "none"}}}};
    EXPECT_TRUE(WriteFile(folder / "bin/python", "").ok());
    EXPECT_TRUE(WriteFile(folder / "installed.json", Dump(facts)).ok());
    return folder;
  }
  std::string Found(bool cuda) {
    auto found = FindEnvironment(cache_, runner_, cuda);
    return found ? found->folder.filename().string() : "";
  }

  TestFolder folder_;
  fs::path cache_ = folder_.path() / "cache";
  Runner runner_;
  std::string lock_;
};

TEST_F(Environments, TheNameTellsFrameworkVersionLockAndSource) {
  EXPECT_EQ(EnvironmentName(runner_, "0123456789abcdef", PackageSource::kPypi),
            "tiny-1.0-0123456789ab");
  EXPECT_EQ(EnvironmentName(runner_, "0123456789abcdef", PackageSource::kCpuIndex),
            "tiny-1.0-0123456789ab+cpu");
}

TEST_F(Environments, EitherSourceDoesWithoutGpuOnlyPypiWithOne) {
  EXPECT_EQ(Found(false), "");
  fs::path cpu = Add(PackageSource::kCpuIndex);
  EXPECT_EQ(Found(false), cpu.filename());
  EXPECT_EQ(Found(true), "");
  fs::path pypi = Add(PackageSource::kPypi);
  EXPECT_EQ(Found(true), pypi.filename());
  EXPECT_EQ(Found(false), cpu.filename()) << "the same as before: a study does not change builds";
  fs::remove_all(cpu);
  EXPECT_EQ(Found(false), pypi.filename());
}

TEST_F(Environments, OneThatDoesNotFitOrIsBrokenIsNotFound) {
  fs::path folder = Add(PackageSource::kPypi);
  folder_.Write("1.0.lock", "locked anew");
  EXPECT_EQ(Found(false), "") << "another lock, another environment";
  folder_.Write("1.0.lock", "locked");
  EXPECT_NE(Found(false), "");
  fs::remove(folder / "bin/python");
  fs::create_symlink("/no/such/python", folder / "bin/python");
  EXPECT_EQ(Found(false), "") << "the Python it was made with is gone";
  Add(PackageSource::kCpuIndex);
  EXPECT_NE(Found(false), "");
  ASSERT_TRUE(WriteFile(folder.string() + "+cpu/installed.json", "{ broken").ok());
  EXPECT_EQ(Found(false), "");
}

TEST_F(Environments, TheRunnerStartsWithItsPythonAndCarriesWhatWasInstalled) {
  fs::path folder = Add(PackageSource::kPypi);
  Runner ready = WithEnvironment(runner_, *FindEnvironment(cache_, runner_, false));
  EXPECT_EQ(ready.command.front(), (folder / "bin/python").string());
  EXPECT_EQ((std::vector<std::string>(ready.command.end() - 2, ready.command.end())),
            (std::vector<std::string>{"/runners/tiny.py", "--fast"}));
  EXPECT_EQ(ready.installed["packages"]["tiny"], "1.0");
  EXPECT_EQ(ready.installed["describe"]["blas"], "none");
  EXPECT_EQ(ready.installed["lock_sha256"], lock_);
  EXPECT_EQ(Dump(ready.installed).find("alice"), std::string::npos) << "no paths of the user's";
}

TEST_F(Environments, AreListedWithTheirState) {
  EXPECT_TRUE(ListEnvironments(cache_).value().empty());
  Add(PackageSource::kCpuIndex);
  fs::remove(Add(PackageSource::kPypi, "0.9") / "installed.json");
  fs::create_directories(FrameworksFolder(cache_) / ".staging-abc");
  ASSERT_TRUE(WriteFile(FrameworksFolder(cache_) / "lock", "").ok());
  auto all = ListEnvironments(cache_).value();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(ToString(all[0].state), "half-made");
  EXPECT_EQ(all[1].version, "0.9");
  EXPECT_EQ(ToString(all[1].state), "broken");
  EXPECT_EQ(all[2].framework, "tiny");
  EXPECT_EQ(all[2].version, "1.0");
  EXPECT_EQ(ToString(all[2].state), "ready");
  EXPECT_EQ(all[2].source, PackageSource::kCpuIndex);
  EXPECT_EQ(all[2].bytes().value, 5000u);
  EXPECT_EQ(all[2].python(), "3.11.2");
}

TEST_F(Environments, RemovingTakesWhatIsNamedAndNothingElse) {
  fs::path one = Add(PackageSource::kPypi), other = Add(PackageSource::kPypi, "0.9");
  auto nothing = RemoveEnvironments(cache_, "tiny@2.0");
  ASSERT_FALSE(nothing.ok());
  EXPECT_EQ(nothing.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(nothing.error().message(), {"tiny@2.0 is not installed", "tiny@0.9, tiny@1.0"}));
  EXPECT_FALSE(RemoveEnvironments(cache_, "tin").ok());
  ASSERT_EQ(RemoveEnvironments(cache_, "tiny@0.9").value().size(), 1u);
  EXPECT_TRUE(fs::exists(one));
  EXPECT_FALSE(fs::exists(other));
  Add(PackageSource::kPypi, "0.9");
  EXPECT_EQ(RemoveEnvironments(cache_, "tiny").value().size(), 2u);
  EXPECT_FALSE(fs::exists(one));
  EXPECT_EQ(ListFolder(FrameworksFolder(cache_)).value(), std::vector<std::string>{"lock"});
}

TEST_F(Environments, RemovingAllTakesWhatIsHalfMadeToo) {
  Add(PackageSource::kPypi);
  fs::create_directories(FrameworksFolder(cache_) / ".staging-abc/bin");
  EXPECT_EQ(RemoveEnvironments(cache_, "all").value().size(), 2u);
  EXPECT_EQ(ListFolder(FrameworksFolder(cache_)).value(), std::vector<std::string>{"lock"});
  EXPECT_FALSE(RemoveEnvironments(cache_, "all").ok());
}

TEST_F(Environments, NothingIsRemovedWhileAnotherTrenaInstalls) {
  fs::path folder = Add(PackageSource::kPypi);
  FileLock held = FileLock::Take(FrameworksFolder(cache_) / "lock").value();
  EXPECT_FALSE(RemoveEnvironments(cache_, "tiny").ok());
  EXPECT_TRUE(fs::exists(folder));
}

TEST_F(Environments, DiskUseCountsWhatIsBelow) {
  fs::create_directories(folder_.path() / "use/deep");
  Bytes before = DiskUse(folder_.path() / "use");
  folder_.Write("use/deep/file", std::string(1 << 20, 'x'));
  Bytes after = DiskUse(folder_.path() / "use");
  EXPECT_NEAR(static_cast<double>(after.value - before.value), 1 << 20, 64 << 10);
  EXPECT_EQ(DiskUse(folder_.path() / "none").value, 0u);
}

TEST_F(Environments, DiskIsNeededForAllAndTheLargestDownload) {
  PlannedInstall one, other;
  one.need.runner = other.need.runner = &runner_;
  one.size = {{100}, {1000}};
  other.size = {{300}, {2000}};
  EXPECT_EQ(DiskNeeded({one, other}).value, 3300u);
  EXPECT_TRUE(CheckDisk({one, other}, cache_).ok());
  other.size.disk = ParseBytes("900 TB").value();
  Status refused = CheckDisk({one, other}, cache_);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(refused.error().message(), {"takes 900 TB", "free", "TRENA_CACHE"}));
  EXPECT_FALSE(fs::exists(cache_));
}

}  // namespace
}  // namespace trena
