"""The single values of a record file: texts, numbers, dates, identifiers and codes of schemes.

Scalars arrive with their exact text (:class:`~rubrary.yaml_source.Located`), so that a version ``1.10`` stays
1.10. Each type says in plain words what is wrong, and shows itself in the JSON Schema for editors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Annotated

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema
from pyoxigraph import NamedNode

from rubrary.errors import MalformedInput
from rubrary.graph import literal
from rubrary.graph.lexical import lexical_fault
from rubrary.rubric.fields import suggest
from rubrary.schemes import schemes
from rubrary.snapshot import doi_iri, revision_swhid, swhid_iri
from rubrary.terms import xsd
from rubrary.yaml_source import Kind, Located

SLUG = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}")
_ORCID = re.compile(r"(?:https?://(?:www\.)?orcid\.org/)?([0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X])")
_SPDX = "https://spdx.org/licenses/"
_LICENSE = re.compile(r"[A-Za-z0-9.+-]*[A-Za-z0-9+]")
_ISSN = re.compile(r"[0-9]{4}-[0-9]{3}[0-9X]")
_ADDRESS = re.compile(r"https?://[^\s/<>\"{}|\\^`]+(?:/[^\s<>\"{}|\\^`]*)?")
_DURATION = re.compile(r"P(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?")
_COUNT_LIMIT = 10**9
_WORDS_FOR = {"yes": True, "true": True, "no": False, "false": False}


def fault(message: str, hint: str = "") -> PydanticCustomError:
    """An error in our own words: what is wrong, and how to mend it."""
    return PydanticCustomError("record", "{said}", {"said": message, "hint": hint})


@dataclass(frozen=True, eq=False)
class Leaf:
    """How a single value is read and how the JSON Schema describes it.

    Attributes:
        read: the value from a scalar of the file; raises :func:`fault`.
        form: JSON Schema of it; a function is asked when the schema is made.
    """

    read: Callable[[object], object]
    form: Mapping[str, object] | Callable[[], Mapping[str, object]]

    def __get_pydantic_core_schema__(self, _source: object, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(
        self, _core: CoreSchema, _handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return dict(self.form() if callable(self.form) else self.form)


# -- scalars -------------------------------------------------------------------------------------------------


def _leaf(value: object, wanted: str) -> Located | str:
    if isinstance(value, Located) and value.kind is Kind.NULL:
        raise fault("is empty", "write a value, or take the key away")
    if isinstance(value, Located | str):
        return value
    found = "a list" if isinstance(value, list) else "a mapping of keys"
    raise fault(f"must be {wanted}, not {found}")


def _text(value: object) -> str:
    leaf = _leaf(value, "text")
    text = (leaf if isinstance(leaf, str) else leaf.text).strip()
    if not text:
        raise fault("is empty", "write a value, or take the key away")
    return text


def _number(value: object) -> Decimal:
    leaf = _leaf(value, "a number")
    number = leaf.value if isinstance(leaf, Located) else None
    if not isinstance(number, Decimal):
        raise fault(f"must be a number, not {_shown(value)}", "write digits, with a point for decimals")
    return number


def _count(value: object) -> int:
    number = _number(value)
    if number != number.to_integral_value() or not 0 <= number <= _COUNT_LIMIT:
        raise fault(f"is {number}, but must be a whole number, not negative")
    return int(number)


def _flag(value: object) -> bool:
    answer = _WORDS_FOR.get(_text(value).lower())
    if answer is None:
        raise fault(f"must be true or false, not {_shown(value)}")
    return answer


def _scalar(value: object) -> Located:
    leaf = _leaf(value, "a value")
    if not isinstance(leaf, Located):
        raise fault(f"must be a value, not {leaf!r}")
    return leaf


def _shown(value: object) -> str:
    return repr(value.text if isinstance(value, Located) else value)


# -- forms of text -------------------------------------------------------------------------------------------


def _slug(text: str) -> str:
    if not SLUG.fullmatch(text):
        raise fault(
            f"{text!r} is not an id",
            "use up to 100 lower-case letters, digits, '.', '_' and '-', with a letter or digit first",
        )
    return text


def is_address(text: str) -> bool:
    """Whether the text is a web address in full, and an IRI."""
    try:
        return bool(_ADDRESS.fullmatch(text) and NamedNode(text))
    except ValueError:
        return False


def _address(text: str) -> str:
    if is_address(text):
        return text
    raise fault(f"{text!r} is not a web address", "write it in full, beginning with https://")


def _doi(text: str) -> str:
    try:
        iri = doi_iri(text)
        NamedNode(iri)
    except ValueError:
        raise fault(f"{text!r} is not a DOI", "write it like 10.1145/3591280") from None
    # An identifier is never written in two spellings: DOIs are compared without regard to case.
    return text.strip().lower() if text.startswith("10.") else iri.removeprefix("https://doi.org/")


def _commit(text: str) -> str:
    try:
        revision_swhid(text)
    except ValueError:
        raise fault(
            f"{text!r} is not a full git commit hash",
            "write all 40 hexadecimal digits, as `git rev-parse HEAD` prints them; "
            "if nobody recorded the commit, write 'revision: unknown' instead",
        ) from None
    return text


def _swhid(text: str) -> str:
    try:
        swhid_iri(text)
    except ValueError:
        raise fault(
            f"{text!r} is not a core SWHID", "write swh:1:rev: and 40 hexadecimal digits, without qualifiers"
        ) from None
    return text


def _date(text: str) -> str:
    try:
        literal.date(text)
    except MalformedInput:
        raise fault(f"{text!r} is not a date", "write YYYY-MM-DD, YYYY-MM or YYYY") from None
    return text


def _moment(value: object) -> datetime:
    text = _text(value)
    try:
        moment = datetime.fromisoformat(text) if "T" in text else None
    except ValueError:
        moment = None
    if moment is None or lexical_fault(text, xsd.dateTime.value) is not None:
        raise fault(f"{text!r} is not a moment", "write it like 2026-11-30T10:00:00+00:00")
    if moment.tzinfo is None:
        raise fault(f"{text!r} has no time zone", "add one, such as +00:00 for UTC")
    try:
        literal.date_time(moment)
    except OverflowError:
        raise fault(f"{text!r} is out of range") from None
    return moment


def _duration(value: object) -> timedelta:
    found = _DURATION.fullmatch(_text(value))
    if not found or not any(found.groups()):
        raise fault(f"{_shown(value)} is not a duration", "write it like PT3H, PT1H30M or P2DT4H")
    days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)


def _orcid(text: str) -> str:
    found = _ORCID.fullmatch(text)
    if not found or _check_digit(found[1]) != found[1][-1]:
        raise fault(f"{text!r} is not an ORCID iD", "copy all sixteen digits from the person's ORCID page")
    return f"https://orcid.org/{found[1]}"


def _check_digit(orcid: str) -> str:
    """ISO 7064 MOD 11-2 over the first fifteen digits."""
    total = 0
    for digit in orcid[:-1].replace("-", ""):
        total = (total + int(digit)) * 2
    rest = (12 - total % 11) % 11
    return "X" if rest == 10 else str(rest)


def _license(text: str) -> str:
    identifier = text.removeprefix(_SPDX)
    if not _LICENSE.fullmatch(identifier) or identifier.endswith(".html"):
        raise fault(f"{text!r} is not an SPDX licence identifier", "write one such as MIT or CC-BY-4.0")
    return _SPDX + identifier


def _issn(text: str) -> str:
    if not _ISSN.fullmatch(text):
        raise fault(f"{text!r} is not an ISSN", "write it like 1471-2105")
    return text


def _path(text: str) -> str:
    if text.startswith("/") or ".." in text.split("/") or "\\" in text:
        raise fault(
            f"{text!r} is not a path inside the snapshot",
            "write it from the snapshot's root with '/' between parts, without a leading '/' and without '..'",
        )
    return text


def _text_form(check: Callable[[str], str] | None = None, **form: object) -> Leaf:
    def read(value: object) -> object:
        text = _text(value)
        return check(text) if check else text

    return Leaf(read, {"type": "string", **form})


def one_of(scheme: str) -> Leaf:
    """A code (notation) of a scheme of the ontology."""

    def read(value: object) -> object:
        text, known = _text(value), schemes()[scheme].concepts
        if text not in known:
            raise fault(f"{text!r} is none of the codes of {scheme}", suggest(text, known))
        return text

    return Leaf(read, lambda: {"type": "string", "enum": list(schemes()[scheme].concepts)})


#: Years and versions look like numbers; the text is taken as it is written.
_LOOSE = ("string", "number")

Text = Annotated[str, _text_form(minLength=1)]
Version = Annotated[str, _text_form(type=_LOOSE)]
Slug = Annotated[str, _text_form(_slug, pattern=f"^{SLUG.pattern}$")]
Address = Annotated[str, _text_form(_address, pattern="^https?://")]
Doi = Annotated[str, _text_form(_doi, pattern=r"10\.[0-9]{4,9}/")]
Commit = Annotated[str, _text_form(_commit, pattern="^[0-9a-f]{40}$")]
Swhid = Annotated[str, _text_form(_swhid, pattern="^swh:1:(rev|dir|rel|snp|cnt):[0-9a-f]{40}$")]
Date = Annotated[str, _text_form(_date, type=_LOOSE)]
Orcid = Annotated[str, _text_form(_orcid, pattern="[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X]$")]
License = Annotated[str, _text_form(_license)]
Issn = Annotated[str, _text_form(_issn, pattern=f"^{_ISSN.pattern}$")]
Path = Annotated[str, _text_form(_path, pattern="^[^/]")]
Moment = Annotated[datetime, Leaf(_moment, {"type": "string", "format": "date-time"})]
Duration = Annotated[timedelta, Leaf(_duration, {"type": "string", "pattern": "^P"})]
Number = Annotated[Decimal, Leaf(_number, {"type": "number"})]
Count = Annotated[int, Leaf(_count, {"type": "integer", "minimum": 0})]
Flag = Annotated[bool, Leaf(_flag, {"type": "boolean"})]
#: An answer is read against its criterion later; here it only has to be a single value.
Answer = Annotated[Located, Leaf(_scalar, {"type": ("number", "string", "boolean")})]
