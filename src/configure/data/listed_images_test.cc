// SPDX-License-Identifier: Apache-2.0
// Images of one's own, from the study's map to the prepared folder, by trena-data.
#include "configure/data/listed_images.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cstring>

#include "configure/data/builder.h"
#include "configure/data_folder.h"
#include "configure/own_data/own_dataset.h"
#include "configure/own_data/own_images.h"
#include "configure/testing.h"
#include "core/npy/npy.h"
#include "core/process/process.h"
#include "core/sha256.h"
#include "core/text/text.h"

namespace trena {
namespace {

// A BMP of one colour; the number makes each another.
std::string Bitmap(int number, int side = 8) {
  const auto le32 = [](uint32_t n) { return std::string(reinterpret_cast<const char*>(&n), 4); };
  const auto pixels = static_cast<uint32_t>(side * side * 3);
  std::string bytes = "BM" + le32(54 + pixels) + le32(0) + le32(54) + le32(40) +
                      le32(static_cast<uint32_t>(side)) + le32(static_cast<uint32_t>(side)) +
                      std::string("\1\0\x18\0", 4) + le32(0) + le32(pixels) + std::string(16, '\0');
  for (int i = 0; i < side * side; ++i) {
    bytes += {static_cast<char>(number), static_cast<char>(number >> 8), '\x07'};  // blue first
  }
  return bytes;
}

class ListedImagesTest : public testing::Test {
 protected:
  void Put(const std::string& name, const std::string& bytes) const {
    fs::create_directories((folder_.path() / name).parent_path());
    folder_.Write(name, bytes);
  }
  void PutBitmaps(int count) const {
    for (int i = 0; i < count; ++i) Put(fmt::format("{}/{}.bmp", i % 2, i), Bitmap(i));
  }

  DataRequest Request(Json content = Json::object()) {
    content["folder"] = folder_.path().string();
    Listing listing = ListImages(content, "own", "/", cache_.path(), {}).value();
    EXPECT_TRUE(KeepListing(listing, cache_.path()).ok());
    listing_ = std::move(listing);
    const std::string path = ListingPath(cache_.path(), listing_.head.sha256).string();
    DataRequest request{"own", 8, {}};
    request.own = OwnDataset({{"name", "own"}, {"listing", path}}).value();
    return request;
  }
  Result<PreparedData> Build(const DataRequest& request) {
    notes_.clear();
    const Report report{{}, [&](const std::string& note) { notes_ += note + "\n"; }};
    TRENA_ASSIGN(const fs::path folder, BuildData(request, cache_.path(), report));
    return ReadDataFolder(folder, true);
  }
  static Json Described(const PreparedData& data) {
    return ParseJson(ReadFile(data.folder / "data.json").value()).value();
  }
  template <typename T>
  static std::vector<T> Numbers(const fs::path& path) {
    const MappedArray array = MappedArray::Open(path).value();
    const T* data = array.Data<T>().value();
    return {data, data + Count(array.shape())};
  }

  TestFolder folder_, cache_;
  Listing listing_;
  std::string notes_;
};

TEST_F(ListedImagesTest, EachImageIsInItsPlaceWithItsLabel) {
  PutBitmaps(300);
  const PreparedData data = Build(Request({{"test", 0.1}})).value();
  EXPECT_EQ(data.train_images, 270);
  EXPECT_EQ(data.test_images, 30);
  EXPECT_EQ(data.channels, 3);
  EXPECT_EQ(data.classes, 2);
  EXPECT_FALSE(data.synthetic);
  for (const auto& [part, images] :
       {std::pair("train", &listing_.train), {"test", &listing_.test}}) {
    const auto pixels = Numbers<uint8_t>(data.folder / fmt::format("{}_images.npy", part));
    const auto labels = Numbers<int32_t>(data.folder / fmt::format("{}_labels.npy", part));
    ASSERT_EQ(labels.size(), images->size());
    ASSERT_EQ(pixels.size(), images->size() * 8 * 8 * 3);
    for (size_t i = 0; i < labels.size(); ++i) {
      const int number = std::stoi((*images)[i].path.substr(2));
      const uint8_t* pixel = pixels.data() + i * 8 * 8 * 3;
      EXPECT_EQ(labels[i], number % 2);
      EXPECT_EQ(pixel[0], 7);
      EXPECT_EQ(pixel[1] * 256 + pixel[2], number);
    }
  }
  EXPECT_EQ(Described(data)["source"]["kind"], "images");
  EXPECT_EQ(Described(data)["content"], listing_.head.sha256);
  EXPECT_EQ(ReadFile(data.folder / "data.json").value().find(folder_.path().string()),
            std::string::npos)
      << "no path";
}

TEST_F(ListedImagesTest, TheFirstSoManyAreTakenAndTheTestPartInProportion) {
  PutBitmaps(100);
  DataRequest request = Request({{"test", 0.2}});
  request.images = 20;
  const PreparedData data = Build(request).value();
  EXPECT_EQ(data.train_images, 20);
  EXPECT_EQ(data.test_images, 5);
  const auto labels = Numbers<int32_t>(data.folder / "train_labels.npy");
  for (size_t i = 0; i < labels.size(); ++i) EXPECT_EQ(labels[i], listing_.train[i].label);
  EXPECT_EQ(Numbers<int32_t>(data.folder / "test_labels.npy")[0], listing_.test[0].label);
}

TEST_F(ListedImagesTest, BrokenImagesAreNamedAndCountedUnlessSkipped) {
  PutBitmaps(40);
  Put("0/cut.bmp", Bitmap(500).substr(0, 100));
  Put("1/new\nline.jpg", "no image");
  const Result<PreparedData> refused = Build(Request());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(refused.error().message(),
                  {"2 of 42 images cannot be read: ", "0/cut.bmp is damaged or cut off",
                   "line.jpg is no JPEG, PNG, BMP or TIFF", "`skip_broken: true`"}));
  EXPECT_EQ(refused.error().message().find('\n'), std::string::npos);
  const PreparedData data = Build(Request({{"skip_broken", true}})).value();
  EXPECT_EQ(data.train_images, 40);
  EXPECT_EQ(Numbers<int32_t>(data.folder / "train_labels.npy").size(), 40u);
  EXPECT_EQ(Numbers<uint8_t>(data.folder / "train_images.npy").size(), 40u * 8 * 8 * 3);
  EXPECT_EQ(Described(data)["source"]["broken"], 2);
  EXPECT_TRUE(Has(notes_, {"2 of 42 images cannot be read", "They are left out"}));
}

TEST_F(ListedImagesTest, SoManyAsAskedForAreGoodOnes) {
  PutBitmaps(30);
  for (int i = 0; i < 10; ++i) Put(fmt::format("0/x{}.jpg", i), std::to_string(i));
  DataRequest request = Request({{"skip_broken", true}});
  request.images = 30;
  EXPECT_EQ(Build(request).value().train_images, 30);
  request.images = 31;
  EXPECT_TRUE(Has(Build(request).error().message(),
                  {"30 images are left to train on, not 31: 10 of 40 images cannot be read"}));
}

TEST_F(ListedImagesTest, AnImageThatChangedSinceIsRefused) {
  PutBitmaps(10);
  const DataRequest request = Request();
  Put("0/4.bmp", Bitmap(99));
  EXPECT_TRUE(Has(Build(request).error().message(),
                  {"0/4.bmp changed since its checksum was taken: give the command again"}));
}

TEST_F(ListedImagesTest, WithoutATestPartThereIsNone) {
  PutBitmaps(10);
  const PreparedData data = Build(Request()).value();
  EXPECT_EQ(data.test_images, 0);
  EXPECT_EQ(MappedArray::Open(data.folder / "test_images.npy").value().shape(),
            (Shape{0, 8, 8, 3}));
}

// The most memory that a process of trena-data had, in kilobytes.
long PeakOf(const std::vector<std::string>& command) {
  const pid_t child = fork();
  if (child == 0) {
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    (void)!freopen("/dev/null", "w", stdout);
    execv(words[0], words.data());
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  EXPECT_EQ(wait4(child, &status, 0, &usage), child);
  EXPECT_EQ(status, 0);
  return usage.ru_maxrss;
}

TEST_F(ListedImagesTest, MemoryDoesNotGrowWithTheImages) {
  const auto peak = [&](int images) {
    PutBitmaps(images);
    const DataRequest request = Request();
    return PeakOf({TRENA_BUILD_DIR "/trena-data", "own", "--image", "96", "--own",
                   Dump(request.own->own), "--cache", cache_.path().string()});
  };
  const long few = peak(100), many = peak(4000);
  // 3,900 more images of 96 × 96 × 3 bytes are 108 MB.
  EXPECT_LT(many - few, 20'000) << few << " and " << many << " kB";
}

}  // namespace
}  // namespace trena
