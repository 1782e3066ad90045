// SPDX-License-Identifier: Apache-2.0
// trena-caffe: the runner of Caffe 1.0. Its first argument is the library that `trena configure`
// compiled against libcaffe; the rest is the protocol's.
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "caffe/modes.h"
#include "runner_common/runner.h"
#include "runner_common/threads.h"

namespace trena {
namespace {

Status CheckMachine(const Scenario& scenario) {
  if (scenario.device != "cpu" && scenario.device != "cuda") {
    return InputError("device " + scenario.device + " is not available: use cpu or cuda");
  }
  if (scenario.precision == "float32") return Done{};
  return InputError("precision " + scenario.precision + " is not possible with caffe: use float32");
}

class CaffeRunner : public Runner {
 public:
  explicit CaffeRunner(std::string library) : library_(std::move(library)) {}

  Json Describe() override {
    Result<Caffe> caffe = Caffe::Load(library_);
    if (caffe.ok()) return caffe.value().Describe();
    std::fprintf(stderr, "%s\n", caffe.error().message().c_str());
    std::exit(kExitFailed);
  }

  Status Run(const Scenario& scenario, double started, EventWriter& events) override {
    TRENA_CHECK(CheckMachine(scenario));
    std::optional<int> threads = ThreadsFor(scenario);
    for (const char* name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"}) {
      if (threads) setenv(name, std::to_string(*threads).c_str(), 1);
    }
    TRENA_ASSIGN(Caffe caffe, Caffe::Load(library_));
    TRENA_CHECK(caffe.Start(scenario.device, events));
    if (scenario.mode == Mode::kVerify) return Verify(caffe, scenario, started, events);
    if (scenario.mode == Mode::kProbe) return Probe(caffe, scenario, started, events);
    return Train(caffe, scenario, started, events);
  }

 private:
  std::string library_;
};

}  // namespace
}  // namespace trena

int main(int argc, char** argv) {
  trena::CaffeRunner runner(argc > 1 ? argv[1] : "");
  return trena::RunnerMain(argc - 1, argv + 1, runner);
}
