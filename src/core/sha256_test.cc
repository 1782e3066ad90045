// SPDX-License-Identifier: Apache-2.0
// The examples of FIPS 180-2, appendix B, and the digest of nothing.
#include "core/sha256.h"

#include <gtest/gtest.h>

#include "core/files.h"

namespace trena {
namespace {

constexpr const char* kMillion = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";

TEST(Sha256Test, PublishedVectors) {
  EXPECT_EQ(Sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(Sha256(std::string(1'000'000, 'a')), kMillion);
}

// The digest of "abc" above, in base64 by coreutils: xxd -r -p | base64.
TEST(Sha256Test, InBase64) {
  EXPECT_EQ(Sha256InBase64("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
}

TEST(Sha256Test, OfAFile) {
  fs::path folder = MakeTemporaryFolder(testing::TempDir(), "sha256-").value();
  ASSERT_TRUE(WriteFile(folder / "million", std::string(1'000'000, 'a')).ok());
  EXPECT_EQ(Sha256OfFile(folder / "million").value(), kMillion);
  EXPECT_FALSE(Sha256OfFile(folder / "missing").ok());
  EXPECT_FALSE(Sha256OfFile(folder).ok());
  fs::remove_all(folder);
}

}  // namespace
}  // namespace trena
