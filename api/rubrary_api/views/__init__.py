"""One module a page: what it shows, as values for its template."""
