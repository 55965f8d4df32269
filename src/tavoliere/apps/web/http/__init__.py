"""The server's side of the line: requests, sockets, pages, limits. The only room that knows HTTP."""
