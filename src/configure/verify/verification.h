// SPDX-License-Identifier: Apache-2.0
// The proof that every framework of a study trains the same network on the same data from the same
// weights, before a minute is paid for. Each training that differs (network, data, optimizer) is
// run for 20 steps by the reference, libtorch in float64 and float32, and by each framework in
// float32, with random biases and dropout off, on the study's own first batches (cut to what is
// enough to tell and quick in float64). What was found is kept in the cache, so that the
// frameworks need not be there at once.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "configure/configuration.h"
#include "configure/verify/verify_memory.h"
#include "configure/verify/verify_rows.h"
#include "core/result.h"

namespace trena {

// Told which comparison is under way.
using VerifyProgress = std::function<void(const std::string& what, size_t done, size_t total)>;

// Told before anything is run what the largest training that must be compared takes.
using VerifyNeed = std::function<void(const VerifyMemory& largest)>;

class Verifier {
 public:
  // `preparing` is told of data that must be made first.
  Verifier(Configuration& configuration, fs::path cache, ConfigureProgress preparing)
      : configuration_(configuration), cache_(std::move(cache)), preparing_(std::move(preparing)) {}

  // Compares what was not compared before. Without the libtorch runner nothing can be, which is
  // counted as unknown. Simulated runners, commands and a study of the reference alone have nothing
  // to compare.
  Result<Verification> Run(const std::vector<const Scenario*>& scenarios,
                           const VerifyProgress& progress, const VerifyNeed& need = {});
  // What earlier calls found; starts nothing.
  Result<Verification> Known(const std::vector<const Scenario*>& scenarios);

 private:
  struct Training;
  struct Output;
  Result<std::vector<Training>> Trainings(const std::vector<const Scenario*>& scenarios);
  Result<Verification> Go(const std::vector<const Scenario*>& scenarios, bool run,
                          const VerifyProgress& progress, const VerifyNeed& need);
  // Of those that were not compared with everything.
  void SayMemory(const std::vector<Training>& trainings, const VerifyNeed& need);
  fs::path Kept(const Runner& runner, const Training& training);
  Result<VerifyRow> KnownRow(const Runner& runner, const Training& training);
  Result<VerifyRow> CompareOne(const Runner& runner, Training& training);
  Status NeedReference(Training& training);
  // The reference in float32 a few times more, from perturbed weights.
  Status NeedPerturbed(Training& training);
  Result<Output> RunRunner(const Runner& runner, Json scenario, const std::string& precision);
  const Runner* Reference() const;

  Configuration& configuration_;
  fs::path cache_;
  ConfigureProgress preparing_;
};

}  // namespace trena
