"""Forms in which what is on record leaves the registry for good, one module a form."""
