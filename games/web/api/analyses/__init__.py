"""The endpoints of the analysis of a finished match."""
