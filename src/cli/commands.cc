// SPDX-License-Identifier: Apache-2.0
#include "cli/command.h"

namespace trena {

const std::vector<Command>& Commands() {
  static const std::vector<Command> commands = {
      {"init", "understand: write a study file, by questions on a terminal",
       "trena init study.yaml", AddInit},
      {"plan", "plan: scenarios, runs in order, expected time and money",
       "trena plan first.yaml --only 'image == 32'", AddPlan},
      {"configure", "configure: find the runners, prepare data, networks and weights",
       "trena configure first.yaml", AddConfigure},
      {"verify", "prove that every framework trains the same network",
       "trena verify methodology.yaml", AddVerify},
      {"measure", "measure: run what is missing, one folder per run",
       "trena measure first.yaml --replications 5", AddMeasure},
      {"analyze", "analyse: means with intervals, what drives time and cost, the answer",
       "trena analyze first.yaml --json", AddAnalyze},
      {"report", "report: a page, Markdown, CSV and JSON of the analysis",
       "trena report first.yaml --format html", AddReport},
      {"run", "all of them, one after the other", "trena run first.yaml", AddRun},
      {"compare", "what changed between two studies, and how certain that is",
       "trena compare before.trena first.yaml --threshold 5%", AddCompare},
      {"doctor", "look at this machine: what will disturb a study?", "trena doctor --for 10s",
       AddDoctor},
      {"monitor", "measure any program, with no study",
       "trena monitor --price 0.526USD/h -- python3 train.py", nullptr, AddMonitor},
  };
  return commands;
}

}  // namespace trena
