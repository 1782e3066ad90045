// SPDX-License-Identifier: Apache-2.0
#include "report/monitor/monitor_page.h"

#include <gtest/gtest.h>

#include "report/formats/example_analysis.h"

namespace trena {
namespace {

// Five seconds of a program that reported two epochs, of the first nothing but its number.
Monitored FiveSeconds() {
  Monitored monitored;
  monitored.record.command = {"./train", "--quick"};
  monitored.record.started = "2026-11-16T04:00:00Z";
  monitored.record.outcome = Outcome::kOk;
  monitored.record.exit_code = 0;
  monitored.record.facts = {{"cpu", {{"model", "Test CPU"}}}};
  monitored.record.versions = {{"python", "3.11"}};
  monitored.begin = 100;
  monitored.end = 105;
  monitored.cpus = 2;
  EpochEvent bare, full;
  bare.epoch = 1;
  full.epoch = 2;
  full.t = 104.5;
  full.seconds = 2.25;
  full.loss = 0.5;
  full.accuracy = 0.875;
  full.images = 12'000;
  monitored.epochs = {bare, full};
  return monitored;
}

std::string Page(const Monitored& monitored, Language language = Language::kEnglish) {
  ReportContext context;
  context.language = language;
  context.trena_version = "trena test";
  context.generated = "2026-11-16T05:00:00Z";
  return MonitorPage(monitored, context);
}

TEST(MonitorPageSections, AnEpochIsARowAndWhatItDidNotSayIsADash) {
  const std::string page = Page(FiveSeconds());
  EXPECT_TRUE(Has(page, "<h2 id=\"epochs\">Epochs</h2>"));
  EXPECT_TRUE(Has(page, "<th scope=\"row\">1</th><td class=\"number\" data-sort=\"\">—</td>"));
  EXPECT_TRUE(Has(page, "data-sort=\"4.5\">4.500</td>")) << "seconds after the start";
  EXPECT_TRUE(Has(page, ">87.5%</td>"));
  EXPECT_TRUE(Has(page, ">12,000</td>"));
  EXPECT_TRUE(Has(page, "An epoch without seconds is one whose beginning nobody told."));
}

TEST(MonitorPageSections, WithoutEpochsOrSamplesTheirSectionsAreMissing) {
  Monitored monitored = FiveSeconds();
  monitored.epochs.clear();
  const std::string page = Page(monitored);
  EXPECT_FALSE(Has(page, "id=\"epochs\""));
  EXPECT_FALSE(Has(page, "id=\"series\""));
  EXPECT_TRUE(Has(page, "id=\"repeat\""));
}

TEST(MonitorPageSections, HowToRepeatItNamesCommandMachineAndVersions) {
  const std::string page = Page(FiveSeconds());
  EXPECT_TRUE(Has(page, "<code>./train --quick</code>"));
  EXPECT_TRUE(Has(page, "<dt>cpu.model</dt><dd>Test CPU</dd>"));
  EXPECT_TRUE(Has(page, "<dt>python</dt><dd>3.11</dd>"));
}

TEST(MonitorPageSections, TheEndHasTheColourOfItsOutcome) {
  Monitored monitored = FiveSeconds();
  EXPECT_TRUE(Has(Page(monitored), "class=\"verdict valid\""));
  monitored.record.outcome = Outcome::kFailed;
  EXPECT_TRUE(Has(Page(monitored), "class=\"verdict invalid\""));
  EXPECT_FALSE(Has(Page(monitored), "class=\"verdict valid\""));
}

TEST(MonitorPageSections, IsInOneLanguageAndOffersNoOther) {
  const std::string page = Page(FiveSeconds(), Language::kPortuguese);
  EXPECT_TRUE(Has(page, "<html lang=\"pt-BR\">"));
  EXPECT_TRUE(Has(page, "Programa monitorado · 2026-11-16T04:00:00Z"));
  EXPECT_TRUE(Has(page, "Feito por trena test, 16/11/2026 05:00 UTC."));
  EXPECT_FALSE(Has(page, "class=\"language\"")) << "a study's page has both";
  EXPECT_FALSE(Has(page, "<template"));
}

Monitored WithEpochs(int count) {
  Monitored monitored = FiveSeconds();
  monitored.epochs.clear();
  for (int i = 1; i <= count; ++i) {
    EpochEvent epoch;
    epoch.epoch = i;
    monitored.epochs.push_back(epoch);
  }
  return monitored;
}

// What is cut is said: a table that ends at 1,000 would else look whole.
TEST(MonitorPageSections, AThousandEpochsAreRowsAndTheRestIsCounted) {
  const std::string whole = Page(WithEpochs(1000));
  EXPECT_TRUE(Has(whole, "<th scope=\"row\">1000</th>"));
  EXPECT_FALSE(Has(whole, "more are in --json"));
  const std::string cut = Page(WithEpochs(1002));
  EXPECT_TRUE(Has(cut, "<th scope=\"row\">1000</th>"));
  EXPECT_FALSE(Has(cut, "<th scope=\"row\">1001</th>"));
  EXPECT_TRUE(Has(cut, "2 more are in --json."));
  EXPECT_TRUE(Has(Page(WithEpochs(1002), Language::kPortuguese), "Outras 2 estão em --json."));
}

TEST(MonitorPageSections, ALongCommandIsCutInTheTitleAndWholeBelow) {
  Monitored monitored = FiveSeconds();
  monitored.record.command = {"./train", std::string(300, 'x'), "it's"};
  const std::string page = Page(monitored);
  EXPECT_TRUE(Has(page, "<code>./train " + std::string(300, 'x') + " &#39;it&#39;\\&#39;&#39;s"));
  const size_t title = page.find("<h1>");
  EXPECT_LT(page.find("</h1>") - title, 200u);
}

}  // namespace
}  // namespace trena
