/* What the system closes things with (Back on a phone), for browsers that have no CloseWatcher: one entry of the history
   more while a sheet is open, with the same address. Back closes the sheet and stays on the page. A sheet closed otherwise
   leaves its entry behind, which the next sheet takes; Back passes over it, so that it never has to be pressed twice. */
(function () {
  "use strict";
  const mine = () => history.state?.kbSheet;
  let open = null, at = mine();

  window.kbWatcher = class extends EventTarget {
    constructor() {
      super();
      open = this;
      if (mine()) return;
      const name = `${Date.now()}`;
      history.replaceState({ ...history.state, kbBelow: name }, "");
      history.pushState({ kbSheet: name }, "");
      at = name;
    }

    destroy() { if (open === this) open = null; }
  };

  window.addEventListener("popstate", () => {
    const left = at;
    at = mine();
    if (!left || at || history.state?.kbBelow !== left) return;
    const closed = open;
    open = null;
    if (closed) closed.dispatchEvent(new Event("close")); else history.back();
  });
})();
