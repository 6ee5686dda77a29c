"""The endpoints that tell what a finished match was made of."""
