"""RDF in and out: parsing, canonical form and digest, literals, and what our records look like as triples."""
