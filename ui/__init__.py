"""What pages share: words, state, cached results, the live threshold."""
