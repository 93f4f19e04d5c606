"""Roll Into Town: a roll-and-write for 1 to 8 players. Rule numbers in this package are those of the rules file."""
