// SPDX-License-Identifier: Apache-2.0
#include "caffe/model.h"
#include "caffe/modes.h"
#include "core/clock.h"
#include "core/npy/npz.h"
#include "runner_common/verification.h"

namespace trena {
namespace {

void KeepFirstStep(const Model& model, const Network& network, int64_t batch, NamedArrays& arrays) {
  arrays.emplace_back("logits", Array::Of<float>({batch, network.classes}, model.Logits()));
  for (const Layer& layer : network.layers) {
    for (size_t i = 0; i < layer.weights.size(); ++i) {
      const auto& [name, shape] = layer.weights[i];
      arrays.emplace_back("grad/" + name, Array::Of<float>(shape, model.Gradient(layer, i)));
    }
  }
}

Result<NamedArrays> TrainShortly(const Scenario& scenario, const Network& network, Model& model) {
  TRENA_ASSIGN(MappedImages images, MappedImages::Open(scenario.data, "train", network));
  TRENA_ASSIGN(Order order, Order::Open(scenario.order, 1, images.count()));
  TRENA_CHECK(CheckBatch(order, scenario.batch, images.count()));
  NamedArrays arrays;
  model.FirstStep(images, order.Step(0, 0, scenario.batch));
  KeepFirstStep(model, network, scenario.batch, arrays);
  std::vector<double> losses;
  for (int64_t step = 0; step < kVerifySteps; ++step) {
    if (step == kVerifyDropAt) model.SetLearningRate(scenario.rate.base / 10);
    // A small data set is gone through again, in the same order.
    int64_t place = step % order.Steps(scenario.batch);
    losses.push_back(model.Step(images, {order.Step(0, place, scenario.batch)}));
  }
  arrays.emplace_back("losses", Array::Of<double>({kVerifySteps}, losses));
  arrays.emplace_back("indices", TrainedIndices(order, scenario.batch));
  return arrays;
}

}  // namespace

Status Verify(const Caffe& caffe, const Scenario& scenario, double started, EventWriter& events) {
  TRENA_CHECK(Need(scenario.network, "network"));
  TRENA_CHECK(Need(scenario.data, "data"));
  TRENA_CHECK(Need(scenario.order, "order"));
  TRENA_CHECK(Need(scenario.weights, "weights"));
  TRENA_CHECK(Need(scenario.output, "output"));
  TRENA_ASSIGN(Network network, ReadNetwork(scenario.network));
  events.Start("caffe", "1.0", scenario.device, caffe.Threads(), network.parameters,
               caffe.Describe());
  events.Phase("setup", MonotonicNow() - started);
  TRENA_ASSIGN(auto weights, ReadNpz(scenario.weights));
  TRENA_ASSIGN(std::unique_ptr<Model> model,
               Model::Build(caffe, network, scenario, NetUse::kVerify, kVerifySteps, weights));
  TRENA_ASSIGN(NamedArrays arrays, TrainShortly(scenario, network, *model));
  TRENA_CHECK(WriteNpz(scenario.output / "verify.npz", arrays));
  events.Write("verify", {{"parameters", model->parameters()}, {"file", "verify.npz"}});
  events.End(MonotonicNow() - started, std::nullopt);
  return Done{};
}

}  // namespace trena
