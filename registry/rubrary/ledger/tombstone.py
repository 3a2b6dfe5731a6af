"""The bytes of a withdrawal: what stays to be said of a deposit that was taken back."""

from __future__ import annotations

from rubrary.errors import UsageError
from rubrary.terms import PROV, RDF, RUB, XSD

# The escapes of canonical N-Quads as RDFC-1.0 fixes them; all other characters stand as they are.
_ESCAPES = {code: f"\\u{code:04X}" for code in (*range(0x20), 0x7F)} | {
    ord(char): escape
    for char, escape in (
        ("\b", "\\b"),
        ("\t", "\\t"),
        ("\n", "\\n"),
        ("\f", "\\f"),
        ("\r", "\\r"),
        ('"', '\\"'),
        ("\\", "\\\\"),
    )
}


def tombstone(base: str, digest: str, *, reason: str, accepted_at: str) -> bytes:
    """Canonical N-Quads that say the deposit ``digest`` was withdrawn, why and when.

    RDF: ``<base/deposit/DIGEST> a rub:Tombstone ; rub:withdrawnBecause "…" ; prov:invalidatedAtTime "…"``.

    Raises:
        UsageError: the reason is empty or holds characters that are no Unicode text.
    """
    check_reason(reason)
    node = f"<{base}deposit/{digest}>"
    lines = sorted(
        (
            f"{node} <{RDF}type> <{RUB}Tombstone> .\n",
            f'{node} <{RUB}withdrawnBecause> "{reason.translate(_ESCAPES)}" .\n',
            f'{node} <{PROV}invalidatedAtTime> "{accepted_at}"^^<{XSD}dateTime> .\n',
        )
    )
    return "".join(lines).encode()


def check_reason(reason: str) -> None:
    """Refuse a reason that says nothing or cannot be written.

    Raises:
        UsageError: it is empty, or holds surrogates.
    """
    if not reason.strip():
        raise UsageError("a reason is missing", hint="say in one sentence why, for everyone to read")
    if any("\ud800" <= char <= "\udfff" for char in reason):
        raise UsageError("the reason is not Unicode text: it holds surrogates")
