"""What keeps a page of the preview live: a script that shows it anew when it is another than it was.

It asks the preview, and nobody else, whether the page still is what it was. A page of a whole book takes a browser
half a second and more, so what reads otherwise in one is shown at once, clause by clause and note by note, and the page
loaded anew after it. The id of a clause that an edition adds changes with its words: where there are as many as before,
each is what stands in its place.
"""

LIVE = "/.live"
"""Where pages ask what they are now (`?page=` their own path). With `&was=` what they were they are answered when they
are that no more, or after a while."""
LARGE = 100_000
"""Pages of more bytes show their clauses and the notes under them before they are loaded anew."""
_SCRIPT = """<script>(function () {
  const piece = /^<[a-z][a-z0-9]* id="([^"]+)" (?:class="clause|value=)/;
  const own = performance.getEntriesByType("navigation")[0];
  let mine = "";

  function read() { return fetch(location.pathname).then((answer) => answer.ok ? answer.text() : ""); }

  function pieces(html) {
    const parts = html.split(/(?=<[a-z][a-z0-9]* id="[^"]+" (?:class="clause|value=))/);
    return parts.filter((part) => piece.test(part)).map((part) => [piece.exec(part)[1], part]);
  }

  function show(html) {
    const before = pieces(mine), now = pieces(html), named = new Map(before);
    const place = ([id], at) => before.length === now.length ? before[at] : [id, named.get(id)];
    const other = now.flatMap(([, part], at) => {
      const [id, was] = place(now[at], at), there = was && was !== part && document.getElementById(id);
      return there && !there.querySelector(".clause") ? [[there, part]] : [];
    });
    other.forEach(([there, part]) => {
      const draft = document.createElement("template");
      draft.innerHTML = part;
      there.replaceWith(draft.content.firstElementChild);
    });
  }

  function follow() {
    const again = () => location.reload();
    if (mine && !document.hidden) read().then(show).then(() => requestAnimationFrame(() => setTimeout(again)), again);
    else again();
  }

  function ask(was) {
    fetch("LIVE?page=" + encodeURIComponent(location.pathname) + (document.hidden ? "" : "&was=" + was))
      .then((answer) => answer.ok ? answer.text() : was)
      .then((now) => { if (now !== was) follow(); else setTimeout(ask, document.hidden ? 1000 : 20, was); })
      .catch(() => setTimeout(ask, 1000, was));
  }

  ask("WAS");
  addEventListener("load", () => {
    if (own.decodedBodySize > LARGE) read().then((html) => { mine = html; }, () => {});
  });
})();</script>
"""


def live_script(was: str) -> bytes:
    """The script for a page that is `was` (a digest)."""
    return _SCRIPT.replace("LIVE", LIVE).replace("LARGE", str(LARGE)).replace("WAS", was).encode()
