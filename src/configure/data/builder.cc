// SPDX-License-Identifier: Apache-2.0
#include "configure/data/builder.h"

#include <fmt/format.h>

#include <fstream>
#include <span>

#include "configure/data/decode.h"
#include "configure/data/idx.h"
#include "configure/data/images.h"
#include "configure/data/listed_images.h"
#include "configure/data/made_folder.h"
#include "configure/data/package.h"
#include "configure/data/png_rows.h"
#include "configure/data/resize.h"
#include "configure/data/synthetic.h"
#include "configure/data/text.h"
#include "configure/data_folder.h"
#include "core/npy/npy.h"
#include "core/sha256.h"

namespace trena {
namespace {

constexpr size_t kImagesPerReport = 500;
constexpr int64_t kSpareBytes = int64_t{64} << 20;

// One preparation: what was asked, and what goes where.
struct Job {
  const Dataset& dataset;
  const DataRequest& request;
  const Report& report;
  fs::path folder;
  int64_t done = 0;

  int64_t total() const {
    return int64_t{TrainImages(dataset, request)} + TestImages(dataset, request);
  }
};

Result<Images> Open(const Job& job, const Package& package, const DatasetPart& part, int count) {
  switch (job.dataset.format) {
    case ImageFormat::kIdx:
      return ReadIdx(job.dataset, part, package.folder, count);
    case ImageFormat::kPngRows:
      return ReadPngRows(job.dataset, part, package.folder, count);
    case ImageFormat::kText:
    case ImageFormat::kGenerated:
    case ImageFormat::kFiles:  // BuildListed
      break;
  }
  uint64_t seed = &part == &job.dataset.train ? 1 : 2;
  return Synthesize(job.dataset, job.request.image, count, seed);
}

size_t ImageBytes(int size, int channels) {
  return static_cast<size_t>(size) * static_cast<size_t>(size) * static_cast<size_t>(channels);
}

Status WriteImages(Job& job, const Images& images, const fs::path& path) {
  std::ofstream file(path, std::ios::binary);
  const int size = job.request.image;
  auto count = static_cast<int64_t>(images.labels.size());
  file << NpyHeaderBytes(DType::kUint8, {count, size, size, images.channels});
  std::vector<uint8_t> original(ImageBytes(images.size, images.channels));
  std::vector<uint8_t> resized(ImageBytes(size, images.channels));
  for (size_t i = 0; i < images.labels.size() && file; ++i) {
    images.read(i, original);
    if (images.size != size) Resize(original, images.size, resized, size, images.channels);
    const std::vector<uint8_t>& pixels = images.size == size ? original : resized;
    file.write(reinterpret_cast<const char*>(pixels.data()),
               static_cast<std::streamsize>(pixels.size()));
    if (job.done++ % kImagesPerReport == 0) job.report.Progress(job.done, job.total());
  }
  file.close();
  if (!file) return FileError("write", path);
  return Done{};
}

Status WritePart(Job& job, const Package& package, const DatasetPart& part, int count,
                 const std::string& name) {
  TRENA_ASSIGN(Images images, Open(job, package, part, count));
  TRENA_CHECK(WriteImages(job, images, job.folder / (name + "_images.npy")));
  return WriteFile(job.folder / (name + "_labels.npy"),
                   ToNpy(Array::Of<int32_t>({count}, images.labels)));
}

Result<std::vector<uint8_t>> TextOf(const Job& job, const Package& package) {
  if (job.dataset.format == ImageFormat::kGenerated) return SynthesizeText(job.dataset.text);
  const fs::path file = fs::path(job.dataset.train.images.at(0)).filename();
  return ReadText(package.folder / file, job.dataset.text);
}

Status WriteTextPart(Job& job, std::span<const uint8_t> text, int count, const std::string& name) {
  const int length = job.request.sequence;
  TRENA_CHECK(WriteNpy(job.folder / (name + "_images.npy"), Sequences(text, length, count)));
  TRENA_CHECK(WriteNpy(job.folder / (name + "_labels.npy"), NextBytes(text, length, count)));
  job.done += count;
  job.report.Progress(job.done, job.total());
  return Done{};
}

Status WriteText(Job& job, const Package& package) {
  const Dataset& dataset = job.dataset;
  TRENA_ASSIGN(const std::vector<uint8_t> text, TextOf(job, package));
  const std::span all(text);
  const size_t train = text.size() - static_cast<size_t>(TestBytes(dataset));
  TRENA_CHECK(WriteTextPart(job, all.first(train), TrainImages(dataset, job.request), "train"));
  return WriteTextPart(job, all.subspan(train), TestImages(dataset, job.request), "test");
}

Status WriteParts(Job& job, const Package& package) {
  const Dataset& dataset = job.dataset;
  if (dataset.is_text()) return WriteText(job, package);
  TRENA_CHECK(WritePart(job, package, dataset.train, TrainImages(dataset, job.request), "train"));
  return WritePart(job, package, dataset.test, TestImages(dataset, job.request), "test");
}

// How many images there are of each part.
struct PartCounts {
  int train, test;
};

// data.json. No dates or names of machines: the same data gives the same file everywhere.
Result<Json> Describe(const Job& job, PartCounts counts, const Json& source) {
  const Dataset& dataset = job.dataset;
  bool resized = dataset.native && *dataset.native != job.request.image;
  Json json{{"format", kDataFormat},
            {"trena", TRENA_VERSION},
            {"dataset", dataset.name},
            {"title", dataset.title},
            {"synthetic", dataset.kind == SourceKind::kGenerated},
            {"images", counts.train},
            {"test_images", counts.test},
            {"classes", dataset.classes}};
  if (dataset.is_text()) {
    json["sequence"] = job.request.sequence;
  } else {
    json["image"] = job.request.image;
    json["channels"] = dataset.channels;
    json["resized"] = resized ? Json(ResizerName()) : Json(nullptr);
  }
  json["source"] = source;
  if (!dataset.content.empty()) json["content"] = dataset.content;
  for (const char* name : kDataFiles) {
    json["bytes"][name] = fs::file_size(job.folder / name);
    TRENA_ASSIGN(json["checksums"][name], Sha256OfFile(job.folder / name));
  }
  return json;
}

Status CheckSpace(const Job& job) {
  const bool text = job.dataset.is_text();
  const auto bytes =
      text ? job.request.sequence * int64_t{1 + sizeof(int32_t)}
           : static_cast<int64_t>(ImageBytes(job.request.image, job.dataset.channels));
  int64_t needed = job.total() * bytes + kSpareBytes;
  std::error_code problem;
  fs::space_info space = fs::space(job.folder, problem);
  if (problem || space.available >= static_cast<uint64_t>(needed)) return Done{};
  return Error(fmt::format("{} needs {:.1f} GB of disk in the cache, {:.1f} GB are free",
                           Title(job.request), static_cast<double>(needed) / 1e9,
                           static_cast<double>(space.available) / 1e9));
}

// The two parts of a listing, one after the other.
class ListedBuild {
 public:
  ListedBuild(Job& job, ListingReader& listing) : job_(job), listing_(listing) {}

  Result<PartCounts> Write() {
    const ListingHead& head = listing_.head();
    const int wanted = TrainImages(job_.dataset, job_.request);
    TRENA_ASSIGN(const int train, WriteOne("train", head.train_root, head.train, wanted));
    TRENA_ASSIGN(const int test, WriteOne("test", head.test_root, head.test,
                                          TestImages(job_.dataset, job_.request)));
    TRENA_CHECK(Judge(train, wanted));
    return PartCounts{train, test};
  }

  Json Source() const {
    return {{"kind", "images"},
            {"decoder", DecoderName()},
            {"broken", counts_.broken},
            {"cmyk", counts_.cmyk},
            {"over_8_bits", counts_.deep}};
  }

 private:
  Result<int> WriteOne(const std::string& name, const std::string& root, int listed, int wanted) {
    const ListedPart part{root,
                          listed,
                          wanted,
                          job_.request.image,
                          job_.folder / (name + "_images.npy"),
                          job_.folder / (name + "_labels.npy")};
    TRENA_ASSIGN(const ListedCounts counts,
                 WriteListed(listing_, part, counts_.written, job_.total(), job_.report));
    counts_.Add(counts);
    return counts.written;
  }

  // Whether what was read is what was asked for; what a person should know of it is noted.
  Status Judge(int train, int wanted) const {
    if (counts_.broken > 0 && !listing_.head().skip_broken) {
      return InputError(BrokenText(counts_) +
                        ". Mend or remove them, or leave them out by `skip_broken: true`");
    }
    const bool too_few = train == 0 || (job_.request.images && train < wanted);
    if (too_few) {
      return InputError(fmt::format("{} images are left to train on, not {}: {}", train, wanted,
                                    BrokenText(counts_)));
    }
    if (counts_.broken > 0) job_.report.Note(BrokenText(counts_) + ". They are left out");
    if (counts_.cmyk > 0) {
      job_.report.Note(
          fmt::format("{} images are of four inks (CMYK): made red, green and blue "
                      "without a colour profile",
                      counts_.cmyk));
    }
    if (counts_.deep > 0) {
      job_.report.Note(fmt::format("{} images have more than 8 bits: the lower ones are left out",
                                   counts_.deep));
    }
    return Done{};
  }

  Job& job_;
  ListingReader& listing_;
  ListedCounts counts_;
};

Status WriteDescription(const Job& job, PartCounts counts, const Json& source) {
  TRENA_ASSIGN(Json json, Describe(job, counts, source));
  TRENA_CHECK(WriteFile(job.folder / "data.json", Dump(json, 1) + "\n"));
  job.report.Progress(job.total(), job.total());
  return Done{};
}

Status BuildListed(Job job) {
  TRENA_CHECK(CheckSpace(job));
  const std::string path = Get<std::string>(job.dataset.own, "listing").value_or("");
  TRENA_ASSIGN(ListingReader listing, ListingReader::Open(path));
  ListedBuild build(job, listing);
  TRENA_ASSIGN(const PartCounts counts, build.Write());
  return WriteDescription(job, counts, build.Source());
}

Status Build(Job job, const fs::path& cache) {
  TRENA_CHECK(CheckSpace(job));
  TRENA_ASSIGN(Package package, FindPackage(job.dataset, cache, job.report));
  const Dataset& dataset = job.dataset;
  TRENA_CHECK(WriteParts(job, package));
  const PartCounts counts{TrainImages(dataset, job.request), TestImages(dataset, job.request)};
  return WriteDescription(job, counts, package.source);
}

}  // namespace

Result<fs::path> BuildData(const DataRequest& request, const fs::path& cache,
                           const Report& report) {
  TRENA_ASSIGN(const Dataset* dataset, CheckRequest(request));
  auto check = [&](const fs::path& folder) -> Status {
    TRENA_CHECK(ReadDataFolder(folder, request.full_check));
    return Done{};
  };
  auto make = [&](const fs::path& temporary) {
    Job job{*dataset, request, report, temporary};
    return dataset->format == ImageFormat::kFiles ? BuildListed(std::move(job))
                                                  : Build(std::move(job), cache);
  };
  return MadeFolder(DataFolderPath(*dataset, request, cache), {check, make}, report);
}

}  // namespace trena
