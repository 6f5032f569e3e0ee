"""The sequential statistic W, and the variance of a mean it rests on (docs/scoring-method.md, section 5)."""
