// SPDX-License-Identifier: Apache-2.0
#include "configure/runners/speed.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/files.h"
#include "core/scratch_folder.h"

namespace trena {
namespace {

constexpr int kAvx2 = 2, kAvx512 = 3;

Speed Of(const std::string& framework, double product, double convolution, const Json& facts = {}) {
  Speed speed{framework, product, convolution, 2};
  speed.facts = facts.is_null() ? Json::object() : facts;
  return speed;
}

SpeedSurroundings Around(int vectors) {
  SpeedSurroundings around;
  around.vectors = vectors;
  around.cpus = 2;
  return around;
}

std::string CauseText(const Speed& speed, const SpeedSurroundings& around) {
  auto cause = FindCause(speed, around);
  return cause ? cause->cause + " | " + cause->fix : "";
}

TEST(Cause, AnOpenBlasThatTookTheCpuForAnOlderOne) {
  Speed speed = Of("caffe@1.0", 67, 40, {{"blas_kernel", "Prescott"}});
  EXPECT_EQ(CauseText(speed, Around(kAvx512)),
            "OpenBLAS took this CPU, which has AVX-512, for a Prescott | set "
            "OPENBLAS_CORETYPE=SKYLAKEX");
  auto cause = FindCause(speed, Around(kAvx2));
  ASSERT_TRUE(cause);
  EXPECT_EQ(cause->variable, "OPENBLAS_CORETYPE");
  EXPECT_EQ(cause->value, "HASWELL") << "SKYLAKEX would end with an illegal instruction here";
}

TEST(Cause, AKernelForThisCpuIsNone) {
  for (const char* kernel : {"Haswell", "Zen", "SkylakeX"}) {
    EXPECT_EQ(CauseText(Of("mxnet@1.9.1", 1, 1, {{"blas_kernel", kernel}}), Around(kAvx2)), "");
  }
}

TEST(Cause, AKernelThatTheUserChoseIsToldAndLeftAlone) {
  SpeedSurroundings around = Around(kAvx2);
  around.variables["OPENBLAS_CORETYPE"] = "Prescott";
  auto cause = FindCause(Of("caffe@1.0", 67, 40, {{"blas_kernel", "Prescott"}}), around);
  ASSERT_TRUE(cause);
  EXPECT_EQ(cause->fix, "unset OPENBLAS_CORETYPE");
  EXPECT_EQ(cause->variable, "");
}

TEST(Cause, AnOldMklOnAnotherMakersCpu) {
  SpeedSurroundings around = Around(kAvx2);
  Json facts = {{"blas", "MKL"}, {"blas_library", "/lib/paddle/libs/libmklml_intel.so"}};
  EXPECT_EQ(CauseText(Of("paddlepaddle@3.3.1", 51, 38, facts), around), "") << "maker not known";
  around.vendor = "AuthenticAMD";
  auto cause = FindCause(Of("paddlepaddle@3.3.1", 51, 38, facts), around);
  ASSERT_TRUE(cause);
  EXPECT_EQ(cause->variable, "MKL_DEBUG_CPU_TYPE");
  EXPECT_EQ(cause->value, "5");
  Json newer = {{"blas", "MKL"}, {"blas_library", "/lib/libmkl_rt.so.2"}};
  EXPECT_EQ(CauseText(Of("pytorch@2.2.0", 51, 38, newer), around), "");
  around.variables["MKL_DEBUG_CPU_TYPE"] = "4";
  EXPECT_EQ(CauseText(Of("paddlepaddle@3.3.1", 51, 38, facts), around), "") << "the user chose";
  around.variables.clear();
  around.vendor = "GenuineIntel";
  EXPECT_EQ(CauseText(Of("paddlepaddle@3.3.1", 51, 38, facts), around), "");
}

TEST(Cause, VectorsForbiddenByAVariableOfTheFrameworksOwnLibrary) {
  SpeedSurroundings around = Around(kAvx2);
  around.variables["ONEDNN_MAX_CPU_ISA"] = "SSE41";
  EXPECT_EQ(CauseText(Of("tensorflow@2.14.0", 1, 1, {{"mkldnn", true}}), around),
            "ONEDNN_MAX_CPU_ISA=SSE41 keeps it from this CPU's AVX2 | unset ONEDNN_MAX_CPU_ISA");
  EXPECT_EQ(CauseText(Of("jax@0.10.2", 1, 1, {{"mkldnn", false}}), around), "")
      << "it has no oneDNN";
  around.variables = {{"ONEDNN_MAX_CPU_ISA", "ALL"}};
  EXPECT_EQ(CauseText(Of("tensorflow@2.14.0", 1, 1, {{"mkldnn", true}}), around), "");
  around.variables = {{"XLA_FLAGS", "--xla_cpu_max_isa=SSE4_2"}};
  EXPECT_NE(CauseText(Of("jax@0.10.2", 1, 1, Json::object()), around), "");
}

TEST(Cause, OneThreadOfTwoByWhatWasMeasured) {
  SpeedSurroundings around = Around(kAvx2);
  Speed speed = Of("pytorch@2.2.0", 1, 1);
  speed.threads = 2;
  speed.cpus = 1.19;
  EXPECT_EQ(CauseText(speed, around).find("it used 1.2 of 2 CPUs | see with `trena doctor`"), 0u);
  around.variables["OMP_THREAD_LIMIT"] = "1";
  EXPECT_EQ(CauseText(speed, around),
            "with OMP_THREAD_LIMIT=1 it used 1.2 of 2 CPUs | unset OMP_THREAD_LIMIT");
  around.variables["OMP_THREAD_LIMIT"] = "2";
  EXPECT_EQ(CauseText(speed, around).find("it used 1.2 of 2 CPUs"), 0u) << "it allows both";
  speed.cpus = 1.2;
  EXPECT_EQ(CauseText(speed, around), "") << "six tenths of them and more are no handicap";
  speed.cpus = 0.9;
  speed.facts["device"] = "cuda";
  EXPECT_EQ(CauseText(speed, around), "") << "the GPU computes";
}

TEST(Cause, OneThreadOfTwoByItsWordWhereNothingWasMeasured) {
  Speed speed = Of("own@1", 1, 1);
  speed.threads = 1;
  EXPECT_EQ(CauseText(speed, Around(kAvx2)).find("it used 1.0 of 2 CPUs"), 0u);
  speed.threads = 0;
  EXPECT_EQ(CauseText(speed, Around(kAvx2)), "") << "it does not say";
}

TEST(Cause, ReferenceBlasAndBuildsWithoutAvx) {
  Json reference = {{"blas", nullptr}, {"blas_library", "/usr/lib/blas/libblas.so.3.11.0"}};
  EXPECT_NE(CauseText(Of("libtorch@1.13.1", 1, 1, reference), Around(kAvx2)).find("reference"),
            std::string::npos);
  Json open = {{"blas", "OpenBLAS 0.3.21"}, {"blas_library", "/usr/lib/openblas/libblas.so.3"}};
  EXPECT_EQ(CauseText(Of("libtorch@1.13.1", 1, 1, open), Around(kAvx2)), "");
  Json old = {{"cpu_capability", "NO AVX"}};
  EXPECT_EQ(CauseText(Of("pytorch@2.2.0", 1, 1, old), Around(kAvx2)),
            "it uses no AVX, and this CPU has AVX2 | install a build for this CPU");
  EXPECT_EQ(CauseText(Of("pytorch@2.2.0", 1, 1, old), Around(0)), "");
}

TEST(Handicaps, AreMoreThanTwiceAsSlowAsTheBest) {
  Speed best = Of("pytorch@2.2.0", 200, 180), half = Of("mxnet@1.9.1", 100, 90),
        slow = Of("caffe@1.0", 99, 30), unknown{"jax@0.10.2"};
  std::vector<Speed> all = {best, half, slow, unknown};
  auto found = FindHandicaps(all, all, Around(kAvx2));
  ASSERT_EQ(found.size(), 1u) << "exactly twice is not more, and nothing known is nothing said";
  EXPECT_EQ(found[0].framework, "caffe@1.0");
  EXPECT_EQ(found[0].operation, "convolutions") << "the worse of the two";
  EXPECT_DOUBLE_EQ(found[0].times, 6);
  EXPECT_EQ(found[0].best, "pytorch@2.2.0");
  EXPECT_NE(ToText(found[0]).find("6.0 times slower than pytorch@2.2.0"), std::string::npos);
  EXPECT_TRUE(FindHandicaps({slow}, {slow}, Around(kAvx2)).empty()) << "the only one is the best";
  EXPECT_TRUE(FindHandicaps({}, {}, Around(kAvx2)).empty());
}

TEST(Speed, SurvivesItsJson) {
  Speed speed = Of("caffe@1.0", 334, 120, {{"blas_kernel", "SkylakeX"}});
  speed.mended = Workaround{"OPENBLAS_CORETYPE", "SKYLAKEX", "a cause", 67, std::nullopt};
  speed.cpus = 1.9;
  Speed again = SpeedFromJson(ToJson(speed)).value();
  EXPECT_EQ(ToJson(again), ToJson(speed));
  EXPECT_EQ(again.cpus, 1.9);
  EXPECT_EQ(again.mended->product_before, 67);
  EXPECT_FALSE(again.mended->convolution_before);
  EXPECT_FALSE(SpeedFromJson(Json::object()).ok());
}

TEST(Surroundings, ReadsTheCpusVectors) {
  ScratchFolder folder(MakeTemporaryFolder(testing::TempDir(), "proc").value());
  auto vectors = [&](const std::string& flags) {
    std::string text = "processor : 0\nmodel name : A CPU\nflags : fpu " + flags + "\n";
    EXPECT_TRUE(WriteFile(folder.path() / "cpuinfo", text).ok());
    return SpeedSurroundings::Here(folder.path().string());
  };
  EXPECT_EQ(vectors("sse4_2").vectors, 0);
  EXPECT_EQ(vectors("avx avx2").vectors, 1) << "kernels for AVX2 also want FMA";
  EXPECT_EQ(vectors("avx avx2 fma").vectors, kAvx2);
  EXPECT_EQ(vectors("avx avx2 fma avx512f avx512bw").vectors, kAvx512);
  EXPECT_EQ(vectors("").cpu, "A CPU");
}

TEST(Surroundings, SeeTheVariablesThatSlowThingsDown) {
  for (const char* name : {"OMP_THREAD_LIMIT", "ONEDNN_MAX_CPU_ISA", "OPENBLAS_CORETYPE"}) {
    ASSERT_EQ(setenv(name, "1", 1), 0);
    EXPECT_TRUE(SpeedSurroundings::Here().variables.contains(name)) << name;
    ASSERT_EQ(setenv(name, "", 1), 0);
    EXPECT_FALSE(SpeedSurroundings::Here().variables.contains(name)) << "empty is not set";
    ASSERT_EQ(unsetenv(name), 0);
  }
}

}  // namespace
}  // namespace trena
