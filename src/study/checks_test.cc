// SPDX-License-Identifier: Apache-2.0
// What must hold between the sections of a study.
#include "study/checks.h"

#include <gtest/gtest.h>

#include "core/text/text.h"

namespace trena {
namespace {

const std::string kBase =
    "fixed: { framework: libtorch, network: network1, dataset: mnist, epochs: 2, batch: 64 }\n";

// All problems of a text, or nothing.
std::string ErrorsOf(const std::string& text, const KnownNames& known = {}) {
  Result<Study> study = ReadStudyText("s.yaml", text, {}, known);
  return study.ok() ? "" : study.error().message();
}

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

size_t Count(const std::string& errors) {
  size_t count = 0;
  for (const std::string& line : Split(errors, '\n')) count += line.starts_with("s.yaml:");
  return count;
}

TEST(ChecksTest, AnEnvironmentMustBeDescribed) {
  std::string errors = ErrorsOf(kBase +
                                "factors: { environment: [f4s_v3, moon] }\n"
                                "environments: { f4s_v2: {}, here: {} }\n");
  EXPECT_EQ(Count(errors), 2u) << errors;
  EXPECT_TRUE(Has(errors, "s.yaml:2:12: environment `f4s_v3` is not described")) << errors;
  EXPECT_TRUE(Has(errors, "did you mean `f4s_v2`?")) << errors;
  EXPECT_TRUE(Has(errors, "environment `moon` is not described")) << errors;
  EXPECT_TRUE(Has(errors, "describe it under `environments:`")) << errors;
}

TEST(ChecksTest, OneOfSeveralEnvironmentsMustBeChosen) {
  std::string errors = ErrorsOf(kBase + "environments: { a: {}, b: {} }\n");
  EXPECT_TRUE(Has(errors, "s.yaml:2:24: several environments, but none is chosen")) << errors;
  EXPECT_TRUE(Has(errors, "add `environment: [a, b]` under factors")) << errors;
  EXPECT_EQ(ErrorsOf(kBase + "environments: { a: {} }\n"), "");
  EXPECT_EQ(
      ErrorsOf("fixed: { framework: fake, environment: b }\nenvironments: { a: {}, b: {} }\n"), "");
}

TEST(ChecksTest, AFactorIsNotFixedAsWell) {
  std::string errors = ErrorsOf(kBase + "factors: { epochs: [1, 2] }\n");
  EXPECT_EQ(Count(errors), 1u);
  EXPECT_TRUE(Has(errors, "s.yaml:1:66: epochs is a factor and fixed as well")) << errors;
  EXPECT_TRUE(Has(errors, "keep one of the two")) << errors;
}

TEST(ChecksTest, EveryMissingValueIsNamed) {
  std::string errors = ErrorsOf("study: x\n");
  EXPECT_EQ(Count(errors), 5u) << errors;
  for (const char* name : {"framework", "network", "dataset", "epochs", "batch"}) {
    EXPECT_TRUE(Has(errors, std::string("s.yaml: the study does not say ") + name)) << errors;
  }
  EXPECT_EQ(Count(ErrorsOf("fixed: { framework: libtorch }\nfactors: { batch: [1, 2] }\n")), 3u);
  EXPECT_EQ(ErrorsOf("factors: { framework: [fake] }\n"), "");
  // One framework that trains is enough to need all of it.
  EXPECT_EQ(Count(ErrorsOf("factors: { framework: [fake, libtorch] }\n")), 4u);
}

TEST(ChecksTest, ACommandAndItsUseBelongTogether) {
  std::string unused = ErrorsOf(kBase + "command: [ls]\n");
  EXPECT_EQ(Count(unused), 1u);
  EXPECT_TRUE(Has(unused, "s.yaml:2:10: a `command:` that no framework uses")) << unused;
  std::string missing = ErrorsOf("fixed: { framework: command }\n");
  EXPECT_TRUE(Has(missing, "s.yaml:1:10: `framework: command` needs a `command:`")) << missing;
  for (const char* text : {"command: ls -l\n", "command: []\n", "command: { a: b }\n"}) {
    std::string errors = ErrorsOf(std::string("fixed: { framework: command }\n") + text);
    EXPECT_TRUE(Has(errors, "command must be a list")) << errors;
    EXPECT_TRUE(Has(errors, "there is no shell")) << errors;
  }
}

TEST(ChecksTest, PlaceholdersMustBeValues) {
  std::string fixed = "fixed: { framework: command, batch: 64 }\n";
  std::string errors = ErrorsOf(fixed + "command: [run, \"{batch}-{bacth}\", \"{zzzzzz}\"]\n");
  EXPECT_EQ(Count(errors), 2u) << errors;
  EXPECT_TRUE(Has(errors, "s.yaml:2:16: `{bacth}` is not a factor or a fixed value")) << errors;
  EXPECT_TRUE(Has(errors, "did you mean `{batch}`?")) << errors;
  EXPECT_TRUE(Has(errors, "`{zzzzzz}` is not a factor")) << errors;
  EXPECT_EQ(
      ErrorsOf(fixed + "command: [run, \"{batch}{seed}{device}{scenario}\", \"}{\", \"{\"]\n"), "");
  EXPECT_TRUE(Has(ErrorsOf(fixed + "command: [\"{{{bacth}\"]\n"), "`{bacth}`"));
  EXPECT_EQ(ErrorsOf(fixed + "command: [\"{{bacth}}\"]\n"), "");
  EXPECT_EQ(Count(ErrorsOf(fixed + "command: [\"{" + std::string(100'000, 'a') + "}\"]\n")), 1u);
}

TEST(ChecksTest, PatternsBelongToACommandAndMustCompile) {
  std::string own = "fixed: { framework: command }\ncommand: [run]\n";
  EXPECT_EQ(ErrorsOf(own + "patterns: 'epoch (?P<epoch>\\d+)'\n"), "");
  EXPECT_EQ(ErrorsOf(own + "patterns: { begin: ^Epoch, epoch: done, loss: 'loss (.*)' }\n"), "");
  std::string errors = ErrorsOf(kBase + "patterns: done\n");
  EXPECT_TRUE(Has(errors, "s.yaml:2:11: `patterns:` that no framework uses")) << errors;
  errors = ErrorsOf(own + "patterns: 'ab[z-a]'\n");
  EXPECT_TRUE(Has(errors, "s.yaml:3:15: not a regular expression")) << errors;
  EXPECT_TRUE(Has(errors, "\n      |               ^~~")) << errors;
  errors = ErrorsOf(own + "patterns: { epoch: done, losss: 'x' }\n");
  EXPECT_TRUE(Has(errors, "did you mean `loss`?")) << errors;
  errors = ErrorsOf(own + "patterns: { loss: 'x (.*)' }\n");
  EXPECT_TRUE(Has(errors, "s.yaml:3:11: patterns need one for `epoch`")) << errors;
  errors = ErrorsOf(own + "patterns: { epoch: done, loss: '(?P<lss>.)' }\n");
  EXPECT_TRUE(Has(errors, "a group named `lss` means nothing here")) << errors;
}

TEST(ChecksTest, MisspeltNamesAreCaughtAndOwnNamesPass) {
  KnownNames known = {{"libtorch", "pytorch"}, {"network1", "lenet"}, {"mnist", "cifar10"}};
  EXPECT_EQ(ErrorsOf(kBase, known), "");
  std::string text =
      "fixed: { framework: pytroch@2.2.0, network: lennet, dataset: minst, epochs: 1, batch: 1 }\n";
  std::string errors = ErrorsOf(text, known);
  EXPECT_EQ(Count(errors), 3u) << errors;
  EXPECT_TRUE(Has(errors, "unknown framework `pytroch`")) << errors;
  EXPECT_TRUE(Has(errors, "did you mean `pytorch`?")) << errors;
  EXPECT_TRUE(Has(errors, "did you mean `lenet`?")) << errors;
  EXPECT_TRUE(Has(errors, "did you mean `mnist`?")) << errors;
  std::string own =
      "fixed: { framework: pytorch@9, network: my_own_net, dataset: xrays, epochs: 1, batch: 1 }\n";
  EXPECT_EQ(ErrorsOf(own, known), "");
}

TEST(ChecksTest, EveryCurrencyNeedsARate) {
  std::string text = kBase + "environments: { a: { price: 1 USD/h } }\nbudget: 5 EUR\n";
  std::string errors = ErrorsOf(text + "report: { currency: BRL }\n");
  EXPECT_EQ(Count(errors), 2u) << errors;
  EXPECT_TRUE(Has(errors, "s.yaml:4:21: no rate for USD, the currency of environment a")) << errors;
  EXPECT_TRUE(Has(errors, "no rate for EUR, the currency of the budget")) << errors;
  EXPECT_TRUE(Has(errors, "add `rate: { USD: …, date: … }` under `report:`")) << errors;
  EXPECT_EQ(ErrorsOf(text + "report: { currency: BRL, rate: { USD: 5, EUR: 6 } }\n"), "");
  EXPECT_EQ(ErrorsOf(text + "report: { currency: USD, rate: { EUR: 1.1 } }\n"), "");
}

TEST(ChecksTest, ABudgetInAnotherCurrencyNeedsARateToo) {
  std::string errors = ErrorsOf(kBase + "environments: { a: { price: 1 USD/h } }\nbudget: 5 EUR\n");
  EXPECT_EQ(Count(errors), 1u);
  EXPECT_TRUE(Has(errors, "s.yaml:3:9: the budget is in EUR and the price of a in USD")) << errors;
  EXPECT_EQ(ErrorsOf(kBase + "environments: { a: { price: free } }\nbudget: 5 EUR\n"), "");
}

}  // namespace
}  // namespace trena
