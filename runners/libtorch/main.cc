// SPDX-License-Identifier: Apache-2.0
// trena-libtorch: the runner of C++ libtorch.
#include "libtorch/describe.h"
#include "libtorch/modes.h"
#include "runner_common/runner.h"

namespace {

class LibtorchRunner : public trena::Runner {
 public:
  trena::Json Describe() override { return trena::DescribeTorch(); }
  trena::Status Run(const trena::Scenario& scenario, double started,
                    trena::EventWriter& events) override {
    switch (scenario.mode) {
      case trena::Mode::kTrain:
        return trena::Train(scenario, started, events);
      case trena::Mode::kPilot:
        return trena::Pilot(scenario, started, events);
      case trena::Mode::kVerify:
        return trena::Verify(scenario, started, events);
      case trena::Mode::kProbe:
        return trena::Probe(scenario, started, events);
    }
    return trena::InputError("unknown mode");
  }
};

}  // namespace

int main(int argc, char** argv) {
  LibtorchRunner runner;
  return trena::RunnerMain(argc, argv, runner);
}
