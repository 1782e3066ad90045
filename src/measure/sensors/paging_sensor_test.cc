// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include "measure/sensors/sensor_testing.h"

namespace trena {
namespace {

class PagingSensorTest : public SensorTest {
 protected:
  PagingSensorTest() { Begin(MakePagingSensor); }
  double page_ = static_cast<double>(sysconf(_SC_PAGESIZE));
};

TEST_F(PagingSensorTest, FaultsAndSwappingPerSecond) {
  Proc("vmstat", "nr_free_pages 100\npswpin 10\npswpout 20\npgfault 999\npgmajfault 1000\n");
  EXPECT_TRUE(AllMissing(Read(10)));
  Proc("vmstat", "nr_free_pages 100\npswpin 14\npswpout 50\npgfault 5999\npgmajfault 1100\n");
  Readings readings = Read(12);
  EXPECT_EQ(readings["host_major_faults_per_s"], 50);
  EXPECT_EQ(readings["host_swap_in_bytes_per_s"], 2 * page_);
  EXPECT_EQ(readings["host_swap_out_bytes_per_s"], 15 * page_);
  Proc("vmstat", "pgmajfault 1050\npswpout 60\n");
  readings = Read(13);
  EXPECT_EQ(readings["host_major_faults_per_s"], std::nullopt) << "it went back";
  EXPECT_EQ(readings["host_swap_in_bytes_per_s"], std::nullopt) << "it is not there";
  EXPECT_EQ(readings["host_swap_out_bytes_per_s"], 10 * page_) << "the others stay";
}

TEST_F(PagingSensorTest, RubbishIsMissing) {
  for (const char* text : kRubbish) {
    Proc("vmstat", text);
    EXPECT_TRUE(AllMissing(Read(1))) << text;
  }
}

}  // namespace
}  // namespace trena
