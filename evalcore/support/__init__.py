"""What several packages use and no reader of a formula needs to see: arrays, blocks, numbers, options, text."""
