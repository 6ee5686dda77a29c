"""Tells people who are not there that a decision waits for them."""


def once() -> int:
    """One round of mails and webhooks; how many were sent."""
    return 0
