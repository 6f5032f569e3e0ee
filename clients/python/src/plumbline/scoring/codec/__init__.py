"""A state as bytes: every number keeps its 64 bits, and equal states give equal bytes."""
