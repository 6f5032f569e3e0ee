"""A wander that comes back every day (docs/scoring-method.md, 4.4)."""
