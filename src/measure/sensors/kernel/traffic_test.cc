// SPDX-License-Identifier: Apache-2.0
// The disk and the network sensor.
#include "measure/sensors/kernel/traffic.h"

#include "measure/sensors/sensor_testing.h"

namespace trena {
namespace {

class DiskSensorTest : public SensorTest {
 protected:
  DiskSensorTest() {
    // As sysfs has it: hardware has a device, a loop device, memory and a mapped volume have none.
    Sys("block/vda/device/type", "");
    Sys("block/nvme0n1/device/type", "");
    for (const char* name : {"loop0", "zram0", "dm-0", "md0"}) {
      Sys("block/" + std::string(name) + "/size", "1");
    }
    Begin(MakeDiskSensor);
  }
  // Sectors read and written of two disks; all that is made of them counts the same again.
  void Disks(const std::string& vda, const std::string& nvme) {
    Proc("diskstats", "   7       0 loop0 9 0 " + vda + " 0 0 0 0 0\n 254       0 vda " + vda +
                          " 0 476852 15945139 385565 83 148111400 75790\n 254       1 vda1 " + vda +
                          " 0 1 1\n 259       0 nvme0n1 " + nvme + " 0 1 1\n 259 1 nvme0n1p1 " +
                          nvme + " 0 1 1\n 253 0 dm-0 " + vda + " 0 1 1\n");
  }
};

TEST_F(DiskSensorTest, WholeDevicesAreCountedOnce) {
  Disks("2377740 73310 1000 14765380 937860 533057 5000 1080933", "1 0 100 1 1 0 200 1");
  EXPECT_TRUE(AllMissing(Read(10)));
  // 60 and 20 sectors more are read, 10 and 30 written, in 4 s.
  Disks("2377741 73310 1060 14765380 937860 533057 5010 1080933", "1 0 120 1 1 0 230 1");
  Readings readings = Read(14);
  EXPECT_EQ(readings["host_disk_read_bytes_per_s"], 80 * 512 / 4.0);
  EXPECT_EQ(readings["host_disk_write_bytes_per_s"], 40 * 512 / 4.0);
}

TEST_F(DiskSensorTest, ADiskThatGoesAwayIsNoNegativeTraffic) {
  Disks("1 0 1000 1 1 0 5000 1", "1 0 100 1 1 0 200 1");
  Read(10);
  Proc("diskstats", " 259 0 nvme0n1 1 0 9000 1 1 0 9000 1\n");
  EXPECT_TRUE(AllMissing(Read(11))) << "although the sum is larger than before";
  Proc("diskstats", " 259 0 nvme0n1 1 0 9010 1 1 0 8999 1\n");
  Readings readings = Read(12);
  EXPECT_EQ(readings["host_disk_read_bytes_per_s"], 10 * 512);
  EXPECT_EQ(readings["host_disk_write_bytes_per_s"], std::nullopt) << "it went back";
}

TEST_F(DiskSensorTest, ALineThatIsCutShortIsMissing) {
  for (const char* text : {"254 0 vda", "254 0 vda 1 2 x 4 5 6 y", "254 0 vda 1 2"}) {
    Proc("diskstats", text);
    Read(1);
    EXPECT_TRUE(AllMissing(Read(2))) << text;
  }
}

TEST_F(DiskSensorTest, RubbishIsMissing) {
  for (const char* text : kRubbish) {
    Proc("diskstats", text);
    Read(1);
    EXPECT_TRUE(AllMissing(Read(2))) << text;
  }
}

class NetworkSensorTest : public SensorTest {
 protected:
  int bridged_ = 0;  // what a bridge passes on is counted by the card
  void Net(const std::string& eth0) {
    Proc("net/dev",
         "Inter-|   Receive                            |  Transmit\n"
         " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets\n"
         "    lo:  288517 1903 0 0 0 0 0 0 288517 1903 0 0 0 0 0 0\n" +
             eth0 + "docker0: " + std::to_string(bridged_ += 7000) +
             " 1 0 0 0 0 0 0 88 1 0 0 0 0 0 0\n");
  }
};

TEST_F(NetworkSensorTest, CardsOnlyWhereThereAreSome) {
  Sys("class/net/eth0/device/vendor", "");
  Sys("class/net/docker0/mtu", "");
  Sys("class/net/lo/mtu", "");
  Begin(MakeNetworkSensor);
  Net("  eth0: 1000 5 0 0 0 0 0 0 2000 6 0 0 0 0 0 0\n");
  EXPECT_TRUE(AllMissing(Read(10)));
  Net("  eth0: 3000 5 0 0 0 0 0 0 2500 6 0 0 0 0 0 0\n");
  Readings readings = Read(12);
  EXPECT_EQ(readings["host_net_receive_bytes_per_s"], 1000);
  EXPECT_EQ(readings["host_net_transmit_bytes_per_s"], 250);
  Net("  eth0: 100 5 0 0 0 0 0 0 2700 6 0 0 0 0 0 0\n");
  readings = Read(13);
  EXPECT_EQ(readings["host_net_receive_bytes_per_s"], std::nullopt) << "it went back";
  EXPECT_EQ(readings["host_net_transmit_bytes_per_s"], 200);
}

TEST_F(NetworkSensorTest, InAContainerAllButTheLoopback) {
  Begin(MakeNetworkSensor);
  Proc("net/dev", "lo: 9 0 0 0 0 0 0 0 9 0\neth0:100 0 0 0 0 0 0 0 10 0\n");
  Read(1);
  Proc("net/dev", "lo: 99 0 0 0 0 0 0 0 99 0\neth0:150 0 0 0 0 0 0 0 30 0\n");
  Readings readings = Read(2);
  EXPECT_EQ(readings["host_net_receive_bytes_per_s"], 50) << "a number against the colon";
  EXPECT_EQ(readings["host_net_transmit_bytes_per_s"], 20);
}

TEST_F(NetworkSensorTest, RubbishIsMissing) {
  Begin(MakeNetworkSensor);
  for (const char* text : kRubbish) {
    Proc("net/dev", text);
    Read(1);
    EXPECT_TRUE(AllMissing(Read(2))) << text;
  }
}

}  // namespace
}  // namespace trena
