// SPDX-License-Identifier: Apache-2.0
// The words are those that pip 23 prints.
#include "configure/install/pip.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

namespace trena {
namespace {

std::string Message(const std::string& output) {
  Error error = PipError({1, output});
  EXPECT_EQ(error.kind(), ErrorKind::kFailure) << "none of these is the user's to mend";
  return error.message();
}

TEST(PipError, AHashThatDiffersNamesThePackage) {
  EXPECT_TRUE(Has(Message("Collecting tiny==1.0\n"
                          "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS "
                          "FILE. If you have updated the package versions, please update.\n"
                          "    tiny==1.0 from https://example.org/tiny.whl (from -r lock.txt):\n"
                          "        Expected sha256 aaaa\n             Got        bbbb\n"),
                  {"tiny==1.0 is not the file that was locked", "nothing of it was kept"}));
}

TEST(PipError, NoNetworkSaysWhatCouldNotBeFetchedAndWhatStillWorks) {
  EXPECT_TRUE(
      Has(Message("WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, "
                  "status=None)) after connection broken by 'NewConnectionError('<pip._vendor."
                  "urllib3.connection.HTTPSConnection object at 0x7f>: Failed to establish a new "
                  "connection: [Errno -3] Temporary failure in name resolution')': /simple/tiny/\n"
                  "ERROR: Could not find a version that satisfies the requirement tiny==1.0 (from "
                  "versions: none)\nERROR: No matching distribution found for tiny==1.0\n"),
          {"does not answer", "tiny==1.0 could not be fetched", "installed already works"}));
}

TEST(PipError, APackageThatIsNotThereForThisMachine) {
  EXPECT_TRUE(Has(Message("ERROR: Could not find a version that satisfies the requirement "
                          "tiny==1.0 (from versions: 0.9)\n"
                          "ERROR: No matching distribution found for tiny==1.0\n"),
                  {"has no tiny==1.0 for this machine and Python"}));
}

TEST(PipError, NoVersionAtAllMayBeEither) {
  EXPECT_TRUE(Has(Message("ERROR: Could not find a version that satisfies the requirement "
                          "tiny==1.0 (from versions: none)\n"
                          "ERROR: No matching distribution found for tiny==1.0\n"),
                  {"tiny==1.0 could not be fetched", "does not answer, or knows no such package"}));
}

TEST(PipError, AFullDisk) {
  EXPECT_EQ(Message("ERROR: Could not install packages due to an OSError: [Errno 28] No space left "
                    "on device\n"),
            "the disk is full");
}

TEST(PipError, OtherwiseTheLastLinesAreShownAndCannotDriveTheTerminal) {
  std::string output = "first\n";
  for (int i = 0; i < 8; ++i) output += "line " + std::to_string(i) + "\n";
  std::string message = Message(output + "\x1b[31mred\n");
  EXPECT_TRUE(Has(message, {"exit code 1", "line 7", "red"}));
  EXPECT_EQ(message.find("first"), std::string::npos);
  EXPECT_EQ(message.find('\x1b'), std::string::npos);
}

TEST(ToolResult, TheAnswerIsTheLastObjectAmongTheTalk) {
  ToolResult result{0, "{\"a\": 1}\nwarning: {no json}\n{\"a\": 2}\n{broken\nbye\n"};
  ASSERT_TRUE(result.Answer().has_value());
  EXPECT_EQ((*result.Answer())["a"], 2);
  EXPECT_FALSE((ToolResult{0, "[1]\n"}).Answer().has_value());
}

}  // namespace
}  // namespace trena
