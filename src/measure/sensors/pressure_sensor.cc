// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "measure/sensors/kernel/counter.h"
#include "measure/sensors/kernel/kernel_file.h"
#include "measure/sensors/sensor.h"

namespace trena {
namespace {

constexpr double kMicrosecond = 1e-6;

// One file: "some avg10=… avg60=… avg300=… total=MICROSECONDS" and the same for "full".
class Pressure {
 public:
  explicit Pressure(std::string path) : file_(std::move(path)) {}

  void Update(double now) {
    Reading some, full;
    Scanner lines(file_.Read());
    do {
      std::string_view kind = lines.Word();
      if (kind == "some") some = StalledTime(lines);
      if (kind == "full") full = StalledTime(lines);
    } while (lines.NextLine());
    some_percent = Percent(some_.Rate(now, some));
    full_percent = Percent(full_.Rate(now, full));
  }

  void Forget() {
    some_.Forget();
    full_.Forget();
  }

  Reading some_percent, full_percent;

 private:
  static Reading StalledTime(Scanner& line) {
    constexpr std::string_view kTotal = "total=";
    for (std::string_view word = line.Word(); !word.empty(); word = line.Word()) {
      if (word.starts_with(kTotal)) return Scanner(word.substr(kTotal.size())).Number();
    }
    return std::nullopt;
  }

  static Reading Percent(Reading microseconds) {
    return microseconds ? SanePercent(100 * *microseconds * kMicrosecond) : std::nullopt;
  }

  KernelFile file_;
  Counter some_, full_;
};

class PressureSensor : public Sensor {
 public:
  explicit PressureSensor(const SensorContext& context)
      : cpu_(context.proc + "/pressure/cpu"),
        memory_(context.proc + "/pressure/memory"),
        io_(context.proc + "/pressure/io") {}

  std::vector<std::string> Columns() const override {
    return {"pressure_cpu_pct", "pressure_memory_pct", "pressure_memory_full_pct",
            "pressure_io_pct", "pressure_io_full_pct"};
  }

  void Read(double now, std::vector<Reading>& out) override {
    for (Pressure* pressure : {&cpu_, &memory_, &io_}) pressure->Update(now);
    // No line of the CPU tells more than the first: all waiting at once is not defined for it.
    out.push_back(cpu_.some_percent);
    for (const Pressure* pressure : {&memory_, &io_}) {
      out.push_back(pressure->some_percent);
      out.push_back(pressure->full_percent);
    }
  }

  bool ServesAnotherRun() override {
    for (Pressure* pressure : {&cpu_, &memory_, &io_}) pressure->Forget();
    return true;
  }

 private:
  Pressure cpu_, memory_, io_;
};

}  // namespace

std::unique_ptr<Sensor> MakePressureSensor(const SensorContext& context) {
  return std::make_unique<PressureSensor>(context);
}

}  // namespace trena
