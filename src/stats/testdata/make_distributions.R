# SPDX-License-Identifier: Apache-2.0
# Makes distributions.csv: quantiles and tails as R computes them. Run it in this folder:
# Rscript make_distributions.R
number <- function(x) sprintf("%.17g", x)
df <- c(1, 2, 3, 4, 7.5, 12, 30, 100, 1000, 1e6)
p <- c(1e-6, 0.005, 0.025, 0.05, 0.3, 0.5, 0.8, 0.95, 0.975, 0.995, 0.9999)
x <- c(0, 0.1, 0.7, 1, 2.776, 4, 12, 60)
row <- function(name, a, b, c, value) {
  data.frame(name = name, a = number(a), b = number(b), c = number(c), value = number(value))
}
tq <- expand.grid(p = p, df = df)
tt <- expand.grid(t = c(x, -x[-1]), df = df)
ft <- expand.grid(f = x, df1 = c(1, 2, 5, 30), df2 = c(1, 4, 12, 200))
bt <- expand.grid(k = c(1, 2, 3, 10, 40), n = c(1, 5, 20, 40, 1000), p = c(0.001, 0.05, 0.5))
bt <- bt[bt$k <= bt$n, ]
rows <- rbind(
  row("student_quantile", tq$p, tq$df, 0, qt(tq$p, tq$df)),
  row("student_tail", tt$t, tt$df, 0, 2 * pt(-abs(tt$t), tt$df)),
  row("f_tail", ft$f, ft$df1, ft$df2, pf(ft$f, ft$df1, ft$df2, lower.tail = FALSE)),
  row("normal_quantile", p, 0, 0, qnorm(p)),
  row("binomial_tail", bt$k, bt$n, bt$p, pbinom(bt$k - 1, bt$n, bt$p, lower.tail = FALSE)))
con <- file("distributions.csv", "w")
writeLines(paste("# Made by make_distributions.R with", R.version.string), con)
write.csv(rows, con, row.names = FALSE, quote = FALSE)
close(con)
