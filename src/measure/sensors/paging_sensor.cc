// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <array>

#include "measure/sensors/kernel/kernel_file.h"
#include "measure/sensors/sensor.h"

namespace trena {
namespace {

enum Event { kMajorFaults, kPagesIn, kPagesOut };
constexpr std::array<std::string_view, 3> kPagingEvents = {"pgmajfault", "pswpin", "pswpout"};

class PagingSensor : public Sensor {
 public:
  explicit PagingSensor(const SensorContext& context)
      : events_(context.proc + "/vmstat"), page_(static_cast<double>(sysconf(_SC_PAGESIZE))) {}

  std::vector<std::string> Columns() const override {
    return {"host_major_faults_per_s", "host_swap_in_bytes_per_s", "host_swap_out_bytes_per_s"};
  }

  void Read(double now, std::vector<Reading>& out) override {
    std::array<Reading, kPagingEvents.size()> events;
    ReadNamed(events_.Read(), kPagingEvents, events);
    out.push_back(rates_[kMajorFaults].Rate(now, events[kMajorFaults]));
    for (Event event : {kPagesIn, kPagesOut}) {
      Reading pages = rates_[event].Rate(now, events[event]);
      out.push_back(pages ? Reading(*pages * page_) : std::nullopt);
    }
  }

  bool ServesAnotherRun() override {
    for (Counter& rate : rates_) rate.Forget();
    return true;
  }

 private:
  KernelFile events_;
  double page_;
  std::array<Counter, kPagingEvents.size()> rates_;
};

}  // namespace

std::unique_ptr<Sensor> MakePagingSensor(const SensorContext& context) {
  return std::make_unique<PagingSensor>(context);
}

}  // namespace trena
