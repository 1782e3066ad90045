# SPDX-License-Identifier: Apache-2.0
# Makes factorial_data.csv, factorial_anova.csv and factorial_effects.csv: random balanced designs
# and what R says of them. Run it in this folder: Rscript make_factorial.R
#
# The table is aov's. Effects are those of model.tables. Intervals come another way, so that they
# prove the formula instead of repeating it: a linear model with sum contrasts is fitted, an effect
# is a linear combination L of its coefficients, and its variance is L V L' with V from vcov. Both
# ways must give the same effects or the script stops.

cases <- list(
  list(levels = c(2, 2), r = 3, base = 40, noise = 4),
  list(levels = c(3), r = 4, base = 180, noise = 60),
  list(levels = c(3, 4), r = 2, base = 1, noise = 0.2),
  list(levels = c(2, 3, 4), r = 3, base = 1000, noise = 5),
  list(levels = c(4, 2, 3), r = 2, base = -5, noise = 2),
  list(levels = c(2, 3, 2, 2), r = 4, base = 60, noise = 10),
  list(levels = c(3, 2, 4, 2), r = 2, base = 0.5, noise = 0.05))
confidence <- c(0.9, 0.95, 0.99, 0.95, 0.9, 0.95, 0.8)

number <- function(x) ifelse(is.na(x), "", sprintf("%.17g", x))

make_data <- function(case) {
  k <- length(case$levels)
  grid <- expand.grid(lapply(case$levels, seq_len), KEEP.OUT.ATTRS = FALSE)
  names(grid) <- LETTERS[seq_len(k)]
  cell_mean <- case$base + rnorm(nrow(grid)) * case$noise
  for (f in seq_len(k)) {
    shift <- rnorm(case$levels[f]) * 2 * case$noise
    cell_mean <- cell_mean + shift[grid[[f]]]
  }
  rows <- sample(rep(seq_len(nrow(grid)), case$r))  # observations come in no order
  y <- cell_mean[rows] + rnorm(length(rows)) * case$noise
  data <- grid[rows, , drop = FALSE]
  data[] <- lapply(data, factor)
  data$y <- as.numeric(sprintf("%.5f", y))
  rownames(data) <- NULL
  data
}

anova_rows <- function(id, fit) {
  s <- summary(fit)[[1]]
  term <- trimws(rownames(s))
  term[term == "Residuals"] <- "residuals"
  data.frame(case = id, term = term, df = s[["Df"]], ss = number(s[["Sum Sq"]]),
             ms = number(s[["Mean Sq"]]), f = number(s[["F value"]]), p = number(s[["Pr(>F)"]]))
}

effect_rows <- function(id, data, fit, level) {
  names <- setdiff(colnames(data), "y")
  contrasts <- setNames(rep(list("contr.sum"), length(names)), names)
  model <- lm(formula(fit), data, contrasts = contrasts)
  assigned <- model$assign
  labels <- attr(terms(model), "term.labels")
  tables <- model.tables(fit, "effects")$tables
  t <- qt((1 + level) / 2, model$df.residual)
  row <- function(term, levels, estimate, L, columns, mean) {
    half <- t * sqrt(drop(L %*% vcov(model)[columns, columns, drop = FALSE] %*% L))
    data.frame(case = id, confidence = level, term = term, levels = levels,
               effect = number(estimate), low = number(estimate - half),
               high = number(estimate + half), mean = number(mean))
  }
  out <- list(row("mean", "", coef(model)[[1]], 1, 1, mean(data$y)))
  for (i in seq_along(labels)) {
    factors <- strsplit(labels[i], ":")[[1]]
    if (length(factors) > 2) next
    columns <- which(assigned == i)
    counts <- sapply(factors, function(f) nlevels(data[[f]]))
    combos <- rev(expand.grid(lapply(rev(counts), seq_len), KEEP.OUT.ATTRS = FALSE))
    for (j in seq_len(nrow(combos))) {
      at <- unlist(combos[j, ])
      L <- 1
      # Coefficients of an interaction run with the first factor fastest.
      for (f in seq_along(factors)) L <- kronecker(contr.sum(counts[f])[at[f], ], L)
      estimate <- sum(L * coef(model)[columns])
      in_table <- do.call(`[`, c(list(tables[[labels[i]]]), as.list(unname(at))))
      stopifnot(abs(estimate - in_table) < 1e-9 * max(abs(tables[[labels[i]]])))
      here <- Reduce(`&`, Map(function(f, l) as.integer(data[[f]]) == l, factors, at))
      out[[length(out) + 1]] <- row(labels[i], paste(at - 1, collapse = ":"), in_table, L, columns,
                                    mean(data$y[here]))
    }
  }
  do.call(rbind, out)
}

write_with_head <- function(rows, file) {
  con <- file(file, "w")
  writeLines(paste0("# Made by make_factorial.R with ", R.version.string,
                    "; levels count from 0"), con)
  write.csv(rows, con, row.names = FALSE, quote = FALSE)
  close(con)
}

RNGversion("4.0.0")
set.seed(1991)
data_rows <- anova_table <- effects <- NULL
for (id in seq_along(cases)) {
  data <- make_data(cases[[id]])
  names <- setdiff(colnames(data), "y")
  fit <- aov(as.formula(paste("y ~", paste(names, collapse = " * "))), data)
  levels <- do.call(paste, c(lapply(data[names], function(f) as.integer(f) - 1), sep = ":"))
  counts <- paste(cases[[id]]$levels, collapse = ":")
  data_rows <- rbind(data_rows, data.frame(case = id, counts = counts, levels = levels,
                                           y = number(data$y)))
  anova_table <- rbind(anova_table, anova_rows(id, fit))
  effects <- rbind(effects, effect_rows(id, data, fit, confidence[id]))
}
write_with_head(data_rows, "factorial_data.csv")
write_with_head(anova_table, "factorial_anova.csv")
write_with_head(effects, "factorial_effects.csv")
