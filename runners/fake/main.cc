// SPDX-License-Identifier: Apache-2.0
// trena-fake: a runner without a framework, for fast tests of everything else.
#include "fake/play.h"
#include "runner_common/runner.h"

namespace {

class FakeRunner : public trena::Runner {
 public:
  trena::Json Describe() override {
    return {{"framework", "fake"}, {"version", "1.0"}, {"blas", nullptr}};
  }
  trena::Status Run(const trena::Scenario& scenario, double started,
                    trena::EventWriter& events) override {
    TRENA_ASSIGN(trena::Script script, trena::ReadScript(scenario));
    return trena::Play(scenario, script, started, events);
  }
};

}  // namespace

int main(int argc, char** argv) {
  FakeRunner runner;
  return trena::RunnerMain(argc, argv, runner);
}
