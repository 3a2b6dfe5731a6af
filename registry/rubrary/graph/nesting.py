"""Looks at XML before its RDF is read: elements too deep in each other are refused, and faults have a line.

The parser of RDF/XML takes time in the square of the depth, and places few of its errors.
"""

from __future__ import annotations

from xml.parsers import expat

from rubrary.errors import LimitExceeded, Place

#: Most elements inside each other; RDF/XML that people and programs write has about ten.
DEPTH_LIMIT = 200


def refuse_deep_elements(text: str, source: str) -> None:
    """Let an XML text pass if its elements are nested less than ``DEPTH_LIMIT`` deep.

    What is no XML passes too, for the parser of RDF says better what is wrong. Nothing outside of the text is
    read; its entities must have been looked at before (:mod:`rubrary.graph.entities`).

    Raises:
        LimitExceeded: it is nested deeper; the place is the first element that is too deep.
    """
    parser = _parser()
    depth = 0

    def start(_: str, __: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEPTH_LIMIT:
            raise LimitExceeded(
                f"elements are nested deeper than {DEPTH_LIMIT} levels",
                place=Place(source, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1),
                hint="refer to nodes by rdf:resource instead of writing them inside each other",
            )

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    parser.StartElementHandler, parser.EndElementHandler = start, end
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError:
        return


def place_of_fault(text: str, source: str) -> Place | None:
    """Where a text stops being XML with declared namespaces; ``None`` where it is that to its end."""
    try:
        _parser().Parse(text.encode(), True)
    except expat.ExpatError as error:
        return Place(source, error.lineno, error.offset + 1)
    return None


def _parser() -> expat.XMLParserType:
    # The text was decoded already, whatever encoding it declares.
    return expat.ParserCreate("utf-8", " ")
