// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "measure/sensors/kernel/kernel_file.h"
#include "measure/sensors/kernel/traffic.h"
#include "measure/sensors/sensor.h"

namespace trena {
namespace {

class NetworkSensor : public Sensor {
 public:
  explicit NetworkSensor(const SensorContext& context)
      : file_(context.proc + "/net/dev"), cards_(RealDevices(context.sys + "/class/net")) {}

  std::vector<std::string> Columns() const override {
    return {"host_net_receive_bytes_per_s", "host_net_transmit_bytes_per_s"};
  }

  // A line: "name: " and eight numbers of receiving, then eight of transmitting; bytes come first.
  void Read(double now, std::vector<Reading>& out) override {
    traffic_.Begin();
    Scanner lines(file_.Read());
    do {
      std::string_view word = lines.Word();
      size_t colon = word.find(':');
      if (colon == std::string_view::npos || !Counts(word.substr(0, colon))) continue;
      // Large numbers stand against the colon in old kernels.
      bool apart = colon + 1 == word.size();
      Reading received = apart ? lines.Number() : Scanner(word.substr(colon + 1)).Number();
      for (int i = 0; i < 7; ++i) lines.Word();
      traffic_.Add(received, lines.Number());
    } while (lines.NextLine());
    traffic_.End(now, 1, out);
  }

  bool ServesAnotherRun() override {
    traffic_ = Traffic();
    return true;
  }

 private:
  // In a container no interface has a device of its own: there all but the loopback count.
  bool Counts(std::string_view name) const {
    if (cards_.empty()) return name != "lo";
    return std::find(cards_.begin(), cards_.end(), name) != cards_.end();
  }

  KernelFile file_;
  std::vector<std::string> cards_;
  Traffic traffic_;
};

}  // namespace

std::unique_ptr<Sensor> MakeNetworkSensor(const SensorContext& context) {
  return std::make_unique<NetworkSensor>(context);
}

}  // namespace trena
