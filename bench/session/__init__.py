"""What `xomp bench` does: which cases there are, their runs, what is kept of them, and what is said at the end."""
