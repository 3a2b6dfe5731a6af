from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrary.killable import frames
from rubrary.killable.frames import Decoder, FrameError, decode_record, encode_record, frame

_VALUES = (
    st.text() | st.integers() | st.booleans() | st.none() | st.floats(allow_nan=False) | st.lists(st.text())
)


@given(st.dictionaries(st.text(), _VALUES))
def test_a_record_comes_back_as_it_was(record: dict[str, frames.Value]) -> None:
    back = decode_record(encode_record(record))
    assert back == record
    assert {key: type(value) for key, value in back.items()} == {
        key: type(value) for key, value in record.items()
    }


@given(st.binary(max_size=200))
def test_bytes_that_are_no_record_give_a_frame_error_and_nothing_else(payload: bytes) -> None:
    with contextlib.suppress(FrameError):
        decode_record(payload)


@given(st.lists(st.binary(max_size=50), max_size=5), st.integers(1, 7))
def test_frames_come_whole_however_they_are_cut(payloads: list[bytes], cut: int) -> None:
    stream = b"".join(frame(frames.DATA, payload) for payload in payloads)
    decoder, found = Decoder(), []
    for at in range(0, len(stream), cut):
        decoder.feed(stream[at : at + cut])
        while (next_frame := decoder.next_frame()) is not None:
            found.append(next_frame[1])
    assert found == payloads


def test_a_length_above_the_limit_is_refused_before_any_of_it_is_read() -> None:
    decoder = Decoder()
    decoder.feed((frames.DATA_LIMIT + 1).to_bytes(4, "big") + frames.DATA)
    with pytest.raises(FrameError, match="limit"):
        decoder.next_frame()


def test_an_unknown_kind_is_refused() -> None:
    decoder = Decoder()
    decoder.feed(b"\0\0\0\0Z")
    with pytest.raises(FrameError, match="unknown kind"):
        decoder.next_frame()


def test_a_field_of_the_wrong_type_is_refused() -> None:
    record: frames.Record = {"text": "a", "number": 1, "yes": True, "list": ["a"]}
    assert frames.get_text(record, "text") == "a"
    assert frames.get_int(record, "number") == 1
    assert frames.get_texts(record, "list") == ["a"]
    assert frames.get_texts(record, "missing") is None
    for read, key in (
        (frames.get_text, "number"),
        (frames.get_int, "yes"),
        (frames.get_int, "missing"),
        (frames.get_texts, "text"),
    ):
        with pytest.raises(FrameError):
            read(record, key)
