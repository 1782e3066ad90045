// SPDX-License-Identifier: Apache-2.0
#include "study/init/templates.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "study/study_reader.h"

namespace trena {
namespace {

TEST(Templates, EachIsItsExampleAndReads) {
  ASSERT_FALSE(StudyTemplates().empty());
  for (const StudyTemplate& known : StudyTemplates()) {
    std::ifstream file(std::string(TRENA_SOURCE_DIR) + "/examples/" + known.name + ".yaml");
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_EQ(known.text, text.str()) << known.name;
    Result<Study> study = ReadStudyText(std::string(known.name) + ".yaml", std::string(known.text));
    EXPECT_TRUE(study.ok()) << study.error().message();
    EXPECT_FALSE(std::string(known.meaning).empty());
  }
}

TEST(Templates, AreFoundByTheirNamesAlone) {
  std::set<std::string> names;
  for (const StudyTemplate& known : StudyTemplates()) {
    EXPECT_TRUE(names.insert(known.name).second) << known.name << " is there twice";
    EXPECT_EQ(FindTemplate(known.name), &known);
  }
  ASSERT_NE(FindTemplate("first"), nullptr) << "the one that `trena init` writes";
  EXPECT_EQ(FindTemplate("fir"), nullptr);
  EXPECT_EQ(FindTemplate(""), nullptr);
}

}  // namespace
}  // namespace trena
