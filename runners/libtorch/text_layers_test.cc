// SPDX-License-Identifier: Apache-2.0
// Layers of text: small ones against numbers worked out by hand, a whole block against PyTorch's
// own modules with the same weights. Only this test is linked with libtorch, for those.
#include <gtest/gtest.h>
#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/transformerlayer.h>

#include <cmath>

#include "libtorch/test_net.h"

namespace trena {
namespace {

std::vector<double> Logits(TestNet& net) {
  std::map<std::string, Array> arrays = net.Verify();
  return arrays.contains("logits") ? Doubles(arrays.at("logits")) : std::vector<double>();
}

void ExpectNear(const std::vector<double>& seen, const std::vector<double>& wanted) {
  ASSERT_EQ(seen.size(), wanted.size());
  for (size_t i = 0; i < seen.size(); ++i) EXPECT_NEAR(seen[i], wanted[i], 1e-6) << i;
}

// A text of two tokens with this table of three rows.
struct Embedded : TestNet {
  explicit Embedded(const std::vector<float>& table) : TestNet({2}, 3) {
    Add("e", "embedding", {"input"}, {2, 3}, {{"o", 3}, {"vocabulary", 3}},
        {{"weight", {3, 3}, table}});
  }
};

TEST(TextLayers, EmbeddingLooksUpAndPositionsAreAdded) {
  Embedded net({1, 2, 3, 4, 5, 6, 7, 8, 9});
  net.Add("p", "positions", {"e"}, {2, 3}, Json::object(),
          {{"weight", {2, 3}, {10, 20, 30, 40, 50, 60}}})
      .Show("p");
  net.SetText(1, {2, 0}, {0, 0});
  ExpectNear(Logits(net), {17, 28, 39, 41, 52, 63});
}

TEST(TextLayers, LayerNormIsOfEachPosition) {
  Embedded net({0, 3, 6, 1, 1, 4, 0, 0, 0});
  net.Add("n", "layer_norm", {"e"}, {2, 3}, Json::object(),
          {{"scale", {3}, {1, 2, 1}}, {"shift", {3}, {0, 0, 5}}})
      .Show("n");
  net.SetText(1, {0, 1}, {0, 0});
  // Mean 3, variance (9 + 0 + 9) / 3 = 6; mean 2, variance (1 + 1 + 4) / 3 = 2.
  const double a = 3 / std::sqrt(6 + 1e-5), b = 1 / std::sqrt(2 + 1e-5);
  ExpectNear(Logits(net), {-a, 0, a + 5, -b, -2 * b, 2 * b + 5});
}

TEST(TextLayers, GeluIsExact) {
  Embedded net({1, -1, 2, 0, 0.5, -3, 0, 0, 0});
  net.Add("g", "gelu", {"e"}, {2, 3}).Show("g");
  net.SetText(1, {0, 1}, {0, 0});
  std::vector<double> wanted;
  for (double x : {1.0, -1.0, 2.0, 0.0, 0.5, -3.0}) {
    wanted.push_back(x * 0.5 * std::erfc(-x / std::sqrt(2)));  // x · Φ(x)
  }
  ExpectNear(Logits(net), wanted);
}

// Query, key and value of one channel: the second position weighs the values 2 and 5 by e^(q k).
TEST(TextLayers, AttentionSeesWhatCameBefore) {
  for (const bool causal : {true, false}) {
    TestNet net({2}, 1);
    net.Add("e", "embedding", {"input"}, {2, 3}, {{"o", 3}, {"vocabulary", 1}},
            {{"weight", {1, 3}, {0, 0, 0}}})
        .Add("p", "positions", {"e"}, {2, 3}, Json::object(),
             {{"weight", {2, 3}, {1, 0.5, 2, 2, 1, 5}}})
        .Add("a", "attention", {"p"}, {2, 1}, {{"heads", 1}, {"causal", causal}})
        .Show("a");
    net.SetText(1, {0, 0}, {0, 0});
    const auto mean = [](double q) {
      const double first = std::exp(q * 0.5), second = std::exp(q * 1);
      return (2 * first + 5 * second) / (first + second);
    };
    ExpectNear(Logits(net), {causal ? 2 : mean(1), mean(2)});
  }
}

TEST(TextLayers, AccuracyIsOfTokens) {
  Embedded net({1, 0, 0, 0, 1, 0, 0, 0, 1});
  net.Show("e");  // each token foretells itself
  net.SetText(2, {0, 1, 2, 2}, {0, 2, 2, 2});
  const RunnerRun run = net.Run("train", {{"learning_rate", 0}, {"momentum", 0}});
  EXPECT_EQ(run.exit_code, 0) << run.text << run.errors;
  EXPECT_EQ(run.Find("end")["accuracy"], 0.75);
}

constexpr int64_t kLength = 5, kChannels = 8, kHeads = 2, kWide = 16, kBatch = 3, kRows = 11;

// PyTorch's block normalises behind what is added (norm_first is Python's alone).
class Block : public testing::Test {
 protected:
  Block()
      : torch_(torch::nn::TransformerEncoderLayerOptions(kChannels, kHeads)
                   .dim_feedforward(kWide)
                   .dropout(0)
                   .activation(torch::kGELU)) {
    torch::manual_seed(1);
    torch_->to(torch::kDouble);
    for (at::Tensor& weight : torch_->parameters()) {
      // Numbers that float32, in which weights are written, has exactly.
      weight.set_data(at::randn(weight.sizes()).mul(0.3).to(torch::kDouble));
    }
    table_ = at::randn({kRows, kChannels}).to(torch::kDouble).requires_grad_();
    last_ = at::randn({kRows, kChannels}).to(torch::kDouble).requires_grad_();
    tokens_ = at::randint(kRows, {kBatch, kLength});
    labels_ = at::randint(kRows, {kBatch, kLength});
    Build();
  }

  TestWeight Of(const std::string& ending, const at::Tensor& tensor) {
    const at::Tensor plain = tensor.detach().to(torch::kFloat).contiguous();
    const float* first = plain.data_ptr<float>();
    return {ending, plain.sizes().vec(), {first, first + plain.numel()}};
  }
  TestWeight Named(const std::string& ending, const std::string& name) {
    return Of(ending, torch_->named_parameters()[name]);
  }

  void Build() {
    const Shape wide{kLength, kChannels};
    net_.Add("e", "embedding", {"input"}, wide, {{"o", kChannels}, {"vocabulary", kRows}},
             {Of("weight", table_)})
        .Add("qkv", "fc", {"e"}, {kLength, 3 * kChannels}, {{"o", 3 * kChannels}},
             {Named("weight", "self_attn.in_proj_weight"), Named("bias", "self_attn.in_proj_bias")})
        .Add("a", "attention", {"qkv"}, wide, {{"heads", kHeads}, {"causal", true}})
        .Add("o", "fc", {"a"}, wide, {{"o", kChannels}},
             {Named("weight", "self_attn.out_proj.weight"),
              Named("bias", "self_attn.out_proj.bias")})
        .Add("s", "add", {"e", "o"}, wide)
        .Add("n", "layer_norm", {"s"}, wide, Json::object(),
             {Named("scale", "norm1.weight"), Named("shift", "norm1.bias")})
        .Add("f", "fc", {"n"}, {kLength, kWide}, {{"o", kWide}},
             {Named("weight", "linear1.weight"), Named("bias", "linear1.bias")})
        .Add("g", "gelu", {"f"}, {kLength, kWide})
        .Add("h", "fc", {"g"}, wide, {{"o", kChannels}},
             {Named("weight", "linear2.weight"), Named("bias", "linear2.bias")})
        .Add("t", "add", {"n", "h"}, wide)
        .Add("m", "layer_norm", {"t"}, wide, Json::object(),
             {Named("scale", "norm2.weight"), Named("shift", "norm2.bias")})
        .Add("l", "fc", {"m"}, {kLength, kRows}, {{"o", kRows}}, {Of("weight", last_)});
    // The order of TestNet runs backwards.
    const at::Tensor tokens = tokens_.flip(0).to(torch::kByte).contiguous();
    const at::Tensor labels = labels_.flip(0).to(torch::kInt).contiguous();
    const uint8_t* token = tokens.data_ptr<uint8_t>();
    const int32_t* label = labels.data_ptr<int32_t>();
    net_.SetText(kBatch, {token, token + tokens.numel()}, {label, label + labels.numel()});
  }

  at::Tensor TorchLogits() {
    // Positions come first there.
    const at::Tensor x = at::embedding(table_, tokens_).transpose(0, 1);
    const at::Tensor later = at::full({kLength, kLength}, -INFINITY, torch::kDouble).triu(1);
    return at::linear(torch_->forward(x, later).transpose(0, 1), last_);
  }

  static void ExpectEqual(const Array& seen, const at::Tensor& wanted, const std::string& what) {
    EXPECT_EQ(seen.shape, wanted.sizes().vec()) << what;
    const at::Tensor plain = wanted.detach().contiguous();
    const std::vector<double> numbers = Doubles(seen);
    ASSERT_EQ(static_cast<int64_t>(numbers.size()), plain.numel()) << what;
    for (size_t i = 0; i < numbers.size(); ++i) {
      ASSERT_NEAR(numbers[i], plain.data_ptr<double>()[i], 1e-12) << what << i;
    }
  }

  torch::nn::TransformerEncoderLayer torch_;
  at::Tensor table_, last_, tokens_, labels_;
  TestNet net_{{kLength}, kRows};
};

TEST_F(Block, IsPyTorchsOwnWithItsGradients) {
  const at::Tensor logits = TorchLogits();
  at::cross_entropy_loss(logits.flatten(0, 1), labels_.flatten()).backward();
  std::map<std::string, Array> arrays = net_.Verify({{"batch", kBatch}});
  ASSERT_TRUE(arrays.contains("logits"));
  ExpectEqual(arrays.at("logits"), logits, "logits");
  const auto weights = torch_->named_parameters();
  for (const auto& [ours, theirs] :
       std::map<std::string, std::string>{{"qkv.weight", "self_attn.in_proj_weight"},
                                          {"qkv.bias", "self_attn.in_proj_bias"},
                                          {"o.weight", "self_attn.out_proj.weight"},
                                          {"n.scale", "norm1.weight"},
                                          {"f.weight", "linear1.weight"},
                                          {"h.bias", "linear2.bias"},
                                          {"m.shift", "norm2.bias"}}) {
    ExpectEqual(arrays.at("grad/" + ours), weights[theirs].grad(), ours);
  }
  ExpectEqual(arrays.at("grad/e.weight"), table_.grad(), "e.weight");
}

}  // namespace
}  // namespace trena
