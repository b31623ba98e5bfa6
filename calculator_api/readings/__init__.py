"""Every way a hand can be read as a win."""
