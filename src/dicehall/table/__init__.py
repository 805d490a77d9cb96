"""The server: rooms where people and bots meet, kept as logs of what they did."""
