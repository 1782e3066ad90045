# SPDX-License-Identifier: Apache-2.0
# Random designs against a control, and what multcomp says of them, for many_to_one_r_test.cc:
# Rscript many_to_one.R COUNT FOLDER writes FOLDER/data.csv and pairs.csv. One factor A, its first
# level the control; alone with unequal counts, in blocks of which runs were lost, or with a
# covariate. Each design has its own seed. summary's p are to 1e-5; confint's own quantile is to
# 1e-3.
suppressMessages(library(multcomp))
arguments <- commandArgs(trailingOnly = TRUE)
count <- as.integer(arguments[1])
folder <- arguments[2]
number <- function(x) sprintf("%.17g", x)

make_design <- function(id) {
  set.seed(9000 + id)
  kind <- c("alone", "blocked", "covariate")[(id - 1) %% 3 + 1]
  levels <- sample(3:6, 1)
  rows <- expand.grid(A = seq_len(levels), block = seq_len(sample(3:5, 1)))
  repeat {
    kept <- rows[-sample(nrow(rows), sample(1:3, 1)), ]
    if (length(unique(kept$A)) == levels && length(unique(kept$block)) == max(rows$block)) break
  }
  kept$x <- as.numeric(sprintf("%.6g", rnorm(nrow(kept))))
  kept$y <- as.numeric(sprintf("%.10g", 10 + 0.8 * kept$A * rnorm(1) + 0.5 * kept$block +
                                 0.6 * kept$x + rnorm(nrow(kept))))
  list(kind = kind, rows = kept)
}

data <- pairs <- list()
for (id in seq_len(count)) {
  design <- make_design(id)
  d <- design$rows
  d$A <- factor(d$A)
  d$block <- factor(d$block)
  fit <- switch(design$kind, alone = lm(y ~ A, d), blocked = lm(y ~ block + A, d),
                covariate = lm(y ~ x + A, d))
  compared <- glht(fit, linfct = mcp(A = "Dunnett"))
  # Of one that is far out p need not be known to many digits.
  tests <- suppressWarnings(summary(compared, test = adjusted("single-step", abseps = 1e-5,
                                                              maxpts = 100000)))$test
  interval <- confint(compared)$confint
  data[[id]] <- data.frame(case = id, kind = design$kind, A = design$rows$A,
                           block = design$rows$block, x = number(d$x), y = number(d$y))
  pairs[[id]] <- data.frame(case = id, level = seq_along(tests$coefficients),
                            difference = number(tests$coefficients), se = number(tests$sigma),
                            p = number(tests$pvalues), low = number(interval[, "lwr"]),
                            high = number(interval[, "upr"]))
}
save <- function(rows, name) {
  write.csv(do.call(rbind, rows), file.path(folder, name), row.names = FALSE, quote = FALSE)
}
save(data, "data.csv")
save(pairs, "pairs.csv")
