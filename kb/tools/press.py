"""The press: an HTML document comes in, a PDF goes out.

WeasyPrint sets it, when the extra is installed: it knows running titles and page numbers in a table of contents, which
the print of a browser does not. It may fetch nothing; the same document and the same fonts give the same bytes.
"""

import hashlib
import importlib
import logging
from typing import Any

MISSING = (
    "printing needs WeasyPrint, the extra `pdf` (`pip install '.[pdf]'`), and Pango from the system "
    "(Debian: libpango-1.0-0 and libpangoft2-1.0-0)"
)


class NoPressError(Exception):
    """WeasyPrint or a library it needs is not there; the message says what to install."""


def open_press() -> Any:
    """WeasyPrint. Raises NoPressError."""
    try:
        press = importlib.import_module("weasyprint")
    except (ImportError, OSError) as error:  # OSError: a library of the system cannot be loaded
        raise NoPressError(MISSING) from error
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    return press


def print_document(html: str) -> bytes:
    """The pages of a document as a PDF, with tags that tell who listens to it what is a heading, a list or a table.
    Raises NoPressError."""
    press = open_press()
    name = hashlib.sha256(html.encode()).digest()[:16]
    data: bytes = press.HTML(string=html, url_fetcher=_refuse).write_pdf(pdf_identifier=name, pdf_tags=True)
    return data


def _refuse(url: str, *_args: object, **_options: object) -> Any:
    raise ValueError(f"nothing is fetched while printing: `{url}`")
