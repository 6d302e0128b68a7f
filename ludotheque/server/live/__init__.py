"""Tables in use: those in memory, who watches them, what other processes say of them."""
