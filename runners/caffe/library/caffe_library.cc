// SPDX-License-Identifier: Apache-2.0
#include "caffe_library.h"

#include <glog/logging.h>
#include <google/protobuf/text_format.h>
#include <unistd.h>

#include <caffe/caffe.hpp>
#include <caffe/sgd_solvers.hpp>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>

// A handle is a net of our own, or one that belongs to its solver.
struct TrenaCaffeNet {
  boost::shared_ptr<caffe::Net<float>> net;
};

namespace {

constexpr double kAdamEpsilon = 1e-8;
constexpr double kAdamSecond = 0.999;

// glog's hooks take no argument of ours.
void (*on_fatal)(void*, const char*) = nullptr;
void* on_fatal_self = nullptr;
std::string* last_words = nullptr;

// Keeps what Caffe says before it ends the process.
class LastWords : public google::LogSink {
 public:
  void send(google::LogSeverity severity, const char*, const char*, int, const struct ::tm*,
            const char* message, size_t length) override {
    if (severity == google::GLOG_FATAL) last_words->assign(message, length);
  }
};

void Fail() {
  on_fatal(on_fatal_self, last_words->c_str());
  _exit(1);
}

void Start(void (*fatal)(void*, const char*), void* self) {
  on_fatal = fatal;
  on_fatal_self = self;
  last_words = new std::string;
  FLAGS_logtostderr = true;
  google::InitGoogleLogging("trena-caffe");
  google::AddLogSink(new LastWords);
  google::InstallFailureFunction(Fail);
  caffe::Caffe::set_mode(caffe::Caffe::CPU);
}

const char* Version() {
#define TRENA_TEXT(x) #x
#define TRENA_VALUE(x) TRENA_TEXT(x)
#ifdef CAFFE_VERSION
  return TRENA_VALUE(CAFFE_VERSION);
#else
  return "1.0.0";
#endif
}

template <typename Message>
Message Parse(const char* text) {
  Message message;
  CHECK(google::protobuf::TextFormat::ParseFromString(text, &message)) << "not Caffe's text format";
  return message;
}

TrenaCaffeNet* OpenNet(const char* prototxt, int training) {
  caffe::NetParameter parameter = Parse<caffe::NetParameter>(prototxt);
  parameter.mutable_state()->set_phase(training ? caffe::TRAIN : caffe::TEST);
  return new TrenaCaffeNet{boost::shared_ptr<caffe::Net<float>>(new caffe::Net<float>(parameter))};
}

void ShareWeights(TrenaCaffeNet* net, TrenaCaffeNet* other) {
  net->net->ShareTrainedLayersWith(other->net.get());
}

void Forward(TrenaCaffeNet* net) { net->net->Forward(); }

void ForwardBackward(TrenaCaffeNet* net) {
  net->net->ClearParamDiffs();
  net->net->ForwardBackward();
}

float* BlobOf(TrenaCaffeNet* net, const char* name, int64_t* count) {
  if (!net->net->has_blob(name)) return nullptr;
  boost::shared_ptr<caffe::Blob<float>> blob = net->net->blob_by_name(name);
  *count = blob->count();
  return blob->mutable_cpu_data();
}

caffe::Blob<float>* WeightBlob(TrenaCaffeNet* net, const char* layer, int index) {
  if (!net->net->has_layer(layer)) return nullptr;
  auto& blobs = net->net->layer_by_name(layer)->blobs();
  return index < static_cast<int>(blobs.size()) ? blobs[index].get() : nullptr;
}

float* Weight(TrenaCaffeNet* net, const char* layer, int index, int64_t* count) {
  caffe::Blob<float>* blob = WeightBlob(net, layer, index);
  if (!blob) return nullptr;
  *count = blob->count();
  return blob->mutable_cpu_data();
}

const float* Gradient(TrenaCaffeNet* net, const char* layer, int index) {
  caffe::Blob<float>* blob = WeightBlob(net, layer, index);
  return blob ? blob->cpu_diff() : nullptr;
}

int64_t Trained(TrenaCaffeNet* net) {
  int64_t count = 0;
  const auto& weights = net->net->learnable_params();
  for (size_t i = 0; i < weights.size(); ++i) {
    if (net->net->params_lr()[i] != 0) count += weights[i]->count();
  }
  return count;
}

// Of all heads, each times its weight.
double LossOf(const caffe::Net<float>& net) {
  double loss = 0;
  for (size_t i = 0; i < net.blobs().size(); ++i) {
    const float weight = net.blob_loss_weights()[i];
    if (weight != 0) loss += double{weight} * net.blobs()[i]->cpu_data()[0];
  }
  return loss;
}

}  // namespace

namespace {

// Makes it known to all what rate Caffe's own formulas give.
struct SgdSolver : public caffe::SGDSolver<float> {
  using caffe::SGDSolver<float>::SGDSolver;
  using caffe::SGDSolver<float>::GetLearningRate;
};

}  // namespace

struct TrenaCaffeSolver : public caffe::Solver<float>::Callback {
  boost::shared_ptr<caffe::SGDSolver<float>> solver;
  TrenaCaffeNet net;
  TrenaCaffeListener listener = {nullptr, nullptr, nullptr};
  bool adam = false;
  float momentum = 0, rate = 0;  // as asked for; of the step before

  // Caffe reads its settings at every step but gives no way to change them.
  caffe::SolverParameter& settings() {
    return const_cast<caffe::SolverParameter&>(solver->param());
  }

 protected:
  void on_start() override {
    if (!adam) KeepVelocity();
    // Caffe's Adam adds its epsilon before the second moment is corrected, the protocol's after.
    if (adam) {
      double step = solver->iter() + 1;
      settings().set_delta(
          static_cast<float>(kAdamEpsilon * std::sqrt(1 - std::pow(kAdamSecond, step))));
    }
    listener.before(listener.self);
  }
  // Caffe's velocity holds the rate, the protocol's does not: where the rate changes, as much less
  // or more of Caffe's is left in the next step.
  void KeepVelocity() {
    const float now = static_cast<SgdSolver*>(solver.get())->GetLearningRate();
    settings().set_momentum(rate > 0 ? momentum * now / rate : momentum);
    rate = now;
  }
  void on_gradients_ready() override { listener.after(listener.self, LossOf(*solver->net())); }
};

namespace {

TrenaCaffeSolver* OpenSolver(const char* prototxt) {
  caffe::SolverParameter settings = Parse<caffe::SolverParameter>(prototxt);
  std::unique_ptr<TrenaCaffeSolver> made(new TrenaCaffeSolver);
  made->adam = settings.type() == "Adam";
  if (made->adam) {
    made->solver.reset(new caffe::AdamSolver<float>(settings));
  } else {
    made->solver.reset(new SgdSolver(settings));
    made->momentum = settings.momentum();
  }
  made->solver->add_callback(made.get());
  made->net.net = made->solver->net();
  return made.release();
}

TrenaCaffeNet* NetOf(TrenaCaffeSolver* solver) { return &solver->net; }

void Step(TrenaCaffeSolver* solver, int steps, TrenaCaffeListener listener) {
  solver->listener = listener;
  solver->solver->Step(steps);
}

void SetLearningRate(TrenaCaffeSolver* solver, double rate) {
  solver->settings().set_base_lr(static_cast<float>(rate));
}

void CloseNet(TrenaCaffeNet* net) { delete net; }
void CloseSolver(TrenaCaffeSolver* solver) { delete solver; }

}  // namespace

#ifndef CPU_ONLY
void TrenaCaffeUseGpu(void) {
  caffe::Caffe::SetDevice(0);
  caffe::Caffe::set_mode(caffe::Caffe::GPU);
}
#endif

const TrenaCaffe* TrenaCaffeLibrary(void) {
  static const TrenaCaffe library = {TRENA_CAFFE_INTERFACE,
                                     Start,
                                     Version,
                                     OpenNet,
                                     ShareWeights,
                                     Forward,
                                     ForwardBackward,
                                     BlobOf,
                                     Weight,
                                     Gradient,
                                     Trained,
                                     OpenSolver,
                                     NetOf,
                                     Step,
                                     SetLearningRate,
                                     CloseNet,
                                     CloseSolver};
  return &library;
}
