"""The texts that people read in their language: a catalogue for each, and what fills them in."""
