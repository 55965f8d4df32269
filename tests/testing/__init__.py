"""The conformance suite itself: it finds what is broken, says where, and needs nothing but the package."""
