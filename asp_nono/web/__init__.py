"""The studio: a page in the browser, and the server that reads, writes and works for it.

docs/studio-api.md says what the two say to each other.
"""
