"""Programs that nobody here compiled, run on the runtime they were built for and on XOMP."""
