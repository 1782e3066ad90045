// SPDX-License-Identifier: Apache-2.0
#include "measure/machine/process_facts.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <string>

namespace trena {
namespace {

TEST(ProcessFacts, VariablesThatChangeTheSpeedAreKept) {
  const char* variables[] = {"OMP_NUM_THREADS=4",
                             "KMP_BLOCKTIME=0",
                             "GOMP_SPINCOUNT=1",
                             "MKL_NUM_THREADS=2",
                             "OPENBLAS_CORETYPE=ZEN",
                             "LD_PRELOAD=/usr/lib/libjemalloc.so",
                             "CUDA_VISIBLE_DEVICES=",
                             "ROCR_VISIBLE_DEVICES=0",
                             "TF_ENABLE_ONEDNN_OPTS=0",
                             "XLA_FLAGS=--a=b",
                             "PYTORCH_CUDA_ALLOC_CONF=x",
                             "MXNET_CUDNN_AUTOTUNE_DEFAULT=0",
                             nullptr};
  const Json facts = VariableFacts(variables);
  EXPECT_EQ(facts.size(), 12u) << facts;
  EXPECT_EQ(facts["OMP_NUM_THREADS"], "4");
  EXPECT_EQ(facts["XLA_FLAGS"], "--a=b") << "to the end, whatever is in it";
  EXPECT_EQ(facts["CUDA_VISIBLE_DEVICES"], "") << "set to nothing is not the same as not set";
}

TEST(ProcessFacts, NoOthersAndNoSecrets) {
  const char* variables[] = {"HOME=/home/ana",          "USER=ana",    "PATH=/bin",
                             "AWS_SECRET_ACCESS_KEY=x", "TF_VAR_db=x", "TF_TOKEN_app=x",
                             "MXNET_PASSWORD=x",        "NOVALUE",     nullptr};
  EXPECT_EQ(VariableFacts(variables), Json::object());
  EXPECT_EQ(VariableFacts(nullptr), Json::object());
}

TEST(ProcessFacts, TheHomeFolderIsNotTold) {
  const std::string home = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
  setenv("HOME", "/home/ana", 1);
  const char* variables[] = {"LD_LIBRARY_PATH=/home/ana/a:/opt:/home/ana/b", nullptr};
  EXPECT_EQ(VariableFacts(variables)["LD_LIBRARY_PATH"], "~/a:/opt:~/b");
  setenv("HOME", home.c_str(), 1);
}

TEST(ProcessFacts, LimitsAreThoseInForce) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_CORE, &before), 0);
  rlimit files{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &files), 0);
  rlimit fewer = files;
  fewer.rlim_cur = 200;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &fewer), 0);
  EXPECT_EQ(LimitFacts()["open_files"], 200);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &files), 0);
  EXPECT_TRUE(LimitFacts().contains("stack"));
}

}  // namespace
}  // namespace trena
