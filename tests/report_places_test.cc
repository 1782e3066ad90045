// SPDX-License-Identifier: Apache-2.0
// `trena report` on studies with next to nothing to report, and to places that cannot be written.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "session.h"

namespace trena {
namespace {

class ReportPlaces : public testing::Test {
 protected:
  void Measure(const std::string& study, int exit_code = 0) {
    session_.Write("s.yaml", study);
    ProcessResult measured = session_.Trena({"measure", "s.yaml"});
    ASSERT_EQ(measured.exit_code, exit_code) << measured.errors;
  }

  std::string Page() {
    ProcessResult report = session_.Trena({"report", "s.yaml", "--format", "html", "--file", "-"});
    EXPECT_EQ(report.exit_code, 0) << report.errors;
    return report.output;
  }

  // The report that goes to `file` is refused with exit 2, says why, and leaves nothing behind.
  void ExpectRefused(const std::string& file, const std::string& why) {
    const auto before = session_.Snapshot();
    ProcessResult report = session_.Trena({"report", "s.yaml", "--format", "html", "--file", file});
    EXPECT_EQ(report.exit_code, 2) << file;
    EXPECT_TRUE(Has(report.errors, why)) << report.errors;
    EXPECT_EQ(session_.Snapshot(), before);
  }

  Session session_;
};

constexpr const char* kOne = R"(study: one
fixed: { framework: fake, network: a, fake_seconds: 10, fake_noise: 0.01 }
design: { replications: 1 }
)";

TEST_F(ReportPlaces, OfOneRunHasNoInterval) {
  Measure(kOne);
  std::string page = Page();
  EXPECT_TRUE(Has(page, "A single run has no interval."));
  EXPECT_TRUE(Has(page, "data-chart=\"time\""));
  EXPECT_FALSE(Has(page, "data-chart=\"effects\""));
}

TEST_F(ReportPlaces, OfFailuresOnlySaysSo) {
  Measure(FakeStudy("  fake_outcome: failed", 1), 3);
  std::string page = Page();
  EXPECT_TRUE(Has(page, "Runs that did not end well"));
  EXPECT_FALSE(Has(page, "Verdict: valid"));
  EXPECT_FALSE(Has(page, "data-chart=\"time\""));
}

TEST_F(ReportPlaces, HasTheSeriesOfEveryRun) {
  Measure(FakeStudy("", 1));
  std::string page = Page();
  EXPECT_TRUE(Has(page, "id=\"series-data\""));
  EXPECT_TRUE(Has(page, "data-chart=\"series-cpu\""));
  for (const std::string& run : session_.Runs("s.trena")) EXPECT_TRUE(Has(page, run + ": "));
}

TEST_F(ReportPlaces, GoesNowhereItCannot) {
  Measure(kOne);
  session_.Write("folder/keep", "");
  ExpectRefused("folder", "it is a folder");
  ExpectRefused("missing/page.html", "missing/page.html");
  ExpectRefused("/proc/page.html", "/proc/page.html");
  ASSERT_EQ(mkfifo((session_.folder() / "pipe").c_str(), 0600), 0);
  ExpectRefused("pipe", "it is no regular file");
}

TEST_F(ReportPlaces, OnAFullDiskKeepsTheOldPage) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer wants to be loaded first";
#endif
  Measure(kOne);
  session_.Write("page.html", "the old page");
  const auto before = session_.Snapshot();
  ProcessResult report = session_.Program(
      {"/usr/bin/env", "LD_PRELOAD=" TRENA_FAULTY, "TRENA_FAULT=write:1:28+",
       TRENA_BUILD_DIR "/trena", "report", "s.yaml", "--format", "html", "--file", "page.html"});
  EXPECT_EQ(report.exit_code, 1);
  EXPECT_TRUE(Has(report.errors, "No space left on device")) << report.errors;
  EXPECT_EQ(session_.Read("page.html"), "the old page");
  EXPECT_EQ(session_.Snapshot(), before);
}

}  // namespace
}  // namespace trena
