"""The SPARQL index: derived from the ledger, disposable, and read only through immutable generations.

``index`` is what writes it, ``service`` what queries it. This file imports nothing: the query workers load it
each time that they start.
"""
