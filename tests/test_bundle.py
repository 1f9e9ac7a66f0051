"""The search as one script: each form of import and export that modules have becomes what a plain script can say."""

import pytest

from kb.tools.builders import BuilderFaultError
from kb.tools.bundle import bundle

FORMS = [
    'import b from "./search-b.js";',
    'import * as b from "./search-b.js";',
    "export default 1;",
    'export * from "./search-b.js"',
]


@pytest.mark.parametrize("text", FORMS)
def test_a_form_that_is_not_read_is_a_fault(text: str) -> None:
    with pytest.raises(BuilderFaultError, match=r"`search-a\.js` imports or exports otherwise"):
        bundle("", {"search-a": f"const one=1;{text}"}, {})
