// SPDX-License-Identifier: Apache-2.0
// `trena init` as a conversation on a terminal: defaults, answers, the way back, mistakes, leaving.
#include <gtest/gtest.h>

#include <cstdlib>

#include "session.h"

namespace trena {
namespace {

// Types one line at every prompt; the last words of argv are the lines. Prints all that was shown.
constexpr const char* kType = R"(
import os, pty, sys
lines = sys.argv[sys.argv.index('--') + 1:]
child, screen = pty.fork()
if child == 0:
    os.execv(sys.argv[1], sys.argv[1:sys.argv.index('--')])
shown = b''
answered = 0
while True:
    try:
        part = os.read(screen, 65536)
    except OSError:
        break
    if not part:
        break
    shown += part
    while shown.count(b'] > ') > answered:
        line = lines[answered] if answered < len(lines) else '\x03'
        os.write(screen, line.encode() + b'\n' if line != '\x03' else b'\x03')
        answered += 1
sys.stdout.buffer.write(shown)
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
sys.exit(code if code >= 0 else 128 - code)
)";

ProcessResult Type(const Session& session, std::vector<std::string> lines) {
  std::vector<std::string> words = {"/usr/bin/python3", "-c", kType, kTrena, "init", "--"};
  words.insert(words.end(), lines.begin(), lines.end());
  return session.Program(words);
}

TEST(Init, EnterAllTheWayIsAStudyThatPlans) {
  Session session;
  ProcessResult result = Type(session, std::vector<std::string>(14, ""));
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_TRUE(Has(result.output, "1/14 What do you want to know?")) << result.output;
  EXPECT_TRUE(Has(result.output, "= 4 scenarios × 3 replications = 12 runs")) << result.output;
  EXPECT_TRUE(Has(result.output, "Look at it, then: trena plan study.yaml")) << result.output;
  ProcessResult plan = session.Trena({"plan", "study.yaml"});
  EXPECT_EQ(plan.exit_code, 0) << plan.errors;
  EXPECT_TRUE(Has(plan.output, "4 scenarios × 3 replications = 12 runs")) << plan.output;
  EXPECT_TRUE(Has(session.Read("study.yaml"), "# images per step"));
}

TEST(Init, AnswersAreInTheStudyAndThereIsAWayBack) {
  Session session;
  ProcessResult result = Type(
      session, {"Is \"b\" faster: or a \\?", "cost", "f4s_v2, nc4as_t4_v3", "pytorch, mxnet",
                "mnist", "lenet", "32..128 by x2", "<", "64, 256", "28", "", "1", "5", "20 USD"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_FALSE(Has(result.output, "What does an hour of "))
      << "Azure's prices are known" << result.output;
  EXPECT_TRUE(Has(result.output, "[32..128 by x2] > ")) << "what was said is the default now";
  std::string study = session.Read("study.yaml");
  for (const char* part :
       {"question: \"Is \\\"b\\\" faster: or a \\\\?\"", "environment: [f4s_v2, nc4as_t4_v3]",
        "framework: [pytorch, mxnet]", "batch: [64, 256]", "price: 0.526 USD/h", "replications: 5",
        "response: cost", "budget:  20 USD"}) {
    EXPECT_TRUE(Has(study, part)) << part << "\n" << study;
  }
  EXPECT_EQ(session.Trena({"plan", "study.yaml"}).exit_code, 0);
}

TEST(Init, AMistakeIsAskedAgain) {
  Session session;
  // Metrics, the device, the price, the framework and what else varies are first answered wrongly.
  ProcessResult result =
      Type(session, {"",   "train_s, csot", ",",           "",           "", "gpu", "",
                     "10", "0.10 USD/h",    "pytroch",     "pytorch",    "", "",    "",
                     "",   "batch",         "batch=32,64", "speed of=1", "", "",    "",
                     ""});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_TRUE(Has(result.output, "did you mean `cost`?")) << "every metric is checked";
  EXPECT_TRUE(Has(result.output, "name at least one metric")) << result.output;
  EXPECT_TRUE(Has(result.output, "did you mean `cuda`?")) << result.output;
  EXPECT_TRUE(Has(result.output, "write")) << "a price without a currency is explained";
  EXPECT_TRUE(Has(result.output, "did you mean `pytorch`")) << result.output;
  EXPECT_TRUE(Has(result.output, "`batch` is not name=levels")) << result.output;
  EXPECT_TRUE(Has(result.output, "`batch` is given twice in factors")) << result.output;
  EXPECT_TRUE(Has(result.output, "`speed of=1` is not name=levels")) << result.output;
  EXPECT_TRUE(Has(session.Read("study.yaml"), "price: 0.10 USD/h"));
}

TEST(Init, EveryMachineOfOnesOwnIsAskedForItsDeviceAndPrice) {
  Session session;
  ProcessResult result =
      Type(session, {"", "train_s, cost", "box, here",  // 1 to 3
                     "cuda", "1.20 USD/h",              // box
                     "cpu", "0.10 USD/h", "<", "-",     // here: the price is taken back
                     "", "", "lenet", "64", "",         // frameworks to images
                     "threads=2; dropout=0.5",          // nobody understands the latter
                     "learning_rate=0.01,0.1; threads = 2; weight_decay=0.0005", "", "", ""});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  for (const char* part :
       {"4/16 What does box train on?", "5/16 What does an hour of box cost?",
        "6/16 What does here train on?", "7/16 What does an hour of here cost?", "[0.10 USD/h] > ",
        "`dropout` is nothing that", "= 4 scenarios × 3 replications = 12 runs"}) {
    EXPECT_TRUE(Has(result.output, part)) << part << "\n" << result.output;
  }
  std::string study = session.Read("study.yaml");
  for (const char* part :
       {"  box: { device: cuda, price: 1.20 USD/h }\n", "  here: { device: cpu }   # no price",
        "analyze: { response: train_s }   # what the answer explains; beside it stand cost\n",
        "  learning_rate: [0.01, 0.1]   # step size\n", "  threads: 2   # compute threads",
        "  weight_decay: 0.0005   # L2 penalty\n"}) {
    EXPECT_TRUE(Has(study, part)) << part << "\n" << study;
  }
  EXPECT_EQ(session.Trena({"plan", "study.yaml"}).exit_code, 0);
}

TEST(Init, AGpuThatIsHereIsTheDefault) {
  Session session;
  session.Write("gpu", "driver 550.54\n0 name Tesla-T4\n0 total 16000\n");
  setenv("TRENA_NVML", TRENA_BUILD_DIR "/tests/nvml/libnvml-standin.so", 1);
  setenv("TRENA_NVML_STANDIN", (session.folder() / "gpu").c_str(), 1);
  ProcessResult result = Type(session, {"", "", ""});
  unsetenv("TRENA_NVML");
  unsetenv("TRENA_NVML_STANDIN");
  EXPECT_TRUE(Has(result.output, "4/14 What does here train on?")) << result.output;
  EXPECT_TRUE(Has(result.output, "[cuda] > ")) << result.output;
}

TEST(Init, LeavingWritesNothing) {
  Session session;
  ProcessResult result = Type(session, {"", "cost"});
  EXPECT_EQ(result.exit_code, 130) << result.output;
  EXPECT_FALSE(session.Exists("study.yaml"));
  session.Write("study.yaml", "mine");
  result = Type(session, {});
  EXPECT_EQ(result.exit_code, 2) << result.output;
  EXPECT_TRUE(Has(result.output, "study.yaml exists already")) << result.output;
  EXPECT_EQ(session.Read("study.yaml"), "mine");
}

TEST(Init, WithoutATerminalItIsATemplate) {
  Session session;
  ProcessResult result = session.Trena({"init"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(session.Exists("first.yaml"));
}

}  // namespace
}  // namespace trena
