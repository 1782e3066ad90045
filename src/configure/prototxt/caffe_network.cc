// SPDX-License-Identifier: Apache-2.0
#include "configure/prototxt/caffe_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "configure/networks/layer_reader.h"
#include "configure/prototxt/caffe_types.h"

namespace trena {
namespace {

constexpr size_t kLongestLayerName = 90;
constexpr const char* kImages = "input";  // network.h's name of them

bool IsData(const std::string& type) {
  static const std::set<std::string> types = {"Data",       "ImageData", "HDF5Data",
                                              "MemoryData", "DummyData", "Input"};
  return types.contains(type);
}

// A loss of Caffe's, whose bottoms are logits and labels.
bool IsLoss(const std::string& type) { return type == "SoftmaxWithLoss" || type == "HingeLoss"; }

// What only tells: nothing is trained by it.
bool IsTold(const std::string& type) {
  return type == "Accuracy" || type == "Silence" || type == "Softmax";
}

class CaffeReader {
 public:
  explicit CaffeReader(Network& network) : network_(network), source_(network.source) {}

  void Read() {
    const std::optional<ProtoNode> root = ParseTextFormat(source_);
    if (!root) return;
    const ProtoNode* net = root->Find("net_param");  // within a solver
    net = net != nullptr && net->is_message ? net : &*root;
    ReadHead(*net);
    if (!source_.diagnostics().empty()) return;
    const std::vector<CaffeLayer> layers = ReadCaffeLayers(*net, source_);
    if (!source_.diagnostics().empty()) return;
    for (const CaffeLayer& layer : layers) {
      ReadLayer(layer);
      // What a refused layer would have given is not missing, too.
      for (const CaffeBlob& top : layer.tops) refused_[top.name] = !blobs_.contains(top.name);
    }
    for (const auto& [name, place] : awaiting_) NoScale(place);
    if (network_.layers.empty() && source_.diagnostics().empty()) {
      source_.Add({}, "no layer of it is trained");
    }
    if (source_.diagnostics().empty()) SettleLosses();
  }

 private:
  // What is beside the layers.
  void ReadHead(const ProtoNode& net) {
    if (const ProtoNode* old = net.Find("layers")) {
      return source_.Add(old->place, "`layers` is the format of Caffe's first year",
                         "bring the file up to date with Caffe's own upgrade_net_proto_text OLD "
                         "NEW");
    }
    Json shape = Json::array();
    const ProtoNode* where = nullptr;
    const auto dimension = [&](const ProtoNode& node) {
      shape.push_back(ProtoWhole(source_, node, 1, int64_t{1} << 31).value_or(1));
      where = where == nullptr ? &node : where;
    };
    ReadFields(source_, net, "the network",
               {{"name", Ignore},
                {"layer", Ignore},
                {"state", Ignore},
                {"debug_info", Ignore},
                {"force_backward", Ignore},
                {"input", [&](const ProtoNode& node) { GiveImages(node.text, node.value); }},
                {"input_dim", dimension},
                {"input_shape", [&](const ProtoNode& node) {
                   ReadFields(source_, node, "input_shape", {{"dim", dimension}});
                 }}});
    if (where != nullptr) KeepShape(shape, where->value);
  }

  void GiveImages(const std::string& blob, const Place& place) {
    if (images_) source_.Add(place, "a second input of images has no counterpart here");
    images_ = true;
    blobs_[blob] = kImages;
  }

  // [N, C, H, W] of a file that says what it was made for.
  void KeepShape(const Json& shape, const Place& place) {
    if (shape.size() != 4) return source_.Add(place, "images have four dimensions: N, C, H, W");
    network_.expected = ExpectedInput{shape[1].get<int64_t>(), shape[2].get<int64_t>(),
                                      shape[3].get<int64_t>(), place};
  }

  void ReadLayer(const CaffeLayer& layer) {
    if (layer.type.empty()) return;
    if (layer.loss_weight && !IsLoss(layer.type)) {
      source_.Add(layer.place,
                  fmt::format("a `loss_weight` of `{}` has no counterpart here", layer.type));
    }
    if (IsData(layer.type)) return ReadData(layer);
    if (IsLoss(layer.type)) return ReadLoss(layer);
    if (IsTold(layer.type)) return;
    if (layer.type == "BatchNorm") return ReadBatchNorm(layer);
    if (layer.type == "Scale") return ReadScale(layer);
    if (layer.type == "Slice") return ReadSlice(layer);
    const CaffeType* type = FindCaffeType(layer.type);
    if (type == nullptr) {
      return source_.Add(layer.place, fmt::format("`{}` has no counterpart here", layer.type),
                         DidYouMeanOneOf(layer.type, CaffeTypeNames()));
    }
    ReadTyped(layer, *type);
  }

  // The images are its first top, the labels its second; of Input and DummyData by their shapes.
  void ReadData(const CaffeLayer& layer) {
    const ProtoNode* input = layer.node->Find("input_param");
    const auto shapes = input != nullptr ? input->All("shape") : std::vector<const ProtoNode*>();
    for (size_t i = 0; i < layer.tops.size(); ++i) {
      const ProtoNode* shape = i < shapes.size() ? shapes[i] : nullptr;
      const bool labels = shape != nullptr ? shape->All("dim").size() < 3 : i > 0;
      if (labels || (layer.type == "DummyData" && images_)) {
        blobs_[layer.tops[i].name] = "";
        continue;
      }
      GiveImages(layer.tops[i].name, layer.tops[i].place);
      if (shape == nullptr) continue;
      Json sizes = Json::array();
      for (const ProtoNode* size : shape->All("dim")) {
        sizes.push_back(ProtoWhole(source_, *size, 1, int64_t{1} << 31).value_or(1));
      }
      KeepShape(sizes, shape->place);
    }
    const ProtoNode* transform = layer.node->Find("transform_param");
    const ProtoNode* crop = transform != nullptr ? transform->Find("crop_size") : nullptr;
    if (crop == nullptr) return;
    const auto size = ProtoWhole(source_, *crop, 1, 100'000);
    if (size) network_.expected = ExpectedInput{std::nullopt, *size, *size, crop->value};
  }

  // Our layer that gives a blob; empty, and said, where there is none.
  std::string GiverOf(const CaffeBlob& blob) {
    const auto found = blobs_.find(blob.name);
    if (found == blobs_.end()) {
      const auto refused = refused_.find(blob.name);
      if (refused != refused_.end() && refused->second && !source_.diagnostics().empty()) return "";
      std::vector<std::string> names;
      for (const auto& entry : blobs_) names.push_back(entry.first);
      source_.Add(blob.place, fmt::format("nothing above gives `{}`", blob.name),
                  names.size() > 200 ? "" : DidYouMeanOneOf(blob.name, names));
      return "";
    }
    if (found->second.empty()) {
      source_.Add(blob.place,
                  fmt::format("`{}` are labels, which only a loss may take", blob.name));
    }
    const auto waits = awaiting_.find(found->second);
    if (waits != awaiting_.end()) {
      NoScale(waits->second);
      awaiting_.erase(waits);
    }
    return found->second;
  }

  void NoScale(const Place& place) {
    source_.Add(place, "`BatchNorm` without `Scale` has no counterpart here",
                "put a `Scale` with `scale_param { bias_term: true }` behind it");
  }

  bool HasBlobs(const CaffeLayer& layer, size_t least, size_t most, size_t tops) {
    if (layer.bottoms.size() < least || layer.bottoms.size() > most || layer.tops.size() != tops) {
      source_.Add(layer.place, fmt::format("`{}` here has {} `bottom` and {} `top`", layer.type,
                                           least == most ? fmt::format("{}", least)
                                                         : fmt::format("{} or more", least),
                                           tops));
      return false;
    }
    return true;
  }

  void ReadTyped(const CaffeLayer& layer, const CaffeType& type) {
    const ProtoNode nothing = Message();
    const std::string ours = type.ours;
    const bool joins = ours == "concat" || ours == "add";
    if (!HasBlobs(layer, 1, joins ? 1000 : 1, 1)) return;
    Json settings = Json::object();
    const ProtoNode* parameter = layer.node->Find(type.parameter);
    CheckParameters(source_, layer, {type.parameter});
    type.read(source_, parameter != nullptr ? *parameter : nothing, layer, settings);
    WrittenLayer written = Begin(layer, settings.value("type", ours), settings);
    for (const CaffeBlob& bottom : layer.bottoms) written.from.push_back(GiverOf(bottom));
    // A join of one thing is that thing.
    if (joins && written.from.size() == 1) {
      blobs_[layer.tops[0].name] = written.from[0];
      return;
    }
    Put(layer, std::move(written));
  }

  WrittenLayer Begin(const CaffeLayer& layer, const std::string& type, const Json& settings) {
    WrittenLayer written;
    written.type = FindLayerType(type);
    written.name = NameOf(layer.name.empty() ? type : layer.name);
    written.place = layer.place;
    for (const LayerSetting& setting : written.type->settings) {
      if (settings.contains(setting.key)) written.settings[setting.key] = settings[setting.key];
    }
    return written;
  }

  // Letters, digits, _ and -, a letter first, and no name twice.
  std::string NameOf(const std::string& caffe) {
    std::string name;
    for (const char c : caffe.substr(0, kLongestLayerName)) {
      const bool fits = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
      name += fits ? c : '_';
    }
    if (std::isalpha(static_cast<unsigned char>(name[0])) == 0) name = "l" + name;
    if (name == kImages || name == "entry") name += "_";
    std::string unique = name;
    for (int i = 2; !names_.insert(unique).second; ++i) unique = fmt::format("{}_{}", name, i);
    return unique;
  }

  void Put(const CaffeLayer& layer, WrittenLayer written) {
    SetMultiples(layer, written.settings, written.type->name);
    blobs_[layer.tops[0].name] = written.name;
    network_.layers.push_back(std::move(written));
  }

  void SetMultiples(const CaffeLayer& layer, Json& settings, const std::string& type) {
    if (layer.rates.empty()) return;
    if (layer.frozen != nullptr) {
      source_.Add(layer.frozen->value, "a weight that is not trained has no counterpart here",
                  "use an lr_mult above 0");
      return;
    }
    const bool bias = type == "batch_norm" || settings.value("bias", false);
    const bool weighted = bias || settings.contains("bias");
    if (!weighted || layer.rates.size() > (bias ? 2u : 1u)) {
      return source_.Add(layer.place,
                         fmt::format("`{}` has more `param` than weights", layer.type));
    }
    for (const auto& [key, numbers] : {std::pair(kRates, layer.rates), {kDecays, layer.decays}}) {
      Json all = numbers;
      if (bias && all.size() == 1) all.push_back(1.0);  // of what is not said
      settings[key] = all;
    }
  }

  void ReadBatchNorm(const CaffeLayer& layer) {
    if (!HasBlobs(layer, 1, 1, 1)) return;
    CheckParameters(source_, layer, {"batch_norm_param"});
    CheckBatchNorm(source_, layer);
    WrittenLayer written = Begin(layer, "batch_norm", CaffeNormSettings());
    written.from = {GiverOf(layer.bottoms[0])};
    awaiting_[written.name] = layer.place;
    blobs_[layer.tops[0].name] = written.name;
    network_.layers.push_back(std::move(written));
  }

  void ReadScale(const CaffeLayer& layer) {
    if (!HasBlobs(layer, 1, 1, 1)) return;
    CheckParameters(source_, layer, {"scale_param"});
    CheckScale(source_, layer);
    const auto giver = blobs_.find(layer.bottoms[0].name);
    if (giver == blobs_.end() || awaiting_.erase(giver->second) == 0) {
      return source_.Add(layer.place,
                         "`Scale` without a `BatchNorm` before it has no counterpart "
                         "here");
    }
    const std::string name = giver->second;
    for (WrittenLayer& written : network_.layers) {
      if (written.name == name) SetMultiples(layer, written.settings, "batch_norm");
    }
    blobs_[layer.tops[0].name] = name;
  }

  // What trena's own Caffe runner writes for a pooling that rounds down: the last row or column of
  // one that rounds up goes into Silence.
  void ReadSlice(const CaffeLayer& layer) {
    if (!HasBlobs(layer, 1, 1, 2)) return;
    CheckParameters(source_, layer, {"slice_param"});
    const std::string giver = GiverOf(layer.bottoms[0]);
    int64_t axis = 0, point = 0;
    const auto into = [&](int64_t& target, int64_t least, int64_t most) {
      return [&, least, most](const ProtoNode& node) {
        target = ProtoWhole(source_, node, least, most).value_or(least);
      };
    };
    if (const ProtoNode* parameter = layer.node->Find("slice_param")) {
      ReadFields(source_, *parameter, "slice_param",
                 {{"axis", into(axis, 2, 3)}, {"slice_point", into(point, 1, 1'000'000)}});
    }
    const auto pool = std::find_if(network_.layers.begin(), network_.layers.end(),
                                   [&](const WrittenLayer& one) { return one.name == giver; });
    if (pool == network_.layers.end() || !pool->settings.contains("rounding") || point == 0 ||
        axis == 0) {
      return source_.Add(layer.place,
                         "`Slice` of anything but the last row or column of a Pooling "
                         "has no counterpart here");
    }
    pool->settings["rounding"] = "down";
    if (pool->kept.empty()) pool->kept = {0, 0};
    pool->kept[static_cast<size_t>(axis - 2)] = point;
    blobs_[layer.tops[0].name] = giver;
  }

  void ReadLoss(const CaffeLayer& layer) {
    if (layer.bottoms.size() != 2) {
      return source_.Add(layer.place, "a loss has two `bottom`: numbers and labels");
    }
    CheckLoss(source_, layer);
    const std::string giver = GiverOf(layer.bottoms[0]);
    const auto labels = blobs_.find(layer.bottoms[1].name);
    if (labels == blobs_.end() || !labels->second.empty()) {
      source_.Add(layer.bottoms[1].place,
                  fmt::format("`{}` are no labels of a data layer", layer.bottoms[1].name));
    }
    const std::string kind = layer.type == "HingeLoss" ? kHinge : kSoftmax;
    if (!losses_.empty() && kind != network_.loss) {
      source_.Add(layer.place, "losses of two kinds have no counterpart here");
    }
    network_.loss = kind;
    losses_.push_back({giver, layer.loss_weight.value_or(1), layer.place});
  }

  // The last loss is that of the logits, which are the last layer; the others are its heads.
  void SettleLosses() {
    if (losses_.empty()) return;
    const WrittenHead main = losses_.back();
    if (main.weight != 1) {
      source_.Add(main.place, "the last loss counts once: its `loss_weight` must be 1");
    }
    losses_.pop_back();
    for (const WrittenHead& head : losses_) {
      if (head.weight > 0) network_.heads.push_back(head);
    }
    auto logits = std::find_if(network_.layers.begin(), network_.layers.end(),
                               [&](const WrittenLayer& one) { return one.name == main.layer; });
    if (logits == network_.layers.end()) {
      return source_.Add(main.place, "a loss of the images themselves");
    }
    for (auto later = logits + 1; later != network_.layers.end(); ++later) {
      if (std::find(later->from.begin(), later->from.end(), main.layer) == later->from.end()) {
        continue;
      }
      source_.Add(later->place, "the numbers that the last loss is of go into another layer, too");
      return;
    }
    std::rotate(logits, logits + 1, network_.layers.end());
  }

  Network& network_;
  Source& source_;
  bool images_ = false;
  std::map<std::string, std::string> blobs_;  // what gives each now; empty: labels
  std::map<std::string, bool> refused_;       // blobs of layers that give nothing
  std::map<std::string, Place> awaiting_;     // BatchNorm layers whose Scale has not come yet
  std::set<std::string> names_;
  std::vector<WrittenHead> losses_;
};

}  // namespace

void ReadCaffeNetwork(Network& network) { CaffeReader(network).Read(); }

}  // namespace trena
