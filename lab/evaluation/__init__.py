"""What still leaves of realistic prompts: prompts of our own with every personal value marked, and their count."""
