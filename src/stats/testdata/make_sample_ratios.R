# SPDX-License-Identifier: Apache-2.0
# Makes sample_ratios.csv: t.test of logarithms for ratios of two samples, and lm for the mean of
# several. Run it in this folder: Rscript make_sample_ratios.R
number <- function(x) paste(sprintf("%.17g", x), collapse = " ")
row <- function(kind, case, confidence, a, b, low, ratio, high, df, p) {
  data.frame(kind = kind, case = case, confidence = number(confidence), a = number(a),
             b = number(b), low = number(low), ratio = number(ratio), high = number(high),
             df = number(df), p = number(p))
}
samples <- list(
  list(c(10.1, 10.4, 9.9), c(11.0, 10.8, 11.3)),
  list(c(1.369, 1.402), c(1.388, 1.371, 1.420, 1.395, 1.501)),
  list(c(0.002, 0.0031, 0.0024, 0.0029), c(0.0005, 0.0006)),
  list(c(3600, 3720, 3590, 3610, 3605), c(3600, 3601, 3600.5, 3599, 3600)),
  list(c(5, 5, 5), c(4, 5, 6)))
rows <- NULL
for (i in seq_along(samples)) for (confidence in c(0.95, 1 - 0.05 / 24)) {
  a <- samples[[i]][[1]]
  b <- samples[[i]][[2]]
  t <- t.test(log(b), log(a), conf.level = confidence)
  rows <- rbind(rows, row("ratio", i, confidence, a, b, exp(t$conf.int[1]),
                          exp(unname(t$estimate[1] - t$estimate[2])), exp(t$conf.int[2]),
                          unname(t$parameter), t$p.value))
}
# Where every group has the same spread and size, Satterthwaite's degrees of freedom are those of
# the residuals, and the mean ratio is the main effect of the side in a model with all interactions.
centres <- rbind(c(2, 2.2), c(30, 27), c(400, 480), c(7, 7.1))
spread <- exp(c(-0.03, 0.01, 0, 0.02))
data <- NULL
for (i in seq_len(nrow(centres))) for (side in 1:2) {
  data <- rbind(data, data.frame(scenario = factor(i, levels = 1:4), side = side - 1.5,
                                 y = centres[i, side] * spread))
}
model <- lm(log(y) ~ side * scenario, data, contrasts = list(scenario = "contr.sum"))
found <- summary(model)$coefficients["side", ]
ends <- exp(confint(model)["side", ])
for (i in seq_len(nrow(centres))) {
  rows <- rbind(rows, row("mean", i, 0.95, centres[i, 1] * spread, centres[i, 2] * spread, ends[1],
                          exp(found["Estimate"]), ends[2], model$df.residual, found["Pr(>|t|)"]))
}
con <- file("sample_ratios.csv", "w")
writeLines(paste("# Made by make_sample_ratios.R with", R.version.string), con)
write.csv(rows, con, row.names = FALSE, quote = FALSE)
close(con)
