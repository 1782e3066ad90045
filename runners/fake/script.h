// SPDX-License-Identifier: Apache-2.0
// What the fake runner is to act out, read from the scenario's `values`. All keys are optional:
//
//   fake_seconds: 0.5      train seconds, 0.01 by default
//   fake_effect_batch_64: 2     factor on them where batch is 64; any level can be named so
//   fake_noise: 0.05       relative standard deviation; the same scenario and seed, the same noise
//   fake_accuracy: 0.9     at the end; with fake_learning: 0.3 it is neared by that share an epoch
//   fake_outcome: hang     see kOutcomes in script.cc; with fake_fail_on, only for that seed
//
// and fake_sleep, fake_loss, fake_memory, fake_burn, fake_children.
#pragma once

#include <cstdint>
#include <optional>

#include "core/result.h"
#include "runner_common/scenario.h"

namespace trena {

enum class Outcome {
  kOk,
  kFail,         // error event, exit 1
  kExit,         // exit 1 and not a word
  kOutOfMemory,  // error event, exit 3
  kMemoryError,  // as a Python framework dies: MemoryError on stderr, exit 1
  kCrash,        // SIGSEGV
  kHang,         // sleeps until ended
  kStubborn,     // the same, and SIGTERM does not end it
  kSilent,       // exit 0 without any event
  kGarbage,      // rubbish among the events, then a normal end
};

struct Script {
  double seconds = 0.01;  // of training, effects and noise included
  bool sleep = false;     // take that time in earnest
  std::optional<double> loss, accuracy;
  double learning = 0;  // above 0: the accuracy after e epochs is (1 - (1 - learning)^e) of it
  int64_t memory = 0;   // bytes to touch
  double burn = 0;      // CPU seconds to use
  int64_t children = 0;
  Outcome outcome = Outcome::kOk;
  int64_t images = 0;  // in an epoch: `images` in whole batches, ten batches without it
};

Result<Script> ReadScript(const Scenario& scenario);

}  // namespace trena
