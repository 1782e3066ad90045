// SPDX-License-Identifier: Apache-2.0
#include "configure/install/lock_file.h"

#include <gtest/gtest.h>

#include "configure/testing.h"
#include "core/sha256.h"

namespace trena {
namespace {

const std::string kHash = "--hash=sha256:" + std::string(64, 'a');

class LockFileTest : public testing::Test {
 protected:
  Result<LockFile> Read(const std::string& text) {
    return ReadLockFile(folder_.Write("1.0.lock", text));
  }
  std::string Problem(const std::string& text) {
    Result<LockFile> lock = Read(text);
    EXPECT_FALSE(lock.ok()) << text;
    if (lock.ok()) return "";
    EXPECT_EQ(lock.error().kind(), ErrorKind::kInput);
    return lock.error().message();
  }

  TestFolder folder_;
};

TEST_F(LockFileTest, PackagesAreReadWithTheirMarkersAndHashes) {
  std::string numpy =
      "numpy==1.26.4 ; python_full_version < '3.12' \\\n    " + kHash + " \\\n    " + kHash + "\n";
  std::string text = "# made by a tool\n" + numpy +
                     "    # via torch\n\nTyping_Extensions==4.1 \\\n  " + kHash + "\n";
  Result<LockFile> lock = Read(text);
  ASSERT_TRUE(lock.ok()) << lock.error().message();
  EXPECT_EQ(lock.value().sha256, Sha256(text));
  ASSERT_EQ(lock.value().packages.size(), 2u);
  EXPECT_EQ(lock.value().packages[0].name, "numpy");
  EXPECT_EQ(lock.value().packages[0].version, "1.26.4");
  EXPECT_EQ(lock.value().packages[0].text, numpy) << "comments aside, as it was";
  EXPECT_EQ(lock.value().packages[1].name, "typing-extensions");
}

TEST_F(LockFileTest, AnythingElseIsRefusedWithItsLine) {
  std::string good = "tiny==1.0 \\\n  " + kHash + "\n";
  for (const char* bad :
       {"--index-url https://example.org/simple", "--extra-index-url https://example.org",
        "-e ./here", "--find-links /tmp", "--no-binary :all:", "other @ https://example.org/x.whl",
        "git+https://example.org/x", "-r more.txt", "./x.whl", "other>=1.0", "other==1.*",
        "other"}) {
    EXPECT_TRUE(Has(Problem(good + bad + "\n"), {"1.0.lock:3:1", "name==version"})) << bad;
  }
}

TEST_F(LockFileTest, APackageWithoutAHashIsRefused) {
  EXPECT_TRUE(Has(Problem("tiny==1.0\nother==2.0 \\\n  " + kHash + "\n"), {"no hash for tiny"}));
  EXPECT_TRUE(Has(Problem("tiny==1.0\n"), {"no hash for tiny"}));
  EXPECT_TRUE(Has(Problem("# nothing\n"), {"names no package"}));
}

TEST_F(LockFileTest, HostileOrMissingFilesAreErrors) {
  EXPECT_TRUE(Has(Problem("tiny==" + std::string(200000, '1') + "\n"), {"1.0.lock:1"}));
  EXPECT_FALSE(ReadLockFile(folder_.path() / "none.lock").ok());
}

TEST_F(LockFileTest, WithoutCudaKeepsWhatEveryMachineNeeds) {
  std::string text;
  for (const char* name : {"torch", "triton", "nvidia-cublas-cu12", "NVIDIA_cudnn", "cuda-bindings",
                           "numpy", "torchlike"}) {
    text += std::string(name) + "==1.0 \\\n  " + kHash + "\n";
  }
  auto kept = WithoutCuda(Read(text).value().packages);
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[0].name, "numpy");
  EXPECT_EQ(kept[1].name, "torchlike");
}

}  // namespace
}  // namespace trena
