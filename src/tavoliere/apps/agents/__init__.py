"""The games for agents that speak: tools of the Model Context Protocol. No files, no network, a bounded memory."""
