"""What the scoring takes, remembers and says: settings, journal entries, states and scores."""
