# SPDX-License-Identifier: Apache-2.0
# Random designs and what R says of them, for models_r_test.cc: Rscript models.R COUNT FOLDER
# writes FOLDER/data.csv, anova.csv, means.csv, pairs.csv, tests.csv and tukey.csv. The designs are
# the same for every COUNT: each has its own seed.
#
# Sums of squares of types II and III are made by comparing models (car is not in base R), least-
# squares means from predictions over the grid of all levels, their variance from vcov.

arguments <- commandArgs(trailingOnly = TRUE)
count <- as.integer(arguments[1])
folder <- arguments[2]
options(contrasts = c("contr.sum", "contr.poly"), digits = 17)

tables <- new.env()
put <- function(table, ...) {
  row <- data.frame(..., stringsAsFactors = FALSE)
  tables[[table]] <- c(tables[[table]], list(row))
}
number <- function(x) ifelse(is.na(x), "", sprintf("%.17g", x))

# --- the designs -------------------------------------------------------------------------------

random_levels <- function(k) sample(2:4, k, replace = TRUE)

crossed <- function(levels, r) {
  grid <- expand.grid(lapply(levels, seq_len), KEEP.OUT.ATTRS = FALSE)
  names(grid) <- LETTERS[seq_along(levels)]
  grid[rep(seq_len(nrow(grid)), r), , drop = FALSE]
}

respond <- function(rows) {
  scale <- 10^runif(1, -2, 4)
  y <- rep(runif(1, 1, 10), nrow(rows))
  for (name in names(rows)) y <- y + rnorm(max(rows[[name]]))[rows[[name]]]
  if (ncol(rows) > 1) y <- y + 0.5 * rnorm(20)[(rows[[1]] * 5 + rows[[2]]) %% 20 + 1]
  as.numeric(sprintf("%.12g", scale * (y + rnorm(nrow(rows)) * 0.7)))
}

make_design <- function(id) {
  set.seed(1000 + id)
  kind <- c("balanced", "unbalanced", "blocked", "split", "covariate")[(id - 1) %% 5 + 1]
  k <- if (kind == "split") 2 else sample(1:3, 1)
  if (kind == "blocked") k <- sample(1:2, 1)
  rows <- crossed(random_levels(k), sample(2:3, 1))
  if (kind == "unbalanced" || kind == "covariate") {
    rows <- rows[sort(sample(nrow(rows), ceiling(0.8 * nrow(rows)))), , drop = FALSE]
  }
  if (kind == "unbalanced" && k > 1 && id %% 2 == 0) {  # and one cell without any
    rows <- rows[!(rows$A == 1 & rows$B == 1), , drop = FALSE]
  }
  if (kind == "blocked") {
    blocks <- sample(2:4, 1)
    rows <- do.call(rbind, lapply(seq_len(blocks), function(b) cbind(rows, block = b)))
    if (id %% 2 == 0) rows <- rows[-sample(nrow(rows), 2), ]
  }
  if (kind == "split") rows <- split_plots(id)
  rownames(rows) <- NULL
  rows$y <- respond(rows)
  # Of split plots every other one has a covariate too.
  if (kind == "split" && id %% 2 == 0) kind <- "split covariate"
  if (endsWith(kind, "covariate")) rows$x1 <- as.numeric(sprintf("%.6f", rnorm(nrow(rows), 50, 5)))
  if (endsWith(kind, "covariate")) rows$y <- rows$y + rows$x1 * sd(rows$y) / 5
  list(id = id, kind = kind, rows = rows)
}

# Each level of A in `plots` plots of its own, each of which has all levels of B `r` times.
split_plots <- function(id) {
  a <- sample(2:4, 1)
  b <- sample(2:4, 1)
  plots <- if (id %% 3 == 0) 1 else sample(2:3, 1)
  r <- sample(1:2, 1)
  rows <- expand.grid(B = seq_len(b), rep = seq_len(r), plot = seq_len(a * plots))
  data.frame(A = (rows$plot - 1) %% a + 1, B = rows$B, plot = rows$plot)
}

factored <- function(design) {
  data <- design$rows
  names_of <- setdiff(names(data), c("y", "x1"))
  data[names_of] <- lapply(data[names_of], factor)
  data
}

# --- what R says -------------------------------------------------------------------------------

put_row <- function(id, type, stratum, term, df, ss, f, p) {
  put("anova", case = id, type = type, stratum = stratum, term = term, df = df, ss = number(ss),
      f = number(f), p = number(p))
}

put_table <- function(id, type, table) {
  for (i in seq_len(nrow(table))) {
    term <- trimws(rownames(table)[i])
    if (table$Df[i] == 0 && term != "Residuals") next
    put_row(id, type, "", term, table$Df[i], table[["Sum Sq"]][i], table[["F value"]][i],
            table[["Pr(>F)"]][i])
  }
}

contains <- function(big, small) {
  all(strsplit(small, ":")[[1]] %in% strsplit(big, ":")[[1]])
}

rss <- function(columns, y) {
  fit <- lm.fit(columns, y)
  c(sum(fit$residuals^2), fit$rank)
}

# Of type II: after all terms that do not contain it; of type III: after all others.
put_type <- function(id, type, fit) {
  columns <- model.matrix(fit)
  y <- model.response(model.frame(fit))
  labels <- attr(terms(fit), "term.labels")
  assign <- attr(columns, "assign")
  error <- deviance(fit) / fit$df.residual
  for (i in seq_along(labels)) {
    others <- seq_along(labels)[-i]
    if (type == 2) others <- others[!sapply(labels[others], contains, small = labels[i])]
    without <- rss(columns[, assign %in% c(0, others), drop = FALSE], y)
    with <- rss(columns[, assign %in% c(0, others, i), drop = FALSE], y)
    df <- with[2] - without[2]
    if (df == 0) next
    ss <- without[1] - with[1]
    f <- ss / df / error
    put_row(id, type, "", labels[i], df, ss, f, pf(f, df, fit$df.residual, lower.tail = FALSE))
  }
}

put_strata <- function(id, data) {
  formula <- if (is.null(data$x1)) y ~ A * B + Error(plot) else y ~ x1 + A * B + Error(plot)
  summaries <- suppressWarnings(summary(aov(formula, data)))
  for (name in names(summaries)) {
    table <- summaries[[name]][[1]]
    for (i in seq_len(nrow(table))) {
      f <- if (is.null(table[["F value"]])) NA else table[["F value"]][i]
      p <- if (is.null(table[["Pr(>F)"]])) NA else table[["Pr(>F)"]][i]
      put_row(id, 1, sub("Error: ", "", name), trimws(rownames(table)[i]), table$Df[i],
              table[["Sum Sq"]][i], f, p)
    }
  }
}

# Least-squares means of each factor, with 95 % intervals; not where a coefficient is missing.
put_means <- function(id, data, fit) {
  if (anyNA(coef(fit))) return()
  factors <- setdiff(names(data), c("y", "x1"))
  grid <- expand.grid(lapply(data[factors], levels))
  if (!is.null(data$x1)) grid$x1 <- mean(data$x1)
  rows <- model.matrix(delete.response(terms(fit)), grid)
  t <- qt(0.975, fit$df.residual)
  for (name in factors) {
    for (level in levels(data[[name]])) {
      average <- colMeans(rows[grid[[name]] == level, , drop = FALSE])
      mean <- sum(average * coef(fit))
      error <- sqrt(drop(average %*% vcov(fit) %*% average))
      put("means", case = id, factor = name, level = as.integer(level) - 1, mean = number(mean),
          low = number(mean - t * error), high = number(mean + t * error))
    }
  }
}

put_slope <- function(id, fit) {
  interval <- confint(fit)["x1", ]
  put("means", case = id, factor = "x1", level = 0, mean = number(coef(fit)[["x1"]]),
      low = number(interval[1]), high = number(interval[2]))
}

# P(Q > q) by R's own quadrature, and the 95 % point: ptukey is off by up to 1e-3 below ten degrees
# of freedom (with two means Q is sqrt(2) |t|, which shows it).
tukey_tail <- function(q, means, df) {
  beyond <- function(w) sapply(w, function(w) 1 - integrate(function(z)
    means * dnorm(z) * (pnorm(z) - pnorm(z - w))^(means - 1), -9, 9 + w, rel.tol = 1e-11,
    subdivisions = 500)$value)
  density <- function(s) exp(log(2) + df / 2 * log(df / 2) - lgamma(df / 2) +
                               (df - 1) * log(s) - df * s^2 / 2)
  cuts <- seq(0, min(sqrt(qchisq(1e-17, df, lower.tail = FALSE) / df), 17 / q), length.out = 5)
  sum(sapply(1:4, function(i) integrate(function(s) density(s) * beyond(q * s), cuts[i],
                                        cuts[i + 1], rel.tol = 1e-10, subdivisions = 500)$value))
}

known_quantiles <- new.env()
tukey_quantile <- function(means, df) {
  key <- paste(means, df)
  if (is.null(known_quantiles[[key]])) {
    known_quantiles[[key]] <- uniroot(function(q) tukey_tail(q, means, df) - 0.05, c(1, 100),
                                      tol = 1e-7)$root
  }
  known_quantiles[[key]]
}

# TukeyHSD where its means are the least-squares means: one factor, or balanced.
put_pairs <- function(id, data) {
  factors <- setdiff(names(data), c("y", "x1"))
  fit <- aov(as.formula(paste("y ~", paste(factors, collapse = "*"))), data)
  for (name in factors) {
    pairs <- TukeyHSD(fit, which = name)[[name]]
    counts <- table(data[[name]])
    for (i in seq_len(nrow(pairs))) {
      levels <- strsplit(rownames(pairs)[i], "-")[[1]]
      error <- sqrt(deviance(fit) / fit$df.residual * sum(1 / counts[levels]) / 2)
      p <- pairs[i, "p adj"]
      half <- pairs[i, "upr"] - pairs[i, "diff"]
      if (fit$df.residual < 10) {
        p <- tukey_tail(abs(pairs[i, "diff"]) / error, length(counts), fit$df.residual)
        half <- error * tukey_quantile(length(counts), fit$df.residual)
      }
      put("pairs", case = id, factor = name, first = as.integer(levels[2]) - 1,
          second = as.integer(levels[1]) - 1, difference = number(pairs[i, "diff"]),
          low = number(pairs[i, "diff"] - half), high = number(pairs[i, "diff"] + half),
          p = number(p))
    }
  }
}

put_two <- function(id, data) {
  a <- data$y[data$A == 1]
  b <- data$y[data$A == 2]
  if (length(a) < 2 || length(b) < 2) return()
  t <- t.test(a, b)
  put("tests", case = id, test = "welch", statistic = number(t$statistic),
      df = number(t$parameter), p = number(t$p.value), low = number(t$conf.int[1]),
      high = number(t$conf.int[2]))
  group <- factor(data$A)
  distance <- abs(data$y - ave(data$y, group, FUN = median))
  large <- ave(data$y, group, FUN = length) > 1
  fit <- lm(distance[large] ~ droplevels(group[large]))
  if (deviance(fit) < 1e-20 * sum(distance^2)) return()  # two values each: equal distances
  spread <- anova(fit)
  put("tests", case = id, test = "spread", statistic = number(spread[["F value"]][1]),
      df = number(spread$Df[1]), p = number(spread[["Pr(>F)"]][1]), low = "", high = "")
}

analyse <- function(design) {
  data <- factored(design)
  id <- design$id
  factors <- setdiff(names(data), c("y", "x1", "block", "plot"))
  model <- paste(factors, collapse = " * ")
  if (design$kind == "blocked") model <- paste("block +", model)
  if (design$kind == "covariate") model <- paste("x1 +", model)
  names_of <- setdiff(names(data), c("y", "x1"))
  levels <- do.call(paste, c(lapply(design$rows[names_of], function(level) level - 1), sep = ":"))
  put("data", case = id, kind = design$kind, factors = paste(names_of, collapse = ":"),
      levels = levels, y = number(data$y), x1 = if (is.null(data$x1)) "" else number(data$x1))
  if (startsWith(design$kind, "split")) return(put_strata(id, data))
  fit <- lm(as.formula(paste("y ~", model)), data)
  if (fit$df.residual == 0) return()
  put_table(id, 1, anova(fit))
  put_type(id, 2, fit)
  put_type(id, 3, fit)
  put_means(id, data, fit)
  if (design$kind == "covariate") put_slope(id, fit)
  if (design$kind == "balanced" || (design$kind == "unbalanced" && length(factors) == 1)) {
    put_pairs(id, data)
  }
  put_two(id, data)
}

for (id in seq_len(count)) analyse(make_design(id))

put_tail <- function(means, df, q, p) {
  put("tukey", means = means, df = df, q = number(q), p = number(p))
}
for (means in c(2, 3, 4, 7, 12)) {
  for (df in c(10, 30, 120, 1000)) {
    for (q in c(0.1, 0.5, 1, 2, 3, 3.7, 5, 8)) {
      put_tail(means, df, q, ptukey(q, means, df, lower.tail = FALSE))
    }
  }
  for (df in c(1, 2, 5)) for (q in c(0.5, 3.7, 15)) put_tail(means, df, q, tukey_tail(q, means, df))
}

set.seed(77)
for (i in 1:40) {
  groups <- sample(2:8, 1)
  n <- sample(2:30, 1)
  between <- runif(1, 0.05, 2)
  within <- runif(1, 0.5, 6)
  answer <- power.anova.test(groups, n = n, between.var = between, within.var = within)
  put("power", groups = groups, n = n, between = number(between), within = number(within),
      power = number(answer$power))
}

set.seed(78)
for (i in 1:20) {
  n <- sample(6:30, 1)
  x1 <- runif(n, 0, 100)
  x2 <- rnorm(n)
  y <- 3 + 0.5 * x1 - 2 * x2 + rnorm(n)
  put("regression_data", case = i, x1 = paste(number(x1), collapse = ":"),
      x2 = paste(number(x2), collapse = ":"), y = paste(number(y), collapse = ":"))
  fit <- lm(y ~ x1 + x2)
  table <- summary(fit)
  interval <- confint(fit)
  for (name in rownames(table$coefficients)) {
    put("regression", case = i, what = name, value = number(table$coefficients[name, 1]),
        low = number(interval[name, 1]), high = number(interval[name, 2]),
        p = number(table$coefficients[name, 4]))
  }
  f <- table$fstatistic
  put("regression", case = i, what = "r_squared", value = number(table$r.squared),
      low = number(table$adj.r.squared), high = number(table$sigma),
      p = number(pf(f[1], f[2], f[3], lower.tail = FALSE)))
  at <- data.frame(x1 = 42, x2 = 0.5)
  for (kind in c("confidence", "prediction")) {
    found <- predict(fit, at, interval = kind)
    put("regression", case = i, what = kind, value = number(found[1]), low = number(found[2]),
        high = number(found[3]), p = "")
  }
  normal <- cor(sort(residuals(fit)), qnorm(ppoints(n, a = 3 / 8)))^2
  rank <- suppressWarnings(cor.test(residuals(fit), seq_len(n), method = "spearman",
                                    exact = FALSE))
  put("regression", case = i, what = "francia", value = number(normal), low = "", high = "", p = "")
  put("regression", case = i, what = "trend", value = number(rank$estimate), low = "", high = "",
      p = number(rank$p.value))
}

for (table in ls(tables)) {
  write.csv(do.call(rbind, tables[[table]]), file.path(folder, paste0(table, ".csv")),
            row.names = FALSE, quote = FALSE)
}
