# SPDX-License-Identifier: Apache-2.0
# Random designs, and what emmeans (simple effects), multcomp (each mean as the control of a one-sided
# comparison) and pbkrtest (Kenward-Roger) say of them, for comparisons_r_test.cc:
# Rscript comparisons.R COUNT FOLDER writes FOLDER/*.csv. Each design has its own seed.
suppressMessages({
  library(emmeans)
  library(lmerTest)
  library(multcomp)
})
arguments <- commandArgs(trailingOnly = TRUE)
count <- as.integer(arguments[1])
folder <- arguments[2]
options(contrasts = c("contr.sum", "contr.poly"), digits = 17)
number <- function(x) sprintf("%.17g", x)
rounded <- function(y) as.numeric(sprintf("%.10g", y))

# Two factors crossed, two to four runs of each combination.
crossed <- function(id) {
  set.seed(11000 + id)
  cells <- expand.grid(B = seq_len(sample(2:4, 1)), A = seq_len(sample(2:4, 1)))
  rows <- cells[rep(seq_len(nrow(cells)), sample(2:4, nrow(cells), replace = TRUE)), ]
  rows$y <- rounded(10 + rows$A * rnorm(1) + rows$A * rows$B * rnorm(1) + rnorm(nrow(rows)))
  data.frame(case = id, A = rows$A, B = rows$B, y = rows$y)
}
simple_effects <- function(rows) {
  m <- lm(y ~ factor(A) * factor(B), rows)
  # By the names that emmeans gives: levels are compared as "A2 - A1" at B.
  grid <- emmeans(m, ~ A | B)
  found <- as.data.frame(summary(pairs(grid, reverse = TRUE), infer = TRUE))
  data.frame(case = rows$case[1], pair = gsub("A", "", found$contrast), by = found$B,
             estimate = number(found$estimate), se = number(found$SE), p = number(found$p.value))
}

# One factor, two to five runs of each level, near each other.
samples <- function(id) {
  set.seed(12000 + id)
  counts <- sample(2:5, sample(3:6, 1), replace = TRUE)
  level <- rep(seq_along(counts), counts)
  data.frame(case = id, level = level,
             y = rounded(10 + 0.8 * rnorm(length(counts))[level] + 0.5 * rnorm(length(level))))
}
# p of the largest one-sided difference by which another level is below this one.
as_controls <- function(rows) {
  rows$level <- factor(rows$level)
  m <- lm(y ~ level, rows)
  counts <- table(rows$level)
  p <- sapply(seq_along(counts), function(control) {
    contrasts <- contrMat(counts, type = "Dunnett", base = control)
    min(suppressWarnings(summary(glht(m, linfct = mcp(level = contrasts), alternative = "less"),
                test = adjusted("single-step", abseps = 2e-4, maxpts = 50000)))$test$pvalues)
  })
  data.frame(case = rows$case[1], level = seq_along(counts), p = number(p))
}

# Balanced whole plots that differ: there Kenward-Roger and Satterthwaite are one and exact.
plots <- function(id) {
  set.seed(13000 + id)
  rows <- expand.grid(B = seq_len(sample(2:4, 1)), replicate = seq_len(sample(2:4, 1)),
                      A = seq_len(sample(2:3, 1)))
  rows$plot <- (rows$A - 1) * max(rows$replicate) + rows$replicate
  rows$y <- rounded(10 + rows$A + 0.5 * rows$B + 3 * rnorm(max(rows$plot))[rows$plot] +
                      rnorm(nrow(rows)))
  data.frame(case = id, A = rows$A, B = rows$B, plot = rows$plot, y = rows$y)
}
kenward_roger <- function(rows) {
  d <- rows
  for (name in c("A", "B", "plot")) d[[name]] <- factor(d[[name]])
  control <- lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-10))
  m <- suppressMessages(lmer(y ~ A * B + (1 | plot), d, REML = TRUE, control = control))
  table <- anova(m, type = 2, ddf = "Kenward-Roger")
  variance <- as.data.frame(VarCorr(m))$vcov[1]
  data.frame(case = rows$case[1], term = rownames(table), df = table$NumDF,
             error_df = number(table$DenDF), f = number(table[["F value"]]),
             p = number(table[["Pr(>F)"]]), plots_differ = variance > 1e-6)
}

save <- function(make, ask, name, asked) {
  designs <- lapply(seq_len(count), make)
  write.csv(do.call(rbind, designs), file.path(folder, name), row.names = FALSE, quote = FALSE)
  write.csv(do.call(rbind, lapply(designs, ask)), file.path(folder, asked), row.names = FALSE,
            quote = FALSE)
}
save(crossed, simple_effects, "crossed.csv", "simple_effects.csv")
save(samples, as_controls, "samples.csv", "controls.csv")
save(plots, kenward_roger, "plots.csv", "kenward_roger.csv")
