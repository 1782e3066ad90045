// SPDX-License-Identifier: Apache-2.0
#include "configure/prepare.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <charconv>

#include "configure/image_order.h"
#include "configure/networks/layer_reader.h"
#include "configure/networks/resolved_network.h"
#include "configure/prototxt/caffe_files.h"
#include "core/json.h"
#include "core/npy/npy.h"
#include "core/npy/npz.h"
#include "core/process/process.h"
#include "core/sha256.h"
#include "core/text/text.h"

namespace trena {
namespace {

// To be raised when the same inputs would give other weights or orders.
constexpr int kRecipe = 1;
constexpr size_t kPreparedDigits = 16;
constexpr int64_t kMostOrderEntries = int64_t{1} << 28;

// What trena-data says on its stdout: `progress DONE TOTAL`, `note TEXT`, `failed TEXT`.
struct DataTalk {
  const Progress& progress;
  std::vector<std::string> notes;
  std::string failure;

  void Hear(std::string_view line) {
    auto rest = [&](std::string_view word) { return std::string(line.substr(word.size())); };
    if (line.starts_with("note ")) notes.push_back(rest("note "));
    if (line.starts_with("failed ")) failure = rest("failed ");
    if (line.starts_with("progress ") && progress) HearProgress(line);
  }

  void HearProgress(std::string_view line) {
    std::vector<std::string> words = Split(line, ' ');
    int64_t numbers[2] = {0, 0};
    for (size_t i = 0; i < 2 && i + 1 < words.size(); ++i) {
      const std::string& word = words[i + 1];
      std::from_chars(word.data(), word.data() + word.size(), numbers[i]);
    }
    progress(numbers[0], numbers[1]);
  }
};

std::vector<std::string> DataCommand(const DataRequest& request, const fs::path& cache,
                                     const fs::path& trena_data) {
  const bool text = request.sequence > 0;
  std::vector<std::string> command{trena_data.string(),
                                   request.dataset,
                                   text ? "--sequence" : "--image",
                                   std::to_string(text ? request.sequence : request.image),
                                   "--cache",
                                   cache.string()};
  if (request.images) {
    command.push_back("--images");
    command.push_back(std::to_string(*request.images));
  }
  if (request.full_check) command.push_back("--full-check");
  if (request.own) {
    command.push_back("--own");
    command.push_back(Dump(request.own->own));
  }
  return command;
}

Error DataError(int exit_code, const std::string& failure) {
  if (!failure.empty()) {
    return Error(failure, exit_code == 2 ? ErrorKind::kInput : ErrorKind::kFailure);
  }
  return Error(exit_code > 128 ? fmt::format("trena-data was ended by signal {}", exit_code - 128)
                               : fmt::format("trena-data failed with exit code {}", exit_code));
}

Result<fs::path> FindNetwork(const std::string& name, const std::vector<fs::path>& folders) {
  const bool caffe = name.ends_with(kPrototxt);
  const std::string plain = caffe ? fs::path(name).stem().string() : name;
  if (!IsName(plain)) return InputError(fmt::format("`{}` cannot be the name of a network", name));
  if (caffe) return FindPrototxt(name, folders);
  std::vector<std::string> known;
  for (const fs::path& folder : folders) {
    std::error_code ignored;
    if (fs::exists(folder / (name + ".yaml"), ignored)) return folder / (name + ".yaml");
    TRENA_ASSIGN(std::vector<std::string> files, ListFolder(folder));
    for (const std::string& file : files) {
      if (file.ends_with(".yaml")) known.push_back(file.substr(0, file.size() - 5));
    }
  }
  std::string hint = DidYouMean(name, known);
  if (hint.empty()) hint = fmt::format(" (there are: {})", Join(known, ", "));
  return InputError(fmt::format("unknown network `{}`{}", name, hint));
}

constexpr int kFormat = 1;

fs::path NoteOf(const fs::path& path) { return path.string() + ".json"; }

// Size and time as the file system has them; empty when there is no such file.
Json FactsOf(const fs::path& path) {
  struct stat facts{};
  if (stat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return nullptr;
  return {{"bytes", facts.st_size},
          {"time", fmt::format("{}.{:09}", facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)}};
}

Status WriteNote(const fs::path& path, const std::string& sha256) {
  Json facts = FactsOf(path);
  if (facts.is_null()) return Error(path.string() + " vanished while it was made");
  Json note{{"format", kFormat}, {"sha256", sha256}};
  note.update(facts);
  return WriteFileWhole(NoteOf(path), Dump(note) + "\n");
}

// Whether the file is what its note says. A file that only looks touched gets a new note.
bool IsGood(const fs::path& path) {
  Result<std::string> text = ReadFile(NoteOf(path), 4096);
  if (!text.ok()) return false;
  Result<Json> note = ParseJson(text.value());
  Json facts = FactsOf(path);
  if (!note.ok() || facts.is_null() || Get<int>(note.value(), "format") != kFormat) return false;
  if (Get<int64_t>(note.value(), "bytes") != Get<int64_t>(facts, "bytes")) return false;
  if (Get<std::string>(note.value(), "time") == Get<std::string>(facts, "time")) return true;
  Result<std::string> sha256 = Sha256OfFile(path);
  if (!sha256.ok() || Get<std::string>(note.value(), "sha256") != sha256.value()) return false;
  // A cache that cannot be written to can still be read: the check is then repeated next time.
  (void)WriteNote(path, sha256.value()).ok();
  return true;
}

}  // namespace

Result<PreparedData> PrepareData(const DataRequest& request, const fs::path& cache,
                                 const fs::path& trena_data, const Progress& progress) {
  TRENA_ASSIGN(const Dataset* dataset, CheckRequest(request));
  fs::path folder = DataFolderPath(*dataset, request, cache);
  Result<PreparedData> ready = ReadDataFolder(folder, request.full_check);
  if (ready.ok()) return ready;
  DataTalk talk{progress, {}, ""};
  auto hear = [&](std::string_view line) { talk.Hear(line); };
  Result<int> exit_code = RunByLine(DataCommand(request, cache, trena_data), hear);
  const std::string doing = "preparing the data set " + request.dataset;
  if (!exit_code.ok()) return exit_code.error().While(doing);
  if (exit_code.value() != 0) return DataError(exit_code.value(), talk.failure).While(doing);
  Result<PreparedData> made = ReadDataFolder(folder, false);
  if (!made.ok()) return made.error().While(doing);
  made.value().notes = std::move(talk.notes);
  return made;
}

Result<ResolvedNetwork> ResolveNetwork(const std::string& name,
                                       const std::vector<fs::path>& folders, const Shape& input,
                                       int classes) {
  TRENA_ASSIGN(fs::path path, FindNetwork(name, folders));
  TRENA_ASSIGN(Network network, ReadNetwork(path));
  const bool caffe = path.extension() == kPrototxt;
  if (network.name != name && !caffe) {
    return InputError(fmt::format("{}: it calls itself `{}`; file and `network` must agree",
                                  path.string(), network.name));
  }
  return Resolve(network, input, classes);
}

Result<fs::path> PrepareNetwork(const std::string& name, const std::vector<fs::path>& folders,
                                const PreparedData& data, const fs::path& cache) {
  TRENA_ASSIGN(ResolvedNetwork resolved, ResolveNetwork(name, folders, data.input(), data.classes));
  std::string text = Dump(ToJson(resolved), 1) + "\n";
  std::string file = fmt::format("{}-{}.json", name, Sha256(text).substr(0, kPreparedDigits));
  return CachedFile(cache / "networks" / file, [&] { return Result<std::string>(text); });
}

Result<fs::path> PrepareWeights(const fs::path& network, const WeightOptions& options,
                                const fs::path& cache) {
  TRENA_ASSIGN(std::string text, ReadFile(network, size_t{16} << 20));
  std::string file = fmt::format("{}-{}{}-v{}.npz", Sha256(text).substr(0, kPreparedDigits),
                                 options.seed, options.random_biases ? "-biased" : "", kRecipe);
  return CachedFile(cache / "weights" / file, [&]() -> Result<std::string> {
    TRENA_ASSIGN(Json json, ParseJson(text));
    TRENA_ASSIGN(std::vector<NamedShape> weights, WeightsOf(json));
    std::vector<std::pair<std::string, Array>> arrays;
    for (const NamedArray& array : InitialWeights(weights, options)) {
      arrays.emplace_back(array.name, Array::Of<float>(array.shape, array.numbers));
    }
    return ToNpz(arrays);
  });
}

Result<fs::path> PrepareOrder(int images, int epochs, uint64_t seed, const fs::path& cache) {
  if (images < 1 || epochs < 1)
    return InputError("an order needs one image and one epoch at least");
  if (int64_t{images} * epochs > kMostOrderEntries) {
    return InputError(fmt::format("{} epochs of {} images are too many to put in order: at most {}",
                                  epochs, images, kMostOrderEntries / images));
  }
  std::string file = fmt::format("{}-{}-{}-v{}.npy", images, epochs, seed, kRecipe);
  return CachedFile(cache / "orders" / file, [&] {
    return Result<std::string>(
        ToNpy(Array::Of<int32_t>({epochs, images}, EpochOrders(images, epochs, seed))));
  });
}

Result<fs::path> CachedFile(const fs::path& path,
                            const std::function<Result<std::string>()>& make) {
  if (IsGood(path)) return path;
  TRENA_CHECK(MakeFolder(path.parent_path()));
  TRENA_ASSIGN(std::string bytes, make());
  TRENA_CHECK(WriteFileWhole(path, bytes));
  TRENA_CHECK(WriteNote(path, Sha256(bytes)));
  return path;
}

}  // namespace trena
