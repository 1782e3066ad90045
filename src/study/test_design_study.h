// SPDX-License-Identifier: Apache-2.0
// For tests: the study that the program was designed by: many keys in one file.
#pragma once

namespace trena {

inline constexpr char kDesignStudy[] =
    R"(study: methodology
question: What does training cost on CPU and on GPU, and what drives it?

factors:                       # crossed: every combination is a scenario
  environment: [f4s_v2, nc4as_t4_v3]
  framework:   [mxnet@1.9.1, pytorch@2.2.0, tensorflow@2.14.0]
  dataset:     [mnist, cifar10]
  image:       [32, 64]
  network:     [network1, network2]      # the last varies fastest: C1 … C48

fixed: { epochs: 10, batch: 128, optimizer: sgd, learning_rate: 0.01, momentum: 0.9 }

environments:
  f4s_v2:      { device: cpu,  vcpus: 4, memory: 8 GB,  price: 0.169 USD/h }
  nc4as_t4_v3: { device: cuda, vcpus: 4, memory: 28 GB, gpu: T4, price: 0.526 USD/h }

design:  { kind: full, replications: 5, order: random, seed: 7 }
measure: { sample_every: 10s, timeout: 3h }
budget:  200 USD
report:  { currency: BRL, rate: { USD: 4.865, date: 2024-01-15 }, language: pt-BR }
)";

}  // namespace trena
