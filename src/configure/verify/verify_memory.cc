// SPDX-License-Identifier: Apache-2.0
#include "configure/verify/verify_memory.h"

#include "core/files.h"

namespace trena {
namespace {

constexpr double kExact = 8;        // bytes of a number of the reference
constexpr double kRounded = 4;      // of another framework's
constexpr double kProcess = 150e6;  // libtorch itself
constexpr double kLrnCopies = 10;   // squares, padded, their means, the power; and backwards

}  // namespace

VerifyMemory MemoryOfVerification(const NetworkMemory& network, int extra, bool decays,
                                  int64_t batch) {
  VerifyMemory memory;
  // Weights, gradients, the optimizer's; gradients that are kept, those on their way from the
  // backward pass, those with the decay in them.
  const double copies = 4 + extra + (decays ? 1 : 0);
  const double image = network.outputs + network.columns + kLrnCopies * network.lrn;
  memory.reference =
      kProcess + kExact * (copies * network.parameters + static_cast<double>(batch) * image);
  // Two sets of gradients, and perturbed weights on their way to a file, three times over.
  memory.own = network.parameters * (kExact + kRounded + 3 * kRounded);
  return memory;
}

Result<VerifyMemory> MemoryOfVerification(const Json& scenario) {
  TRENA_ASSIGN(const std::string text,
               ReadFile(Get<std::string>(scenario, "network").value_or("")));
  TRENA_ASSIGN(const Json json, ParseJson(text));
  TRENA_ASSIGN(const NetworkMemory network, MemoryOfNetwork(json));
  const int extra = OptimizerNumbers(Get<std::string>(scenario, "optimizer").value_or("sgd"),
                                     Get<double>(scenario, "momentum").value_or(0));
  return MemoryOfVerification(network, extra, Get<double>(scenario, "weight_decay").value_or(0) > 0,
                              Get<int64_t>(scenario, "batch").value_or(1));
}

}  // namespace trena
