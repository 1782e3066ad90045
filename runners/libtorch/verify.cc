// SPDX-License-Identifier: Apache-2.0
// What trena compares between frameworks before a minute is paid for: the first batch's logits and
// gradients, and the losses of a short training whose learning rate drops on the way.
#include <utility>

#include "core/clock.h"
#include "core/npy/npz.h"
#include "libtorch/describe.h"
#include "libtorch/images.h"
#include "libtorch/machine.h"
#include "libtorch/model.h"
#include "libtorch/modes.h"
#include "libtorch/optimizer.h"
#include "runner_common/verification.h"

namespace trena {
namespace {

Array ToArray(const at::Tensor& tensor, DType dtype) {
  at::ScalarType type = dtype == DType::kFloat64 ? at::kDouble : at::kFloat;
  at::Tensor plain = tensor.detach().to(at::kCPU, type).contiguous();
  return {dtype, plain.sizes().vec(),
          std::string(static_cast<const char*>(plain.data_ptr()), plain.nbytes())};
}

void KeepFirstStep(const Model& model, const at::Tensor& logits, DType dtype, NamedArrays& arrays) {
  arrays.emplace_back("logits", ToArray(logits, dtype));
  std::vector<at::Tensor> gradients = model.Gradients();
  for (size_t i = 0; i < gradients.size(); ++i) {
    arrays.emplace_back("grad/" + model.names()[i], ToArray(gradients[i], dtype));
  }
}

// What it was read from is not kept: in float64 a large network takes gigabytes as it is.
Result<Model> ReadModel(const Scenario& scenario, const Network& network, const Machine& machine) {
  TRENA_ASSIGN(auto weights, ReadNpz(scenario.weights));
  return Model::Build(network, weights, machine);
}

Result<NamedArrays> TrainShortly(const Scenario& scenario, const Machine& machine,
                                 const Network& network) {
  TRENA_ASSIGN(Model model, ReadModel(scenario, network, machine));
  TRENA_ASSIGN(Images images, Images::Open(scenario.data, "train", network));
  TRENA_ASSIGN(Order order, Order::Open(scenario.order, 1, images.count()));
  TRENA_CHECK(CheckBatch(order, scenario.batch, images.count()));
  TRENA_ASSIGN(std::unique_ptr<Optimizer> optimizer,
               MakeOptimizer(scenario, network, model.weights()));
  DType dtype = machine.type == at::kDouble ? DType::kFloat64 : DType::kFloat32;
  NamedArrays arrays;
  std::vector<double> losses;
  for (int64_t step = 0; step < kVerifySteps; ++step) {
    // A small data set is gone through again, in the same order.
    const int32_t* indices = order.Step(0, step % order.Steps(scenario.batch), scenario.batch);
    Batch batch = images.Take(indices, scenario.batch, machine);
    std::vector<at::Tensor> logits;
    at::Tensor loss;
    {
      Autocast autocast(machine);
      logits = model.Forward(batch.images, {.training = true, .dropout = false});
      loss = model.Loss(logits, batch.labels);
    }
    model.ForgetGradients();
    loss.backward();
    if (step == 0) KeepFirstStep(model, logits[0], dtype, arrays);
    optimizer->SetLearningRate(VerifyRate(scenario.rate, step));
    optimizer->Step(model.Gradients());
    losses.push_back(loss.item<double>());
  }
  arrays.emplace_back("losses", Array::Of<double>({kVerifySteps}, losses));
  arrays.emplace_back("indices", TrainedIndices(order, scenario.batch));
  return arrays;
}

}  // namespace

Status Verify(const Scenario& scenario, double started, EventWriter& events) {
  TRENA_CHECK(Need(scenario.network, "network"));
  TRENA_CHECK(Need(scenario.data, "data"));
  TRENA_CHECK(Need(scenario.order, "order"));
  TRENA_CHECK(Need(scenario.weights, "weights"));
  TRENA_CHECK(Need(scenario.output, "output"));
  TRENA_ASSIGN(Machine machine, PrepareMachine(scenario));
  TRENA_ASSIGN(Network network, ReadNetwork(scenario.network));
  events.Start("libtorch", TorchVersion(), scenario.device, machine.threads, network.parameters,
               DescribeTorch());
  events.Phase("setup", MonotonicNow() - started);
  TRENA_ASSIGN(NamedArrays arrays, TrainShortly(scenario, machine, network));
  TRENA_CHECK(WriteNpz(scenario.output / "verify.npz", arrays));
  events.Write("verify", {{"parameters", network.parameters}, {"file", "verify.npz"}});
  events.End(MonotonicNow() - started, std::nullopt);
  return Done{};
}

}  // namespace trena
