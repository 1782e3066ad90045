# SPDX-License-Identifier: Apache-2.0
# The analysis of variance with all interactions; for an unbalanced table that of lm, type I.
table <- read.csv(commandArgs(trailingOnly = TRUE)[1], stringsAsFactors = TRUE)
table$image <- factor(table$image)
model <- time_s ~ environment * framework * dataset * image * network
counts <- xtabs(~ environment + framework + dataset + image + network, table)
if (all(counts == counts[1])) {
  print(summary(aov(model, table)))
} else {
  print(anova(lm(model, table)))
}
