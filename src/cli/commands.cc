// SPDX-License-Identifier: Apache-2.0
#include "cli/command.h"

namespace trena {

// Each in commands/, NAME_command.cc.
Action AddInit(CLI::App& app);
Action AddPlan(CLI::App& app);
Action AddConfigure(CLI::App& app);
Action AddVerify(CLI::App& app);
Action AddMeasure(CLI::App& app);
Action AddAnalyze(CLI::App& app);
Action AddReport(CLI::App& app);
Action AddCompare(CLI::App& app);
Action AddRun(CLI::App& app);
Action AddDoctor(CLI::App& app);
Action AddDuel(CLI::App& app);
Action AddFit(CLI::App& app);
Action AddImport(CLI::App& app);
Action AddMonitor(CLI::App& app, const std::vector<std::string>& program);

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
      {"duel", "which of two programs is faster, measured in turns",
       "trena duel 'python3 old.py' 'python3 new.py' --within 1%", AddDuel},
      {"fit", "the largest batch that fits into memory, by short runs",
       "trena fit first.yaml --factor batch --memory 8GB", AddFit},
      {"import", "logs of other programs as results to analyse, report and compare",
       "trena import caffe tcc_logs --name 'train_{network}_{mode}_{batch}.log'", AddImport},
      {"doctor", "look at this machine: what will disturb a study?", "trena doctor --for 10s",
       AddDoctor},
      {"monitor", "measure any program, with no study",
       "trena monitor --price 0.526USD/h -- python3 train.py", nullptr, AddMonitor},
  };
  return commands;
}

}  // namespace trena
