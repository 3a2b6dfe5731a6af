"""The HTTP face of a Rubrary registry: SPARQL endpoint and landing pages."""
