// SPDX-License-Identifier: Apache-2.0
#include "report/monitor/monitor_report.h"

#include <gtest/gtest.h>

#include "core/text/text.h"
#include "report/formats/example_analysis.h"
#include "report/monitor/monitor_charts.h"
#include "report/monitor/monitor_page.h"

namespace trena {
namespace {

// Ten seconds on two CPUs and 8 GB, a sample a second, two epochs.
Monitored Example() {
  Monitored monitored;
  RunRecord& run = monitored.record;
  run.scenario = "monitor";
  run.command = {"python3", "train.py", "--name=two words"};
  run.exit_code = 0;
  run.started = "2026-11-16T04:00:00Z";
  run.metrics = {{"cpu_s", 15},   {"cpu_pct", 75},     {"cpu_pct_max", 100},
                 {"mem_pct", 25}, {"mem_pct_max", 50}, {"monitor_cpu_s", 0.004}};
  run.facts = {{"cpu", {{"model", "Test CPU"}}}};
  monitored.exit_code = 0;
  monitored.begin = 100;
  monitored.end = 110;
  monitored.cpus = 2;
  monitored.memory = Bytes{8'000'000'000};
  monitored.price = Price{0.36, "USD", false};
  monitored.cost = monitored.price->For(Seconds{10});
  monitored.columns = {"cpu_pct", "mem_pct", "gpu_pct"};
  for (int i = 0; i <= 10; ++i) {
    monitored.samples.push_back({100.0 + i, {i == 0 ? Reading() : Reading(75), 25, std::nullopt}});
  }
  EpochEvent first{1, 104, std::nullopt, 0.5, 0.25, 64, false, std::nullopt};
  EpochEvent second{2, 108, 4, 0.25, 0.5, 64, false, std::nullopt};
  monitored.epochs = {first, second};
  return monitored;
}

std::string Figure(const Monitored& monitored, const std::string& name,
                   Language language = Language::kEnglish) {
  for (const MonitorFigure& figure : MonitorFigures(monitored, Words(language))) {
    if (figure.name == name) return figure.value + " | " + Join(figure.details, " | ");
  }
  return "";
}

TEST(MonitorReportTest, FiguresSayWhatWasUsed) {
  Monitored monitored = Example();
  EXPECT_EQ(Figure(monitored, "duration"), "10.00 s | ended well | exit code 0");
  EXPECT_EQ(Figure(monitored, "CPU time"), "15.00 s | 75.0% of 2 CPUs in the mean, 100.0% at most");
  EXPECT_EQ(Figure(monitored, "memory"), "4 GB | at most; 2 GB in the mean");
  // 0.36 USD an hour for ten seconds.
  EXPECT_EQ(Figure(monitored, "cost"), "0.00100 USD | price × duration, at 0.360 USD/h");
  EXPECT_EQ(Figure(monitored, "epochs"),
            "2 | 4.00 s each in the mean (n = 1) | last loss 0.2500 | last accuracy 50.0%");
  EXPECT_EQ(Figure(monitored, "the monitor itself"), "4 ms | of CPU time");
  EXPECT_EQ(Figure(monitored, "custo", Language::kPortuguese),
            "US$ 0,00100 | preço × duração, a US$ 0,360/h");
}

TEST(MonitorReportTest, WhatIsNotKnownHasNoFigure) {
  Monitored monitored = Example();
  monitored.price.reset();
  monitored.cost.reset();
  monitored.epochs.clear();
  monitored.record.metrics = {};
  EXPECT_EQ(MonitorFigures(monitored, Words(Language::kEnglish)).size(), 1u);
  EXPECT_EQ(Figure(monitored, "GPU"), "");
  EXPECT_EQ(Figure(monitored, "energy"), "");
}

TEST(MonitorReportTest, EnergyIsTheSumOfWhatIsKnown) {
  Monitored monitored = Example();
  monitored.record.metrics["cpu_energy_j"] = 100;
  monitored.record.metrics["gpu_energy_j"] = 250;
  EXPECT_EQ(Figure(monitored, "energy"),
            "350 J | 100 J processors of the whole machine | 250 J GPU");
}

TEST(MonitorReportTest, EndsAreToldApart) {
  Monitored monitored = Example();
  monitored.record.outcome = Outcome::kFailed;
  monitored.record.exit_code.reset();
  monitored.exit_code = 137;
  EXPECT_TRUE(Has(Figure(monitored, "duration"), "failed | ended by signal 9"));
  monitored.pid = 4242;
  EXPECT_EQ(Figure(monitored, "duration"),
            "10.00 s | how it ended is not known: process 4242 was only looked at");
  EXPECT_TRUE(MonitorJson(monitored, "out")["outcome"].is_null());
}

TEST(MonitorReportTest, ABusyMachineIsSaid) {
  const auto remarks = [](const Monitored& monitored) {
    return Join(MonitorRemarks(monitored, Words(Language::kEnglish)), "\n");
  };
  Monitored monitored = Example();
  monitored.record.metrics["host_cpu_pct"] = 80;
  monitored.record.moment = R"({"load": [1.5, 1, 1]})";
  EXPECT_EQ(remarks(monitored), "") << "5 % of others and less load than CPUs";
  monitored.record.moment = R"({"load": [10.5, 8, 8]})";
  monitored.record.metrics["cpu_pct"] = 21;
  EXPECT_EQ(remarks(monitored),
            "The machine was busy with other work: a load of 10.5 on 2 CPUs when it began; others "
            "took 59.0% of the CPUs while it ran. It took longer than it would alone.");
}

TEST(MonitorReportTest, WhatCouldNotBeSeenIsSaid) {
  Monitored monitored = Example();
  monitored.record.notes = {"unmatched_pattern:epoch", "first_epoch_untimed", "short_run"};
  const std::string all = Join(MonitorRemarks(monitored, Words(Language::kEnglish)), "\n");
  EXPECT_TRUE(Has(all, "No line that it printed matched the pattern `epoch`."));
  EXPECT_TRUE(Has(all, "The first epoch has no time, for its beginning was not told."));
  EXPECT_TRUE(Has(all, "It ended within the time between two samples"));
}

TEST(MonitorReportTest, CommandsAreAsTypedInAShell) {
  EXPECT_EQ(CommandText({"a", "b c", "", "it's", "$HOME"}), "a 'b c' '' 'it'\\''s' '$HOME'");
}

TEST(MonitorReportTest, TheSummaryCannotDriveATerminal) {
  Monitored monitored = Example();
  monitored.record.command = {"evil\x1b]0;title\x07"};
  monitored.record.outcome = Outcome::kFailed;
  monitored.record.reason = "exit code 1: \x1b[2J";
  monitored.record.notes = {"left_children"};
  std::string all = Join(MonitorSummary(monitored, Words(Language::kEnglish)), "\n");
  EXPECT_EQ(all.find('\x1b'), std::string::npos);
  EXPECT_EQ(all.find('\x07'), std::string::npos);
  EXPECT_TRUE(Has(all, "  ! exit code 1: "));
  EXPECT_TRUE(Has(all, "  ! It left processes behind; they were ended with it."));
}

TEST(MonitorReportTest, JsonHasNullForWhatIsMissing) {
  Monitored monitored = Example();
  Json json = MonitorJson(monitored, "out");
  EXPECT_EQ(json["cost"]["currency"], "USD");
  EXPECT_EQ(json["duration_s"], 10);
  EXPECT_TRUE(json["epochs"][0]["seconds"].is_null());
  EXPECT_EQ(json["epochs"][1]["ended_after_s"], 8);
  monitored.price.reset();
  monitored.cost.reset();
  monitored.exit_code.reset();
  json = MonitorJson(monitored, "out");
  EXPECT_TRUE(json["cost"].is_null() && json["price"].is_null() && json["exit_code"].is_null());
}

TEST(SeriesChartsTest, OnlyWhatWasReadIsDrawn) {
  Words words(Language::kEnglish);
  std::vector<Chart> charts = MonitorCharts(Example(), words);
  ASSERT_EQ(charts.size(), 3u);  // no GPU
  EXPECT_EQ(charts[0].name, "cpu");
  EXPECT_EQ(charts[1].name, "memory");
  EXPECT_EQ(charts[2].name, "loss");
  EXPECT_TRUE(Has(charts[0].caption, "n = 11 samples. Vertical lines are ends of epochs."));
  // The beginning, the ends of ten spans of time, and two marks at 4 s and 8 s.
  const Json& values = charts[0].spec["data"]["values"];
  ASSERT_EQ(values.size(), 13u);
  EXPECT_EQ(values[0]["at"], 0);
  EXPECT_EQ(values[0]["mean"], 75);
  EXPECT_EQ(values[11]["mark"], 4);
  EXPECT_EQ(values[12]["mark"], 8);
}

TEST(SeriesChartsTest, LongSeriesBecomeMeansOverTime) {
  Monitored monitored = Example();
  monitored.samples.clear();
  monitored.end = 100 + 3000;
  for (int i = 0; i <= 3000; ++i) {
    monitored.samples.push_back({100.0 + i, {i % 2 == 0 ? 0 : 100, 1, std::nullopt}});
  }
  std::vector<Chart> charts = MonitorCharts(monitored, Words(Language::kEnglish));
  const Json& values = charts[0].spec["data"]["values"];
  EXPECT_LE(values.size(), 510u);
  EXPECT_EQ(values[1]["at"], 6.0 / 60);  // minutes; six samples in a part
  EXPECT_EQ(values[0]["mean"], 50);
  EXPECT_EQ(values[0]["least"], 0);
  EXPECT_EQ(values[0]["most"], 100);
  EXPECT_TRUE(Has(charts[0].caption, "3001 samples, drawn as the least, mean and most of every 6"));
}

TEST(MonitorPageTest, IsWholeAndEscaped) {
  Monitored monitored = Example();
  monitored.record.command = {"<script>alert(1)</script>", "\x1b[31m"};
  ReportContext context;
  context.trena_version = "trena test";
  std::string page = MonitorPage(monitored, context);
  EXPECT_FALSE(Has(page, "<script>alert"));
  EXPECT_TRUE(Has(page, "&lt;script&gt;alert(1)"));
  EXPECT_EQ(page.find('\x1b'), std::string::npos);
  for (const char* part : {"data-chart=\"cpu\"", "data-chart=\"loss\"", "Test CPU", "0.00100 USD",
                           "<html lang=\"en\">", "</html>"}) {
    EXPECT_TRUE(Has(page, part)) << part;
  }
  context.language = Language::kPortuguese;
  EXPECT_TRUE(Has(MonitorPage(monitored, context), "Ao longo do tempo"));
}

TEST(MonitorReportTest, OneCpuIsOne) {
  Monitored monitored = Example();
  monitored.cpus = 1;
  EXPECT_EQ(Figure(monitored, "CPU time"), "15.00 s | 75.0% of 1 CPU in the mean, 100.0% at most");
  EXPECT_TRUE(Has(MonitorCharts(monitored, Words(Language::kEnglish))[0].caption, "use: 1 CPU."));
  monitored.cpus = 2;
  EXPECT_TRUE(Has(MonitorCharts(monitored, Words(Language::kEnglish))[0].caption, "use: 2 CPUs."));
  EXPECT_EQ(Figure(monitored, "tempo de CPU", Language::kPortuguese),
            "15,00 s | 75,0% de 2 CPUs em média, 100,0% no máximo");
}

// Without a greatest reading the mean is what is known; without the memory's size, percent.
TEST(MonitorReportTest, WhatIsKnownInPartIsSaidInPart) {
  Monitored monitored = Example();
  monitored.record.metrics = {{"cpu_pct", 75}, {"mem_pct", 25}};
  monitored.memory.reset();
  EXPECT_EQ(Figure(monitored, "CPU time"), "— | 75.0% of 2 CPUs in the mean, 75.0% at most");
  EXPECT_EQ(Figure(monitored, "memory"), "25.0% | at most; 25.0% in the mean");
  EXPECT_TRUE(Has(MonitorCharts(monitored, Words(Language::kEnglish))[1].caption, "use: —."));
  monitored.record.metrics = {{"cpu_s", 15}};
  EXPECT_EQ(Figure(monitored, "CPU time"), "15.00 s | ");
}

TEST(MonitorReportTest, AGpuHasItsMemoryWhereItWasRead) {
  Monitored monitored = Example();
  monitored.record.metrics["gpu_pct"] = 40;
  EXPECT_EQ(Figure(monitored, "GPU"), "40.0% | in the mean, 40.0% at most");
  monitored.record.metrics["gpu_pct_max"] = 90;
  monitored.record.metrics["gpu_mem_pct"] = 12.5;
  EXPECT_EQ(Figure(monitored, "GPU"),
            "40.0% | in the mean, 90.0% at most | GPU memory: 12.5% in the mean, 12.5% at most");
}

TEST(MonitorReportTest, AFreeMachineCostsNothing) {
  Monitored monitored = Example();
  monitored.price = Price{0, "", true};
  EXPECT_EQ(Figure(monitored, "cost"), "free | ");
  monitored.cost.reset();
  EXPECT_EQ(Figure(monitored, "cost"), "");
}

TEST(MonitorReportTest, EpochsWithoutSecondsHaveNoMean) {
  Monitored monitored = Example();
  for (EpochEvent& epoch : monitored.epochs) epoch.seconds.reset();
  EXPECT_EQ(Figure(monitored, "epochs"), "2 | last loss 0.2500 | last accuracy 50.0%");
  monitored.epochs.back().loss.reset();
  monitored.epochs.back().accuracy.reset();
  EXPECT_EQ(Figure(monitored, "epochs"), "2 | ") << "the last one's, not the best";
}

TEST(MonitorReportTest, EveryRemarkIsOfItsNote) {
  Monitored monitored = Example();
  const auto remarks = [&](const std::string& note, Language language) {
    monitored.record.notes = {note};
    return MonitorRemarks(monitored, Words(language));
  };
  for (const char* note :
       {"left_children", "output_lost", "rejected_events", "diverged", "negative_loss"}) {
    ASSERT_EQ(remarks(note, Language::kEnglish).size(), 1u) << note;
    EXPECT_NE(remarks(note, Language::kEnglish), remarks(note, Language::kPortuguese)) << note;
  }
  EXPECT_TRUE(remarks("of_a_newer_trena", Language::kEnglish).empty());
  monitored.record.reason = "exit code 1";
  monitored.record.notes = {"negative_loss", "left_children"};
  const auto all = MonitorRemarks(monitored, Words(Language::kEnglish));
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0], "exit code 1");
  EXPECT_TRUE(Has(all[1], "left processes behind")) << "in our order, not the record's";
}

TEST(MonitorChartsTest, OneLossIsNoLine) {
  Monitored monitored = Example();
  const Words words(Language::kEnglish);
  const Chart loss = MonitorCharts(monitored, words).back();
  EXPECT_EQ(loss.name, "loss");
  EXPECT_TRUE(Has(loss.caption, "n = 2 epochs."));
  EXPECT_EQ(loss.spec["data"]["values"][0],
            Json({{"at", 4}, {"loss", 0.5}, {"epoch", 1}, {"text", "0.5000"}}));
  monitored.epochs[0].loss.reset();
  EXPECT_EQ(MonitorCharts(monitored, words).back().name, "memory");
}

}  // namespace
}  // namespace trena
