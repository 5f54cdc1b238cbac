// What a test sees and hears of the page, put into every document before the page's own scripts run.
// It looks for what people and their assistive technology look for: roles, names, and what is written.
(() => {
  if (window.eyes) return;

  /** Everything that this window received: `{ from, text }`, oldest first. */
  let heard = [];
  const PlainSocket = window.WebSocket;
  window.WebSocket = class extends PlainSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => heard.push({ from: "socket", text: String(data) }));
    }
  };
  const plainFetch = window.fetch;
  window.fetch = async (...given) => {
    const response = await plainFetch(...given);
    const from = new URL(response.url || location.href).pathname;
    response.clone().text().then((text) => heard.push({ from, text }), () => {});
    return response;
  };

  /** What people did: the kinds of events that reached the page, each once. */
  const deeds = new Set();
  for (const kind of ["mousedown", "mouseup", "mousemove", "pointerdown", "pointerup", "touchstart", "keydown"]) {
    window.addEventListener(kind, (event) => event.isTrusted && deeds.add(kind), { capture: true, passive: true });
  }

  let changes = 0;
  const watch = () => new MutationObserver(() => { changes += 1; }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  watch();
  window.addEventListener("scroll", () => { changes += 1; }, { capture: true, passive: true });

  /** Hours and days are digits too, but nobody's. */
  const timeless = (text) => text.replace(/\d{4}-\d\d-\d\dT[\d:.+Z-]+/g, "").replace(/\d{1,2}:\d\d(?!\d)(\s?[AP]M)?/g, "").replace(/[A-Z][a-z]+ \d{1,2}, \d{4}/g, "");
  const squeezed = (text) => text.replace(/\s+/g, " ").trim();
  const IMPLIED = {
    A: (node) => (node.hasAttribute("href") ? "link" : null),
    BUTTON: () => "button", SUMMARY: () => "button", TEXTAREA: () => "textbox", NAV: () => "navigation", MAIN: () => "main", ARTICLE: () => "article",
    DIALOG: () => "dialog", OPTION: () => "option", IMG: () => "img", ASIDE: () => "complementary", FIELDSET: () => "group",
    H1: () => "heading", H2: () => "heading", H3: () => "heading", FORM: () => "form", TABLE: () => "table", UL: () => "list", LI: () => "listitem",
    SELECT: (node) => (node.multiple || node.size > 1 ? "listbox" : "combobox"),
    INPUT: (node) => ({ checkbox: "checkbox", radio: "radio", button: "button", submit: "button", search: "searchbox" })[node.type] ?? "textbox",
  };
  const role = (node) => node.getAttribute("role") || (IMPLIED[node.tagName]?.(node) ?? null);

  /** The text of a node as it is read out: without what is hidden from that. */
  function spoken(node) {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || node.hidden || node.getAttribute("aria-hidden") === "true") return "";
    if (node.hasAttribute("aria-label")) return node.getAttribute("aria-label");
    if (node.tagName === "IMG") return node.alt;
    const block = /^(block|flex|grid|table|list-item)$/.test(getComputedStyle(node).display);
    const inner = [...node.childNodes].map(spoken).join("");
    return block ? ` ${inner} ` : inner;
  }
  function name(node) {
    const by = node.getAttribute("aria-labelledby");
    if (by) return squeezed(by.split(/\s+/).map((id) => document.getElementById(id)).filter(Boolean).map(spoken).join(" "));
    if (node.getAttribute("aria-label")) return squeezed(node.getAttribute("aria-label"));
    if (node.labels?.length) return squeezed([...node.labels].map((label) => [...label.childNodes].filter((child) => !child.contains(node)).map(spoken).join("")).join(" "));
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(node.tagName)) return squeezed(node.getAttribute("title") || node.getAttribute("placeholder") || "");
    if (node.tagName === "FIELDSET") return squeezed(spoken(node.querySelector("legend") ?? document.createElement("i")));
    return squeezed(spoken(node)) || squeezed(node.getAttribute("title") ?? "");
  }

  const visible = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }) && node.getClientRects().length > 0 && !node.closest("[inert]");
  const SELECTOR = { option: "[role=option],option" };

  /** All visible elements of a role whose name is `wanted`, or begins with it if that ends in "…"; in `root`. */
  function all(wantedRole, wanted, root = document) {
    const fits = (found) => (wanted.endsWith("…") ? found.startsWith(wanted.slice(0, -1)) : found === wanted);
    const nodes = [...root.querySelectorAll(SELECTOR[wantedRole] ?? "*")];
    return nodes.filter((node) => role(node) === wantedRole && visible(node) && fits(name(node)));
  }

  /** What is written in a node, a line of text a line, hidden parts included; times left out, for they are digits too. */
  function lines(root) {
    const INLINE = /^(A|ABBR|B|BDI|BUTTON|CODE|DEL|EM|I|INS|LABEL|MARK|S|SMALL|SPAN|STRONG|U)$/;
    const found = [];
    let line = "";
    const end = () => {
      const written = squeezed(timeless(line));
      if (written) found.push(written);
      line = "";
    };
    const walk = (node) => {
      if (node.nodeType === Node.TEXT_NODE) {
        const [first, ...rest] = node.data.split("\n");
        line += first;
        for (const other of rest) {
          end();
          line += other;
        }
      }
      if (node.nodeType !== Node.ELEMENT_NODE || /^(TIME|SCRIPT|STYLE)$/.test(node.tagName)) return;
      // Controls are listed by themselves.
      if (node !== root && (/^(SELECT|TEXTAREA|INPUT)$/.test(node.tagName) || node.matches("article, [data-custom]"))) return end();
      if (node.tagName === "BR" || !INLINE.test(node.tagName)) end();
      for (const child of node.childNodes) walk(child);
      if (!INLINE.test(node.tagName)) end();
    };
    walk(root);
    end();
    return found;
  }
  const own = (root, selector) => [...root.querySelectorAll(selector)].filter((node) => node.closest("article") === (root.matches("article") ? root : null));
  const CONTROLS = "button, select, textarea, input, a[href], summary";
  const isPrivate = (article) => article.textContent.includes("Only you can see this");

  const PLAIN = new Set("class style datetime width height rows tabindex minlength maxlength id for aria-controls aria-labelledby aria-describedby aria-activedescendant aria-posinset aria-setsize aria-level".split(" "));
  /** Every attribute's value under a node, but for those of style, size and mutual reference, and what fields hold: `[what, value]`. */
  function attributes(root) {
    const found = [];
    for (const node of [root, ...own(root, "*")]) {
      for (const { name: what, value } of node.attributes) {
        // The lines of a drawing are numbers through and through.
        if (node instanceof SVGElement && !what.startsWith("aria-") && !what.startsWith("data-")) continue;
        if (!PLAIN.has(what) && node.tagName !== "TIME" && value) found.push([`${node.tagName.toLowerCase()} ${what}`, timeless(value)]);
      }
      if ("value" in node && typeof node.value === "string" && node.value) found.push([`${node.tagName.toLowerCase()} value`, node.value]);
    }
    return found;
  }
  const articles = () => [...document.querySelectorAll("[role=log] article")];

  const born = String(Math.random());
  let target = null;
  // A message that comes in between moves the page under the mouse: a click that reaches anything else does nothing there.
  window.addEventListener("click", (event) => {
    if (!target?.armed) return;
    target.armed = false;
    target.hit = target.node.contains(event.target);
    if (target.hit) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
  /** Where to click so that it reaches a node: `{ x, y, document }`, or nothing while something else is there. */
  function aim(node) {
    const box = node.getBoundingClientRect();
    const [x, y] = [Math.floor(box.left + box.width / 2), Math.floor(box.top + box.height / 2)];
    if (!node.isConnected || !node.contains(document.elementFromPoint(x, y))) {
      node.scrollIntoView({ block: "center", behavior: "instant" });
      return null;
    }
    target = { node, armed: true, hit: false };
    return { x, y, document: born };
  }

  window.eyes = {
    all,
    aim,
    /** Whether the click that was aimed has reached its node, or led away from the document. */
    hit: (from) => {
      const hit = from !== born || target?.hit === true;
      target = null;
      return hit;
    },
    changes: () => changes,
    deeds: () => [...deeds],
    /** Takes what was received since it was taken last. */
    takeHeard: () => {
      const taken = heard;
      heard = [];
      return taken;
    },
    /** The messages on the screen, oldest first, with the bot's buttons as elements. */
    messages: () => articles().map((node) => ({
      node,
      text: lines(node).join("\n"),
      private: isPrivate(node),
      busy: node.querySelector("[aria-busy=true]") !== null,
      pictures: own(node, "img").filter((img) => visible(img) && !img.closest(".row")).map((img) => ({ told: img.alt, address: new URL(img.src).pathname, loaded: img.complete && img.naturalWidth > 0 })),
      buttons: own(node, "button[data-custom]").filter(visible).map((button) => ({ node: button, name: name(button), disabled: button.disabled })),
    })),
    /** The whole document in parts: the messages one by one, and everything around them. */
    parts: () => [document.documentElement, ...articles()].map((node) => ({
      article: node.matches("article"),
      private: node.matches("article") && isPrivate(node),
      lines: lines(node),
      controls: own(node, CONTROLS).map(name),
      attributes: attributes(node),
    })),
    focused: () => {
      const node = document.activeElement;
      return { role: node && role(node), name: node ? name(node) : "" };
    },
    /** Whether anything can be scrolled sideways that should fit the width of the screen. */
    overflow: () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  };
})();
