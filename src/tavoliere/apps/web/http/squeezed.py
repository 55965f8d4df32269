"""Large answers that are the same for everybody of a language: compressed once, not for each who asks."""

from __future__ import annotations

import functools
import gzip

from fastapi import Request, Response

LEVEL = 6
KEPT = 64


def same_for_all(request: Request, body: bytes, media_type: str, headers: dict[str, str] | None = None) -> Response:
    """An answer, compressed if whoever asks can read that."""
    told = {"vary": "Accept-Encoding", **(headers or {})}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(body, media_type=media_type, headers=told)
    return Response(_squeezed(body), media_type=media_type, headers={"content-encoding": "gzip", **told})


@functools.lru_cache(maxsize=KEPT)
def _squeezed(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)
