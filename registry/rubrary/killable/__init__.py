"""Work that may hang, exhaust memory or be hostile, done in processes that can be killed.

``process`` and ``pool`` are the parent's side (``aio`` the same for asyncio), ``child`` and ``limits`` the
worker's; ``frames`` is what they say to each other. This file imports nothing: a worker pays for each import
each time that it starts.
"""
