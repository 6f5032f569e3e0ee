"""One frame by itself: what it measures, and how far it lies from the reference."""
