"""How fast rounds are scored, beside other scorers, and which requests are the slowest."""
