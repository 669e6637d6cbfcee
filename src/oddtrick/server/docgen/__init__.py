"""The documents of the protocol and of the API, made from the types that the server speaks with."""
