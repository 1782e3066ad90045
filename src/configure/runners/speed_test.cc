// SPDX-License-Identifier: Apache-2.0
#include "configure/runners/speed.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/files.h"
#include "core/scratch_folder.h"
#include "core/text/test_language.h"

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

std::optional<Cause> FirstCause(const Speed& speed, const SpeedSurroundings& around) {
  auto causes = FindCauses(speed, around);
  return causes.empty() ? std::nullopt : std::optional(causes[0]);
}

std::string CauseText(const Speed& speed, const SpeedSurroundings& around) {
  auto cause = FirstCause(speed, around);
  return cause ? cause->cause + " | " + cause->fix : "";
}

TEST(Cause, AnOpenBlasThatTookTheCpuForAnOlderOne) {
  Speed speed = Of("caffe@1.0", 67, 40, {{"blas_kernel", "Prescott"}});
  EXPECT_EQ(CauseText(speed, Around(kAvx512)),
            "OpenBLAS took this CPU, which has AVX-512, for a Prescott | set "
            "OPENBLAS_CORETYPE=SKYLAKEX");
  auto cause = FirstCause(speed, Around(kAvx2));
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
  auto cause = FirstCause(Of("caffe@1.0", 67, 40, {{"blas_kernel", "Prescott"}}), around);
  ASSERT_TRUE(cause);
  EXPECT_EQ(cause->fix, "unset OPENBLAS_CORETYPE");
  EXPECT_TRUE(cause->users) << "tried without, and left as it is";
  EXPECT_EQ(cause->value, "HASWELL");
}

TEST(Cause, AnOldMklOnAnotherMakersCpu) {
  SpeedSurroundings around = Around(kAvx2);
  Json facts = {{"blas", "MKL"}, {"blas_library", "/lib/paddle/libs/libmklml_intel.so"}};
  EXPECT_EQ(CauseText(Of("paddlepaddle@3.3.1", 51, 38, facts), around), "") << "maker not known";
  around.vendor = "AuthenticAMD";
  auto cause = FirstCause(Of("paddlepaddle@3.3.1", 51, 38, facts), around);
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

TEST(Cause, OneThreadOfTwoByAVariableAndWhatWasMeasured) {
  SpeedSurroundings around = Around(kAvx2);
  Speed speed = Of("pytorch@2.2.0", 1, 1);
  speed.threads = 2;
  speed.cpus = 1.19;
  EXPECT_EQ(CauseText(speed, around), "") << "others may have taken the CPU meanwhile";
  around.variables["OMP_THREAD_LIMIT"] = "1";
  EXPECT_EQ(CauseText(speed, around),
            "with OMP_THREAD_LIMIT=1 it used 1.2 of 2 CPUs | unset OMP_THREAD_LIMIT");
  around.variables["OMP_THREAD_LIMIT"] = "2";
  EXPECT_EQ(CauseText(speed, around), "") << "it allows both";
  around.variables["OMP_THREAD_LIMIT"] = "1";
  speed.cpus = 1.2;
  EXPECT_EQ(CauseText(speed, around), "") << "six tenths of them and more are no handicap";
  speed.cpus = 0.9;
  speed.facts["device"] = "cuda";
  EXPECT_EQ(CauseText(speed, around), "") << "the GPU computes";
}

TEST(Cause, OneThreadOfTwoByItsOwnWord) {
  Speed speed = Of("own@1", 1, 1);
  speed.threads = 1;
  EXPECT_EQ(CauseText(speed, Around(kAvx2)).find("it says that it uses 1 of 2 CPUs"), 0u);
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
  Json said = {{"cpu_capability", "NO AVX"}, {"cpu_unused", "SSE4.1 SSE4.2 AVX AVX2 FMA"}};
  EXPECT_EQ(CauseText(Of("tensorflow@1.4.0", 1, 1, said), Around(kAvx2)),
            "it was compiled without SSE4.1 SSE4.2 AVX AVX2 FMA, which this CPU has | install a "
            "build for this CPU");
  said["cpu_capability"] = "AVX";
  EXPECT_EQ(CauseText(Of("tensorflow@2.14.0", 1, 1, said), Around(kAvx2)), "")
      << "oneDNN has kernels of its own for the rest";
}

TEST(Cause, WhatIsTriedInThePlaceOfAUsersVariable) {
  SpeedSurroundings around = Around(kAvx512);
  auto tried = [&](const std::string& name, const std::string& value, const Speed& speed) {
    around.variables = {{name, value}};
    auto cause = FirstCause(speed, around);
    return cause && cause->users ? cause->variable + "=" + cause->value : "nothing";
  };
  Speed torch = Of("pytorch@2.2.0", 1, 1, {{"mkldnn", true}});
  EXPECT_EQ(tried("ONEDNN_MAX_CPU_ISA", "SSE41", torch), "ONEDNN_MAX_CPU_ISA=ALL");
  EXPECT_EQ(tried("ATEN_CPU_CAPABILITY", "default", torch), "ATEN_CPU_CAPABILITY=avx512");
  EXPECT_EQ(tried("XLA_FLAGS", "--a=1 --xla_cpu_max_isa=AVX --b", Of("jax@0.10.2", 1, 1)),
            "XLA_FLAGS=--a=1 --b")
      << "the user's other flags stay";
  torch.cpus = 1;
  EXPECT_EQ(tried("OMP_THREAD_LIMIT", "1", torch), "OMP_THREAD_LIMIT=2");
  EXPECT_EQ(tried("OMP_PLACES", "{0}", torch), "OMP_PLACES=threads");
  EXPECT_EQ(tried("GOMP_CPU_AFFINITY", "0", torch), "GOMP_CPU_AFFINITY=0-1");
  EXPECT_EQ(tried("KMP_AFFINITY", "compact", torch), "KMP_AFFINITY=none");
}

TEST(Cause, AllThatApplyAreSuspected) {
  SpeedSurroundings around = Around(kAvx512);
  around.variables["ONEDNN_MAX_CPU_ISA"] = "SSE41";
  Speed speed = Of("mxnet@1.9.1", 1, 1, {{"blas_kernel", "Zen"}, {"mkldnn", true}});
  EXPECT_EQ(FindCauses(speed, around).size(), 2u) << "the first may not be what a training feels";
}

TEST(Handicap, SaysWhatItWasComparedWith) {
  EXPECT_EQ(ToText("caffe@1.0", {"a cause", "a fix", 3.14}).english,
            "caffe@1.0: a cause; without that its training here is 3.1 times as fast. Mend it: a "
            "fix");
  EXPECT_EQ(ToText("caffe@1.0", {"a cause", "a fix", 2.5, "jax@0.10.2"}).english,
            "caffe@1.0: a cause; jax@0.10.2 trains the same network here 2.5 times as fast. Mend "
            "it: a fix");
}

// Every rule of FindCauses, as a person reads it in Portuguese; what is kept stays English.
TEST(Handicap, IsSaidInPortugueseToo) {
  const auto says = [](const Speed& speed, const SpeedSurroundings& around,
                       const std::string& portuguese) {
    const auto cause = FirstCause(speed, around);
    ASSERT_TRUE(cause) << portuguese;
    const Handicap kept{cause->cause, cause->fix, 3.14};
    EXPECT_TRUE(EnglishWordsIn(kept.cause).size() > 0) << kept.cause;
    const std::string said = ToText("x@1", *HandicapFromJson(ToJson(kept))).portuguese;
    EXPECT_EQ(said, "x@1: " + portuguese);
    EXPECT_EQ(EnglishWordsIn(said), std::vector<std::string>{});
  };
  const auto with = [](const std::string& name, const std::string& value) {
    SpeedSurroundings around = Around(kAvx2);
    around.variables[name] = value;
    return around;
  };
  const std::string then = "; sem isso seu treinamento aqui é 3,1 vezes mais rápido. Conserte: ";
  const Speed prescott = Of("x@1", 1, 1, {{"blas_kernel", "Prescott"}});
  says(prescott, Around(kAvx2),
       "o OpenBLAS tomou esta CPU, que tem AVX2, por uma Prescott" + then +
           "defina OPENBLAS_CORETYPE=HASWELL");
  says(prescott, with("OPENBLAS_CORETYPE", "Prescott"),
       "OPENBLAS_CORETYPE=Prescott faz o OpenBLAS usar rotinas de outra CPU" + then +
           "remova a variável OPENBLAS_CORETYPE");
  SpeedSurroundings amd = Around(kAvx2);
  amd.vendor = "AuthenticAMD";
  says(Of("x@1", 1, 1, {{"blas_library", "/x/libmklml_intel.so"}}), amd,
       "seu MKL (libmklml) usa AVX2 só em CPUs da Intel" + then + "defina MKL_DEBUG_CPU_TYPE=5");
  says(Of("x@1", 1, 1, {{"mkldnn", true}}), with("ONEDNN_MAX_CPU_ISA", "SSE41"),
       "ONEDNN_MAX_CPU_ISA=SSE41 o impede de usar AVX2 desta CPU" + then +
           "remova a variável ONEDNN_MAX_CPU_ISA");
  says(Of("x@1", 1, 1, {{"cpu_capability", "NO AVX"}}), Around(kAvx2),
       "não usa AVX, e esta CPU tem AVX2" + then + "instale uma compilação para esta CPU");
  says(Of("x@1", 1, 1, {{"cpu_capability", "NO AVX"}, {"cpu_unused", "SSE4.1 AVX FMA"}}),
       Around(kAvx2),
       "foi compilado sem SSE4.1 AVX FMA, que esta CPU tem" + then +
           "instale uma compilação para esta CPU");
  says(Of("x@1", 1, 1, {{"blas_library", "/x/libblas"}}), Around(kAvx2),
       "seu BLAS é a implementação de referência (/x/libblas)" + then +
           "instale o OpenBLAS (Debian: apt install libopenblas0-openmp)");
  Speed idle = Of("x@1", 1, 1);
  idle.cpus = 1.1;
  says(idle, with("OMP_THREAD_LIMIT", "1"),
       "com OMP_THREAD_LIMIT=1 usou 1,1 de 2 CPUs" + then + "remova a variável OMP_THREAD_LIMIT");
  Speed one = Of("x@1", 1, 1);
  one.threads = 1;
  says(one, Around(kAvx2),
       "diz que usa 1 de 2 CPUs" + then + "instale uma compilação dele que use threads");
}

TEST(Handicap, BesideAnotherAndMendedInPortuguese) {
  EXPECT_EQ(ToText("caffe@1.0", {"a cause", "a fix", 2.5, "jax@0.10.2"}).portuguese,
            "caffe@1.0: a cause; jax@0.10.2 treina a mesma rede aqui 2,5 vezes mais rápido. "
            "Conserte: a fix");
  const Workaround set{"OPENBLAS_CORETYPE", "HASWELL",
                       "OpenBLAS took this CPU, which has AVX2, for a Prescott"};
  EXPECT_EQ(ToText("caffe@1.0", set),
            Told("caffe@1.0: OpenBLAS took this CPU, which has AVX2, for a Prescott; its runs get "
                 "OPENBLAS_CORETYPE=HASWELL",
                 "caffe@1.0: o OpenBLAS tomou esta CPU, que tem AVX2, por uma Prescott; suas "
                 "execuções recebem OPENBLAS_CORETYPE=HASWELL"));
}

TEST(Speed, SurvivesItsJson) {
  Speed speed = Of("caffe@1.0", 334, 120, {{"blas_kernel", "SkylakeX"}});
  speed.mended = Workaround{"OPENBLAS_CORETYPE", "SKYLAKEX", "a cause", 67, std::nullopt};
  speed.cpus = 1.9;
  speed.handicap = Handicap{"another", "fix", 2.5, "jax@0.10.2"};
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
