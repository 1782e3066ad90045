// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <optional>

#include "caffe/model.h"
#include "caffe/modes.h"
#include "core/clock.h"
#include "core/npy/npz.h"
#include "runner_common/epochs.h"

namespace trena {
namespace {

// Trains and times. An epoch is one call of Caffe's own loop, but for steps that are timed alone.
class Trainer : public EpochTrainer {
 public:
  Trainer(const Scenario& scenario, std::unique_ptr<Model> model, MappedImages images,
          MappedImages test, Order order, EventWriter& events)
      : scenario_(scenario),
        model_(std::move(model)),
        images_(std::move(images)),
        test_(std::move(test)),
        order_(std::move(order)),
        events_(events) {}

  EpochResult Epoch(int64_t epoch) override;
  std::optional<double> Accuracy() override;
  double TimeSteps(int64_t first, int64_t count) override;
  double TimeEvaluation(int64_t first, int64_t count) override;
  int64_t steps_per_epoch() const override { return order_.Steps(scenario_.batch); }
  int64_t test_images() const override { return test_.count(); }

 private:
  // The steps from `first` to before `last`; the sum of their losses.
  double Steps(int64_t epoch, int64_t first, int64_t last);
  int64_t CountRight(int64_t first, int64_t end);

  const Scenario& scenario_;
  std::unique_ptr<Model> model_;
  MappedImages images_, test_;
  Order order_;
  EventWriter& events_;
};

double Trainer::Steps(int64_t epoch, int64_t first, int64_t last) {
  std::vector<const int32_t*> batches;
  for (int64_t step = first; step < last; ++step) {
    batches.push_back(order_.Step(epoch, step, scenario_.batch));
  }
  double begin = MonotonicNow();
  double loss = model_->Step(images_, batches);
  double seconds = MonotonicNow() - begin;
  if (epoch == 0 && first == 0) events_.Phase("first_step", seconds);
  if (scenario_.every_step) events_.Step(epoch + 1, first + 1, loss, seconds, scenario_.batch);
  return loss * static_cast<double>(batches.size());
}

EpochResult Trainer::Epoch(int64_t epoch) {
  double begin = MonotonicNow();
  int64_t steps = order_.Steps(scenario_.batch);
  double total = 0;
  for (int64_t step = 0; step < steps;) {
    bool alone = scenario_.every_step || (epoch == 0 && step == 0);
    int64_t last = alone ? step + 1 : steps;
    total += Steps(epoch, step, last);
    step = last;
  }
  return {MonotonicNow() - begin, total / static_cast<double>(steps)};
}

int64_t Trainer::CountRight(int64_t first, int64_t end) {
  int64_t right = 0;
  for (end = std::min(end, test_.count()); first < end; first += scenario_.batch) {
    right += model_->Correct(test_, first, std::min(scenario_.batch, end - first));
  }
  return right;
}

std::optional<double> Trainer::Accuracy() {
  if (test_.count() == 0) return std::nullopt;
  return static_cast<double>(CountRight(0, test_.count())) / static_cast<double>(test_.count());
}

double Trainer::TimeSteps(int64_t first, int64_t count) {
  std::vector<const int32_t*> batches;
  for (int64_t step = first; step < first + count; ++step) {
    batches.push_back(
        order_.Step(step / steps_per_epoch(), step % steps_per_epoch(), scenario_.batch));
  }
  double begin = MonotonicNow();
  model_->Step(images_, batches);
  return MonotonicNow() - begin;
}

double Trainer::TimeEvaluation(int64_t first, int64_t count) {
  double begin = MonotonicNow();
  CountRight(first * scenario_.batch, (first + count) * scenario_.batch);
  return MonotonicNow() - begin;
}

Result<std::unique_ptr<Trainer>> MakeTrainer(const Caffe& caffe, const Scenario& scenario,
                                             const Network& network, EventWriter& events) {
  TRENA_ASSIGN(MappedImages images, MappedImages::Open(scenario.data, "train", network));
  TRENA_ASSIGN(MappedImages test, MappedImages::Open(scenario.data, "test", network));
  TRENA_ASSIGN(Order order, Order::Open(scenario.order, scenario.epochs, images.count()));
  TRENA_CHECK(CheckBatch(order, scenario.batch, images.count()));
  const int64_t steps = scenario.epochs * order.Steps(scenario.batch);
  TRENA_CHECK(scenario.rate.Check(steps));
  TRENA_ASSIGN(auto weights, ReadNpz(scenario.weights));
  TRENA_ASSIGN(std::unique_ptr<Model> model,
               Model::Build(caffe, network, scenario, NetUse::kTrain, steps, weights));
  return std::make_unique<Trainer>(scenario, std::move(model), std::move(images), std::move(test),
                                   std::move(order), events);
}

}  // namespace

Status Train(const Caffe& caffe, const Scenario& scenario, double started, EventWriter& events) {
  TRENA_CHECK(Need(scenario.network, "network"));
  TRENA_CHECK(Need(scenario.data, "data"));
  TRENA_CHECK(Need(scenario.order, "order"));
  TRENA_CHECK(Need(scenario.weights, "weights"));
  TRENA_ASSIGN(Network network, ReadNetwork(scenario.network));
  events.Start("caffe", "1.0", scenario.device, caffe.Threads(), network.parameters,
               caffe.Describe());
  double set_up = MonotonicNow();
  events.Phase("setup", set_up - started);
  TRENA_ASSIGN(std::unique_ptr<Trainer> trainer, MakeTrainer(caffe, scenario, network, events));
  events.Phase("load", MonotonicNow() - set_up);
  std::optional<double> accuracy;
  if (scenario.mode == Mode::kPilot) {
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

}  // namespace trena
