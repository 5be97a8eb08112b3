"""What bench/compare, bench/figures and demo/run have in common: peers, builds, undisturbed interleaved runs, tables."""
