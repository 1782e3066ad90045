// SPDX-License-Identifier: Apache-2.0
#include "configure/npz.h"

#include <gtest/gtest.h>
#include <zip.h>

#include <cstdlib>

#include "configure/npy.h"
#include "configure/testing.h"

namespace trena {
namespace {

const std::vector<NamedArray> kArrays{{"fc1.weight", {2, 2}, {1, 2, 3, 4}},
                                      {"fc1.bias", {2}, {5, 6}}};

TEST(Npz, ZipReadersSeeStoredMembers) {
  TestFolder folder;
  fs::path path = folder.Write("w.npz", ToNpz(kArrays).value());
  zip_t* archive = zip_open(path.c_str(), ZIP_CHECKCONS | ZIP_RDONLY, nullptr);
  ASSERT_NE(archive, nullptr);
  EXPECT_EQ(zip_get_num_entries(archive, 0), 2);
  zip_stat_t facts;
  ASSERT_EQ(zip_stat(archive, "fc1.bias.npy", 0, &facts), 0);
  EXPECT_EQ(facts.comp_method, ZIP_CM_STORE);
  std::string bytes(facts.size, '\0');
  zip_file_t* file = zip_fopen(archive, "fc1.bias.npy", 0);
  EXPECT_EQ(zip_fread(file, bytes.data(), bytes.size()), static_cast<zip_int64_t>(bytes.size()));
  zip_fclose(file);
  zip_discard(archive);
  EXPECT_EQ(bytes, ToNpy<float>({2}, {5, 6}));
}

TEST(Npz, SameBytesInEveryTimeZone) {
  std::string here = ToNpz(kArrays).value();
  const char* before = getenv("TZ");
  std::string kept = before == nullptr ? "" : before;
  for (const char* zone : {"UTC", "America/Recife", "Asia/Tokyo", "Pacific/Kiritimati"}) {
    setenv("TZ", zone, 1);
    tzset();
    EXPECT_EQ(ToNpz(kArrays).value(), here) << zone;
  }
  before == nullptr ? unsetenv("TZ") : setenv("TZ", kept.c_str(), 1);
  tzset();
  // The local header of the first member: time 12:00 (0x6000), date 1980-01-01 (0x0021).
  EXPECT_EQ(here.substr(10, 4), std::string("\x00\x60\x21\x00", 4));
}

}  // namespace
}  // namespace trena
