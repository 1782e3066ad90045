// SPDX-License-Identifier: Apache-2.0
#include <ATen/ops/zeros.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/clock.h"
#include "core/npy/npz.h"
#include "libtorch/describe.h"
#include "libtorch/images.h"
#include "libtorch/machine.h"
#include "libtorch/model.h"
#include "libtorch/modes.h"
#include "libtorch/optimizer.h"
#include "runner_common/epochs.h"

namespace trena {
namespace {

// Trains and times. The device is waited for once an epoch, or after every step when asked.
class Trainer : public EpochTrainer {
 public:
  Trainer(const Scenario& scenario, const Machine& machine, Model model, Images images, Images test,
          Order order, std::unique_ptr<Optimizer> optimizer, EventWriter& events)
      : scenario_(scenario),
        machine_(machine),
        model_(std::move(model)),
        images_(std::move(images)),
        test_(std::move(test)),
        order_(std::move(order)),
        optimizer_(std::move(optimizer)),
        events_(events) {}

  EpochResult Epoch(int64_t epoch) override;
  std::optional<double> Accuracy() override;
  double TimeSteps(int64_t first, int64_t count) override;
  double TimeEvaluation(int64_t first, int64_t count) override;
  int64_t steps_per_epoch() const override { return order_.Steps(scenario_.batch); }
  int64_t all_steps() const { return scenario_.epochs * steps_per_epoch(); }
  int64_t test_images() const override { return test_.count(); }

 private:
  at::Tensor Step(int64_t epoch, int64_t step);
  // How many labels of the images [first, end) are told right; waits for the device.
  int64_t CountRight(int64_t first, int64_t end);
  void ReportStep(int64_t epoch, int64_t step, const at::Tensor& loss, double begin);

  const Scenario& scenario_;
  const Machine& machine_;
  Model model_;
  Images images_, test_;
  Order order_;
  std::unique_ptr<Optimizer> optimizer_;
  EventWriter& events_;
};

at::Tensor Trainer::Step(int64_t epoch, int64_t step) {
  Batch batch = images_.Take(order_.Step(epoch, step, scenario_.batch), scenario_.batch, machine_);
  at::Tensor loss;
  {
    Autocast autocast(machine_);
    loss = model_.Loss(model_.Forward(batch.images, {}), batch.labels);
  }
  if (scenario_.rate.changes()) {
    optimizer_->SetLearningRate(scenario_.rate.At(epoch * steps_per_epoch() + step, all_steps()));
  }
  model_.ForgetGradients();
  loss.backward();
  optimizer_->Step(model_.Gradients());
  return loss.detach();
}

void Trainer::ReportStep(int64_t epoch, int64_t step, const at::Tensor& loss, double begin) {
  bool first = epoch == 0 && step == 0;
  if (!first && !scenario_.every_step) return;
  Synchronize(machine_);
  double seconds = MonotonicNow() - begin;
  if (first) events_.Phase("first_step", seconds);
  if (scenario_.every_step) {
    events_.Step(epoch + 1, step + 1, loss.item<double>(), seconds, scenario_.batch);
  }
}

EpochResult Trainer::Epoch(int64_t epoch) {
  double begin = MonotonicNow();
  int64_t steps = order_.Steps(scenario_.batch);
  at::Tensor total = at::zeros({}, at::TensorOptions().dtype(at::kDouble).device(machine_.device));
  for (int64_t step = 0; step < steps; ++step) {
    double step_begin = MonotonicNow();
    at::Tensor loss = Step(epoch, step);
    total.add_(loss);
    ReportStep(epoch, step, loss, step_begin);
  }
  double loss = total.item<double>() / static_cast<double>(steps);
  Synchronize(machine_);
  return {MonotonicNow() - begin, loss};
}

double Trainer::TimeSteps(int64_t first, int64_t count) {
  double begin = MonotonicNow();
  at::Tensor total = at::zeros({}, at::TensorOptions().dtype(at::kDouble).device(machine_.device));
  for (int64_t step = first; step < first + count; ++step) {
    total.add_(Step(step / steps_per_epoch(), step % steps_per_epoch()));
  }
  Synchronize(machine_);
  return MonotonicNow() - begin;
}

double Trainer::TimeEvaluation(int64_t first, int64_t count) {
  double begin = MonotonicNow();
  CountRight(first * scenario_.batch, (first + count) * scenario_.batch);
  return MonotonicNow() - begin;
}

std::optional<double> Trainer::Accuracy() {
  if (test_.count() == 0) return std::nullopt;
  return static_cast<double>(CountRight(0, test_.count())) / static_cast<double>(test_.labels());
}

int64_t Trainer::CountRight(int64_t first, int64_t end) {
  c10::InferenceMode guard;
  Autocast autocast(machine_);
  at::Tensor right = at::zeros({}, at::TensorOptions().dtype(at::kLong).device(machine_.device));
  end = std::min(end, test_.count());
  for (; first < end; first += scenario_.batch) {
    int64_t size = std::min(scenario_.batch, end - first);
    Batch batch = test_.Take(first, size, machine_);
    at::Tensor logits = model_.Forward(batch.images, {.training = false, .dropout = false})[0];
    right.add_(logits.argmax(-1).eq(batch.labels).sum());
  }
  return right.item<int64_t>();
}

Result<std::unique_ptr<Trainer>> MakeTrainer(const Scenario& scenario, const Machine& machine,
                                             const Network& network, EventWriter& events) {
  TRENA_ASSIGN(auto arrays, ReadNpz(scenario.weights));
  TRENA_ASSIGN(Model model, Model::Build(network, arrays, machine));
  TRENA_ASSIGN(Images images, Images::Open(scenario.data, "train", network));
  TRENA_ASSIGN(Images test, Images::Open(scenario.data, "test", network));
  TRENA_ASSIGN(Order order, Order::Open(scenario.order, scenario.epochs, images.count()));
  TRENA_CHECK(CheckBatch(order, scenario.batch, images.count()));
  TRENA_CHECK(scenario.rate.Check(scenario.epochs * order.Steps(scenario.batch)));
  TRENA_ASSIGN(std::unique_ptr<Optimizer> optimizer,
               MakeOptimizer(scenario, network, model.weights()));
  return std::make_unique<Trainer>(scenario, machine, std::move(model), std::move(images),
                                   std::move(test), std::move(order), std::move(optimizer), events);
}

// Trains as the mode says, from set-up to teardown.
Status TrainAs(Mode mode, const Scenario& scenario, double started, EventWriter& events) {
  TRENA_CHECK(Need(scenario.network, "network"));
  TRENA_CHECK(Need(scenario.data, "data"));
  TRENA_CHECK(Need(scenario.order, "order"));
  TRENA_CHECK(Need(scenario.weights, "weights"));
  TRENA_ASSIGN(Machine machine, PrepareMachine(scenario));
  TRENA_ASSIGN(Network network, ReadNetwork(scenario.network));
  events.Start("libtorch", TorchVersion(), scenario.device, machine.threads, network.parameters,
               DescribeTorch());
  double set_up = MonotonicNow();
  events.Phase("setup", set_up - started);
  TRENA_ASSIGN(std::unique_ptr<Trainer> trainer, MakeTrainer(scenario, machine, network, events));
  events.Phase("load", MonotonicNow() - set_up);
  std::optional<double> accuracy;
  if (mode == Mode::kPilot) {
    PilotEpochs(scenario, *trainer, events);
  } else {
    accuracy = RunEpochs(scenario, *trainer, events);
  }
  double trained = MonotonicNow();
  events.Memory("cpu", PeakResidentBytes());
  trainer.reset();
  events.Phase("teardown", MonotonicNow() - trained);
  events.End(MonotonicNow() - started, accuracy);
  return Done{};
}

}  // namespace

Status Train(const Scenario& scenario, double started, EventWriter& events) {
  return TrainAs(Mode::kTrain, scenario, started, events);
}

Status Pilot(const Scenario& scenario, double started, EventWriter& events) {
  return TrainAs(Mode::kPilot, scenario, started, events);
}

}  // namespace trena
