"""The JSON API and the sockets: who asks, how much, and what is answered."""
