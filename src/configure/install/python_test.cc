// SPDX-License-Identifier: Apache-2.0
#include "configure/install/python.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "configure/testing.h"

namespace trena {
namespace {

class FindPythonTest : public testing::Test {
 protected:
  FindPythonTest() {
    places_.path = {folder_.path() / "path"};
    places_.pyenv = folder_.path() / "pyenv";
    places_.system = folder_.path() / "system";
  }

  // A program that answers as a Python of that version would.
  fs::path Add(const std::string& name, const std::string& version,
               const std::string& venv = "venv", const std::string& kind = "cpython") {
    fs::path path = folder_.path() / name;
    fs::create_directories(path.parent_path());
    folder_.Write(name, fmt::format("#!/bin/sh\nprintf '%s\\n' {} {} {} {}\n", version,
                                    path.string(), kind, venv));
    fs::permissions(path, fs::perms(0755));
    return path;
  }
  std::string Found(PythonRange range) {
    Result<Python> found = FindPython("tiny 1.0", range, places_);
    EXPECT_TRUE(found.ok()) << found.error().message();
    return found.ok() ? fs::relative(found.value().path, folder_.path()).string() : "";
  }

  TestFolder folder_;
  PythonPlaces places_;
};

TEST(PythonRange, IsReadAndShown) {
  EXPECT_EQ(ParsePythonRange("3.8-3.12"), (PythonRange{8, 12}));
  EXPECT_EQ(ParsePythonRange("3.11"), (PythonRange{11, 11}));
  for (const char* bad :
       {"", "3", "3.", "3.8-", "3.8-4.0", "3.12-3.8", "2.7", "3.8-3.12 ", "3.-1"}) {
    EXPECT_EQ(ParsePythonRange(bad), std::nullopt) << bad;
  }
  EXPECT_EQ(ToString(PythonRange{8, 12}), "3.8 to 3.12");
  EXPECT_EQ(ToString(PythonRange{11, 11}), "3.11");
}

TEST_F(FindPythonTest, TheUsersWishComesFirst) {
  places_.wanted = Add("mine/python", "3.9.1").string();
  Add("path/python3", "3.11.2");
  EXPECT_EQ(Found({8, 12}), "mine/python");
}

TEST_F(FindPythonTest, AWishThatDoesNotFitIsPassedOver) {
  places_.wanted = Add("mine/python", "3.7.1").string();
  Add("path/python3", "3.11.2");
  EXPECT_EQ(Found({8, 12}), "path/python3");
}

TEST_F(FindPythonTest, TheNewestOnPathThenPyenvThenTheSystem) {
  Add("path/python3", "3.13.0");
  Add("path/python3.9", "3.9.0");
  Add("path/python3.10", "3.10.0");
  Add("pyenv/3.9.18/bin/python3", "3.9.18");
  Add("pyenv/3.12.1/bin/python3", "3.12.1");
  Add("system/python3.12", "3.12.0");
  Add("system/python3.8", "3.8.0");
  Add("system/python3-config", "3.8.0");
  EXPECT_EQ(Found({8, 11}), "path/python3.10");
  EXPECT_EQ(Found({12, 12}), "pyenv/3.12.1/bin/python3");
  EXPECT_EQ(Found({8, 8}), "system/python3.8");
}

TEST_F(FindPythonTest, OneThatCannotMakeEnvironmentsIsPassedOver) {
  Add("path/python3.11", "3.11.2", "none");
  Add("path/python3.10", "3.10.2", "venv", "pypy");
  Add("path/python3.9", "3.9.2");
  EXPECT_EQ(Found({8, 12}), "path/python3.9");
}

TEST_F(FindPythonTest, OneThatDoesNotStartIsPassedOver) {
  fs::create_directories(folder_.path() / "path");
  folder_.Write("path/python3", "#!/bin/sh\nexit 1\n");
  fs::permissions(folder_.path() / "path/python3", fs::perms(0755));
  Add("system/python3", "3.11.2");
  EXPECT_EQ(Found({8, 12}), "system/python3");
}

TEST_F(FindPythonTest, WhenNoneFitsItSaysWhatIsNeededAndWhatWasFound) {
  Add("path/python3", "3.13.0");
  Add("system/python3.11", "3.11.2", "none");
  Result<Python> found = FindPython("tiny 1.0", {8, 11}, places_);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(found.error().message(),
                  {"tiny 1.0 needs Python 3.8 to 3.11", "$TRENA_PYTHON (not set)", "on PATH",
                   places_.pyenv.string(), places_.system.string(), "path/python3 (3.13.0)",
                   "system/python3.11 (3.11.2, but without venv", "python3.11-venv"}));
}

TEST_F(FindPythonTest, NothingAtAll) {
  Result<Python> found = FindPython("tiny 1.0", {8, 11}, places_);
  ASSERT_FALSE(found.ok());
  EXPECT_TRUE(Has(found.error().message(), {"Found: no Python"}));
}

}  // namespace
}  // namespace trena
