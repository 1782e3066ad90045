// SPDX-License-Identifier: Apache-2.0
#include "caffe/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "core/files.h"

namespace trena {
namespace {

// A line in Caffe's log about ten times an epoch of a thousand steps.
constexpr int64_t kDisplayEvery = 100;

struct StepState {
  std::function<void(size_t)> take;
  size_t next = 0;
  double total = 0;
};

// What is trained stands beside the run, for those who want to take it to Caffe.
Status Keep(const Scenario& scenario, const std::string& net, const std::string& solver) {
  if (scenario.mode != Mode::kTrain || scenario.output.empty()) return Done{};
  TRENA_CHECK(WriteFile(scenario.output / "net.prototxt", net));
  return WriteFile(scenario.output / "solver.prototxt", "net: \"net.prototxt\"\n" + solver);
}

}  // namespace

Result<std::unique_ptr<Model>> Model::Build(const Caffe& caffe, const Network& network,
                                            const Scenario& scenario, NetUse use, int64_t steps,
                                            const std::map<std::string, Array>& weights) {
  std::unique_ptr<Model> model(new Model(caffe, network, scenario.batch, use));
  TRENA_CHECK(model->Open(scenario, steps));
  TRENA_CHECK(model->CheckShapes());
  TRENA_CHECK(model->SetWeights(weights));
  model->StartAverages();
  return model;
}

Model::~Model() {
  if (evaluate_) caffe_->close_net(evaluate_);
  if (solver_) caffe_->close_solver(solver_);
}

Status Model::Open(const Scenario& scenario, int64_t steps) {
  TRENA_ASSIGN(std::string train, NetPrototxt(network_, batch_, use_));
  TRENA_ASSIGN(std::string evaluate, NetPrototxt(network_, batch_, NetUse::kEvaluate));
  const int64_t display = scenario.every_step ? 1 : kDisplayEvery;
  TRENA_ASSIGN(std::string solver, SolverPrototxt(scenario, display, steps));
  TRENA_CHECK(Keep(scenario, train, solver));
  solver_ = caffe_->open_solver((solver + "net_param {\n" + train + "}\n").c_str());
  net_ = caffe_->net_of(solver_);
  evaluate_ = caffe_->open_net(evaluate.c_str(), 0);
  caffe_->share_weights(evaluate_, net_);
  return Done{};
}

// A shape that is not the one in network.json would be another network than the other frameworks'.
Status Model::CheckShapes() const {
  for (size_t i = 0; i < network_.layers.size(); ++i) {
    const Layer& layer = network_.layers[i];
    int64_t count = 0;
    std::string blob = BlobOf(network_, static_cast<int>(i), use_);
    if (caffe_->blob(net_, blob.c_str(), &count) && count == batch_ * Count(layer.out)) continue;
    return Error(fmt::format("layer {} gives {} numbers a batch, network.json says {}", layer.name,
                             count, batch_ * Count(layer.out)));
  }
  return Done{};
}

Status Model::SetWeights(const std::map<std::string, Array>& weights) {
  size_t known = 0;
  for (const Layer& layer : network_.layers) {
    for (size_t i = 0; i < layer.weights.size(); ++i, ++known) {
      const auto& [name, shape] = layer.weights[i];
      auto found = weights.find(name);
      if (found == weights.end()) return InputError("the weights file has no " + name);
      const Array& array = found->second;
      if (array.dtype != DType::kFloat32 || array.shape != shape) {
        return InputError(fmt::format("weight {} is {}{}, expected float32{}", name,
                                      ToString(array.dtype), ToString(array.shape),
                                      ToString(shape)));
      }
      WeightPlace place = PlaceOf(layer, i);
      int64_t count = 0;
      float* target = caffe_->weight(net_, place.layer.c_str(), place.index, &count);
      if (!target || count != Count(shape)) return Error("Caffe has no place for " + name);
      std::memcpy(target, array.As<float>(), array.bytes.size());
    }
  }
  if (weights.size() == known) return Done{};
  return InputError(
      fmt::format("the weights file holds {} arrays, the network has {}", weights.size(), known));
}

// Caffe divides its sums of means and variances by a weight that grows to 1 ÷ momentum: begun there,
// they are the protocol's averages, which start at 0 and 1.
void Model::StartAverages() {
  for (const Layer& layer : network_.layers) {
    if (layer.type != LayerType::kBatchNorm) continue;
    for (int index : {1, 2}) {  // of mean, variance and their weight; the mean starts at 0
      int64_t count = 0;
      float* numbers = caffe_->weight(net_, layer.name.c_str(), index, &count);
      std::fill(numbers, numbers + count, static_cast<float>(1 / layer.momentum));
    }
  }
}

void Model::Take(TrenaCaffeNet* net, const MappedImages& images, int64_t index,
                 int64_t place) const {
  int64_t count = 0;
  int64_t channels = images.shape()[3], pixels = images.shape()[1] * images.shape()[2];
  float* target = caffe_->blob(net, kDataBlob, &count) + place * images.bytes_each();
  const uint8_t* source = images.image(index);
  for (int64_t channel = 0; channel < channels; ++channel) {
    for (int64_t i = 0; i < pixels; ++i) {
      *target++ = static_cast<float>(source[i * channels + channel]) * (1.0f / 255);
    }
  }
}

void Model::TakeBatch(const MappedImages& images, const int32_t* batch) {
  int64_t count = 0;
  float* labels = caffe_->blob(net_, kLabelBlob, &count);
  for (int64_t i = 0; i < batch_; ++i) {
    Take(net_, images, batch[i], i);
    labels[i] = static_cast<float>(images.label(batch[i]));
  }
}

double Model::Step(const MappedImages& images, const std::vector<const int32_t*>& batches) {
  StepState state{[&](size_t step) { TakeBatch(images, batches[step]); }};
  TrenaCaffeListener listener;
  listener.self = &state;
  listener.before = [](void* self) {
    auto* now = static_cast<StepState*>(self);
    now->take(now->next++);
  };
  listener.after = [](void* self, double loss) { static_cast<StepState*>(self)->total += loss; };
  caffe_->step(solver_, static_cast<int>(batches.size()), listener);
  return state.total / static_cast<double>(batches.size());
}

void Model::FirstStep(const MappedImages& images, const int32_t* batch) {
  TakeBatch(images, batch);
  caffe_->forward_backward(net_);
}

std::vector<float> Model::Logits() const {
  int64_t count = 0;
  int last = static_cast<int>(network_.layers.size()) - 1;
  const float* logits = caffe_->blob(net_, BlobOf(network_, last, use_).c_str(), &count);
  return {logits, logits + count};
}

std::vector<float> Model::Gradient(const Layer& layer, size_t weight) const {
  WeightPlace place = PlaceOf(layer, weight);
  const float* gradient = caffe_->gradient(net_, place.layer.c_str(), place.index);
  return {gradient, gradient + Count(layer.weights[weight].second)};
}

int64_t Model::Correct(const MappedImages& images, int64_t first, int64_t size) {
  for (int64_t i = 0; i < size; ++i) Take(evaluate_, images, first + i, i);
  caffe_->forward(evaluate_);
  int64_t count = 0, right = 0;
  int last = static_cast<int>(network_.layers.size()) - 1;
  std::string blob = BlobOf(network_, last, NetUse::kEvaluate);
  const float* logits = caffe_->blob(evaluate_, blob.c_str(), &count);
  for (int64_t i = 0; i < size; ++i) {
    const float* row = logits + i * network_.classes;
    right += std::max_element(row, row + network_.classes) - row == images.label(first + i);
  }
  return right;
}

}  // namespace trena
