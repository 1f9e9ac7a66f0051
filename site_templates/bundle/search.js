/* The search of a site that lies on a disk: browsers let a page there load scripts, but neither modules nor data. So the
   modules stand here as functions, what they load is found among them, and what they fetch among the files.
   `window.kbBundle(name)` is the module of that name. (`kb.tools.bundle` puts in the files and the modules.) */
(() => {
  "use strict";
  const files = {/* files */};
  const modules = {/* modules */};
  const made = {};
  const load = (address) => {
    const name = address.split("/").pop().replace(/\.js$/, "");
    return made[name] ??= modules[name](load, fetched);
  };
  async function fetched(address) {
    const kept = files[String(address).split("?")[0].split("/data/").pop()];
    return kept === undefined ? new Response("", { status: 404 }) : new Response(Uint8Array.from(atob(kept), (sign) => sign.charCodeAt(0)));
  }
  window.kbBundle = load;
})();
