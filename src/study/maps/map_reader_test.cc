// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/sha256.h"
#include "study/scenario.h"
#include "study/study_reader.h"

namespace trena {
namespace {

const std::string kMapBase =
    "fixed: { framework: libtorch, network: lenet, epochs: 1, batch: 8 }\n";

Study MapStudy(const std::string& text, const std::vector<std::string>& parameters = {}) {
  Result<Study> study = ReadStudyText("s.yaml", kMapBase + text, {parameters, std::nullopt});
  EXPECT_TRUE(study.ok()) << (study.ok() ? "" : study.error().message());
  return study.ok() ? study.value() : Study{};
}

std::string MapErrors(const std::string& text, const KnownNames& known = {}) {
  Result<Study> study = ReadStudyText("s.yaml", kMapBase + text, {}, known);
  EXPECT_FALSE(study.ok()) << text;
  return study.ok() ? "" : study.error().message();
}

void ExpectIn(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts)
    EXPECT_NE(text.find(part), text.npos) << part << "\n" << text;
}

std::string MapKey(const std::string& dataset) {
  const Study study = MapStudy("factors: { dataset: [" + dataset + "] }\n");
  return MakeScenario(study, "C1", {{"dataset", study.factors.at(0).levels.at(0)}}, {}).value().key;
}

TEST(MapReaderTest, TheLevelIsTheNameAndTheMapStandsBeside) {
  const Study study = MapStudy(
      "factors:\n"
      "  dataset:\n"
      "    - mnist\n"
      "    - { name: tench, folder: 2017, labels: l.csv, classes: 1000, skip_broken: true }\n"
      "    - { name: s, synthetic: { images: 512, classes: 10 } }\n");
  const std::vector<Value> names = {"mnist", "tench", "s"};
  EXPECT_EQ(study.factor("dataset")->levels, names);
  ASSERT_EQ(study.maps.size(), 2u);
  const NamedMap& tench = *FindMap(study.maps, "dataset", "tench");
  EXPECT_EQ(Dump(tench.content),
            R"({"folder":"2017","labels":"l.csv","classes":1000,"skip_broken":true})");
  EXPECT_TRUE(tench.has_files);
  EXPECT_EQ(tench.sha256, "");
  EXPECT_EQ(FindMap(study.maps, "dataset", "mnist"), nullptr);
  EXPECT_EQ(FindMap(study.maps, "network", "tench"), nullptr);
  // Its places are those of the file: line 5 is the map, `2017` stands in column 30.
  EXPECT_EQ(study.file->places.at(tench.place()).line, 5);
  EXPECT_EQ(study.file->places.at(tench.place() + ".folder").column, 30);
}

TEST(MapReaderTest, NameAndContentMakeTheKey) {
  // The canonical content by hand: keys sorted, no spaces.
  const std::string sum = Sha256(R"({"synthetic":{"classes":10,"images":512}})");
  const Study study =
      MapStudy("factors: { dataset: [{ name: s, synthetic: { images: 512, classes: 10 } }] }\n");
  const Scenario scenario = MakeScenario(study, "C1", {{"dataset", "s"}}, {}).value();
  ExpectIn(CanonicalScenario(study, scenario),
           {R"("framework_version":"","maps":{"dataset":")" + sum + R"("},"values":{)",
            R"("dataset":"s")"});
  const std::string key = MapKey("{ name: s, synthetic: { images: 512, classes: 10 } }");
  EXPECT_EQ(key, MapKey("{ synthetic: { classes: 10, images: 512 }, name: s }"));
  EXPECT_NE(key, MapKey("{ name: t, synthetic: { images: 512, classes: 10 } }"));
  EXPECT_NE(key, MapKey("{ name: s, synthetic: { images: 513, classes: 10 } }"));
}

TEST(MapReaderTest, APathEntersNoKey) {
  EXPECT_EQ(MapKey("{ name: own, folder: here }"), MapKey("{ name: own, folder: elsewhere }"));
}

TEST(MapReaderTest, TheCommandLineAndExpressionsUseTheName) {
  const std::string text =
      "factors: { dataset: [mnist, { name: s, synthetic: { images: 9, classes: 2 } }] }\n"
      "exclude: dataset == s and batch > 8\n";
  const Study study = MapStudy(text, {"dataset=s"});
  EXPECT_EQ(study.factor("dataset")->levels, std::vector<Value>{"s"});
  EXPECT_NE(FindMap(study.maps, "dataset", "s"), nullptr);
  EXPECT_TRUE(ParseOnly(study, "dataset == s").ok());
}

TEST(MapReaderTest, AFixedValueMayBeAMap) {
  const Study study = ReadStudyText("s.yaml",
                                    "fixed: { framework: libtorch, network: lenet, epochs: 1,\n"
                                    "  batch: 8, dataset: { name: own, folder: x, test: 0.2 } }\n")
                          .value();
  EXPECT_EQ(*Find(study.fixed, "dataset"), Value("own"));
  EXPECT_EQ(FindMap(study.maps, "dataset", "own")->content["test"], 0.2);
}

TEST(MapReaderTest, ProblemsAreShownWhereTheyAre) {
  const auto dataset = [](const std::string& map) {
    return MapErrors("factors: { dataset: [" + map + "] }\n");
  };
  ExpectIn(dataset("{ folder: x }"), {"s.yaml:2:22: a map of dataset needs a `name`"});
  ExpectIn(dataset("{ name: 1a, folder: x }"),
           {"`1a` cannot be the name of a map", "letters, digits, _ and -, a letter first"});
  ExpectIn(dataset("{ name: own }"), {"the map `own` of dataset needs `folder` or `synthetic`"});
  ExpectIn(dataset("{ name: own, folder: x, lables: y }"),
           {"unknown key `lables` in the map `own`", "did you mean `labels`?"});
  ExpectIn(dataset("{ name: own, folder: x, classes: 0 }"),
           {"s.yaml:2:55: classes must be a whole number from 1"});
  ExpectIn(dataset("{ name: own, folder: [x] }"), {"folder must be a path"});
  ExpectIn(dataset("{ name: own, folder: x, test: 1 }"),
           {"test must be a number above 0 and below 1, or a path"});
  ExpectIn(dataset("{ name: own, folder: x, skip_broken: 1 }"),
           {"skip_broken must be true or false"});
  ExpectIn(dataset("{ name: s, synthetic: { images: 9 } }"),
           {"`synthetic` needs `classes`: of images"});
  ExpectIn(dataset("{ name: s, synthetic: 9 }"), {"`synthetic` must be a map"});
  ExpectIn(MapErrors("factors: { image: [{ name: a, folder: x }] }\n"),
           {"a value of image must be a number or a word"});
}

TEST(MapReaderTest, PoliciesOfTheLearningRate) {
  const std::string data = "factors: { dataset: mnist, learning_rate: [";
  const Study study = MapStudy(data +
                               "0.1, { name: drop, policy: step, base: 0.01, gamma: 0.1,\n"
                               "  stepsize: 100 }] }\n");
  const std::vector<Value> levels = {0.1, "drop"};
  EXPECT_EQ(study.factor("learning_rate")->levels, levels);
  EXPECT_EQ(Dump(FindMap(study.maps, "learning_rate", "drop")->content),
            R"({"policy":"step","base":0.01,"gamma":0.1,"stepsize":100})");
  ExpectIn(MapErrors(data + "drop] }\n"), {"learning_rate must be"});
  ExpectIn(
      MapErrors(data + "{ name: a, policy: exp, base: 1 }] }\n"),
      {"the map `a` of learning_rate needs `policy: fixed` or `policy: step` or `policy: poly` "
       "or `policy: inv`"});
  ExpectIn(MapErrors(data + "{ name: a, policy: step, base: 1, gamma: 1 }] }\n"),
           {"the map `a` needs `stepsize`: steps of training between two drops"});
  ExpectIn(MapErrors(data + "{ name: a, policy: inv, base: 1, power: 1, stepsize: 3 }] }\n"),
           {"unknown key `stepsize` in the map `a`"});
  ExpectIn(MapErrors(data + "{ name: a, policy: fixed, base: -1 }] }\n"),
           {"base must be a number above 0"});
}

TEST(MapReaderTest, OneNameIsOneThing) {
  ExpectIn(
      MapErrors("factors: { dataset: [{ name: a, folder: x }, { name: a, folder: y }] }\n"),
      {"s.yaml:2:46: level `a` of dataset is given twice", "each map needs a name of its own"});
  ExpectIn(MapErrors("factors: { dataset: [a, { name: a, folder: y }] }\n"),
           {"level `a` of dataset is given twice"});
  ExpectIn(MapErrors("factors: { dataset: { name: mnist, folder: y } }\n", {{}, {}, {"mnist"}}),
           {"s.yaml:2:21: `mnist` is a data set of trena's own", "give the map another name"});
}

TEST(MapReaderTest, ANameNearAKnownOneIsNoMisspelling) {
  const Result<Study> study =
      ReadStudyText("s.yaml", kMapBase + "factors: { dataset: { name: mnist2, folder: y } }\n", {},
                    {{}, {}, {"mnist"}});
  EXPECT_TRUE(study.ok()) << study.error().message();
}

}  // namespace
}  // namespace trena
