"""The use cases: validate, deposit, query, package, verify, import, demonstrate."""
