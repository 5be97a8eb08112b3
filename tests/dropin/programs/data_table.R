# data.table's grouped sums, sort and joins on several threads.
library(data.table)
setDTthreads(as.integer(Sys.getenv("OMP_NUM_THREADS", "2")), throttle = 1)
set.seed(1)
rows <- 400000L
table <- data.table(group = sample.int(5000L, rows, TRUE), value = sample.int(1000L, rows, TRUE), x = runif(rows))
sums <- table[, .(total = sum(value), most = max(x), n = .N), by = group][order(group)]
cat(nrow(sums), sum(sums$total), format(sum(sums$most), digits = 12), "\n")
sorted <- table[order(-value, x)]
cat(sorted$group[c(1, 1000, rows)], format(sorted$x[777], digits = 12), "\n")
cat(fread(text = paste(c("a,b", rep("1,2.5", 30000)), collapse = "\n"))[, sum(a + b)], "\n")
