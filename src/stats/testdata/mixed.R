# SPDX-License-Identifier: Apache-2.0
# Random split plots with runs lost, and what lmerTest and emmeans say of them, for reml_r_test.cc:
# Rscript mixed.R COUNT FOLDER writes FOLDER/data.csv, anova.csv and pairs.csv. Each design has its
# own seed.
suppressMessages({
  library(lmerTest)
  library(emmeans)
})
arguments <- commandArgs(trailingOnly = TRUE)
count <- as.integer(arguments[1])
folder <- arguments[2]
options(contrasts = c("contr.sum", "contr.poly"), digits = 17)
number <- function(x) sprintf("%.17g", x)

make_design <- function(id) {
  set.seed(5000 + id)
  a <- sample(2:3, 1)
  b <- sample(2:4, 1)
  blocks <- sample(3:5, 1)
  rows <- expand.grid(B = seq_len(b), A = seq_len(a), block = seq_len(blocks))
  rows$plot <- (rows$block - 1) * a + rows$A
  plots <- rnorm(a * blocks, 0, sample(c(0.2, 1, 3), 1))
  effects <- rnorm(blocks, 0, sample(c(0.2, 2), 1))
  rows$y <- 10 + rows$A + 0.5 * rows$B + plots[rows$plot] + effects[rows$block] + rnorm(nrow(rows))
  rows$y <- as.numeric(sprintf("%.10g", rows$y))
  repeat {  # every combination stays, so that all can be estimated
    kept <- rows[-sample(nrow(rows), sample(1:3, 1)), ]
    if (all(table(kept$A, kept$B) > 0)) return(kept)
  }
}

data <- anova_rows <- pair_rows <- list()
for (id in seq_len(count)) {
  rows <- make_design(id)
  d <- rows
  for (name in c("A", "B", "block", "plot")) d[[name]] <- factor(d[[name]])
  control <- lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-10))
  m <- suppressWarnings(suppressMessages(
    lmer(y ~ A * B + (1 | block) + (1 | plot), d, REML = TRUE, control = control)))
  data[[id]] <- data.frame(case = id, A = rows$A, B = rows$B, plot = rows$plot, block = rows$block,
                           y = number(rows$y))
  for (type in 1:3) {
    table <- anova(m, type = type, ddf = "Satterthwaite")
    anova_rows <- c(anova_rows, list(data.frame(
      case = id, type = type, term = rownames(table), df = table$NumDF,
      error_df = number(table$DenDF), f = number(table[["F value"]]), p = number(table[["Pr(>F)"]]))))
  }
  for (factor in c("A", "B")) {
    pairs <- suppressMessages(as.data.frame(summary(
      pairs(emmeans(m, factor, lmer.df = "satterthwaite"), reverse = TRUE), infer = TRUE)))
    pair_rows <- c(pair_rows, list(data.frame(
      case = id, factor = factor, pair = pairs$contrast, estimate = number(pairs$estimate),
      se = number(pairs$SE), df = number(pairs$df), p = number(pairs$p.value))))
  }
}
save <- function(rows, name) {
  write.csv(do.call(rbind, rows), file.path(folder, name), row.names = FALSE, quote = FALSE)
}
save(data, "data.csv")
save(anova_rows, "anova.csv")
save(pair_rows, "pairs.csv")
