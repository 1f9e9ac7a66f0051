"""Names that are alike: the body of a page comes in, with its headings; it goes out with links by other names where
several of one name lead to different places.

Who has the links of a page listed, as screen readers do, hears their names without what stands around them. The link
of a heading whose words another has too tells what it lies under; any other is numbered from the second on.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

_NAMED = re.compile(r'(<a\b[^<>]*?\shref="([^"]*)"[^<>]*?\saria-label=")([^"]*)(?=")')
_PIN = re.compile(r'(#{1,6}) .*?<a class="pin" href="([^"]*)"')
_TITLE = re.compile(r'(#{1,6}) .*\sdata-toc-label="([^"]*)"')


def tell_apart(body: str, heading: str) -> str:
    """The body of a page with names told apart; `heading` begins each line that is one, as Markdown."""
    links = dict.fromkeys((match[2], match[3]) for match in _NAMED.finditer(body))
    alike = _alike(links)
    if not alike:
        return body
    above = _above(line.removeprefix(heading) for line in body.split("\n") if line.startswith(heading))
    told = {(href, name): f"{name}, {above[href]}" if above.get(href) else name for href, name in links}
    again = _alike((href, told[href, name]) for href, name in links if name in alike)
    seen: Counter[str] = Counter()
    names: dict[tuple[str, str], str] = {}
    for href, name in links:
        if name not in alike:
            continue
        said = told[href, name]
        seen[said] += 1
        names[href, name] = f"{said} ({seen[said]})" if said in again and seen[said] > 1 else said
    return _NAMED.sub(lambda match: match[1] + names.get((match[2], match[3]), match[3]), body)


def _alike(links: Iterable[tuple[str, str]]) -> frozenset[str]:
    """The names that several addresses have."""
    places: defaultdict[str, set[str]] = defaultdict(set)
    for href, name in links:
        places[name].add(href)
    return frozenset(name for name, each in places.items() if len(each) > 1)


def _above(headings: Iterable[str]) -> Mapping[str, str]:
    """What each heading that has a link lies under, by the link's address; the title of the page is left out."""
    return dict(_find_above(headings))


def _find_above(headings: Iterable[str]) -> Iterator[tuple[str, str]]:
    open_: list[tuple[int, str]] = []
    for line in headings:
        title, pin = _TITLE.match(line), _PIN.match(line)
        if title is None:
            continue
        level = len(title[1])
        open_ = [(each, name) for each, name in open_ if each < level]
        if pin is not None:
            yield pin[2], next((name for each, name in reversed(open_) if each > 1), "")
        open_.append((level, title[2]))
