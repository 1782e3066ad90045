// SPDX-License-Identifier: Apache-2.0
// A network in Caffe with its solver: weights put in and gradients taken out by the protocol's
// names, batches written straight into Caffe's input.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "caffe/library.h"
#include "caffe/prototxt.h"
#include "core/npy/npy.h"
#include "core/result.h"
#include "runner_common/images.h"
#include "runner_common/network.h"
#include "runner_common/scenario.h"

namespace trena {

class Model {
 public:
  // `weights` must hold every weight of the network in its shape, as float32, and no other. Of a
  // training of so many `steps`.
  static Result<std::unique_ptr<Model>> Build(const Caffe& caffe, const Network& network,
                                              const Scenario& scenario, NetUse use, int64_t steps,
                                              const std::map<std::string, Array>& weights);
  ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  // Optimizer steps over `size` images at each of these places; the mean of their losses.
  double Step(const MappedImages& images, const std::vector<const int32_t*>& batches);
  void SetLearningRate(double rate) { caffe_->set_learning_rate(solver_, rate); }

  // Logits (batch × classes) and gradients of a batch, without an update.
  void FirstStep(const MappedImages& images, const int32_t* batch);
  std::vector<float> Logits() const;
  std::vector<float> Gradient(const Layer& layer, size_t weight) const;

  // How many of `size` images from `first` on have their largest logit at their label.
  int64_t Correct(const MappedImages& images, int64_t first, int64_t size);

  int64_t parameters() const { return caffe_->trained(net_); }

 private:
  Model(const Caffe& caffe, const Network& network, int64_t batch, NetUse use)
      : caffe_(caffe), network_(network), batch_(batch), use_(use) {}
  Status Open(const Scenario& scenario, int64_t steps);
  Status CheckShapes() const;
  Status SetWeights(const std::map<std::string, Array>& weights);
  void StartAverages();
  void Take(TrenaCaffeNet* net, const MappedImages& images, int64_t index, int64_t place) const;
  void TakeBatch(const MappedImages& images, const int32_t* batch);

  Caffe caffe_;
  const Network& network_;
  int64_t batch_;
  NetUse use_;
  TrenaCaffeSolver* solver_ = nullptr;
  TrenaCaffeNet* net_ = nullptr;       // the solver's
  TrenaCaffeNet* evaluate_ = nullptr;  // with the same weights
};

}  // namespace trena
