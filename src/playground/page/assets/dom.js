// The one way in which this page makes elements. Text always goes in as text: there is no path from what someone typed
// to markup.

/** An element with properties and children; children are nodes, strings, or nothing. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") node.className = value;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "data") Object.assign(node.dataset, value);
    else if (value === true) node.setAttribute(key, "");
    else node.setAttribute(key, String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** The element with this id. */
export const at = (id) => document.getElementById(id);

/** Only addresses of the web become links. */
export function safeUrl(text) {
  if (!text) return null;
  try {
    const url = new URL(text, location.href);
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
  } catch {
    return null;
  }
}

/** Files of this server are fetched from where the page came from, whichever of its names was used. */
export function fileUrl(text) {
  const url = safeUrl(text);
  if (!url) return null;
  const { pathname, search } = new URL(url);
  return pathname.startsWith("/attachments/") ? pathname + search : url;
}

/** A round sign for a person: their first letter on a colour of their own. */
export function face(name, id, small = false) {
  const letter = [...(name || "?")][0].toUpperCase();
  const node = el("span", { class: small ? "face small" : "face", "aria-hidden": "true" }, letter);
  // Ids that follow one another get colours far apart.
  const hue = ([...String(id)].reduce((sum, digit) => (sum * 31 + digit.charCodeAt(0)) % 360, 7) * 137) % 360;
  node.style.setProperty("--hue", hue);
  return node;
}

/** A reason as a sentence of its own. */
export const sentence = (reason) => `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, "")}.`;

/** Orders ids by age. */
export function older(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
