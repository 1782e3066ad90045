// SPDX-License-Identifier: Apache-2.0
// What the layers of a network say of the memory that its training takes, whoever trains it: the
// numbers that are there once (weights, their gradients, the optimizer's own) and those that every
// image brings (what each layer puts out, kept from the forward pass for the backward one). What a
// framework has beside, or does not keep, is the difference to what it really takes.
#pragma once

#include <string>

#include "core/json.h"
#include "core/result.h"

namespace trena {

struct NetworkMemory {
  double parameters = 0;  // how many numbers
  double outputs = 0;     // of all layers and the input, for one image
  // The largest convolution's input written out as columns, one for each place of its window, as a
  // convolution that is a matrix product has it; one image. 0 where the input is that already.
  double columns = 0;
  double lrn = 0;  // what all lrn layers put out, for one image: they work on many copies of it
};

// Of a resolved network (resolved_network.h), as a runner reads it.
Result<NetworkMemory> MemoryOfNetwork(const Json& network);

// How many numbers an optimizer keeps for each parameter beside weight and gradient: sgd 1 with
// momentum, else 0; adam 2.
int OptimizerNumbers(const std::string& optimizer, double momentum);

// Bytes of one: float64 8, float32 4, the shorter ones 2.
int BytesOfNumber(const std::string& precision);

// Bytes, of a training with `extra` numbers for each parameter beside its weight and gradient.
double FixedBytes(const NetworkMemory& memory, int extra, int bytes);
double BytesOfImage(const NetworkMemory& memory, int bytes);

}  // namespace trena
