"""What `xomp tune` does: candidates, a search that halves them, a last match against the default, and what to say of it."""
