"""Members of the library: their accounts, what they may borrow and until when, and what is kept of them."""
