// SPDX-License-Identifier: Apache-2.0
#include "report/fit/fit_report.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace trena {
namespace {

FitAnalysis ExampleFits() {
  FitAnalysis analysis;
  analysis.factor = "batch";
  analysis.each_is_an_image = true;
  analysis.made = 6;
  analysis.already = 1;
  analysis.took = Seconds{21.4};
  analysis.memories = {Bytes{8'000'000'000}};
  FitLine line;
  line.others = {{"network", "lenet"}};
  line.levels = {1, 2, 64, 128};
  line.bytes = {102e6, 104e6, 228e6, 356e6};
  line.line = FitStraightLine(line.levels, line.bytes).value();
  line.layers_fixed = 5.2e6;
  line.layers_each = 0.9e6;
  line.foretold = {{Bytes{8'000'000'000}, {3949.7, 3900.2, 4000.9}, true}};
  analysis.lines = {line};
  FitRow row;
  row.others = {{"memory_limit", "400 MB"}, {"network", "lenet"}};
  row.limit = Bytes{400'000'000};
  row.fits = 128;
  row.does_not = 256;
  row.foretold = {Bytes{400'000'000}, {149.8, 148.1, 151.2}, true};
  FitRow none = row;
  none.others = {{"memory_limit", "50 MB"}, {"network", "lenet"}};
  none.limit = Bytes{50'000'000};
  none.fits.reset();
  none.does_not = 1;
  none.least = 102e6;
  none.foretold.reset();
  analysis.rows = {row, none};
  return analysis;
}

bool HasLine(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(FitReport, IsAScreenWithRowsLineAndReasons) {
  const std::string text = FitText(ExampleFits(), Words(Language::kEnglish), false);
  for (const char* part :
       {"Largest batch that fits, by 7 short runs (1 of before), 21.40 s in all\n",
        "  network  memory  fits  does not  foretold (95%)\n",
        "  lenet    400 MB   128       256   149 (148–151)\n",
        "  lenet     50 MB     —         1               —\n", "5.2 MB + 900 kB",
        "3,949 (3,900–4,000)",
        "memory_limit 50 MB, lenet: 50 MB is less than the framework needs; with 1 it took 102 "
        "MB.\n",
        "What lies beyond the largest that was tried is foretold as if the line went on.\n"}) {
    EXPECT_TRUE(HasLine(text, part)) << part << "\nin\n" << text;
  }
  EXPECT_FALSE(HasLine(text, "Simulated"));
}

TEST(FitReport, InPortuguese) {
  const std::string text = FitText(ExampleFits(), Words(Language::kPortuguese), false);
  EXPECT_TRUE(
      HasLine(text, "Maior batch que cabe, por 7 execuções curtas (1 de antes), 21,40 s ao todo"))
      << text;
  EXPECT_TRUE(HasLine(text, "5,2 MB + 900 kB")) << text;
}

FitLine OfLayers(const std::string& network, double ratio) {
  FitLine line;
  line.others = {{"network", network}};
  line.of_layers.emplace();
  line.of_layers->value = ratio;
  line.of_layers->low = ratio - 0.125;
  line.of_layers->high = ratio + 0.125;
  return line;
}

TEST(FitReport, WhatAnImageTookIsHeldAgainstItsLayers) {
  FitAnalysis analysis = ExampleFits();
  const auto said = [&](Language language) { return FitText(analysis, Words(language), false); };
  EXPECT_FALSE(HasLine(said(Language::kEnglish), "An image took"));
  EXPECT_FALSE(HasLine(said(Language::kPortuguese), "Uma imagem usou"));
  analysis.lines = {OfLayers("lenet", 1.5)};
  EXPECT_TRUE(HasLine(said(Language::kEnglish),
                      "\nAn image took 1.50 times (1.38–1.62) what its layers put out.\n"))
      << said(Language::kEnglish);
  EXPECT_TRUE(HasLine(said(Language::kPortuguese),
                      "\nUma imagem usou 1,50 vezes (1,38–1,62) o que suas camadas dão.\n"))
      << said(Language::kPortuguese);
  analysis.lines = {OfLayers("lenet", 1.5), OfLayers("vgg16", 0.8), OfLayers("alexnet", 1.2)};
  EXPECT_TRUE(HasLine(said(Language::kEnglish),
                      "An image took from 0.800 times (vgg16) to 1.50 times (lenet) what its "
                      "layers put out.\n"))
      << said(Language::kEnglish);
  EXPECT_TRUE(HasLine(said(Language::kPortuguese),
                      "Uma imagem usou de 0,800 vezes (vgg16) a 1,50 vezes (lenet) o que suas "
                      "camadas dão.\n"))
      << said(Language::kPortuguese);
}

TEST(FitReport, HowManyCombinationsThereAreItIsAScreen) {
  FitAnalysis analysis = ExampleFits();
  for (int i = 0; i < 100; ++i) {
    analysis.rows.push_back(analysis.rows[1]);
    analysis.lines.push_back(analysis.lines[0]);
  }
  analysis.simulated = analysis.stand_in = true;
  const std::string text = FitText(analysis, Words(Language::kEnglish), false);
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 40) << text;
  EXPECT_TRUE(HasLine(text, "and 90 more: --all"));
  EXPECT_TRUE(HasLine(text, "Simulated: the runner trains nothing."));
  const std::string all = FitText(analysis, Words(Language::kEnglish), true);
  EXPECT_GT(std::count(all.begin(), all.end(), '\n'), 200);
}

TEST(FitReport, NamesFromAFileAreSafeForATerminal) {
  FitAnalysis analysis = ExampleFits();
  analysis.rows[0].problem = "C1: \x1b[31mred";
  EXPECT_FALSE(HasLine(FitText(analysis, Words(Language::kEnglish), false), "\x1b"));
}

TEST(FitReport, WhatIsMissingIsNull) {
  const Json json = FitJson(ExampleFits());
  EXPECT_TRUE(json["combinations"][1]["fits"].is_null());
  EXPECT_EQ(json["combinations"][1]["least_bytes"], 102e6);
  EXPECT_TRUE(json["combinations"][1]["foretold"].is_null());
  EXPECT_EQ(json["combinations"][0]["foretold"]["low"], 148.1);
  EXPECT_EQ(json["lines"][0]["line"]["n"], 4);
  EXPECT_EQ(json["lines"][0]["points"].size(), 4u);
}

}  // namespace
}  // namespace trena
